#include "eval/experiments/experiment.hpp"

#include "eval/laboratory.hpp"
#include "eval/output.hpp"
#include "eval/statistics.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <ctime>
#include <string_view>

namespace gpualert::eval {

namespace {

constexpr std::size_t kTrials = 20;
constexpr std::string_view kSentinel = "the last line before the end";
constexpr const char* kMissing = "/nonexistent/program-that-nobody-installed";

struct Fault {
  std::string_view name;
  std::string_view code;  // Python, after `line` was defined; "" cannot be executed
  bool kill_everything = false;
};

constexpr std::array<Fault, 7> kFaults{
    {{"Python exception", "print(line, flush=True); raise RuntimeError('boom')", false},
     {"SIGSEGV", "print(line, flush=True); os.kill(os.getpid(), signal.SIGSEGV)", false},
     {"SIGKILL", "print(line, flush=True); os.kill(os.getpid(), signal.SIGKILL)", false},
     {"cannot be executed", "", false},
     {"os._exit, not flushed", "print(line); os._exit(1)", false},
     {"SIGKILL, not flushed", "print(line); os.kill(os.getpid(), signal.SIGKILL)", false},
     {"SIGKILL of everything", "print(line, flush=True); open(sys.argv[1], 'w'); time.sleep(60)",
      true}}};

// The line goes to a log through a buffer of the reader's own, as many wrappers do it.
constexpr const char* kPipeReader =
    "import subprocess, sys\n"
    "log = open(sys.argv[1], 'w')\n"
    "job = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, "
    "text=True)\n"
    "for line in job.stdout:\n"
    "    log.write(line)\n"
    "sys.exit(job.wait())\n";

enum class Method { gpualert, redirect, nohup, pipe_reader, no_env };
constexpr std::array<std::string_view, 5> kMethods{
    "gpualert run", "> log 2>&1", "nohup", "Python reading a pipe", "gpualert run --no-env"};

std::vector<std::string> job_of(const Fault& fault, const std::string& ready)
{
  if (fault.code.empty()) {
    return {kMissing};
  }
  return {"python3", "-c",
          fmt::format("import os, signal, sys, time\nline = '{}'\n{}\n", kSentinel, fault.code),
          ready};
}

Command command_of(const Laboratory& laboratory, Method method, const std::vector<std::string>& job)
{
  const std::string log = laboratory.path("log");
  const auto with = [&](std::vector<std::string> before) {
    before.insert(before.end(), job.begin(), job.end());
    return laboratory.bare(std::move(before));
  };
  switch (method) {
    case Method::redirect:
      return with({"sh", "-c", R"("$@" >"$0" 2>&1)", log});
    case Method::nohup:
      return with({"sh", "-c", R"(nohup "$@" >"$0" 2>&1)", log});
    case Method::pipe_reader:
      return with({"python3", "-c", kPipeReader, log});
    case Method::no_env:
      return laboratory.supervised({"--notify", "never", "--no-env"}, job, "runs");
    default:
      return laboratory.supervised({"--notify", "never"}, job, "runs");
  }
}

std::string read_or_nothing(const std::string& file)
{
  const Result<std::string> text = read_file(file);
  return text ? *text : "";
}

// Whether the line is in the log; for a program that cannot be executed, whether any file left
// behind says why.
bool survived(const Laboratory& laboratory, const Fault& fault, Method method)
{
  std::string text = read_or_nothing(laboratory.path("log"));
  if (method == Method::gpualert || method == Method::no_env) {
    const char* name = fault.code.empty() ? "run.json" : "output.log";
    text = read_or_nothing(laboratory.file_of_run("runs", name).value_or(""));
  }
  if (fault.code.empty()) {
    return text.find("No such file") != std::string::npos ||
           text.find("not found") != std::string::npos;
  }
  return text.find(kSentinel) != std::string::npos;
}

Result<bool> trial(const Laboratory& laboratory, const Fault& fault, Method method)
{
  constexpr double kLimit = 30;
  constexpr timespec kMoment{0, 100000000};  // for whoever passes the line on
  laboratory.remove("log");
  laboratory.remove("runs");
  laboratory.remove("ready");
  const std::string ready = laboratory.path("ready");
  const Result<pid_t> pid = start(command_of(laboratory, method, job_of(fault, ready)));
  if (!pid) {
    return pid.error();
  }
  if (fault.kill_everything) {
    if (!wait_for_file(ready, kLimit)) {
      kill_descendants();
      return Error{fmt::format("{}: the job did not start", fault.name)};
    }
    ::nanosleep(&kMoment, nullptr);
    kill_descendants();
    return survived(laboratory, fault, method);
  }
  const Result<Outcome> outcome = wait_for(*pid, kLimit);
  if (!outcome) {
    return outcome.error();
  }
  return survived(laboratory, fault, method);
}

Result<std::size_t> survivors(const Laboratory& laboratory, const Fault& fault, Method method,
                              std::size_t trials)
{
  std::size_t count = 0;
  for (std::size_t i = 0; i < trials; ++i) {
    const Result<bool> result = trial(laboratory, fault, method);
    if (!result) {
      return result.error();
    }
    count += *result ? 1 : 0;
  }
  return count;
}

Section empty_section(std::size_t trials)
{
  Section section;
  section.title = "Log survival";
  section.paragraphs = {fmt::format(
      "In how many of {} trials the last line that a Python job printed was in its log. "
      "A program that cannot be executed: whether a file that was left behind says "
      "why. SIGKILL of everything: of the job and of whatever stood around it, 0.1 s "
      "after the line. 20 of 20 is a share of at least 84 % (Wilson, 95 %).",
      trials)};
  Table table;
  table.columns = {{"fault", Align::left}};
  for (const std::string_view method : kMethods) {
    table.columns.push_back({std::string(method)});
  }
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace

Result<ExperimentResult> survival(const ExperimentOptions& options)
{
  const Result<Laboratory> laboratory = Laboratory::make(options.gpualert);
  if (!laboratory) {
    return laboratory.error();
  }
  adopt_strays();
  const std::size_t trials = options.trials == 0 ? kTrials : options.trials;
  ExperimentResult result;
  result.section = empty_section(trials);
  nlohmann::ordered_json json{{"experiment", "survival"}, {"trials", trials}};
  for (const Fault& fault : kFaults) {
    std::vector<std::string> row{std::string(fault.name)};
    for (std::size_t i = 0; i < kMethods.size(); ++i) {
      const auto count = survivors(*laboratory, fault, static_cast<Method>(i), trials);
      if (!count) {
        return count.error();
      }
      row.push_back(fmt::format("{} of {}", *count, trials));
      const Estimate share = wilson(*count, trials);
      json["cells"].push_back({{"fault", fault.name},
                               {"method", kMethods[i]},
                               {"survived", *count},
                               {"low", share.low},
                               {"high", share.high}});
      if (static_cast<Method>(i) == Method::gpualert && *count < trials) {
        result.passed = false;
      }
    }
    result.section.tables.front().rows.push_back(std::move(row));
  }
  result.json = json.dump(2) + "\n";
  return result;
}

}  // namespace gpualert::eval
