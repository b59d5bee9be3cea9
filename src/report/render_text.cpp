#include "base/byte_size.hpp"
#include "report/layout.hpp"
#include "report/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::report {

namespace {

std::string upper(std::string_view text)
{
  std::string result(text);
  for (char& c : result) {
    c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  }
  return result;
}

std::size_t number_width(const Excerpt& excerpt)
{
  std::size_t width = 0;
  for (const auto& item : excerpt.lines) {
    if (const auto* line = std::get_if<LogLine>(&item); line != nullptr && line->number > 0) {
      width = std::max(width, fmt::formatted_size("{}", line->number));
    }
  }
  return width;
}

std::string log_line(const LogLine& line, std::size_t width)
{
  const std::string number = line.number > 0 ? fmt::format("{}", line.number) : std::string();
  const std::string note =
      line.note.empty() ? "" : fmt::format("    {:>{}}  ^ {}\n", "", width, line.note);
  return fmt::format("  {} {:>{}}{}{}\n{}", line.marked ? '>' : ' ', number, width,
                     line.content.text.empty() ? "" : "  ", line.content.text, note);
}

struct Writer {
  std::string& out;

  void operator()(const Paragraph& paragraph) const { out += wrapped(paragraph.text, "  "); }
  void operator()(const Rows& rows) const
  {
    for (const auto& [label, value] : rows.rows) {
      out += row(label, value);
    }
  }
  void operator()(const Commands& commands) const
  {
    for (const std::string& line : commands.lines) {
      out += "    " + line + "\n";
    }
  }
  void operator()(const Excerpt& excerpt) const
  {
    const std::size_t width = number_width(excerpt);
    for (const auto& item : excerpt.lines) {
      if (const auto* line = std::get_if<LogLine>(&item)) {
        out += log_line(*line, width);
      } else {
        out += "    " + describe_cut(std::get<Cut>(item)) + "\n";
      }
    }
  }
  void operator()(const Picture& picture) const
  {
    out += fmt::format("  {}\n", picture.strip) + wrapped(picture.caption, "  ");
  }
};

}  // namespace

std::string describe_cut(const Cut& cut)
{
  if (!cut.lines) {
    return fmt::format("[… {} left out …]", byte_size(cut.bytes));
  }
  return fmt::format("[… {} line{}, {} left out …]", *cut.lines, *cut.lines == 1 ? "" : "s",
                     byte_size(cut.bytes));
}

std::string render_text(const Document& document)
{
  std::string text = document.headline + "\n";
  for (const Section& section : document.sections) {
    if (!section.blocks.empty()) {
      text += heading(upper(section.heading));
      for (const Block& block : section.blocks) {
        std::visit(Writer{text}, block);
      }
    }
  }
  text += "\n-- \n";  // begins a signature, which mail programs show apart
  for (const std::string& line : document.footer) {
    text += line + "\n";
  }
  return text;
}

}  // namespace gpualert::report
