#include "report/mime.hpp"

#include "base/text.hpp"
#include "report/when.hpp"

#include <fmt/format.h>

#include <array>
#include <ctime>

namespace gpualert::report {

namespace {

constexpr std::size_t kLineLimit = 76;  // RFC 2045, and the fold of RFC 2047
constexpr std::string_view kWordStart = "=?UTF-8?Q?";
constexpr std::string_view kWordEnd = "?=";

std::string hex(char c)
{
  return fmt::format("={:02X}", static_cast<unsigned char>(c));
}

// One line of the body, without its end.
class BodyLine {
public:
  explicit BodyLine(std::string& out) : out_(out) {}

  // Breaks the line unless `octets` more, and the "=" of a later soft break, fit.
  void make_room(std::size_t octets)
  {
    if (width_ + octets > kLineLimit - 1) {
      out_ += "=\r\n";
      width_ = 0;
    }
  }
  void add(std::string_view octets)
  {
    make_room(octets.size());
    out_ += octets;
    width_ += octets.size();
  }
  bool at_start() const noexcept { return width_ == 0; }

private:
  std::string& out_;
  std::size_t width_ = 0;
};

// May the first character of `rest`, the rest of a line, stand for itself?
bool is_literal(std::string_view rest, bool at_start)
{
  const char c = rest.front();
  if (c == ' ' || c == '\t') {
    return rest.size() > 1;
  }
  // A line "." ends a message in SMTP and "From " begins one in an mbox.
  if (at_start && (c == '.' || rest.starts_with("From "))) {
    return false;
  }
  return c > ' ' && c <= '~' && c != '=';
}

void encode_line(std::string_view line, std::string& out)
{
  BodyLine encoded(out);
  for (std::size_t i = 0; i < line.size(); ++i) {
    encoded.make_room(1);  // a dot may come to stand at the start of a line by the break
    if (is_literal(line.substr(i), encoded.at_start())) {
      encoded.add(line.substr(i, 1));
    } else {
      encoded.add(hex(line[i]));
    }
  }
}

// No control character survives: neither the end of the header nor a terminal's escape.
std::string header_text(std::string_view value)
{
  std::string text = to_utf8(value);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) {
      c = ' ';
    }
  }
  return text;
}

bool is_plain(std::string_view text)
{
  for (const char c : text) {
    if (c < ' ' || c > '~') {
      return false;
    }
  }
  return text.find("=?") == std::string_view::npos;
}

// Folds at blanks; a word longer than a line stays whole, being below 998 octets.
std::string fold(std::string_view name, std::string_view text)
{
  std::string out(name);
  out += ':';
  std::size_t width = out.size();
  while (!text.empty()) {
    const std::size_t end = text.find(' ', 1);
    const std::string_view word = text.substr(0, end);
    if (width + 1 + word.size() > kLineLimit && width > 1 && word != " ") {
      out += "\r\n";
      width = 0;
    }
    if (!word.starts_with(' ')) {
      out += ' ';
      ++width;
    }
    out += word;
    width += word.size();
    text.remove_prefix(word.size());
  }
  return out + "\r\n";
}

std::string encode_character(std::string_view character)
{
  const char c = character.front();
  if (c == ' ') {
    return "_";
  }
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  if (letter || c == '-' || c == '/' || c == '+' || c == '!' || c == '*') {
    return std::string(character);
  }
  std::string text;
  for (const char octet : character) {
    text += hex(octet);
  }
  return text;
}

// Each word holds whole characters and is at most 75 octets (RFC 2047, 2 and 5).
std::string encoded_words(std::string_view name, std::string_view text)
{
  std::string out = fmt::format("{}: {}", name, kWordStart);
  std::size_t width = out.size();
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string character = encode_character(text.substr(0, length));
    if (width + character.size() + kWordEnd.size() > kLineLimit - 1) {
      out.append(kWordEnd).append("\r\n ").append(kWordStart);
      width = 1 + kWordStart.size();
    }
    out += character;
    width += character.size();
    text.remove_prefix(length);
  }
  return out.append(kWordEnd).append("\r\n");
}

}  // namespace

std::string quoted_printable(std::string_view text)
{
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    encode_line(text.substr(0, end), out);
    out += "\r\n";
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

std::string header(std::string_view name, std::string_view value)
{
  const std::string text = header_text(value);
  return is_plain(text) && text.size() < 900 ? fold(name, text) : encoded_words(name, text);
}

std::string mail_date(std::int64_t wall_ns)
{
  constexpr std::array<const char*, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<const char*, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const LocalTime local = local_time(wall_ns);
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} {}",
                     kDays.at(static_cast<std::size_t>(local.weekday)), local.day,
                     kMonths.at(static_cast<std::size_t>(local.month - 1)), local.year, local.hour,
                     local.minute, local.second, local.zone);
}

}  // namespace gpualert::report
