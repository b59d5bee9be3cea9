#include "report/own_keys.hpp"

#include "report/secret_keys.hpp"

#include <algorithm>

namespace gpualert::report {

namespace {

std::vector<std::string> normalised_all(const std::vector<std::string>& globs)
{
  std::vector<std::string> all;
  all.reserve(globs.size());
  for (const std::string& glob : globs) {
    all.push_back(normalised_key(glob));
  }
  return all;
}

bool fits_any(const std::vector<std::string>& globs, std::string_view text)
{
  return std::any_of(globs.begin(), globs.end(),
                     [&](const std::string& glob) { return fits_glob(glob, text); });
}

}  // namespace

OwnKeys::OwnKeys(const Redaction& redaction)
    : secret_(normalised_all(redaction.keys)), harmless_(normalised_all(redaction.keep))
{
}

std::optional<bool> OwnKeys::is_secret(std::string_view key) const
{
  if (secret_.empty() && harmless_.empty()) {
    return std::nullopt;  // nearly everybody: nothing is copied
  }
  const std::string text = normalised_key(key);
  if (fits_any(secret_, text)) {
    return true;
  }
  return fits_any(harmless_, text) ? std::optional(false) : std::nullopt;
}

// What follows the last * is tried at each place in turn; an earlier * never has to take more, so
// that the cost is at most the product of both lengths.
bool fits_glob(std::string_view glob, std::string_view text)
{
  std::size_t g = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t tried = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      tried = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++tried;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == std::string_view::npos;
}

}  // namespace gpualert::report
