// Any words as the arguments of `gpualert run`: what is taken for the command is their end, as it
// was given.
#include "cli/run_line.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == 0) {
      words.emplace_back();
    } else {
      words.back() += static_cast<char>(data[i]);
    }
  }
  std::vector<char*> args;
  for (std::string& word : words) {
    args.push_back(word.data());
  }
  const auto line = gpualert::cli::parse_run_line(args);
  if (line && !line.value().help) {
    const auto& command = line.value().command;
    if (command.empty() || !std::equal(command.rbegin(), command.rend(), words.rbegin())) {
      std::abort();
    }
  }
  return 0;
}
