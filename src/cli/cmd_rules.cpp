#include "cli/commands.hpp"
#include "cli/say.hpp"
#include "cli/show_verdict.hpp"
#include "cli/user_rules.hpp"

#include "base/file.hpp"

#include <gpualert/rule_set.hpp>

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace gpualert::cli {

namespace {

constexpr std::size_t kLongestPattern = 8192;
constexpr std::size_t kLeastPattern = 16;  // columns of it, on a narrow terminal

// Columns of the terminal on stdout; 0: it is none.
std::size_t terminal_width()
{
  winsize size{};
  if (::isatty(STDOUT_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) {
    return 0;
  }
  return size.ws_col;
}

std::string origin_of(const RuleInfo& info)
{
  return info.builtin ? std::string(info.file) : fmt::format("{}:{}", info.file, info.line);
}

std::string table_of(const std::vector<RuleInfo>& rules, std::size_t width)
{
  std::size_t id = 2, cause = 5, origin = 6;
  for (const RuleInfo& info : rules) {
    id = std::max(id, info.id.size());
    cause = std::max(cause, info.cause.size());
    origin = std::max(origin, origin_of(info).size());
  }
  std::string text = fmt::format("{:>5}  {:{}}  {:{}}  {:12}  {:{}}  {}\n", "order", "id", id,
                                 "cause", cause, "role", "origin", origin, "pattern");
  const std::size_t before = 5 + 2 + id + 2 + cause + 2 + 12 + 2 + origin + 2;
  const std::size_t room =
      width == 0 ? kLongestPattern : std::max(width - std::min(before, width), kLeastPattern);
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const RuleInfo& info = rules[i];
    text += fmt::format("{:>5}  {:{}}  {:{}}  {:12}  {:{}}  {}\n", i, info.id, id, info.cause,
                        cause, role_name(info.role), printable(origin_of(info), kLongestPattern),
                        origin, printable(info.pattern, room));
  }
  return text;
}

}  // namespace

int rules_list_command(const RulesOptions& options)
{
  std::shared_ptr<const RuleSet> set = load_rules_or_say(rule_paths(options.rules));
  if (!set) {
    set = make_rule_set({}).set;
  }
  const std::string text =
      options.json ? set->list_json() + "\n" : table_of(set->list(), terminal_width());
  return write_all(STDOUT_FILENO, text, "write") ? kDone : kFailed;
}

}  // namespace gpualert::cli
