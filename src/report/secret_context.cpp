#include "report/secret_context.hpp"

#include "report/characters.hpp"
#include "report/secret_keys.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

namespace gpualert::report {

namespace {

// Letters and digits in one long piece, as no language has them.
bool looks_like_secret(std::string_view value)
{
  constexpr std::size_t kLeast = 12;
  const auto fits = [](char c) {
    return is_letter(c) || is_digit(c) ||
           std::string_view{"_-.~+/=%"}.find(c) != std::string_view::npos;
  };
  return value.size() >= kLeast && std::all_of(value.begin(), value.end(), fits) &&
         std::any_of(value.begin(), value.end(), is_letter) &&
         std::any_of(value.begin(), value.end(), is_digit);
}

// none, None, NONE
bool is_plain_word(std::string_view value)
{
  return std::all_of(value.begin(), value.end(), is_letter) &&
         (std::all_of(value.begin(), value.end(), is_upper) ||
          std::all_of(value.begin() + 1, value.end(), is_lower));
}

bool is_hex(char c)
{
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// `wandb login`, wandb.login(key="…, "wandb", "login"
bool has_wandb_login(std::string_view line)
{
  constexpr std::string_view kProgram = "wandb";
  constexpr std::string_view kLogin = "login";
  constexpr std::size_t kBetween = 6;
  for (std::size_t at = line.find(kProgram); at != std::string_view::npos;
       at = line.find(kProgram, at + 1)) {
    const std::string_view next = line.substr(at + kProgram.size(), kBetween + kLogin.size());
    if (next.find(kLogin) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

bool has_any(std::string_view line, std::initializer_list<std::string_view> words)
{
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return line.find(word) != std::string_view::npos;
  });
}

}  // namespace

std::string_view line_so_far(std::string_view text)
{
  constexpr std::size_t kNear = 200;
  text.remove_prefix(text.size() - std::min(text.size(), kNear));
  text.remove_prefix(text.rfind('\n') + 1);  // npos + 1 is 0
  return text;
}

Place place_of(std::string_view line, std::string_view separator)
{
  const auto ends_in_quote = [](std::string_view text) {
    return text.ends_with('"') || text.ends_with('\'');
  };
  // "key": X and -H "Authorization: X"
  const bool quoted = ends_in_quote(separator.substr(0, 1)) || ends_in_quote(line);
  if (quoted || separator.find(':') == std::string_view::npos || !is_blank(separator.back())) {
    return Place::field;
  }
  const bool apart = !line.empty() && is_blank(line.back());
  while (!line.empty() && is_blank(line.back())) {
    line.remove_suffix(1);
  }
  return apart && !line.empty() && (is_letter(line.back()) || is_digit(line.back()))
             ? Place::sentence
             : Place::label;
}

bool is_word_of_text(std::string_view key, Place place, std::string_view value)
{
  if (place == Place::field || value.empty()) {
    return false;
  }
  const std::string name = normalised_key(key);
  const bool authorization = name == "authorization";
  const bool scheme = authorization && value.find(' ') != std::string_view::npos;  // Basic dXNlcg==
  if ((name != "token" && name != "credentials" && !authorization) || scheme) {
    return false;
  }
  return place == Place::sentence ? !looks_like_secret(value)
                                  : name != "token" && is_plain_word(value);
}

std::size_t passphrase_length(std::string_view key, Place place, std::string_view before,
                              std::string_view text)
{
  constexpr std::size_t kLongest = 8192;  // an endless line must not cost its square
  const std::string name = place == Place::field ? "" : normalised_key(key);
  if (!name.ends_with("password") && !name.ends_with("passphrase")) {
    return 0;
  }
  const std::string_view line = line_so_far(before);
  const bool in_string = std::count(line.begin(), line.end(), '"') % 2 == 1;
  const std::string_view near = text.substr(0, kLongest);
  const std::string_view rest = near.substr(0, near.find_first_of(in_string ? "\n\"" : "\n"));
  return rest.find_last_not_of(" \t\r") + 1;  // npos + 1 is 0
}

std::size_t login_key(std::string_view before, std::string_view text)
{
  constexpr std::size_t kLeast = 32;
  constexpr std::size_t kMost = 64;
  std::size_t n = 0;
  while (n < text.size() && n <= kMost && is_hex(text[n])) {
    ++n;
  }
  const bool word = n == text.size() || !(is_letter(text[n]) || text[n] == '_' || text[n] == '-');
  if (n < kLeast || n > kMost || !word) {
    return 0;  // nearly all words end here, before the line is looked at
  }
  const std::string_view line = line_so_far(before);
  return has_any(line, {"API key", "API Key", "api key"}) || has_wandb_login(line) ? n : 0;
}

std::size_t before_curl_password(std::string_view before, std::string_view text)
{
  constexpr std::size_t kLongest = 256;
  constexpr std::array<std::string_view, 3> kOptions{"--proxy-user", "--user", "-u"};
  const auto* const option =
      std::find_if(kOptions.begin(), kOptions.end(),
                   [&](std::string_view each) { return text.starts_with(each); });
  if (option == kOptions.end() || !has_any(line_so_far(before), {"curl"})) {
    return 0;
  }
  text = text.substr(0, kLongest);
  const std::size_t user = text.find_first_not_of(" \t='\"", option->size());
  if (user == std::string_view::npos || (user == option->size() && *option != "-u")) {
    return 0;
  }
  const std::size_t colon = text.find_first_of(": \t\n'\"", user);
  return colon != std::string_view::npos && text[colon] == ':' ? colon + 1 : 0;
}

bool is_url_signature(char before, std::string_view key)
{
  const std::string name = before == '?' || before == '&' ? normalised_key(key) : "";
  return name == "sig" || name == "signature";
}

}  // namespace gpualert::report
