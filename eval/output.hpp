#pragma once

#include <gpualert/result.hpp>

#include <string>
#include <string_view>

namespace gpualert::eval {

constexpr int kDone = 0, kFailed = 1, kUsage = 125;  // exit statuses, as gpualert's

// Each line of `what` on standard error, after "gpualert-eval: ".
void say(std::string_view what);

// On standard output; kFailed, and why, when it cannot be written.
int print(std::string_view text);

Result<std::string> read_file(const std::string& path);
Status write_file(const std::string& path, std::string_view text);

}  // namespace gpualert::eval
