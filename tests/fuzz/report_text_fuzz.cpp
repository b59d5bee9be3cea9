// Text on its way into a mail: whatever comes in, what goes out is safe to show and to send.
#include "base/text.hpp"
#include "report/display.hpp"
#include "report/gate.hpp"
#include "report/html.hpp"
#include "report/mime.hpp"
#include "report/redact.hpp"
#include "report/shell_quote.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace gpualert;
using namespace gpualert::report;

namespace {

void require(bool holds)
{
  if (!holds) {
    std::abort();
  }
}

int hex(char c)
{
  return c <= '9' ? c - '0' : c - 'A' + 10;
}

// An independent reading of RFC 2045: encoding and decoding is the identity, line ends left out.
std::string decoded(std::string_view encoded)
{
  std::string text;
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    if (encoded.substr(i, 3) == "=\r\n") {
      i += 2;
    } else if (encoded[i] == '=') {
      text += static_cast<char>(hex(encoded[i + 1]) * 16 + hex(encoded[i + 2]));
      i += 2;
    } else if (encoded.substr(i, 2) == "\r\n") {
      i += 1;
    } else {
      text += encoded[i];
    }
  }
  return text;
}

void check_lines(std::string_view text, std::size_t limit)
{
  while (!text.empty()) {
    const std::size_t end = text.find("\r\n");
    require(end != std::string_view::npos && end <= limit);
    require(text.substr(0, end).find_first_of("\r\n") == std::string_view::npos);
    text.remove_prefix(end + 2);
  }
}

void check_body(std::string_view bytes)
{
  const std::string encoded = quoted_printable(bytes);
  check_lines(encoded, 76);
  require(encoded.find("\r\n.") == std::string::npos && !encoded.starts_with('.'));
  std::string expected;
  for (const char c : bytes) {
    if (c != '\n') {
      expected += c;
    }
  }
  require(decoded(encoded) == expected);
}

void check_header(std::string_view bytes)
{
  const std::string text = header("Subject", bytes);
  check_lines(text, 998);
  std::size_t at = 0;
  while ((at = text.find("\r\n", at)) != std::string::npos && at + 2 < text.size()) {
    at += 2;
    require(text[at] == ' ');  // a continuation, never a header of its own
  }
}

// Each line masked with its colours is what the text masked as a whole is.
void check_excerpt(std::string_view bytes, const Redacted& once)
{
  require(std::is_sorted(once.masks.begin(), once.masks.end(),
                         [](const Mask& a, const Mask& b) { return a.at < b.at; }));
  Document document;
  Excerpt excerpt;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    LogLine line;
    line.content = styled_line(bytes.substr(at, end - at));
    excerpt.lines.emplace_back(std::move(line));
    at = end + 1;
  }
  document.sections = {{"x", {excerpt}}};
  Gate gate;
  gate.clear(document);
  for (const auto& item : std::get<Excerpt>(document.sections[0].blocks[0]).lines) {
    const StyledLine& line = std::get<LogLine>(item).content;
    std::size_t done = 0;
    for (const Span& span : line.spans) {
      require(span.from >= done && span.from + span.length <= line.text.size());
      done = span.from + span.length;
    }
    const std::string html = html_line(line);
    require(is_utf8(html) && html.find("<script") == std::string::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_body(bytes);
  check_header(bytes);
  const std::string shown = display_line(bytes.substr(0, bytes.find('\n')));
  require(is_utf8(shown) && shown.find_first_of("\r\n\x1b\b") == std::string::npos);
  const Redacted once = redact(bytes);
  require((once.masked > 0) == (once.text != bytes));
  require(std::count(bytes.begin(), bytes.end(), '\n') ==
          std::count(once.text.begin(), once.text.end(), '\n'));
  check_excerpt(bytes, once);
  require(is_utf8(shell_quote(bytes)));
  return 0;
}
