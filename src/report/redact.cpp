#include "report/redact.hpp"

#include "report/own_keys.hpp"
#include "report/secret_context.hpp"
#include "report/secret_keys.hpp"
#include "report/secret_shapes.hpp"
#include "report/secret_value.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace gpualert::report {

namespace {

bool is_key_char(char c)
{
  static constexpr auto kTable = [] {
    std::array<bool, 256> table{};
    for (const char each : std::string_view{"0123456789abcdefghijklmnopqrstuvwxyz"
                                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-."}) {
      table.at(static_cast<unsigned char>(each)) = true;
    }
    return table;
  }();
  return kTable[static_cast<unsigned char>(c)];
}

std::size_t key_length(std::string_view text)
{
  std::size_t n = 0;
  while (n < text.size() && is_key_char(text[n])) {
    ++n;
  }
  return n;
}

class Scan {
public:
  Scan(std::string_view text, const Redaction& redaction)
      : all_(text), rest_(text), private_keys_(private_key_lines(text)), own_keys_(redaction)
  {
  }

  Redacted run()
  {
    while (!rest_.empty()) {
      const bool done = mask_private_key() || (at_word() && mask_word()) || mask_userinfo();
      if (!done) {
        copy(harmless_length());
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

  // After the first character nothing begins inside a word, and between words only what follows a
  // scheme's colon does; private keys begin where they were found.
  std::size_t harmless_length() const
  {
    const std::size_t at = all_.size() - rest_.size();
    std::size_t next = next_key_;
    while (next < private_keys_.size() && private_keys_[next].from <= at) {
      ++next;
    }
    const std::size_t limit =
        next < private_keys_.size() ? private_keys_[next].from - at : rest_.size();
    const bool word = is_key_char(rest_.front());
    std::size_t n = 1;
    while (n < limit && rest_[n] != ':' && is_key_char(rest_[n]) == word) {
      ++n;
    }
    return n;
  }

  void copy(std::size_t n)
  {
    out_.text += rest_.substr(0, n);
    rest_.remove_prefix(n);
  }

  bool mask(std::size_t n, bool counts = true)
  {
    out_.masks.push_back({all_.size() - rest_.size(), n, out_.text.size()});
    out_.text += kMask;
    rest_.remove_prefix(n);
    out_.masked += counts ? 1 : 0;
    return true;
  }

  bool mask_private_key()
  {
    const std::size_t at = all_.size() - rest_.size();
    while (next_key_ < private_keys_.size() && private_keys_[next_key_].from < at) {
      ++next_key_;  // a mask of another kind went over it
    }
    if (next_key_ == private_keys_.size() || private_keys_[next_key_].from != at ||
        rest_.starts_with(kMask)) {
      return false;
    }
    const Stretch& line = private_keys_[next_key_];
    return mask(line.length, line.first);
  }

  bool mask_word()
  {
    constexpr std::size_t kLoginKey = 32;  // at least
    const std::size_t n = key_length(rest_);
    std::size_t secret = shaped_secret(rest_);
    if (secret == 0 && n >= kLoginKey) {
      secret = login_key(out_.text, rest_);
    }
    return secret > 0 ? mask(secret) : mask_curl_password() || mask_keyed(n);
  }

  bool mask_curl_password()
  {
    const std::size_t n = rest_.front() == '-' ? before_curl_password(out_.text, rest_) : 0;
    if (n == 0) {
      return false;
    }
    const std::size_t quote = rest_.substr(0, n).find_first_of("'\"");
    const std::size_t length = quote == std::string_view::npos
                                   ? value_length(rest_.substr(n))
                                   : quoted_length(rest_.substr(n), rest_.substr(quote, 1));
    copy(n);
    return !hides_something("", rest_.substr(0, length)) || mask(length);
  }

  // The words before a value without a sign: --api-key X, and of ~/.netrc "login ann password X".
  bool takes_blank(std::string_view key) const
  {
    return key.starts_with('-') ||
           (key == "password" && line_so_far(out_.text).find("login ") != std::string_view::npos);
  }

  // A value behind the `n` characters of its key.
  bool mask_keyed(std::size_t n)
  {
    const std::string_view key = rest_.substr(0, n);
    const std::size_t separator = separator_length(rest_.substr(n), takes_blank(key));
    if (separator == 0) {
      return false;
    }
    const std::optional<bool> own = own_keys_.is_secret(key);
    const char around = out_.text.empty() ? ' ' : out_.text.back();
    if (!own.value_or(is_secret_key(key) || is_url_signature(around, key))) {
      return false;
    }
    const Place place = place_of(line_so_far(out_.text), rest_.substr(n, separator));
    const bool inside = is_quote(around) && rest_[n] != around;  // '--password=two words'
    copy(n + separator);
    const std::size_t prefix = string_prefix_length(rest_);
    const bool opens = !inside || rest_[prefix] != around;
    copy(opens ? prefix : 0);
    const std::string_view quote = opens ? opening_quote(rest_) : std::string_view{};
    copy(quote.size());
    const std::size_t length = !quote.empty() ? quoted_length(rest_, quote)
                               : inside       ? quoted_length(rest_, {&around, 1})
                                              : bare_length(key);
    const std::string_view value = rest_.substr(0, length);
    if (!hides_something(key, value) || (!own && is_word_of_text(key, place, value))) {
      return true;  // with nothing to mask the scan goes on behind the key
    }
    const std::size_t words =
        !quote.empty() || inside ? 0 : passphrase_length(key, place, out_.text, rest_);
    return mask(std::max(length, words));
  }

  // "Authorization: Basic dXNlcg==" has two words; the scheme alone hides nothing.
  std::size_t bare_length(std::string_view key) const
  {
    const std::size_t first = value_length(rest_);
    const std::string_view scheme = rest_.substr(0, first);
    const bool two = (key.ends_with("uthorization") || key.ends_with("UTHORIZATION")) &&
                     (scheme == "Basic" || scheme == "Bearer" || scheme == "Token") &&
                     rest_.substr(first).starts_with(' ');
    return two ? first + 1 + value_length(rest_.substr(first + 1)) : first;
  }

  // scheme://user:PASSWORD@host, scheme://TOKEN@host; a short name alone, as in ssh://git@host, is
  // no secret.
  bool mask_userinfo()
  {
    constexpr std::size_t kShortName = 16;
    if (!rest_.starts_with("://")) {
      return false;
    }
    const std::string_view authority = rest_.substr(3, rest_.find_first_of("/ \t\n\"'", 3) - 3);
    const std::size_t at = authority.rfind('@');
    const std::size_t colon = authority.find(':');
    if (at == std::string_view::npos || (colon > at && at < kShortName)) {
      return false;
    }
    const std::size_t from = colon < at ? colon + 1 : 0;
    if (!hides_something("", authority.substr(from, at - from))) {
      return false;
    }
    copy(3 + from);
    return mask(at - from);
  }

  std::string_view all_, rest_;
  std::vector<Stretch> private_keys_;
  std::size_t next_key_ = 0;
  OwnKeys own_keys_;
  Redacted out_;
};

}  // namespace

Redacted redact(std::string_view text, const Redaction& redaction)
{
  return redaction.on ? Scan(text, redaction).run() : Redacted{std::string(text), 0, {}};
}

}  // namespace gpualert::report
