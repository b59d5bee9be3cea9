#include "report/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpualert::report {

namespace {

// In the middle between white and black, so that each can be read on both.
constexpr std::array<std::string_view, 17> kColours{
    {"", "#808080", "#d0403a", "#2e8b45", "#9a7410", "#3f78d6", "#b054b8", "#14879b", "", "#808080",
     "#e0524c", "#2f9a4c", "#a87d0c", "#4f86e4", "#bf62c8", "#1893a8", ""}};

std::string style_of(const Style& style)
{
  std::string css;
  if (style.colour < kColours.size() && !kColours.at(style.colour).empty()) {
    css = fmt::format("color:{}", kColours.at(style.colour));
  }
  if (style.bold) {
    css += css.empty() ? "font-weight:bold" : ";font-weight:bold";
  }
  return css;
}

}  // namespace

std::string html_escape(std::string_view text)
{
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string html_line(const StyledLine& line)
{
  std::string out;
  std::size_t at = 0;
  const std::string_view text = line.text;
  for (const Span& span : line.spans) {
    const std::size_t from = std::clamp(span.from, at, text.size());
    const std::size_t to = std::clamp(span.from + span.length, from, text.size());
    const std::string style = style_of(span.style);
    out += html_escape(text.substr(at, from - at));
    const std::string inner = html_escape(text.substr(from, to - from));
    out += style.empty() ? inner : fmt::format("<span style=\"{}\">{}</span>", style, inner);
    at = to;
  }
  return out + html_escape(text.substr(at));
}

}  // namespace gpualert::report
