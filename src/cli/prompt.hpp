#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gpualert::cli {

// Questions in plain lines on standard output, answers from standard input: a terminal over ssh, or
// a pipe.
class Prompt {
public:
  // What is wrong with an answer; "" when it will do.
  using Check = std::function<std::string(const std::string& answer)>;

  // "QUESTION [INITIAL]: ". An empty answer is `initial`; a wrong one is told and asked again.
  // Nothing: the input ended.
  std::optional<std::string> ask(const std::string& question, const std::string& initial,
                                 const Check& check = {});
  // One of `words`; the beginning of one will do.
  std::optional<std::string> choose(const std::string& question,
                                    const std::vector<std::string>& words,
                                    const std::string& initial);
  std::optional<bool> yes(const std::string& question, bool initial);
  // Without echo, where standard input is a terminal.
  std::optional<std::string> secret(const std::string& question);

  static void tell(const std::string& text);
};

}  // namespace gpualert::cli
