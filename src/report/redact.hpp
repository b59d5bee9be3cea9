#pragma once

#include <gpualert/redaction.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::report {

// A stretch of the text that became kMask.
struct Mask {
  std::size_t from = 0, length = 0;  // in the text as it was
  std::size_t at = 0;                // where the mask stands in the result
};

struct Redacted {
  std::string text;
  std::size_t masked = 0;   // how many secrets were replaced
  std::vector<Mask> masks;  // in order; a secret of several lines has one for each
};

inline constexpr std::string_view kMask = "[masked]";

// The one gate for text that leaves the host: masks what is obviously a secret, by key
// (--api-key X, WANDB_API_KEY=X, "password": "X"; secret_keys.hpp), by shape (hf_…, ghp_…, sk-…,
// AKIA…, Bearer X, JSON web tokens, private keys; secret_shapes.hpp) and by place
// (https://user:X@host). Hashes, UUIDs, base64 and words that merely contain "token" stay. Line
// ends stay too: the result has as many lines as the text. The settings may say more names, or that
// nothing is masked.
Redacted redact(std::string_view text, const Redaction& redaction = {});

}  // namespace gpualert::report
