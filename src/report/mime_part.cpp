#include "report/mime_part.hpp"

#include "report/mime.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace gpualert::report {

namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::uint32_t octet(std::string_view bytes, std::size_t at)
{
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
}

// FNV-1a: an id of any length and any bytes becomes 16 hexadecimal digits.
std::uint64_t digest(std::string_view text)
{
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  }
  return hash;
}

}  // namespace

std::string base64(std::string_view bytes)
{
  constexpr std::size_t kBytesPerLine = 57;  // 76 characters
  std::string text;
  text.reserve(bytes.size() / 3 * 4 + bytes.size() / kBytesPerLine * 2 + 8);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    if (i > 0 && i % kBytesPerLine == 0) {
      text += "\r\n";
    }
    const std::uint32_t group =
        octet(bytes, i) << 16U | octet(bytes, i + 1) << 8U | octet(bytes, i + 2);
    const std::size_t left = bytes.size() - i;
    text += kAlphabet[group >> 18U];
    text += kAlphabet[group >> 12U & 63U];
    text += left > 1 ? kAlphabet[group >> 6U & 63U] : '=';
    text += left > 2 ? kAlphabet[group & 63U] : '=';
  }
  return bytes.empty() ? text : text + "\r\n";
}

MimePart text_part(std::string_view subtype, std::string_view text)
{
  return {fmt::format("Content-Type: text/{}; charset=utf-8\r\n"
                      "Content-Transfer-Encoding: quoted-printable\r\n",
                      subtype),
          quoted_printable(text)};
}

MimePart inline_png(std::string_view id, std::string_view name, std::string_view png)
{
  return {fmt::format("Content-Type: image/png; name=\"{0}.png\"\r\n"
                      "Content-Transfer-Encoding: base64\r\n"
                      "Content-Disposition: inline; filename=\"{0}.png\"\r\n"
                      "Content-ID: <{1}>\r\n",
                      name, id),
          base64(png)};
}

MimePart multipart(std::string_view kind, std::string_view boundary,
                   const std::vector<MimePart>& parts)
{
  std::string body;
  for (const MimePart& part : parts) {
    body += fmt::format("--{}\r\n{}\r\n{}", boundary, part.headers, part.body);
    body += "\r\n";  // belongs to the boundary that follows
  }
  return {fmt::format("Content-Type: multipart/{};\r\n boundary=\"{}\"\r\n", kind, boundary),
          fmt::format("{}--{}--\r\n", body, boundary)};
}

std::string boundary(std::string_view kind, std::string_view run_id)
{
  return fmt::format("=_gpualert-{}-{:016x}", kind, digest(run_id));
}

}  // namespace gpualert::report
