#include "report/display.hpp"

#include "base/text.hpp"
#include "report/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace gpualert::report {

namespace {

struct Cell {
  std::string_view character;
  Style style;
};

// A terminal one line high and endlessly wide.
class Line {
public:
  void put(std::string_view character)
  {
    if (column_ < cells_.size()) {
      cells_[column_] = {character, style_};
    } else {
      cells_.push_back({character, style_});
    }
    ++column_;
  }
  void carriage_return() { column_ = 0; }
  void backspace() { column_ -= column_ > 0 ? 1 : 0; }
  void escape(std::string_view sequence)
  {
    if (sequence == "\x1b[K" || sequence == "\x1b[0K") {
      cells_.resize(std::min(column_, cells_.size()));
    } else if (sequence == "\x1b[2K") {
      std::fill(cells_.begin(), cells_.end(), Cell{" ", {}});
    } else {
      style_ = styled(style_, sequence);
    }
  }

  StyledLine shown() const
  {
    StyledLine line;
    for (const Cell& cell : without_end_blanks()) {
      if (cell.style != Style{}) {
        add_span(line, cell);
      }
      line.text += cell.character;
    }
    return line;
  }

private:
  // Blanks at the end are what a shorter state was padded with.
  std::vector<Cell> without_end_blanks() const
  {
    std::vector<Cell> cells = cells_;
    while (!cells.empty() && (cells.back().character == " " || cells.back().character == "\t")) {
      cells.pop_back();
    }
    return cells;
  }

  static void add_span(StyledLine& line, const Cell& cell)
  {
    std::vector<Span>& spans = line.spans;
    const std::size_t at = line.text.size();
    if (!spans.empty() && spans.back().style == cell.style &&
        spans.back().from + spans.back().length == at) {
      spans.back().length += cell.character.size();
    } else {
      spans.push_back({at, cell.character.size(), cell.style});
    }
  }

  std::vector<Cell> cells_;
  std::size_t column_ = 0;
  Style style_;
};

std::size_t apply(std::string_view text, Line& line)
{
  const char c = text.front();
  const std::size_t length = utf8_length(text);
  if (c == 0x1B) {
    const std::size_t n = escape_length(text);
    line.escape(text.substr(0, n));
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

StyledLine styled_line(std::string_view line)
{
  Line screen;
  while (!line.empty()) {
    line.remove_prefix(apply(line, screen));
  }
  return screen.shown();
}

void cut_line(StyledLine& line, std::size_t limit)
{
  if (line.text.size() <= limit) {
    return;
  }
  const std::size_t kept = cut_utf8(line.text, limit).size();
  std::string cut = fmt::format("{} [{} bytes of this line left out]", line.text.substr(0, kept),
                                line.text.size() - kept);
  line.text = std::move(cut);
  std::erase_if(line.spans, [&](const Span& span) { return span.from >= kept; });
  if (!line.spans.empty()) {
    Span& last = line.spans.back();
    last.length = std::min(last.length, kept - last.from);
  }
}

std::string display_line(std::string_view line, std::size_t limit)
{
  StyledLine shown = styled_line(line);
  cut_line(shown, limit);
  return std::move(shown.text);
}

}  // namespace gpualert::report
