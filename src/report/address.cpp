#include <gpualert/report.hpp>

#include "base/text.hpp"

#include <fmt/format.h>

namespace gpualert {

namespace {

std::string_view trim(std::string_view text)
{
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

Error bad(std::string_view address, std::string_view why)
{
  return {fmt::format("address \"{}\": {}", escape_bytes(cut_utf8(address, 100)), why)};
}

}  // namespace

Result<std::string> check_address(std::string_view address)
{
  if (address.empty()) {
    return bad(address, "is empty");
  }
  if (address.size() > 254) {  // RFC 5321, 4.5.3.1.3
    return bad(address, "is longer than 254 characters");
  }
  if (address.front() == '-') {
    return bad(address, "begins with '-', which a mail program would take for an option");
  }
  for (const char c : address) {
    if (c <= ' ' || c > '~') {  // also every byte above 127: char is signed
      return bad(address, "holds a blank, a control or a non-ASCII character");
    }
    if (std::string_view("<>()[],;:\\\"").find(c) != std::string_view::npos) {
      return bad(address, "must be plain, as in user@example.org, without a name");
    }
  }
  const std::size_t at = address.find('@');
  if (at != address.rfind('@')) {
    return bad(address, "holds more than one '@'");
  }
  if (at == 0 || at == address.size() - 1) {
    return bad(address, "has nothing on one side of '@'");
  }
  return std::string(address);
}

Result<std::vector<std::string>> parse_recipients(std::string_view list)
{
  std::vector<std::string> recipients;
  while (!trim(list).empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view item = trim(list.substr(0, comma));
    if (!item.empty()) {
      Result<std::string> address = check_address(item);
      if (!address) {
        return address.error();
      }
      recipients.push_back(std::move(address).value());
    }
    list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
  }
  return recipients;
}

}  // namespace gpualert
