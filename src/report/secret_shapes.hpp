#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace gpualert::report {

// Length of the secret that its own form gives away (hf_…, ghp_…, AKIA…, a JSON web token, …) at
// the front of `text`, where a word begins; 0 when there is none.
std::size_t shaped_secret(std::string_view text);

struct Stretch {
  std::size_t from = 0, length = 0;
  bool first = true;  // of its key
};

// The lines of private keys in PEM form, between BEGIN and END; of one that is cut, the lines that
// look like it beside the end that is there.
std::vector<Stretch> private_key_lines(std::string_view text);

}  // namespace gpualert::report
