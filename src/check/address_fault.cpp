#include "check/checks.hpp"

#include <algorithm>
#include <array>

namespace gpualert::check {

namespace {

// Slips that people make, not all names that look like one: mail.com and ymail.com exist.
struct Slip {
  std::string_view typed, meant;
};
constexpr std::array<Slip, 26> kDomains{
    {{"gmial.com", "gmail.com"},      {"gmai.com", "gmail.com"},
     {"gmal.com", "gmail.com"},       {"gmil.com", "gmail.com"},
     {"gamil.com", "gmail.com"},      {"gnail.com", "gmail.com"},
     {"gmaill.com", "gmail.com"},     {"gmail.co", "gmail.com"},
     {"gmail.cm", "gmail.com"},       {"gmail.om", "gmail.com"},
     {"gmailcom", "gmail.com"},       {"googlemial.com", "googlemail.com"},
     {"hotmial.com", "hotmail.com"},  {"hotmal.com", "hotmail.com"},
     {"hotmai.com", "hotmail.com"},   {"hotnail.com", "hotmail.com"},
     {"hotmail.co", "hotmail.com"},   {"outlok.com", "outlook.com"},
     {"outloook.com", "outlook.com"}, {"outlook.co", "outlook.com"},
     {"yaho.com", "yahoo.com"},       {"yahooo.com", "yahoo.com"},
     {"yhaoo.com", "yahoo.com"},      {"yahoo.co", "yahoo.com"},
     {"iclould.com", "icloud.com"},   {"icoud.com", "icloud.com"}}};
// None of these is a top-level domain.
constexpr std::array<Slip, 9> kEnds{{{".con", ".com"},
                                     {".cmo", ".com"},
                                     {".ocm", ".com"},
                                     {".comm", ".com"},
                                     {".coom", ".com"},
                                     {".ogr", ".org"},
                                     {".rog", ".org"},
                                     {".eud", ".edu"},
                                     {".eduu", ".edu"}}};
// A name without "@" that ends so was meant to have one. `first.last` is a login name.
constexpr std::array<std::string_view, 10> kSurelyDomains{
    ".com", ".org", ".edu", ".net", ".gov", ".ac.uk", ".ac.jp", ".edu.cn", ".edu.au", ".ac.cn"};

std::string lower(std::string_view text)
{
  std::string out{text};
  std::ranges::transform(out, out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

std::string did_you_mean(std::string_view typed, std::string_view meant)
{
  return "\"" + std::string(typed) + "\" looks like \"" + std::string(meant) + "\"";
}

std::string domain_fault(const std::string& domain)
{
  for (const Slip& slip : kDomains) {
    if (domain == slip.typed) {
      return did_you_mean(slip.typed, slip.meant);
    }
  }
  for (const Slip& slip : kEnds) {
    if (domain.ends_with(slip.typed)) {
      return did_you_mean(slip.typed, slip.meant);
    }
  }
  const bool dots =
      domain.starts_with('.') || domain.ends_with('.') || domain.find("..") != std::string::npos;
  return domain.empty() || dots ? "the part after \"@\" is no domain" : "";
}

}  // namespace

std::string address_fault(const std::string& address)
{
  if (address.find_first_of("$%") != std::string::npos) {
    return {};  // somebody fills it in; check_directives knows where nobody does
  }
  if (address.find_first_of("<{") != std::string::npos) {
    return "it is a place to fill in";
  }
  if (address.find_first_of(" \t") != std::string::npos) {
    return "it has a blank in it";
  }
  const std::size_t at = address.find('@');
  if (at == std::string::npos) {
    const std::string name = lower(address);
    const bool domain =
        std::ranges::any_of(kSurelyDomains, [&](auto end) { return name.ends_with(end); });
    return domain ? "it has no \"@\"" : "";
  }
  if (address.find('@', at + 1) != std::string::npos) {
    return "it has two \"@\"";
  }
  if (at == 0) {
    return "there is no name before \"@\"";
  }
  return domain_fault(lower(std::string_view{address}.substr(at + 1)));
}

}  // namespace gpualert::check
