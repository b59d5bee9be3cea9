#pragma once

#include <string>
#include <vector>

namespace gpualert {

// What the settings say of secrets in what leaves the host. Globs (* and ?) are of names, such as
// "MY_*"; case, and '-', '.' or '_' between words, make no difference.
struct Redaction {
  bool on = true;                 // redact
  std::vector<std::string> keys;  // redact_keys: names whose values are secrets too
  std::vector<std::string> keep;  // redact_keep: names whose values are none; `keys` wins
};

}  // namespace gpualert
