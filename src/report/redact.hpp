#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gpualert::report {

struct Redacted {
  std::string text;
  std::size_t masked = 0;  // how many secrets were replaced by kMask
};

inline constexpr std::string_view kMask = "[masked]";

// The one gate for text that leaves the host: masks what is obviously a secret, by key
// (--api-key X, WANDB_API_KEY=X, "password": "X") and by shape (hf_…, ghp_…, sk-…, AKIA…, Bearer X,
// https://user:X@host). Hashes, UUIDs and words that merely contain "token" stay.
Redacted redact(std::string_view text);

}  // namespace gpualert::report
