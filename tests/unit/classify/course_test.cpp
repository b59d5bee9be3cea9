#include "classify/course.hpp"

#include <gpualert/classifier.hpp>

#include <catch2/catch.hpp>

#include <string>

using namespace gpualert;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// "done/total", "done/" without a total, "" when the line counts nothing.
std::string read(const char* line)
{
  const std::optional<Mark> mark = mark_of(line);
  return !mark ? ""
               : std::to_string(static_cast<long>(mark->done)) + "/" +
                     (mark->total ? std::to_string(static_cast<long>(*mark->total)) : "");
}

}  // namespace

TEST_CASE("course: what lines of progress count to")
{
  CHECK(read("iteration      100/  500000 | elapsed time per iteration (ms): 6021.4") ==
        "100/500000");
  CHECK(read(" 45%|████▌     | 450/1000 [00:10<00:12, 45.0it/s]") == "450/1000");
  CHECK(read("Epoch [1/10], Step [100/600], Loss: 0.1547") == "700/6600");
  CHECK(read("Epoch 3/10 loss 0.5") == "3/10");
  CHECK(read("step 250: train loss 2.9") == "250/");
  CHECK(read("step 12 of 600, loss 1.0") == "12/600");
}

TEST_CASE("course: the bar of one epoch of many does not count to the end")
{
  CHECK(read("Epoch 1:   4%|▎         | 40/1095 [00:03<01:37, 10.84it/s, v_num=10]") == "40/");
  CHECK(read("Training epoch 0, iteration 5/9 | loss: 11.03") == "5/");
}

TEST_CASE("course: what is no count, or not a possible one")
{
  for (const char* line : {"", "loss: 3", "| [", "| 1/x [", "step", "epoch /3"}) {
    INFO(line);
    CHECK(read(line).empty());
  }
  CHECK(read("step 9/3") == "9/");
  CHECK(read("step 99999999999999999999999/3").empty());
}

TEST_CASE("course: what remains, by the speed so far")
{
  Course course;
  CHECK_FALSE(remaining_ns(course, 0));
  follow(course, {100, 1000}, 10 * kSecond);
  CHECK_FALSE(remaining_ns(course, 11 * kSecond));  // no speed yet
  follow(course, {200, 1000}, 20 * kSecond);
  CHECK(remaining_ns(course, 20 * kSecond) == 80 * kSecond);
  CHECK(remaining_ns(course, 50 * kSecond) == 50 * kSecond);
  CHECK(remaining_ns(course, 500 * kSecond) == 0);
}

TEST_CASE("course: nothing is promised by a counter that began anew, stands, or has no end")
{
  Course course;
  follow(course, {10, 100}, 1 * kSecond);
  follow(course, {50, 100}, 2 * kSecond);
  follow(course, {1, 100}, 3 * kSecond);
  follow(course, {60, 100}, 4 * kSecond);
  CHECK_FALSE(remaining_ns(course, 4 * kSecond));
  Course still;
  follow(still, {10, 100}, 1 * kSecond);
  follow(still, {10, 100}, 2 * kSecond);
  CHECK_FALSE(remaining_ns(still, 2 * kSecond));
  Course endless;
  follow(endless, {10, std::nullopt}, 1 * kSecond);
  follow(endless, {20, std::nullopt}, 2 * kSecond);
  CHECK_FALSE(remaining_ns(endless, 2 * kSecond));
}

TEST_CASE("scanner: what was found so far, while the output goes on")
{
  Scanner scanner;
  CHECK(scanner.so_far().bytes == 0);
  scanner.arrives(kSecond);
  scanner.bytes(Stream::out, "step 10/100, loss 1.5\nstep 20/100, l");
  scanner.arrives(2 * kSecond);
  scanner.bytes(Stream::out,
                "oss 1.4\nRuntimeError: CUDA out of memory. Tried to allocate 2 GiB\n");
  const Findings early = scanner.so_far();
  CHECK(early.lines == 3);
  CHECK(early.progress.course.done == 20);
  CHECK(early.items.size() == 1);
  scanner.bytes(Stream::out, "step 30/100, loss 1.3\n");
  const Findings late = scanner.finish();
  CHECK(late.lines == 4);
  CHECK(late.items.size() == 1);
  CHECK(late.progress.course.done == 30);
}
