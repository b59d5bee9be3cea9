#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// The parts of RFC 5322, 2045 and 2047 that a plain-text report needs.
namespace gpualert::report {

// UTF-8 text with LF line ends as quoted-printable (RFC 2045, 6.7): CRLF, lines of at most 76
// octets, nothing that a relay would change ("From ", a lone dot, blanks at a line's end).
std::string quoted_printable(std::string_view text);

// "Name: value\r\n". Whatever `value` holds, it cannot end the header: control characters become
// blanks. Text that is not plain ASCII becomes RFC 2047 encoded words; lines are folded at 76.
std::string header(std::string_view name, std::string_view value);

// A header of addresses already checked, one to a line.
template <typename List>
std::string address_header(std::string_view name, const List& addresses)
{
  std::string text(name);
  std::string_view separator = ": ";
  for (const auto& address : addresses) {
    text.append(separator).append(address);
    separator = ",\r\n ";
  }
  return text + "\r\n";
}

// "Tue, 03 Mar 2026 02:14:09 +0100" (RFC 5322, 3.3), in this host's time zone.
std::string mail_date(std::int64_t wall_ns);

}  // namespace gpualert::report
