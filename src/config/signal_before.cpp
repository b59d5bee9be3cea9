#include "config/signal_before.hpp"

#include "config/values.hpp"

#include <fmt/format.h>

#include <charconv>
#include <csignal>
#include <cstring>

namespace gpualert {

namespace {

// -1 when it is no number of exactly this text.
int number_of(std::string_view text)
{
  int value = -1;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return !text.empty() && error == std::errc{} && end == last ? value : -1;
}

// 0 when there is no such signal.
int signal_of(std::string_view name)
{
  if (name.starts_with("SIG")) {
    name.remove_prefix(3);
  }
  constexpr std::string_view kRealTime = "RTMIN";
  if (name.starts_with(kRealTime)) {
    const std::string_view rest = name.substr(kRealTime.size());
    const int plus = rest.empty() ? 0 : rest.front() == '+' ? number_of(rest.substr(1)) : -1;
    return plus >= 0 && SIGRTMIN + plus <= SIGRTMAX ? SIGRTMIN + plus : 0;
  }
  for (int signal = 1; signal < SIGRTMIN; ++signal) {
    const char* known = ::sigabbrev_np(signal);
    if ((known != nullptr && name == known) || number_of(name) == signal) {
      return signal;
    }
  }
  const int number = number_of(name);
  return number >= SIGRTMIN && number <= SIGRTMAX ? number : 0;
}

}  // namespace

Result<SignalBefore> parse_signal_before(std::string_view text)
{
  if (text.empty()) {
    return SignalBefore{};
  }
  const std::size_t at = text.find('@');
  const std::string_view name = text.substr(0, at);
  const int signal = signal_of(name);
  if (at == std::string_view::npos || signal == 0) {
    return Error{
        fmt::format("{} is not a signal and a time (write USR1@10m or TERM@120)", quoted(text))};
  }
  if (signal == SIGKILL || signal == SIGSTOP) {
    return Error{fmt::format("{}: no program can react to {}", quoted(text), name)};
  }
  const Result<std::chrono::milliseconds> before = parse_duration(text.substr(at + 1));
  if (!before) {
    return before.error();
  }
  if (before.value().count() == 0) {
    return Error{fmt::format("{}: the time must be longer than nothing", quoted(text))};
  }
  return SignalBefore{signal, before.value()};
}

}  // namespace gpualert
