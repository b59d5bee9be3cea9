#include "eval/baselines.hpp"

#include <gpualert/catalogue.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using namespace gpualert;
using namespace gpualert::eval;

namespace {

Finding finding(const char* cause, int order, Role role = Role::root)
{
  Finding result;
  result.cause = cause;
  result.order = order;
  result.role = role;
  result.first.line = 1;
  return result;
}

}  // namespace

TEST_CASE("baselines: the exit code alone")
{
  CHECK(exit_code_class(0) == "success");
  CHECK(exit_code_class(1) == "traceback");
  CHECK(exit_code_class(137) == "oom_killer");
  CHECK(exit_code_class(-9) == "oom_killer");
  CHECK(exit_code_class(139) == "segfault");
  CHECK(exit_code_class(-11) == "segfault");
  CHECK(exit_code_class(134) == "other");
  CHECK(exit_code_class(2) == "other");
}

TEST_CASE("baselines: the last exception of the log decides, behind a rank's prefix too")
{
  CHECK(traceback_class("KeyError: 'x'\nMemoryError\n", 1) == "ram_oom");
  CHECK(traceback_class("[rank3]: torch.cuda.OutOfMemoryError: CUDA out of memory.\ndone\n", 1) ==
        "cuda_oom");
  CHECK(traceback_class("json.decoder.JSONDecodeError: Expecting value\n", 1) == "traceback");
  CHECK(traceback_class("RuntimeError: Caught RuntimeError in replica 0\n", 1) == "runtime_error");
}

TEST_CASE("baselines: without an exception the status says whether the job succeeded")
{
  CHECK(traceback_class("Error count: 0\nall done\n", 0) == "success");
  CHECK(traceback_class("Segmentation fault\n", 139) == "other");
  CHECK(traceback_class("", 1) == "other");
}

TEST_CASE("baselines: the traceback baseline sees the last 50 lines")
{
  std::string log = "MemoryError\n";
  for (int i = 0; i < 49; ++i) {
    log += "waiting\n";
  }
  CHECK(traceback_class(log, 1) == "ram_oom");
  CHECK(traceback_class(log + "waiting\n", 1) == "other");
}

TEST_CASE("baselines: the class with the most lines wins, whatever comes first")
{
  CHECK(keyword_class("RuntimeError: x\nNCCL WARN a\nNCCL WARN b\n", 1) == "nccl");
  CHECK(keyword_class("nccl nccl nccl\nMemoryError\nbad_alloc\n", 1) == "ram_oom");
}

TEST_CASE("baselines: a line with two keywords of a class counts once")
{
  CHECK(keyword_class("MemoryError after bad_alloc\nRuntimeError: a\nRuntimeError: b\n", 1) ==
        "runtime_error");
}

TEST_CASE("baselines: between equals the class that is earlier in the paper's list wins")
{
  CHECK(keyword_class("RuntimeError: CUDA out of memory.\n", 1) == "cuda_oom");
  CHECK(keyword_class("nothing to see\n", 1) == "other");
  CHECK(keyword_class("nothing to see\n", 0) == "success");
}

TEST_CASE("baselines: first match takes the rule that is first in the set, not in the log")
{
  Findings findings;
  findings.items = {finding("nccl_timeout", 70), finding("cuda_oom", 12),
                    finding("key_or_attr", 90)};
  CHECK(first_match(findings, 1).cause == "cuda_oom");
  CHECK(first_match(findings, 1).klass == "cuda_oom");
}

TEST_CASE("baselines: first match passes over noise and weak rules")
{
  Findings findings;
  findings.items = {finding("network", 1, Role::noise), finding("abort", 2, Role::weak),
                    finding("segfault", 60)};
  CHECK(first_match(findings, 1).cause == "segfault");
  findings.items.resize(2);
  CHECK(first_match(findings, 1).cause == "unknown");
}

TEST_CASE("baselines: first match, without a match, has the class of the last exception")
{
  Findings findings;
  findings.last_exception = "ZeroDivisionError";
  CHECK(first_match(findings, 1).klass == "div_zero");
  CHECK(first_match({}, 1).klass == "other");
  CHECK(first_match(findings, 0).cause == "success");
}

TEST_CASE(
    "baselines: first match gives a cause without a class that of the exception printed later")
{
  Findings findings;
  findings.items = {finding("disk_full", 45)};
  findings.last_exception = "RuntimeError";
  findings.last_traceback = Evidence{};
  findings.last_traceback->line = 3;
  CHECK(first_match(findings, 1).klass == "runtime_error");
}

TEST_CASE("catalogue: every cause is known, and its class too")
{
  const auto classes = known_classes();
  CHECK(classes.size() == 17);
  for (const std::string_view cause : known_causes()) {
    INFO(cause);
    CHECK(std::count(classes.begin(), classes.end(), class_of(cause, "KeyError")) == 1);
  }
  CHECK(known_causes().size() > 40);
}
