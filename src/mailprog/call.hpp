#pragma once

#include <gpualert/result.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::mailprog {

using Variables = std::map<std::string, std::string>;

// One call of the mail program, all that it was given.
struct Call {
  std::vector<std::string> argv;  // argv[0] first
  Variables variables;            // of the environment: those that schedulers set
  std::string body;               // of standard input
  std::int64_t received_ns = 0;   // wall clock
};

// Is this a variable that a scheduler tells about its job with? No other is kept.
bool is_of_scheduler(std::string_view name);

// As one file: whatever bytes there are come back as they were. Anything that is not what encode
// wrote is an Error.
std::string encode(const Call& call);
Result<Call> decode(std::string_view bytes);

}  // namespace gpualert::mailprog
