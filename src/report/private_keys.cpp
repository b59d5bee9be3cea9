#include "report/secret_shapes.hpp"

#include <algorithm>

namespace gpualert::report {

namespace {

constexpr std::string_view kBegin = "-----BEGIN ";
constexpr std::string_view kEnd = "-----END ";
constexpr std::string_view kDashes = "-----";

// "-----BEGIN RSA PRIVATE KEY-----" and its kin from `at` on: where it ends, npos when it is
// something else, such as a certificate, which is no secret.
std::size_t mark_end(std::string_view text, std::size_t at, std::string_view mark)
{
  const std::string_view line = text.substr(at, std::min(text.find('\n', at), text.size()) - at);
  const std::size_t dashes = line.find(kDashes, mark.size());
  const std::string_view name = line.substr(0, dashes);
  return dashes == std::string_view::npos || name.find("PRIVATE KEY") == std::string_view::npos
             ? std::string_view::npos
             : at + dashes + kDashes.size();
}

// Does a line end in a row of 16 base64 characters, as those of a key do?
bool is_key_line(std::string_view line)
{
  constexpr std::size_t kRow = 16;
  const std::size_t before =
      line.find_last_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r");
  const std::size_t row = before == std::string_view::npos ? line.size() : line.size() - before - 1;
  return row >= kRow;
}

// The stretches of [from, to), line by line, without line ends.
void add_lines(std::string_view text, std::size_t from, std::size_t to, std::vector<Stretch>& lines)
{
  bool first = true;
  while (from < to) {
    const std::size_t end = std::min(text.find('\n', from), to);
    if (end > from) {
      lines.push_back({from, end - from, first});
      first = false;
    }
    from = end + 1;
  }
}

// Where the lines that look like a key's end, or begin.
std::size_t end_of_lines(std::string_view text, std::size_t from)
{
  while (from < text.size()) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    if (end > from && !is_key_line(text.substr(from, end - from))) {
      return from;
    }
    from = end + 1;
  }
  return text.size();
}

std::size_t start_of_lines(std::string_view text, std::size_t to, std::size_t least)
{
  while (to > least) {
    const std::size_t newline = to < 2 ? std::string_view::npos : text.rfind('\n', to - 2);
    const std::size_t from = newline == std::string_view::npos ? 0 : newline + 1;
    if (from < least || !is_key_line(text.substr(from, to - 1 - from))) {
      break;
    }
    to = from;
  }
  return to;
}

}  // namespace

std::vector<Stretch> private_key_lines(std::string_view text)
{
  std::vector<Stretch> lines;
  std::size_t done = 0;
  bool ends = true;  // an END may follow; looked for in vain only once, however many keys begin
  for (std::size_t at = text.find(kDashes); at != std::string_view::npos;
       at = text.find(kDashes, std::max(at + 1, done))) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with(kBegin)) {
      const std::size_t body = mark_end(text, at, kBegin);
      if (body != std::string_view::npos) {
        const std::size_t end = ends ? text.find(kEnd, body) : std::string_view::npos;
        ends = end != std::string_view::npos;
        done = end == std::string_view::npos ? end_of_lines(text, body) : end;
        add_lines(text, body, done, lines);
      }
    } else if (rest.starts_with(kEnd) && at > done &&
               mark_end(text, at, kEnd) != std::string_view::npos) {
      const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
      add_lines(text, start_of_lines(text, line, done), at, lines);
      done = at;
    }
  }
  return lines;
}

}  // namespace gpualert::report
