#pragma once

#include <string>

// Reads a report as a mail program would, as far as the tests need it.
namespace gpualert::test {

// Soft breaks joined, =XX decoded, LF line ends.
inline std::string unquoted(const std::string& encoded)
{
  std::string text;
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    if (encoded.compare(i, 3, "=\r\n") == 0) {
      i += 2;
    } else if (encoded[i] == '=') {
      text += static_cast<char>(std::stoi(encoded.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else if (encoded[i] != '\r') {
      text += encoded[i];
    }
  }
  return text;
}

// The decoded body of the first part of a type, "" when there is none.
inline std::string part_of(const std::string& eml, const std::string& type)
{
  const std::size_t header = eml.find("Content-Type: " + type);
  const std::size_t begin = header == std::string::npos ? header : eml.find("\r\n\r\n", header);
  if (begin == std::string::npos) {
    return {};
  }
  const std::size_t end = eml.find("\r\n--=_", begin);
  return unquoted(eml.substr(begin + 4, end - begin - 4));
}

inline bool has(const std::string& text, const std::string& part)
{
  return text.find(part) != std::string::npos;
}

}  // namespace gpualert::test
