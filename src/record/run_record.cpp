#include <gpualert/run_record.hpp>

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>

namespace gpualert {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

template <typename... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <typename... F>
Overloaded(F...) -> Overloaded<F...>;

std::int64_t read_clock(clockid_t clock) noexcept
{
  timespec t{};
  ::clock_gettime(clock, &t);
  return t.tv_sec * kSecond + t.tv_nsec;
}

// "2 h 15 min", "2 h": the smaller unit is left out when it is zero.
std::string two_units(std::int64_t big, const char* big_name, std::int64_t small,
                      const char* small_name)
{
  return small == 0 ? fmt::format("{} {}", big, big_name)
                    : fmt::format("{} {} {} {}", big, big_name, small, small_name);
}

}  // namespace

Moment now() noexcept
{
  return {read_clock(CLOCK_REALTIME), read_clock(CLOCK_MONOTONIC)};
}

std::string format_utc(std::int64_t wall_ns)
{
  // gmtime_r(3) would read /etc/localtime first, on the way to every job's start.
  using namespace std::chrono;
  const sys_time<nanoseconds> when{nanoseconds{wall_ns}};
  const auto day = floor<days>(when);
  const year_month_day date{day};
  const hh_mm_ss time{floor<microseconds>(when - day)};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count(),
                     time.subseconds().count());
}

int shell_status(const Ending& ending) noexcept
{
  if (const auto* exited = std::get_if<Exited>(&ending)) {
    return exited->code;
  }
  const auto* signalled = std::get_if<Signalled>(&ending);
  return 128 + (signalled != nullptr ? signalled->signal : SIGKILL);
}

std::string signal_name(int signal)
{
  if (const char* name = ::sigabbrev_np(signal); name != nullptr) {
    return fmt::format("SIG{}", name);
  }
  if (signal >= SIGRTMIN && signal <= SIGRTMAX) {
    return fmt::format("SIGRTMIN+{}", signal - SIGRTMIN);
  }
  return fmt::format("signal {}", signal);
}

std::string describe_duration(std::int64_t nanoseconds)
{
  const std::int64_t ms = nanoseconds / 1'000'000;
  const std::int64_t seconds = ms / 1000;
  if (ms < 1000) {
    return fmt::format("{} ms", ms);
  }
  if (seconds < 10) {
    return fmt::format("{}.{} s", seconds, ms % 1000 / 100);
  }
  if (seconds < 60) {
    return fmt::format("{} s", seconds);
  }
  if (seconds < 3600) {
    return two_units(seconds / 60, "min", seconds % 60, "s");
  }
  if (seconds < 86400) {
    return two_units(seconds / 3600, "h", seconds % 3600 / 60, "min");
  }
  return two_units(seconds / 86400, "d", seconds % 86400 / 3600, "h");
}

std::int64_t duration_ns(const RunRecord& record)
{
  const std::int64_t end = record.ended ? record.ended->monotonic_ns : read_clock(CLOCK_MONOTONIC);
  return end > record.started.monotonic_ns ? end - record.started.monotonic_ns : 0;
}

std::string describe_ending(const RunRecord& record)
{
  if (record.exec_error) {
    return fmt::format("could not be started: {}", record.exec_error->what);
  }
  if (!record.ending) {
    return "still running";
  }
  const std::string after = describe_duration(duration_ns(record));
  return std::visit(
      Overloaded{[&](const Exited& e) {
                   return fmt::format("exited with status {} after {}", e.code, after);
                 },
                 [&](const Signalled& s) {
                   return fmt::format("killed by {} after {}", signal_name(s.signal), after);
                 },
                 [&](const EndUnknown& u) {
                   return fmt::format("ended in a way nobody saw ({}) after {}", u.why, after);
                 }},
      *record.ending);
}

}  // namespace gpualert
