#pragma once

#include <cstddef>
#include <string>

namespace gpualert::bench {

// Logs of about `bytes` bytes, the same on every run.

// What a distributed training prints: 62 % lines of progress (five trainers), 20 % NCCL INFO,
// warnings, checkpoints, and a handled traceback now and then.
std::string training_log(std::size_t bytes);

// Every line is taken by a rule.
std::string all_failures(std::size_t bytes);
// Warnings of which no two have the same words.
std::string distinct_warnings(std::size_t bytes);
// One line without an end.
std::string one_line(std::size_t bytes);
// tqdm on a terminal: carriage returns, no newline.
std::string carriage_returns(std::size_t bytes);

}  // namespace gpualert::bench
