#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpualert::deliver {

// A message as programs on this host expect it: LF line ends.
inline std::string local_mail(std::string_view eml)
{
  std::string text;
  text.reserve(eml.size());
  for (std::size_t i = 0; i < eml.size(); ++i) {
    const bool line_end = eml[i] == '\r' && i + 1 < eml.size() && eml[i + 1] == '\n';
    if (!line_end) {
      text += eml[i];
    }
  }
  return text;
}

}  // namespace gpualert::deliver
