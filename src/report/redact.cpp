#include "report/redact.hpp"

#include <algorithm>
#include <array>

namespace gpualert::report {

namespace {

bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

bool is_alnum(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c);
}

bool is_quote(char c)
{
  return c == '"' || c == '\'';
}

bool is_key_char(char c)
{
  return is_alnum(c) || c == '_' || c == '-' || c == '.';
}

// Number of characters at the front of `text` for which `of_kind` is true.
template <typename Predicate>
std::size_t run_length(std::string_view text, Predicate of_kind)
{
  std::size_t n = 0;
  while (n < text.size() && of_kind(text[n])) {
    ++n;
  }
  return n;
}

// --- by shape -----------------------------------------------------------------------------------

struct Shape {
  std::string_view prefix;
  std::size_t least;       // characters after the prefix
  std::string_view extra;  // allowed besides letters and digits
  bool digit;              // at least one digit: tells a key from a hyphenated word
};
constexpr std::array<Shape, 16> kShapes{{{"hf_", 20, "", false},
                                         {"ghp_", 20, "", false},
                                         {"gho_", 20, "", false},
                                         {"ghs_", 20, "", false},
                                         {"ghu_", 20, "", false},
                                         {"github_pat_", 20, "_", false},
                                         {"glpat-", 16, "_-", false},
                                         {"sk-", 20, "_-", true},
                                         {"AKIA", 16, "", false},
                                         {"ASIA", 16, "", false},
                                         {"AIza", 30, "_-", true},
                                         {"xoxb-", 10, "-", true},
                                         {"xoxp-", 10, "-", true},
                                         {"xoxa-", 10, "-", true},
                                         {"eyJ", 40, "_-.", true},
                                         {"Bearer ", 8, "_-.~+/=", false}}};

// Length of the secret of this shape at the front of `text`, 0 when there is none.
std::size_t match(const Shape& shape, std::string_view text)
{
  if (!text.starts_with(shape.prefix)) {
    return 0;
  }
  const std::string_view rest = text.substr(shape.prefix.size());
  const std::size_t length = run_length(
      rest, [&](char c) { return is_alnum(c) || shape.extra.find(c) != std::string_view::npos; });
  const std::string_view secret = rest.substr(0, length);
  const bool digits = !shape.digit || std::any_of(secret.begin(), secret.end(), is_digit);
  return length >= shape.least && digits ? shape.prefix.size() + length : 0;
}

std::size_t shaped_secret(std::string_view text)
{
  for (const Shape& shape : kShapes) {
    if (const std::size_t length = match(shape, text); length > 0) {
      return length;
    }
  }
  return 0;
}

// --- by key -------------------------------------------------------------------------------------

std::string normalised(std::string_view key)
{
  std::string text;
  for (const char c : key) {
    if (c >= 'A' && c <= 'Z') {
      text += static_cast<char>(c - 'A' + 'a');
    } else {
      text += c == '-' || c == '.' ? '_' : c;
    }
  }
  return text;
}

// Does the last word of `key` say that its value is a secret? "max_tokens" and "tokenizer" do not.
bool is_secret_key(std::string_view key)
{
  constexpr std::array<std::string_view, 13> kNames{
      "token",  "secret",     "password",   "passwd",      "passphrase",  "apikey",    "api_key",
      "appkey", "access_key", "secret_key", "private_key", "credentials", "auth_token"};
  // A tokenizer's vocabulary, printed by every training script: pad_token='<pad>'.
  constexpr std::array<std::string_view, 12> kVocabulary{
      "pad", "eos", "bos", "unk", "sep", "cls", "mask", "image", "next", "last", "first", "per"};
  const std::string text = normalised(key);
  const auto ends_with_word = [&](std::string_view name) {
    return text.ends_with(name) &&
           (text.size() == name.size() || text[text.size() - name.size() - 1] == '_');
  };
  if (std::none_of(kNames.begin(), kNames.end(), ends_with_word)) {
    return false;
  }
  return std::none_of(kVocabulary.begin(), kVocabulary.end(), [&](std::string_view word) {
    return ends_with_word(std::string(word) + "_token");
  });
}

// Length of what stands between a key and its value: "=", ": ", "\": \"", or a blank after an
// option; 0 when no value follows.
std::size_t separator_length(std::string_view rest, bool option)
{
  std::size_t i = rest.starts_with('"') || rest.starts_with('\'') ? 1 : 0;
  const std::size_t blanks_before = i;
  while (i < rest.size() && rest[i] == ' ' && i - blanks_before < 2) {
    ++i;
  }
  if (i < rest.size() && (rest[i] == '=' || rest[i] == ':')) {
    ++i;
    while (i < rest.size() && rest[i] == ' ') {
      ++i;
    }
  } else if (!(option && i > blanks_before && blanks_before == 0)) {
    return 0;
  }
  return i < rest.size() ? i : 0;
}

// Length of the value at the front of `text`; its quotes stay outside.
std::size_t value_length(std::string_view text)
{
  const std::size_t end = text.find_first_of(" \t\n,;&'\"<>(){}|");
  return end == std::string_view::npos ? text.size() : end;
}

// Length up to the closing quote, which '\'' is not: it stands for a quote inside shell quotes. Up
// to a blank where no quote closes on this line.
std::size_t quoted_length(std::string_view text, char quote)
{
  constexpr std::string_view kInner = R"('\'')";
  const std::string_view line = text.substr(0, text.find('\n'));
  std::size_t end = line.find(quote);
  while (quote == '\'' && end != std::string_view::npos && line.substr(end).starts_with(kInner)) {
    end = line.find(quote, end + kInner.size());
  }
  return end == std::string_view::npos ? value_length(text) : end;
}

// Values that hide nothing.
bool is_empty_value(std::string_view value)
{
  constexpr std::array<std::string_view, 7> kHarmless{"None", "null",  "true", "false",
                                                      "True", "False", "unset"};
  return value.empty() || value.starts_with('$') || value.starts_with('*') ||
         value.starts_with("--") || value.starts_with(kMask) ||
         std::find(kHarmless.begin(), kHarmless.end(), value) != kHarmless.end();
}

// --- the scan -----------------------------------------------------------------------------------

class Scan {
public:
  explicit Scan(std::string_view text) : all_(text), rest_(text) {}

  Redacted run()
  {
    while (!rest_.empty()) {
      const bool done = (at_word() && (mask_shape() || mask_keyed())) || mask_userinfo();
      if (!done) {
        copy(1);
      }
    }
    return std::move(out_);
  }

private:
  // At the first character of a word: what follows a letter is no secret's beginning.
  bool at_word() const
  {
    return is_key_char(rest_.front()) && (out_.text.empty() || !is_key_char(out_.text.back()));
  }

  void copy(std::size_t n)
  {
    out_.text += rest_.substr(0, n);
    rest_.remove_prefix(n);
  }

  bool mask(std::size_t n)
  {
    out_.masks.push_back({all_.size() - rest_.size(), n, out_.text.size()});
    out_.text += kMask;
    rest_.remove_prefix(n);
    ++out_.masked;
    return true;
  }

  bool mask_shape()
  {
    const std::size_t n = shaped_secret(rest_);
    return n > 0 && mask(n);
  }

  bool mask_keyed()
  {
    const std::size_t n = run_length(rest_, is_key_char);
    const std::string_view key = rest_.substr(0, n);
    const std::size_t separator = separator_length(rest_.substr(n), key.starts_with('-'));
    if (separator == 0 || !is_secret_key(key)) {
      return false;
    }
    const char around = out_.text.empty() ? ' ' : out_.text.back();
    const bool inside = is_quote(around) && rest_[n] != around;  // '--password=two words'
    copy(n + separator);
    const bool quoted = is_quote(rest_.front());
    if (quoted) {
      copy(1);
    }
    const std::size_t length = quoted   ? quoted_length(rest_, out_.text.back())
                               : inside ? quoted_length(rest_, around)
                                        : value_length(rest_);
    // With nothing to mask the scan goes on behind the key.
    return is_empty_value(rest_.substr(0, length)) || mask(length);
  }

  // scheme://user:PASSWORD@host, scheme://TOKEN@host; a short name alone, as in ssh://git@host, is
  // no secret.
  bool mask_userinfo()
  {
    if (!rest_.starts_with("://")) {
      return false;
    }
    const std::string_view authority = rest_.substr(3, rest_.find_first_of("/ \t\n\"'", 3) - 3);
    const std::size_t at = authority.rfind('@');
    const std::size_t colon = authority.find(':');
    if (at == std::string_view::npos || (colon > at && at < 16)) {
      return false;
    }
    const std::size_t from = colon < at ? colon + 1 : 0;
    if (is_empty_value(authority.substr(from, at - from))) {
      return false;
    }
    copy(3 + from);
    return mask(at - from);
  }

  std::string_view all_, rest_;
  Redacted out_;
};

}  // namespace

Redacted redact(std::string_view text)
{
  return Scan(text).run();
}

}  // namespace gpualert::report
