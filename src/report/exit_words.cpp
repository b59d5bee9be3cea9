#include "report/exit_words.hpp"

#include "report/subject.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>
#include <string_view>

namespace gpualert::report {

namespace {

struct Meaning {
  int number;
  std::string_view words;
};

constexpr std::array<Meaning, 14> kSignals{{
    {SIGHUP, "its terminal or session went away"},
    {SIGINT, "Ctrl-C, or somebody's interrupt"},
    {SIGQUIT, "Ctrl-\\"},
    {SIGILL, "an instruction that this CPU does not know"},
    {SIGTRAP, "a trap of the program or a debugger"},
    {SIGABRT, "the program gave up by itself: a failed check, an uncaught C++ exception"},
    {SIGBUS, "memory that could not be paged in: a full /dev/shm, a truncated file"},
    {SIGFPE, "an impossible integer operation"},
    {SIGKILL, "by the kernel for memory, by the scheduler, or by somebody"},
    {SIGSEGV, "an access to memory that is not there"},
    {SIGPIPE, "the reader of its output left"},
    {SIGTERM, "asked to end: by the scheduler, a time limit, or somebody"},
    {SIGXCPU, "the CPU time limit (ulimit -t)"},
    {SIGXFSZ, "the file size limit (ulimit -f)"},
}};

constexpr std::array<Meaning, 4> kCodes{{
    {1, "an error the program reported itself; of Python: an uncaught exception"},
    {2, "by custom, wrong arguments"},
    {126, "as a shell tells a command that cannot be executed"},
    {127, "as a shell tells a command that was not found"},
}};

template <std::size_t N>
std::string_view meaning(const std::array<Meaning, N>& table, int number)
{
  for (const Meaning& entry : table) {
    if (entry.number == number) {
      return entry.words;
    }
  }
  return {};
}

std::string code_words(int code)
{
  if (const std::string_view words = meaning(kCodes, code); !words.empty()) {
    return std::string(words);
  }
  constexpr int kShellBase = 128;
  if (code <= kShellBase || code > kShellBase + SIGRTMAX) {
    return {};
  }
  const std::string_view words = meaning(kSignals, code - kShellBase);
  return fmt::format("as a shell tells {}{}{}", signal_name(code - kShellBase),
                     words.empty() ? "" : ", ", words);
}

}  // namespace

std::string exit_in_words(const RunRecord& record)
{
  const std::string ending = one_line(describe_ending(record), 200);
  std::string words;
  if (record.ending && !record.exec_error) {
    if (const auto* exited = std::get_if<Exited>(&*record.ending)) {
      words = exited->code == 0 ? "" : code_words(exited->code);
    } else if (const auto* signalled = std::get_if<Signalled>(&*record.ending)) {
      words = meaning(kSignals, signalled->signal);
    }
  }
  return words.empty() ? ending : fmt::format("{}: {}", ending, words);
}

}  // namespace gpualert::report
