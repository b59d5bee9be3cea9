#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// What a report says, before it is text or HTML: both are written from this, so they cannot differ,
// and one gate can mask secrets in it.
namespace gpualert::report {

// How a terminal would show a piece of text.
struct Style {
  std::uint8_t colour = 0;  // 0: the terminal's own; 1–16: the basic ones from black on
  bool bold = false;

  bool operator==(const Style&) const = default;
};

struct Span {
  std::size_t from = 0, length = 0;  // bytes of the line
  Style style;

  bool operator==(const Span&) const = default;
};

// Valid UTF-8 without control characters, and the spans that are not plain, in order.
struct StyledLine {
  std::string text;
  std::vector<Span> spans;
};

struct LogLine {
  std::uint64_t number = 0;  // 1-based; 0: not known
  StyledLine content;
  bool marked = false;  // it speaks for the cause
  std::string note;     // "rank 3 on gpu07"
};

// In place of lines that are not shown.
struct Cut {
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> lines;  // empty: not counted
};

struct Excerpt {
  std::vector<std::variant<LogLine, Cut>> lines;
};

struct Rows {
  std::vector<std::pair<std::string, std::string>> rows;  // label, value

  // An empty value is no row.
  void add(std::string label, std::string value)
  {
    if (!value.empty()) {
      rows.emplace_back(std::move(label), std::move(value));
    }
  }
};

struct Paragraph {
  std::string text;
};

// To be copied and pasted into a shell.
struct Commands {
  std::vector<std::string> lines;
};

struct Picture {
  std::string name;     // "loss"
  std::string png;      // shown in HTML only
  std::string caption;  // says the same in words
  std::string strip;    // the same drawn with characters, for the text
};

using Block = std::variant<Paragraph, Rows, Commands, Excerpt, Picture>;

struct Section {
  std::string heading;
  std::vector<Block> blocks;
};

enum class Tone { good, bad, neutral };

struct Document {
  std::string status;    // "FAILED"
  std::string headline;  // what happened, in one line
  Tone tone = Tone::neutral;
  std::vector<Section> sections;  // one without blocks is not shown
  std::vector<std::string> footer;
};

}  // namespace gpualert::report
