#include "classify/launcher.hpp"

#include "classify/prefix_parts.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <string>
#include <utility>

namespace gpualert {

namespace {

constexpr std::size_t kMaxDeaths = 64;
constexpr std::size_t kMaxProcesses = 4096;

// "-9" and "1" behind `key`.
std::optional<int> code_after(std::string_view text, std::string_view key) noexcept
{
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view rest = text.substr(at + key.size());
  const bool negative = rest.starts_with('-');
  const auto value =
      small_number(rest.substr(negative ? 1 : 0, run(rest, negative ? 1 : 0, is_digit)));
  return value ? std::optional<int>(negative ? -*value : *value) : std::nullopt;
}

// The value of a row of torchelastic's table: "rank      : 6 (local_rank: 6)".
std::optional<std::string_view> row_value(std::string_view text, std::string_view key) noexcept
{
  if (!text.starts_with(key)) {
    return std::nullopt;
  }
  const std::size_t colon = key.size() + run(text, key.size(), is_blank);
  if (!text.substr(colon).starts_with(": ")) {
    return std::nullopt;
  }
  return text.substr(colon + 2);
}

struct SignalWords {
  std::string_view words;
  int signal;
};

// strsignal(3) as srun prints it.
constexpr std::array<SignalWords, 7> kSignals{{{"Segmentation fault", SIGSEGV},
                                               {"Killed", SIGKILL},
                                               {"Out Of Memory", SIGKILL},
                                               {"Terminated", SIGTERM},
                                               {"Aborted", SIGABRT},
                                               {"Bus error", SIGBUS},
                                               {"Illegal instruction", SIGILL}}};

constexpr std::array<SignalWords, 7> kSignalNames{{{"SIGSEGV", SIGSEGV},
                                                   {"SIGKILL", SIGKILL},
                                                   {"SIGTERM", SIGTERM},
                                                   {"SIGABRT", SIGABRT},
                                                   {"SIGBUS", SIGBUS},
                                                   {"SIGILL", SIGILL},
                                                   {"SIGFPE", SIGFPE}}};

std::optional<int> srun_code(std::string_view text) noexcept
{
  if (const auto code = code_after(text, "exit code ")) {
    return code;
  }
  for (const SignalWords& entry : kSignals) {
    if (text.find(entry.words) != std::string_view::npos) {
      return -entry.signal;
    }
  }
  return std::nullopt;
}

}  // namespace

void LauncherReports::add(RankDeath death, std::uint64_t line)
{
  death.line = line;
  if (death.pid != 0 && death.rank && !death.local && ranks_.size() < kMaxProcesses) {
    ranks_.emplace(death.pid, *death.rank);
  }
  if (deaths_.size() < kMaxDeaths) {
    deaths_.push_back(std::move(death));
  }
}

bool LauncherReports::table_line(std::string_view text, std::uint64_t line)
{
  if (text.starts_with("Root Cause (first observed failure)")) {
    row_ = {};
    row_.named_first = true;
  } else if (const auto host = row_value(text, "host")) {
    const bool first = row_.named_first && row_.host.empty();
    row_ = {};
    row_.named_first = first;
    row_.host = host->substr(0, run(*host, 0, is_name_char));
  } else if (const auto rank = row_value(text, "rank")) {
    row_.rank = small_number(rank->substr(0, run(*rank, 0, is_digit)));
  } else if (row_value(text, "exitcode")) {
    row_.code = code_after(text, ": ");
    row_.pid = number_after(text, "(pid: ").value_or(0);
    add(row_, line);
    row_.named_first = false;
    row_.host.clear();
  } else {
    return false;
  }
  return true;
}

// "failed (exitcode: -11) local_rank: 7 (pid: 2194412) of binary: …"
void LauncherReports::failed_line(std::string_view text, std::uint64_t line)
{
  if (text.find("failed (exitcode: ") == std::string_view::npos) {
    return;
  }
  RankDeath death;
  death.code = code_after(text, "exitcode: ");
  death.rank = number_after(text, "local_rank: ");
  death.local = true;
  death.pid = number_after(text, "(pid: ").value_or(0);
  add(std::move(death), line);
}

void LauncherReports::srun_line(const Message& message, std::uint64_t line)
{
  const Whereabouts where = whereabouts(message);
  if (!where.rank || where.host.empty()) {
    return;
  }
  RankDeath death;
  death.rank = where.rank;
  death.host = where.host;
  death.code = srun_code(message.text);
  add(std::move(death), line);
}

// torch.multiprocessing: "-- Process 3 terminated with the following error:",
// "process 1 terminated with signal SIGSEGV".
void LauncherReports::spawn_line(std::string_view text, std::uint64_t line)
{
  const bool raised = text.find("-- Process ") != std::string_view::npos;
  const std::size_t signal = text.find(" terminated with signal ");
  if (!raised && signal == std::string_view::npos) {
    return;
  }
  RankDeath death;
  death.rank = number_after(text, raised ? "-- Process " : "process ");
  death.local = true;
  death.code = 1;
  if (!raised) {
    const std::string_view name = text.substr(signal + 24);
    for (const auto& [known, number] : kSignalNames) {
      death.code = name.starts_with(known) ? -number : *death.code;
    }
  }
  add(std::move(death), line);
}

// "mpirun noticed that process rank 2 with PID 233 on node g001 exited on signal 11 (…)",
// "Process name: [[1,1],3]" and, a line later, "Exit code:    1".
void LauncherReports::mpirun_line(std::string_view text, std::uint64_t line)
{
  if (text.find("exited on signal ") != std::string_view::npos) {
    RankDeath death;
    death.rank = number_after(text, "rank ");
    death.pid = number_after(text, "PID ").value_or(0);
    if (const std::size_t node = text.find("on node "); node != std::string_view::npos) {
      death.host = text.substr(node + 8, run(text, node + 8, is_name_char));
    }
    if (const auto signal = number_after(text, "exited on signal ")) {
      death.code = -*signal;
    }
    add(std::move(death), line);
  } else if (const std::size_t name = text.find("Process name: [[");
             name != std::string_view::npos) {
    RankDeath death;
    death.rank = number_after(text.substr(name), "],");
    death.named_first = true;
    add(std::move(death), line);
  } else if (text.starts_with("Exit code:") && !deaths_.empty() && !deaths_.back().code) {
    deaths_.back().code = small_number(text.substr(10 + run(text, 10, is_blank)));
  }
}

void LauncherReports::take(const Message& message, std::uint64_t line)
{
  const std::string_view text = message.text;
  if (table_line(text, line)) {
    return;
  }
  failed_line(text, line);
  if (text.starts_with("srun: error: ")) {
    srun_line(message, line);
  }
  mpirun_line(text, line);
  spawn_line(text, line);
  // "rank 3 nranks 8" (NCCL), "world_rank=3" (Ray Train): which process is which rank.
  const auto rank = text.find(" nranks ") != std::string_view::npos
                        ? number_after(text, " rank ")
                        : number_after(text, "world_rank=");
  Whereabouts where = whereabouts(message);
  if (const auto pid = number_after(text, "pid="); where.pid == 0 && pid) {
    where.pid = *pid;
  }
  if (rank && where.pid != 0 && ranks_.size() < kMaxProcesses) {
    ranks_.emplace(where.pid, *rank);
  }
}

std::optional<int> LauncherReports::rank_of(const Whereabouts& where) const
{
  if (where.rank) {
    return where.rank;
  }
  if (const auto known = ranks_.find(where.pid); known != ranks_.end()) {
    return known->second;
  }
  // The GPU of a host is its local rank, and the rank where all ranks are on one host.
  const bool one_host =
      !deaths_.empty() && std::all_of(deaths_.begin(), deaths_.end(), [&](const RankDeath& death) {
        return death.local || death.host == where.host;
      });
  return one_host && !where.host.empty() ? where.device : std::nullopt;
}

std::vector<RankDeath> LauncherReports::take_deaths()
{
  return std::move(deaths_);
}

}  // namespace gpualert
