#include "report/html.hpp"
#include "report/mime_part.hpp"
#include "report/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace gpualert::report {

namespace {

// Inline styles. A ground is half transparent, so that it does on white and on black; text keeps
// the reader's own colour, or one in the middle between them.
constexpr std::string_view kBox =
    "margin:6px 0;padding:8px 10px;border-radius:6px;background:rgba(128,128,128,.13)";
constexpr std::string_view kMono =
    "font:12px/1.5 ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
    "white-space:pre-wrap;overflow-wrap:anywhere;word-break:break-word";
constexpr std::string_view kMarked =
    "background:rgba(220,60,50,.17);border-left:3px solid #d0403a;margin-left:-10px;"
    "padding-left:7px";
constexpr std::string_view kFaint = "color:#808080";
constexpr std::string_view kHeading =
    "margin:22px 0 6px;font-size:13px;letter-spacing:.04em;text-transform:uppercase;color:#808080";

std::string_view tone_colour(Tone tone)
{
  switch (tone) {
    case Tone::good:
      return "#2b8043";
    case Tone::bad:
      return "#c43a33";
    case Tone::neutral:
      break;
  }
  return "#8a6a10";
}

// Without a line end behind it: in a box where white space counts it would be an empty line.
std::string log_line(const LogLine& line, std::size_t digits)
{
  // A line that wraps goes on to the right of its number.
  const std::size_t indent = digits > 0 ? digits + 2 : 0;
  const std::string number =
      digits == 0 ? ""
                  : fmt::format("<span style=\"{}\">{:>{}}</span>  ", kFaint,
                                line.number > 0 ? fmt::format("{}", line.number) : "", digits);
  const std::string note = line.note.empty() ? ""
                                             : fmt::format("  <span style=\"{}\">\u2190 {}</span>",
                                                           kFaint, html_escape(line.note));
  const std::string text =
      fmt::format("<div style=\"padding-left:{0}ch;text-indent:-{0}ch\">{1}{2}{3}</div>", indent,
                  number, html_line(line.content), note);
  return line.marked ? fmt::format("<div style=\"{}\">{}</div>", kMarked, text) : text;
}

std::size_t digits_of(const Excerpt& excerpt)
{
  std::size_t digits = 0;
  for (const auto& item : excerpt.lines) {
    if (const auto* line = std::get_if<LogLine>(&item); line != nullptr && line->number > 0) {
      digits = std::max(digits, fmt::formatted_size("{}", line->number));
    }
  }
  return digits;
}

std::string picture_source(const Picture& picture, std::string_view run_id)
{
  if (!run_id.empty()) {
    return "cid:" + html_escape(picture_id(picture.name, run_id));
  }
  std::string data = base64(picture.png);
  std::erase_if(data, [](char c) { return c == '\r' || c == '\n'; });
  return "data:image/png;base64," + data;
}

struct Writer {
  std::string& out;
  std::string_view run_id;

  void operator()(const Paragraph& paragraph) const
  {
    out += fmt::format(
        "<p style=\"margin:6px 0;white-space:pre-line;overflow-wrap:anywhere\">{}</p>\n",
        html_escape(paragraph.text));
  }
  void operator()(const Rows& rows) const
  {
    out += "<table role=\"presentation\" style=\"border-collapse:collapse;font-size:14px\">\n";
    for (const auto& [label, value] : rows.rows) {
      out += fmt::format(
          "<tr><td width=\"96\" style=\"padding:2px 12px 2px "
          "0;vertical-align:top;white-space:nowrap;{}\">{}"
          "</td><td style=\"padding:2px 0;vertical-align:top;overflow-wrap:anywhere;"
          "word-break:break-word\">{}</td></tr>\n",
          kFaint, html_escape(label), html_escape(value));
    }
    out += "</table>\n";
  }
  void operator()(const Commands& commands) const
  {
    for (const std::string& line : commands.lines) {
      out += fmt::format("<div style=\"{};{}\">{}</div>\n", kBox, kMono, html_escape(line));
    }
  }
  void operator()(const Excerpt& excerpt) const
  {
    const std::size_t digits = digits_of(excerpt);
    out += fmt::format("<div style=\"{};{}\">", kBox, kMono);
    for (const auto& item : excerpt.lines) {
      if (const auto* line = std::get_if<LogLine>(&item)) {
        out += log_line(*line, digits);
      } else {
        out += fmt::format("<div style=\"{}\">{}</div>", kFaint,
                           html_escape(describe_cut(std::get<Cut>(item))));
      }
    }
    out += "</div>\n";
  }
  void operator()(const Picture& picture) const
  {
    const std::string caption = html_escape(picture.caption);
    out += fmt::format("<p style=\"margin:10px 0 2px;font-size:13px\">{}</p>\n", caption);
    if (!picture.png.empty()) {
      out += fmt::format(
          "<img src=\"{}\" alt=\"{}\" width=\"600\" style=\"display:block;width:100%;"
          "max-width:600px;height:auto;border:0\">\n",
          picture_source(picture, run_id), caption);
    }
  }
};

std::string head(const Document& document)
{
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"supported-color-schemes\" content=\"light dark\">\n"
      "<title>{0}</title>\n</head>\n<body style=\"margin:0;padding:0\">\n"
      "<div style=\"max-width:760px;margin:0 auto;padding:14px 14px 24px;"
      "font:15px/1.45 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif\">\n"
      "<div style=\"border-left:5px solid {1};padding:2px 0 4px 12px\">"
      "<span style=\"display:inline-block;padding:1px 9px;border-radius:10px;background:{1};"
      "color:#ffffff;font-size:12px;font-weight:bold;letter-spacing:.05em\">{2}</span>"
      "<div style=\"margin-top:6px;font-size:18px;line-height:1.35;font-weight:bold;"
      "overflow-wrap:anywhere\">{0}</div></div>\n",
      html_escape(document.headline), tone_colour(document.tone), html_escape(document.status));
}

}  // namespace

std::string picture_id(std::string_view name, std::string_view run_id)
{
  return fmt::format("{}.{}@gpualert", name, boundary("cid", run_id).substr(2));
}

std::string render_html(const Document& document, std::string_view run_id)
{
  std::string out = head(document);
  for (const Section& section : document.sections) {
    if (!section.blocks.empty()) {
      out += fmt::format("<h2 style=\"{}\">{}</h2>\n", kHeading, html_escape(section.heading));
      for (const Block& block : section.blocks) {
        std::visit(Writer{out, run_id}, block);
      }
    }
  }
  out += fmt::format(
      "<div style=\"margin-top:24px;border-top:1px solid rgba(128,128,128,.4);padding-top:8px;"
      "font-size:12px;{}\">",
      kFaint);
  for (const std::string& line : document.footer) {
    out += html_escape(line) + "<br>\n";
  }
  return out + "</div>\n</div>\n</body>\n</html>\n";
}

}  // namespace gpualert::report
