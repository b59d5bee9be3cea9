#include "mailprog/event.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <string_view>

#include <sys/wait.h>

namespace gpualert::mailprog {

namespace {

bool is_bad_state(std::string_view state)
{
  constexpr std::array<std::string_view, 8> kBad{"FAILED",    "TIMEOUT",   "OUT_OF_MEMORY",
                                                 "NODE_FAIL", "PREEMPTED", "BOOT_FAIL",
                                                 "DEADLINE",  "CANCELLED"};
  return std::find(kBad.begin(), kBad.end(), state) != kBad.end();
}

}  // namespace

bool ended_badly(const Event& event)
{
  if (event.what == What::failed) {
    return true;
  }
  if (event.what != What::ended) {
    return false;
  }
  // The summary of an array whose tasks all died of signals comes as "Ended, Mixed".
  const bool worst = event.exit_max.value_or(0) != 0 || event.max_signal.value_or(0) != 0;
  return is_bad_state(event.state) || (event.summary && (worst || event.state == "Mixed")) ||
         (event.state.empty() && event.ending && shell_status(*event.ending) != 0);
}

bool may_still_print(const Event& event)
{
  return event.state == "TIMEOUT" || event.state == "CANCELLED" || event.state == "DEADLINE" ||
         event.state == "PREEMPTED";
}

std::optional<Ending> ending_of_wait_status(const std::string& text)
{
  const std::optional<int> status = parse_int(text);
  if (!status || *status < 0) {
    return std::nullopt;
  }
  if (WIFEXITED(*status)) {
    return Exited{WEXITSTATUS(*status)};
  }
  const int signal = WTERMSIG(*status);
  if (signal > 0 && signal <= SIGRTMAX) {
    return Signalled{signal, WCOREDUMP(*status) != 0};
  }
  return EndUnknown{"the scheduler gives signal " + std::to_string(signal)};
}

std::optional<std::int64_t> parse_time(std::string_view text)
{
  constexpr std::int64_t kMostDays = 100'000;
  std::int64_t total = 0;
  if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
    const std::optional<int> days = parse_int(text.substr(0, dash));
    if (!days || *days < 0 || *days > kMostDays) {
      return std::nullopt;
    }
    total = *days;
    text.remove_prefix(dash + 1);
    total *= 24;
    if (std::count(text.begin(), text.end(), ':') != 2) {
      return std::nullopt;
    }
  }
  int fields = 0;
  for (bool more = true; more; ++fields) {
    const std::size_t colon = text.find(':');
    const std::optional<int> part = parse_int(text.substr(0, colon));
    more = colon != std::string_view::npos;
    if (!part || *part < 0 || *part > 99'999 || fields == 3) {
      return std::nullopt;
    }
    total = fields == 0 ? total + *part : total * 60 + *part;
    text.remove_prefix(more ? colon + 1 : text.size());
  }
  return fields >= 2 ? std::optional(total) : std::nullopt;
}

std::optional<int> parse_int(std::string_view text)
{
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty()
             ? std::optional(number)
             : std::nullopt;
}

}  // namespace gpualert::mailprog
