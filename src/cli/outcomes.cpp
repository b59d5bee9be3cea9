#include "cli/outcomes.hpp"

#include "base/file.hpp"

#include <fmt/format.h>

#include <charconv>

namespace gpualert::cli {

namespace {

constexpr const char* kSuccess = "success";

// A name is the user's: any bytes. What a file's name cannot hold is written as its number; two
// names share a file only if they begin with the same 200 bytes.
std::string file_of(const std::string& state_dir, const std::string& name)
{
  constexpr std::size_t kLimit = 200;
  std::string file = state_dir + "/outcomes/";
  const std::size_t start = file.size();
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.';
    const bool hides = c == '.' && file.size() == start;
    file +=
        plain && !hides ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    if (file.size() - start > kLimit) {
      break;
    }
  }
  return name.empty() ? file + "%" : file;
}

}  // namespace

std::optional<Outcome> last_outcome(const std::string& state_dir, const std::string& name)
{
  const Result<std::string> text = read_file(file_of(state_dir, name), 4096);
  if (!text) {
    return std::nullopt;
  }
  const std::string& line = text.value();
  Outcome outcome;
  const auto [end, error] =
      std::from_chars(line.data(), line.data() + line.size(), outcome.failures);
  const auto at = static_cast<std::size_t>(end - line.data());
  if (error != std::errc{} || outcome.failures < 0 || at >= line.size() || line[at] != ' ') {
    return std::nullopt;
  }
  outcome.what = line.substr(at + 1, line.find('\n') - at - 1);
  return outcome;
}

Status remember_outcome(const std::string& state_dir, const std::string& name,
                        const Outcome& outcome)
{
  if (Status made = make_dirs(state_dir + "/outcomes"); !made) {
    return made;
  }
  return write_file_atomic(file_of(state_dir, name),
                           fmt::format("{} {}\n", outcome.failures, outcome.what), Sync::no);
}

Outcome next_outcome(const std::optional<Outcome>& last, const Verdict& verdict)
{
  if (verdict.success()) {
    return {0, kSuccess};
  }
  return {(last ? last->failures : 0) + 1, verdict.cause};
}

bool is_change(const std::optional<Outcome>& last, const Outcome& outcome)
{
  return (last ? last->what : kSuccess) != outcome.what;
}

std::string change_note(const std::optional<Outcome>& last, const Outcome& outcome)
{
  if (!last || last->failures == 0) {
    return {};
  }
  const std::string runs =
      last->failures == 1 ? "run of this name before this one"
                          : fmt::format("{} runs of this name before this one", last->failures);
  return outcome.failures == 0 ? fmt::format("Recovered: the {} failed.", runs)
                               : fmt::format(
                                     "The {} failed too, the last of them of another "
                                     "cause ({}).",
                                     runs, last->what);
}

}  // namespace gpualert::cli
