#include "report/display.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace gpualert::report {

namespace {

constexpr char kEscape = 0x1B;

bool between(char c, char first, char last)
{
  return c >= first && c <= last;
}

// CSI: parameters and intermediates up to a final byte (ECMA-48, 5.4).
std::size_t csi_length(std::string_view text)
{
  std::size_t i = 2;
  while (i < text.size() && between(text[i], ' ', '?')) {
    ++i;
  }
  return i < text.size() && between(text[i], '@', '~') ? i + 1 : i;
}

// OSC and its kin: up to BEL or ST. One that does not end must not swallow the rest of the line.
std::size_t string_length(std::string_view text)
{
  const std::size_t end = text.find_first_of("\x07\x1b", 2);
  if (end == std::string_view::npos) {
    return 2;
  }
  return std::min(end + (text[end] == kEscape ? 2 : 1), text.size());
}

std::size_t escape_length(std::string_view text)
{
  if (text.size() < 2) {
    return text.size();
  }
  if (text[1] == '[') {
    return csi_length(text);
  }
  if (std::string_view("]PX^_").find(text[1]) != std::string_view::npos) {
    return string_length(text);
  }
  std::size_t i = 1;
  while (i < text.size() && between(text[i], ' ', '/')) {
    ++i;
  }
  return i < text.size() && between(text[i], '0', '~') ? i + 1 : i;
}

// A terminal one line high and endlessly wide.
class Line {
public:
  void put(std::string_view character)
  {
    if (column_ < cells_.size()) {
      cells_[column_] = character;
    } else {
      cells_.push_back(character);
    }
    ++column_;
  }
  void carriage_return() { column_ = 0; }
  void backspace() { column_ -= column_ > 0 ? 1 : 0; }
  void erase_to_end() { cells_.resize(std::min(column_, cells_.size())); }
  void erase_all() { std::fill(cells_.begin(), cells_.end(), " "); }

  // Blanks at the end are what a shorter state was padded with.
  std::string text() const
  {
    std::string text;
    for (const std::string_view cell : cells_) {
      text += cell;
    }
    text.erase(text.find_last_not_of(" \t") + 1);
    return text;
  }

private:
  std::vector<std::string_view> cells_;
  std::size_t column_ = 0;
};

void apply_escape(std::string_view sequence, Line& line)
{
  if (sequence == "\x1b[K" || sequence == "\x1b[0K") {
    line.erase_to_end();
  } else if (sequence == "\x1b[2K") {
    line.erase_all();
  }
}

std::size_t apply(std::string_view text, Line& line)
{
  const char c = text.front();
  const std::size_t length = utf8_length(text);
  if (c == kEscape) {
    const std::size_t n = escape_length(text);
    apply_escape(text.substr(0, n), line);
    return n;
  }
  if (length == 0) {
    line.put("\xEF\xBF\xBD");
    return 1;
  }
  const bool c1 = c == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0;
  if (c == '\r') {
    line.carriage_return();
  } else if (c == '\b') {
    line.backspace();
  } else if (c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != 0x7F && !c1)) {
    line.put(text.substr(0, length));
  }
  return length;
}

}  // namespace

std::string display_line(std::string_view line, std::size_t limit)
{
  Line screen;
  while (!line.empty()) {
    line.remove_prefix(apply(line, screen));
  }
  std::string text = screen.text();
  if (text.size() > limit) {
    const std::string_view head = cut_utf8(text, limit);
    return fmt::format("{} [{} bytes of this line left out]", head, text.size() - head.size());
  }
  return text;
}

}  // namespace gpualert::report
