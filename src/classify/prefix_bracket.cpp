#include "classify/prefix_parts.hpp"

namespace gpualert {

namespace {

// "rank3", "default3", "trainer0|3", "rank: 3", "Rank 3": the number.
std::optional<int> rank_inside(std::string_view inside, std::string_view after) noexcept
{
  if (inside.starts_with("rank: ") || inside.starts_with("Rank ")) {
    return small_number(inside.substr(inside.find(' ') + 1));
  }
  const std::size_t letters = run(inside, 0, [](char c) { return c >= 'a' && c <= 'z'; });
  const bool stream = after.starts_with("<stdout>") || after.starts_with("<stderr>");
  if (stream && inside.find("mpirank:") != std::string_view::npos) {
    return number_after(inside, "mpirank:");  // SageMaker: "[1,mpirank:5,algo-2]<stderr>:"
  }
  if (stream && run(inside, 0, is_digit) == inside.size()) {
    return small_number(inside);  // Horovod: "[3]<stderr>:"
  }
  if (letters > 0 && after.starts_with(':')) {
    const std::size_t bar = inside.find('|');
    return small_number(inside.substr(bar == std::string_view::npos ? letters : bar + 1));
  }
  const std::size_t comma = inside.find(',');
  if (comma != std::string_view::npos && stream) {
    return small_number(inside.substr(comma + 1));  // Open MPI: "[job,rank]<stderr>:"
  }
  return std::nullopt;
}

// The kernel's seconds since it started: "   12.345678".
bool is_uptime(std::string_view inside) noexcept
{
  const std::string_view text = inside.substr(run(inside, 0, is_blank));
  const std::size_t seconds = run(text, 0, is_digit);
  return seconds > 0 && seconds + 1 < text.size() && text[seconds] == '.' &&
         run(text, seconds + 1, is_digit) + seconds + 1 == text.size();
}

// What stands between square brackets at the front: a rank, a time, a level, a source position.
bool note_bracket(Message& message, std::string_view inside, std::string_view after) noexcept
{
  if (const auto rank = rank_inside(inside, after)) {
    message.rank = rank;
    return true;
  }
  if (const LevelName* entry = level_at(inside); entry != nullptr) {
    message.level = entry->level;
    return true;
  }
  if (!inside.empty() && is_level_letter(inside[0]) &&
      (inside.size() == 1 || inside[1] == ' ' || is_digit(inside[1]))) {
    message.level = level_of_letter(inside[0]);
    return true;
  }
  return is_uptime(inside) || timestamp_length(inside) > 0 || inside.starts_with("pod/") ||
         inside.find(".py:") != std::string_view::npos;
}

}  // namespace

bool strip_bracket(Message& message) noexcept
{
  const std::string_view text = message.text;
  if (!text.starts_with('[')) {
    return false;
  }
  const std::size_t end = text.substr(0, kLongestPrefix).find(']');
  if (end == std::string_view::npos ||
      !note_bracket(message, text.substr(1, end - 1), text.substr(end + 1))) {
    return false;
  }
  std::size_t n = end + 1;
  if (text.substr(n).starts_with("<std")) {
    n += 8;
  }
  if (text.substr(n).starts_with(':')) {
    ++n;
  }
  drop_spaced(message, n);
  return true;
}

}  // namespace gpualert
