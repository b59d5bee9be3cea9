#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpualert::deliver {

// A conversation with a server, printed line by line as it happens: "> " what we say, "< " the
// answers, "* " what else there is to know. What is sent to log in, and whatever hide() was told,
// reads "[masked]".
class Transcript {
public:
  explicit Transcript(int fd) : fd_(fd) {}

  // Text that no line may show: a password, the secret part of a URL.
  void hide(std::string secret);

  void note(std::string_view text);
  void sent(std::string_view command);
  void received(std::string_view answer);

private:
  void print(std::string_view mark, std::string_view text);

  int fd_;
  bool logging_in_ = false;  // AUTH was said and not answered for good
  std::vector<std::string> secrets_;
};

}  // namespace gpualert::deliver
