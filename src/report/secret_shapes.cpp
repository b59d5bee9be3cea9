#include "report/secret_shapes.hpp"

#include "report/characters.hpp"

#include <algorithm>
#include <array>

namespace gpualert::report {

namespace {

// What tells a secret from words with hyphens.
enum class Mix {
  any,
  digit,    // holds a digit
  capital,  // capitals and digits only
  random,   // digits and both cases, or 24 letters and digits in a row with a digit among them
};

struct Shape {
  std::string_view prefix;
  std::size_t least;       // characters after the prefix
  std::string_view extra;  // allowed besides letters and digits
  Mix mix;
};

constexpr std::array<Shape, 37> kShapes{{
    {"hf_", 20, "", Mix::any},
    {"api_org_", 20, "", Mix::any},  // Hugging Face organisations
    {"ghp_", 20, "", Mix::any},
    {"gho_", 20, "", Mix::any},
    {"ghs_", 20, "", Mix::any},
    {"ghu_", 20, "", Mix::any},
    {"ghr_", 20, "", Mix::any},
    {"github_pat_", 20, "_", Mix::any},
    {"glpat-", 16, "_-", Mix::any},
    {"npm_", 30, "", Mix::digit},
    {"pypi-AgE", 30, "_-", Mix::any},
    {"sk-", 20, "_-", Mix::random},
    {"sk_live_", 16, "", Mix::any},
    {"rk_live_", 16, "", Mix::any},
    {"nvapi-", 20, "_-", Mix::any},
    {"gsk_", 20, "", Mix::digit},
    {"wandb_v1_", 20, "_", Mix::any},
    {"dckr_pat_", 16, "_-", Mix::any},
    {"AKIA", 16, "", Mix::capital},
    {"ASIA", 16, "", Mix::capital},
    {"AIza", 30, "_-", Mix::digit},
    {"ya29.", 20, "_-", Mix::any},
    {"SG.", 30, "_-.", Mix::digit},
    {"xoxb-", 10, "-", Mix::digit},
    {"xoxp-", 10, "-", Mix::digit},
    {"xoxa-", 10, "-", Mix::digit},
    {"xoxr-", 10, "-", Mix::digit},
    {"xoxs-", 10, "-", Mix::digit},
    {"xoxe.", 10, "-.", Mix::digit},
    {"xapp-", 10, "-", Mix::digit},
    {"Bearer ", 8, "_-.~+/=", Mix::digit},
    {"bearer ", 8, "_-.~+/=", Mix::digit},
    {"Basic ", 16, "+/=", Mix::random},
    // Whoever knows the address of a web hook may post there.
    {"hooks.slack.com/services/", 10, "/_-", Mix::any},
    {"discord.com/api/webhooks/", 10, "/_-", Mix::any},
    {"discordapp.com/api/webhooks/", 10, "/_-", Mix::any},
    {"webhook.office.com/webhookb2/", 10, "/_-@", Mix::any},
}};

bool is_random(std::string_view text)
{
  constexpr std::size_t kRow = 24;
  if (std::none_of(text.begin(), text.end(), is_digit)) {
    return false;
  }
  if (std::any_of(text.begin(), text.end(), is_upper) &&
      std::any_of(text.begin(), text.end(), is_lower)) {
    return true;
  }
  std::size_t row = 0;
  for (const char c : text) {
    row = is_alnum(c) ? row + 1 : 0;
    if (row >= kRow) {
      return true;
    }
  }
  return false;
}

bool has_mix(std::string_view text, Mix mix)
{
  switch (mix) {
    case Mix::digit:
      return std::any_of(text.begin(), text.end(), is_digit);
    case Mix::capital:
      return std::all_of(text.begin(), text.end(),
                         [](char c) { return is_upper(c) || is_digit(c); });
    case Mix::random:
      return is_random(text);
    case Mix::any:
      break;
  }
  return true;
}

std::size_t match(const Shape& shape, std::string_view text)
{
  if (!text.starts_with(shape.prefix)) {
    return 0;
  }
  const std::string_view rest = text.substr(shape.prefix.size());
  std::size_t length = 0;
  while (length < rest.size() &&
         (is_alnum(rest[length]) || shape.extra.find(rest[length]) != std::string_view::npos)) {
    ++length;
  }
  return length >= shape.least && has_mix(rest.substr(0, length), shape.mix)
             ? shape.prefix.size() + length
             : 0;
}

// header.payload[.signature], each base64url; header and payload begin as JSON objects do. Base64
// of any other JSON has no dots.
std::size_t web_token(std::string_view text)
{
  constexpr std::size_t kLeast = 40;
  if (!text.starts_with("eyJ")) {
    return 0;
  }
  std::size_t length = 0;
  while (length < text.size() &&
         (is_alnum(text[length]) ||
          std::string_view("_-.").find(text[length]) != std::string_view::npos)) {
    ++length;
  }
  const std::string_view token = text.substr(0, length);
  const std::size_t dot = token.find('.');
  return length >= kLeast && dot != std::string_view::npos && dot + 1 < length ? length : 0;
}

constexpr std::size_t pair_of(char first, char second)
{
  return static_cast<std::size_t>(static_cast<unsigned char>(first)) % 64 * 64 +
         static_cast<unsigned char>(second) % 64;
}

// Whether any shape may begin so: most words of a log need no closer look.
bool may_begin_one(std::string_view text)
{
  static constexpr auto kPairs = [] {
    std::array<bool, std::size_t{64} * 64> table{};
    for (const Shape& shape : kShapes) {
      table.at(pair_of(shape.prefix[0], shape.prefix[1])) = true;
    }
    table.at(pair_of('e', 'y')) = true;  // of a web token
    return table;
  }();
  return text.size() > 1 && kPairs[pair_of(text[0], text[1])];
}

}  // namespace

std::size_t shaped_secret(std::string_view text)
{
  if (!may_begin_one(text)) {
    return 0;
  }
  for (const Shape& shape : kShapes) {
    if (const std::size_t length = match(shape, text); length > 0) {
      return length;
    }
  }
  return web_token(text);
}

}  // namespace gpualert::report
