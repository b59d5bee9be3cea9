#pragma once

#include <gpualert/redaction.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::report {

// The names that the settings call secrets, or no secrets.
class OwnKeys {
public:
  explicit OwnKeys(const Redaction& redaction);

  // Nothing when no glob is about the name.
  std::optional<bool> is_secret(std::string_view key) const;

private:
  std::vector<std::string> secret_, harmless_;  // globs, normalised as names are
};

// Whether all of `text` fits `glob`, in which * stands for any characters and ? for one.
bool fits_glob(std::string_view glob, std::string_view text);

}  // namespace gpualert::report
