#pragma once

#include "base/fd.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace gpualert::deliver {

// STATE/deliver.log: all that the deliverer has to say. 0600; started anew at 1 MiB, the old one
// kept as deliver.log.1. A journal that cannot be opened swallows what it is told: mail goes first.
class Journal {
public:
  explicit Journal(const std::string& state_dir);

  // One line: time, pid, text. Control characters become blanks, so that a server's words cannot
  // fake a line.
  void say(std::string_view text);

  // `listener` hears what is said from now on, too.
  void listen(std::function<void(std::string_view)> listener) { listener_ = std::move(listener); }

private:
  Fd fd_;
  std::function<void(std::string_view)> listener_;
};

}  // namespace gpualert::deliver
