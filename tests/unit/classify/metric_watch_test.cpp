// Failures that stand in numbers: through the scanner, as a job prints them.
#include "classify/loss_values.hpp"

#include <gpualert/classifier.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

namespace gpualert {

namespace {

Findings scan(const std::string& log)
{
  Scanner scanner;
  scanner.bytes(Stream::both, log);
  return scanner.finish();
}

const Finding* find(const Findings& findings, std::string_view rule)
{
  const auto found = std::find_if(findings.items.begin(), findings.items.end(),
                                  [&](const Finding& item) { return item.rule == rule; });
  return found == findings.items.end() ? nullptr : &*found;
}

std::string steps(std::initializer_list<const char*> losses)
{
  std::string log;
  int step = 0;
  for (const char* loss : losses) {
    log += "step " + std::to_string(++step) + " | loss " + loss + " | lr 1e-4\n";
  }
  return log;
}

std::string overflows(int count, double scale)
{
  std::string log;
  for (int i = 0; i < count; ++i) {
    log += "[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: " +
           std::to_string(scale) + ", reducing to " + std::to_string(scale / 2) + "\n";
    scale /= 2;
  }
  return log;
}

}  // namespace

TEST_CASE("losses are read as trainers print them")
{
  struct Row {
    std::string_view line, name;
    double value;
  };
  constexpr std::array<Row, 11> rows{{
      {"step 3 | loss 1.25 | lr 1", "loss", 1.25},
      {"{'loss': 2.5, 'grad_norm': 1}", "loss", 2.5},
      {"{'loss': '0', 'grad_norm': 'nan'}", "loss", 0},
      {"| lm loss: 7.231000E+00 | loss scale: 1.0 |", "loss", 7.231},
      {"update 50: value_loss=1.0982e+09", "value_loss", 1.0982e9},
      {"Throughput is 408.4 records/second. Loss is 1.2645824.", "Loss", 1.2645824},
      {"train/loss: -0.5", "train/loss", -0.5},
      {"loss=tensor(3.5, device='cuda:0')", "loss", 3.5},
      {"glossary 3", "", 0},
      {"loss_scale: 65536.0", "", 0},
      {"the loss of step 3", "", 0},
  }};
  for (const Row& row : rows) {
    INFO(row.line);
    std::array<LossValue, kMaxLosses> losses;
    const std::size_t count = losses_of(row.line, losses);
    REQUIRE(count == (row.name.empty() ? 0 : 1));
    if (count == 1) {
      CHECK(losses[0].name == row.name);
      CHECK(losses[0].value == Approx(row.value));
    }
  }
  CHECK(has_bad_loss("train_loss=nan"));
  CHECK(has_bad_loss("loss: inf"));
  CHECK_FALSE(has_bad_loss("loss: 1.0 acc: nan"));
}

TEST_CASE("a loss that explodes is a divergence, from its first unreasonable value")
{
  const Findings findings = scan(steps({"1.02", "0.97", "1.9e5", "1.8e10", "inf"}));
  const Finding* found = find(findings, "loss_values_diverged");
  REQUIRE(found != nullptr);
  CHECK(found->cause == "loss_divergence");
  CHECK(found->first.line == 3);
  CHECK(found->count == 2);
}

TEST_CASE("a loss that began high, a spike, and a small loss that grew are no divergence")
{
  CHECK(find(scan(steps({"2.1e6", "1.9e6", "1.8e6"})), "loss_values_diverged") == nullptr);
  CHECK(find(scan(steps({"1.0", "5.2e4", "1.1", "1.0"})), "loss_values_diverged") == nullptr);
  CHECK(find(scan(steps({"0.0001", "3.0", "40.0", "90.0"})), "loss_values_diverged") == nullptr);
  CHECK(find(scan(steps({"1.0", "0.9", "8.8e5"})), "loss_values_diverged") == nullptr);
}

TEST_CASE("values are still read far into a long output")
{
  std::string log;
  for (int i = 0; i < 40000; ++i) {
    log +=
        "step " + std::to_string(i) + " | loss 1.25 | a line of the usual length, more or less\n";
  }
  log += steps({"1.0", "4.4e7", "9.1e9"});
  CHECK(find(scan(log), "loss_values_diverged") != nullptr);
}

TEST_CASE("a loss column of a table that is NaN is found by the table's head")
{
  const Findings findings = scan(
      "epoch   train_loss   val_loss   acc\n"
      "    1       0.9321     1.0210   0.3\n"
      "    2          nan        nan   0.1\n"
      "    3          nan        nan   0.1\n");
  const Finding* found = find(findings, "loss_not_a_number");
  REQUIRE(found != nullptr);
  CHECK(found->cause == "nan_loss");
  CHECK(found->first.line == 3);
  CHECK(found->count == 2);
}

TEST_CASE("a bar behind the row of a table does not hide its columns")
{
  const std::string head = "  Epoch  GPU_mem  box_loss  cls_loss  Instances  Size\n";
  const std::string row = " 2/100     2.1G       nan       nan         12   640: ";
  CHECK(find(scan(head + row + "100%|##########| 8/8 [00:02<00:00,  3.5it/s]\n"),
             "loss_not_a_number") != nullptr);
  CHECK(find(scan(head + row + "some more words\n"), "loss_not_a_number") == nullptr);
}

TEST_CASE("NaN in another column, or without a head that names the loss, says nothing")
{
  CHECK(find(scan("epoch train_loss val_loss\n1 0.93 nan\n2 0.91 nan\n"), "loss_not_a_number") ==
        nullptr);
  CHECK(find(scan("epoch score other\n1 nan nan\n"), "loss_not_a_number") == nullptr);
}

TEST_CASE("the head of a table with a column for NaN, and words about NaN, are no loss")
{
  for (const char* log :
       {"step | loss   | nan_count | errors\n1 | 3.2 | 0 | 0\n",
        "| loss | nan | inf |\n| 0.5 | 0 | 0 |\n", "train_loss | nan | inf\n0.5 | 0 | 0\n",
        "model  loss  nan%  time\na  0.5  0  3\n", "step\tloss\tnan_skips\n1\t0.5\t0\n",
        "loss nan_to_num enabled\n", "loss: nan-safe BCE\n", "policy_loss: nan-aware\n",
        "train loss: nan-aware mean = 0.3\n", "step  loss  nan  inf\n"}) {
    INFO(log);
    CHECK(scan(log).items.empty());
  }
}

TEST_CASE("a row under such a head, and a table of names and values, have a loss that is NaN")
{
  for (const char* log : {"| loss | nan | inf |\n| nan | 3 | 0 |\n",
                          "step | loss | nan_count | errors\n1 | nan | 4 | 0\n",
                          "|    loss             | nan      |\n", "step 1 | loss | nan |\n",
                          "loss: nan.\n", "loss nan/0.3\n", "loss=nan;\n", "loss NaN acc NaN\n"}) {
    INFO(log);
    CHECK(diagnose(scan(log), {Exited{0}, {}, 0, {}, false}).cause == "nan_loss");
  }
}

TEST_CASE("a training loss of its own name that is NaN, not one of validation")
{
  CHECK(find(scan("{'train_runtime': 12.1, 'train_loss': nan, 'epoch': 3.0}\n"),
             "loss_not_a_number"));
  CHECK(find(scan("update 3 policy_loss=nan value_loss=nan\n"), "loss_not_a_number"));
  CHECK_FALSE(find(scan("epoch 3 val_loss: nan\n"), "loss_not_a_number"));
  CHECK_FALSE(find(scan("epoch 3 best_val_loss=inf train_loss=inf\n"), "loss_not_a_number"));
}

TEST_CASE("a loss scale that is halved to nothing is a storm, a warm-up is not")
{
  const Findings storm = scan(steps({"1.0"}) + overflows(18, 65536));
  const Finding* found = find(storm, "overflow_storm");
  REQUIRE(found != nullptr);
  CHECK(found->cause == "loss_divergence");
  CHECK(found->first.line == 2);
  CHECK(find(scan(overflows(16, 4294967296.0) + steps({"1.0", "0.9"})), "overflow_storm") ==
        nullptr);
  CHECK(find(scan(overflows(3, 8)), "overflow_storm") == nullptr);
}

TEST_CASE("the end of a descent of the loss scale is enough, in the words of fairseq too")
{
  CHECK(find(scan(overflows(6, 64)), "overflow_storm") != nullptr);
  CHECK(find(scan(overflows(6, 65536)), "overflow_storm") == nullptr);
  std::string log;
  for (const char* scale : {"0.25", "0.125", "0.0625", "0.03125", "0.015625"}) {
    log += std::string("| WARNING: overflow detected, setting loss scale to: ") + scale + "\n";
  }
  CHECK(find(scan(log), "overflow_storm") != nullptr);
}

TEST_CASE("DeepSpeed's hysteresis is no loss scale")
{
  const std::string patience =
      "[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 4096, but hysteresis is "
      "2. Reducing hysteresis to 1\n";
  CHECK(find(scan(overflows(5, 131072) + patience), "overflow_storm") == nullptr);
}

}  // namespace gpualert
