#pragma once

#include <string>
#include <string_view>

namespace gpualert::report {

// Lower case with '_' between words, none in front: "clientSecret", "client-secret" and
// "_CLIENT_SECRET" are one.
std::string normalised_key(std::string_view key);

// Does a name say that its value is a secret? "WANDB_API_KEY", "clientSecret", "db.password" do;
// "max_tokens", "tokenizer", "pad_token", "token_count" do not.
bool is_secret_key(std::string_view key);

// May this be the value of such a key, or does it hide nothing: empty, a variable, None, a path
// where the key asks for a file, a small number where it counts tokens?
bool hides_something(std::string_view key, std::string_view value);

}  // namespace gpualert::report
