#include "report/secret_value.hpp"

#include "report/characters.hpp"

#include <string>

namespace gpualert::report {

bool is_quote(char c)
{
  return c == '"' || c == '\'';
}

std::size_t separator_length(std::string_view rest, bool by_blank)
{
  constexpr std::size_t kWidestColumn = 32;
  std::size_t i = !rest.empty() && is_quote(rest.front()) ? 1 : 0;
  i += i == 1 && rest.substr(1).starts_with(']') ? 1 : 0;  // os.environ["API_KEY"] = "X"
  const std::size_t before = i;
  while (i < rest.size() && is_blank(rest[i]) && i - before < kWidestColumn) {
    ++i;
  }
  if (i < rest.size() && (rest[i] == '=' || rest[i] == ':')) {
    ++i;
    while (i < rest.size() && is_blank(rest[i])) {
      ++i;
    }
  } else if (!(by_blank && i > before && before == 0)) {
    return 0;
  }
  return i < rest.size() ? i : 0;
}

std::size_t value_length(std::string_view text)
{
  const std::size_t end = text.find_first_of(" \t\n,;&'\"<>(){}|");
  return end == std::string_view::npos ? text.size() : end;
}

std::size_t string_prefix_length(std::string_view text)
{
  const std::size_t n = text.substr(0, 3).find_first_not_of("$bBfFrRuU");
  return n != std::string_view::npos && is_quote(text[n]) ? n : 0;
}

std::string_view opening_quote(std::string_view text)
{
  if (text.empty() || !is_quote(text.front())) {
    return {};
  }
  const std::string three(3, text.front());
  return text.substr(0, text.starts_with(three) ? 3 : 1);
}

std::size_t quoted_length(std::string_view text, std::string_view quote)
{
  constexpr std::string_view kInner = R"('\'')";
  constexpr std::size_t kLongest = 8192;  // an endless line must not cost its square
  const std::string_view near = text.substr(0, kLongest);
  const std::string_view line = near.substr(0, near.find('\n'));
  std::size_t end = line.find(quote);
  while (end != std::string_view::npos) {
    if (quote == "'" && line.substr(end).starts_with(kInner)) {
      end = line.find(quote, end + kInner.size());
    } else if (end > 0 && line[end - 1] == '\\') {
      end = line.find(quote, end + 1);
    } else {
      return end;
    }
  }
  return quote.size() > 1 ? line.size() : value_length(text);
}

}  // namespace gpualert::report
