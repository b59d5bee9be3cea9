#pragma once

#include <optional>
#include <string>
#include <string_view>

// Finding facts in the text that schedulers write for people.
namespace gpualert::mailprog {

// Without blanks, tabs and line ends around it.
std::string_view trimmed(std::string_view text);

// What follows `label` on the first line that begins with it, blanks in front of it not counted;
// "" without such a line.
std::string_view after_label(std::string_view text, std::string_view label);

// The number right after the first `mark`, blanks between them not counted.
std::optional<int> number_after(std::string_view text, std::string_view mark);

bool contains(std::string_view text, std::string_view what) noexcept;

// A message as it stands on the standard input of sendmail: headers, and what follows the first
// empty line.
struct MessageText {
  std::string_view headers, body;
};
MessageText split_message(std::string_view text);

// The value of a header, "" without one; folded lines are joined.
std::string header_value(std::string_view headers, std::string_view name);

}  // namespace gpualert::mailprog
