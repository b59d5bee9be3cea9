#include "report/secret_keys.hpp"

#include "report/characters.hpp"
#include "report/redact.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace gpualert::report {

namespace {

bool ends_with_word(std::string_view text, std::string_view word)
{
  return text.ends_with(word) &&
         (text.size() == word.size() || text[text.size() - word.size() - 1] == '_');
}

bool has_word(std::string_view text, std::string_view word)
{
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || text[at - 1] == '_') && (end == text.size() || text[end] == '_')) {
      return true;
    }
  }
  return false;
}

// A tokenizer's vocabulary, printed by every training script: pad_token='<pad>'.
bool is_vocabulary(std::string_view text)
{
  constexpr std::array<std::string_view, 28> kWords{
      "pad",           "eos",  "bos",      "unk",       "sep",     "cls",       "mask",
      "image",         "next", "last",     "first",     "per",     "special",   "stop",
      "decoder_start", "num",  "draft",    "target",    "start",   "end",       "begin",
      "best",          "prev", "previous", "predicted", "sampled", "generated", "output"};
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
    return ends_with_word(text, std::string(word) + "_token");
  });
}

// What a name may go on with after "secret" or "password" and be none: a place, a size, a kind.
bool is_about_secret(std::string_view text)
{
  constexpr std::array<std::string_view, 20> kWords{
      "file",     "path",   "dir",   "env",   "name",    "id",   "type",
      "len",      "length", "count", "size",  "command", "hash", "prompt",
      "required", "policy", "field", "title", "label",   "url"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return ends_with_word(text, word); });
}

// MYSQL_PASS, but neither forward_pass nor FORWARD_PASS.
bool is_pass_variable(std::string_view key)
{
  constexpr std::array<std::string_view, 6> kOthers{"FORWARD", "BACKWARD", "FIRST",
                                                    "SECOND",  "SINGLE",   "NUM"};
  constexpr std::string_view kLastWord = "_PASS";
  if (!key.ends_with(kLastWord) || std::any_of(key.begin(), key.end(), is_lower)) {
    return false;
  }
  key.remove_suffix(kLastWord.size());
  return std::none_of(kOthers.begin(), kOthers.end(),
                      [&](std::string_view word) { return ends_with_word(key, word); });
}

// PGPASSWORD, MYPASSWD2: without a sign before the word. sudo's NOPASSWD is none.
bool has_password(std::string_view text)
{
  return text.ends_with("password") ||
         (text.find("passwd") != std::string_view::npos && !text.ends_with("nopasswd"));
}

bool is_small_number(std::string_view value)
{
  constexpr std::size_t kLongest = 12;
  return !value.empty() && value.size() <= kLongest &&
         value.find_first_not_of("0123456789.eE+-%") == std::string_view::npos;
}

// What a key of a secret ends in, and what it has anywhere.
constexpr std::array<std::string_view, 20> kLast{
    "token",       "apikey",     "api_key",        "appkey",          "app_key",
    "access_key",  "secret_key", "private_key",    "credentials",     "signing_key",
    "account_key", "auth_key",   "encryption_key", "x_amz_signature", "authorization",
    "webhook_url", "sas_key",    "storage_key",    "sshpass",         "x_goog_signature"};
constexpr std::array<std::string_view, 6> kAnywhere{"secret",     "password", "passwd",
                                                    "passphrase", "pwd",      "passwort"};

constexpr std::uint32_t letters_of(std::string_view text)
{
  std::uint32_t letters = 0;
  for (const char c : text) {
    const char base = is_upper(c) ? 'A' : 'a';
    letters |= is_upper(c) || is_lower(c) ? 1U << static_cast<unsigned>(c - base) : 0U;
  }
  return letters;
}

// Whether the key has all letters of one of the words.
bool has_letters_of_one(std::string_view key)
{
  static constexpr auto kLetters = [] {
    std::array<std::uint32_t, kLast.size() + kAnywhere.size()> sets{};
    std::transform(kLast.begin(), kLast.end(), sets.begin(), letters_of);
    std::transform(kAnywhere.begin(), kAnywhere.end(), sets.begin() + kLast.size(), letters_of);
    return sets;
  }();
  const std::uint32_t missing = ~letters_of(key);
  return std::any_of(kLetters.begin(), kLetters.end(),
                     [&](std::uint32_t word) { return (word & missing) == 0; });
}

}  // namespace

std::string normalised_key(std::string_view key)
{
  std::string text;
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (is_upper(key[i])) {
      text += i > 0 && is_lower(key[i - 1]) ? "_" : "";
      text += static_cast<char>(key[i] - 'A' + 'a');
    } else {
      text += key[i] == '-' || key[i] == '.' ? '_' : key[i];
    }
  }
  text.erase(0, std::min(text.find_first_not_of('_'), text.size()));
  return text;
}

bool is_secret_key(std::string_view key)
{
  // Most keys of a log end here, before anything is copied.
  if (!has_letters_of_one(key)) {
    return is_pass_variable(key);
  }
  const std::string text = normalised_key(key);
  if (text == "pwd" || text == "oldpwd") {
    return false;  // the shell's working directory
  }
  if (std::any_of(kLast.begin(), kLast.end(),
                  [&](std::string_view name) { return ends_with_word(text, name); })) {
    return !is_vocabulary(text);
  }
  if (is_about_secret(text)) {
    return false;
  }
  // TOKEN_PROD, but not token_embedding: only a variable of the environment says it first.
  const bool variable = std::none_of(key.begin(), key.end(), is_lower);
  return std::any_of(kAnywhere.begin(), kAnywhere.end(),
                     [&](std::string_view name) { return has_word(text, name); }) ||
         has_password(text) || is_pass_variable(key) || (variable && has_word(text, "token"));
}

bool hides_something(std::string_view key, std::string_view value)
{
  constexpr std::array<std::string_view, 11> kHarmless{
      "None", "null", "true", "false", "True", "False", "unset", "not", "is", "YES", "NO"};
  if (value.empty() || value == "$" || value.starts_with('*') || value.starts_with("--") ||
      value.starts_with(kMask)) {
    return false;
  }
  if (value.size() > 1 && value[0] == '$' &&
      (value[1] == '{' || value[1] == '(' || value[1] == '_' || is_upper(value[1]) ||
       is_lower(value[1]))) {
    return false;  // a variable's name, not what it holds
  }
  if (ends_with_word(normalised_key(key), "token") && is_small_number(value)) {
    return false;
  }
  return std::find(kHarmless.begin(), kHarmless.end(), value) == kHarmless.end();
}

}  // namespace gpualert::report
