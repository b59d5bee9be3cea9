#include "classify/whereabouts.hpp"

#include "classify/prefix_parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace gpualert {

namespace {

constexpr std::size_t kLongest = 512;  // of a message, looked at

bool is_letter(char c) noexcept
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// "rank 3" of "from rank 3" is another's.
bool names_another(std::string_view before) noexcept
{
  constexpr std::array<std::string_view, 5> kWords{"from", "remote", "peer", "root", "local"};
  while (before.ends_with(' ')) {
    before.remove_suffix(1);
  }
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return before.ends_with(word); });
}

// The number behind the first "rank" that says whose line this is.
std::optional<int> rank_in_text(std::string_view text) noexcept
{
  for (std::size_t at = 0; at + 4 < text.size(); ++at) {
    if ((text[at] | 0x20) != 'r' || (text[at + 1] | 0x20) != 'a' || (text[at + 2] | 0x20) != 'n' ||
        (text[at + 3] | 0x20) != 'k') {
      continue;
    }
    const bool word =
        at == 0 || !is_letter(text[at - 1]) || text.substr(0, at).ends_with("global_");
    if (!word || names_another(text.substr(0, at))) {
      continue;
    }
    const std::size_t gap =
        run(text, at + 4, [](char c) { return c == ' ' || c == ':' || c == '='; });
    const std::size_t digits = at + 4 + gap;
    if (const auto rank = small_number(text.substr(digits, run(text, digits, is_digit)))) {
      return rank;
    }
  }
  return std::nullopt;
}

// NCCL: "host:pid:tid [2] …"; a signal handler: "[host:pid] *** Process received signal ***".
void read_host_and_pid(std::string_view text, Whereabouts& where) noexcept
{
  const std::size_t open = text.starts_with('[') ? 1 : 0;
  const std::size_t name = run(text, open, is_name_char);
  const std::size_t pid_at = open + name + 1;
  const std::size_t digits = run(text, pid_at, is_digit);
  if (name < 2 || digits < 2 || digits > 9 || text[open + name] != ':' ||
      pid_at + digits >= text.size()) {
    return;
  }
  const char after = text[pid_at + digits];
  const bool thread = after == ':' && run(text, pid_at + digits + 1, is_digit) > 1;
  if (open == 1 ? after != ']' : !thread) {
    return;
  }
  where.host = text.substr(open, name);
  where.pid = number_after(text, text.substr(open, name + 1)).value_or(0);
  if (thread) {
    where.device = number_after(text, " [");
  }
}

// "srun: error: host: task 3: …", "… tasks 0,2: …": the first task.
void read_srun(std::string_view text, Whereabouts& where) noexcept
{
  constexpr std::string_view kStart = "srun: error: ";
  if (!text.starts_with(kStart)) {
    return;
  }
  const std::string_view rest = text.substr(kStart.size());
  const std::size_t name = run(rest, 0, is_name_char);
  const std::string_view task = rest.substr(name);
  for (const std::string_view word : {": task ", ": tasks "}) {
    if (name > 0 && task.starts_with(word)) {
      where.host = rest.substr(0, name);
      where.rank = number_after(task, word);
    }
  }
}

}  // namespace

Whereabouts whereabouts(const Message& message) noexcept
{
  Whereabouts where{message.rank, message.host, message.pid, std::nullopt};
  const std::string_view text = message.text.substr(0, kLongest);
  if (!where.rank) {
    read_srun(text, where);
  }
  if (where.pid == 0) {
    read_host_and_pid(text, where);
  }
  if (!where.rank) {
    where.rank = rank_in_text(text);
  }
  return where;
}

}  // namespace gpualert
