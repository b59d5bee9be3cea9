#pragma once

#include "base/fd.hpp"

#include <cstdint>
#include <string_view>

namespace gpualert::supervision {

// The stdout or stderr that the user gave us. Never sets O_NONBLOCK on it (others share the open
// file description): a pipe or terminal is opened anew through /proc, a socket is sent to.
class Downstream {
public:
  enum class Outcome : std::uint8_t {
    written,      // `count` bytes (fewer than asked for is no error)
    blocked,      // the reader is slow: wait for POLLOUT
    reader_left,  // EPIPE
    lost,         // cannot be written, now or ever (full disk, hung-up terminal): go on without
  };
  struct Written {
    Outcome outcome;
    std::size_t count;
  };

  // Takes over a copy of descriptor `original` (1 or 2).
  void open(int original) noexcept;
  Written write(std::string_view bytes) noexcept;
  void close() noexcept { fd_.reset(); }

  // Is it a pipe or socket, whose reader waits for us to let go?
  bool has_reader() const noexcept { return kind_ == Kind::pipe || kind_ == Kind::socket; }
  bool is_open() const noexcept { return static_cast<bool>(fd_); }
  int fd() const noexcept { return fd_.get(); }

private:
  enum class Kind : std::uint8_t { file, pipe, terminal, socket };
  Fd fd_;
  Kind kind_ = Kind::file;
  bool own_description_ = false;
};

}  // namespace gpualert::supervision
