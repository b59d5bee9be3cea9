#pragma once

#include "base/fd.hpp"

#include <gpualert/run_record.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace gpualert::supervision {

// What the supervisor (P) and the logger (L) tell each other, over a SOCK_SEQPACKET pair.
enum class Say : std::uint8_t {
  // L → P
  ready,     // the run directory is there, log and record are synced; text: id, NUL, path
  saw,       // the witness got signal `number` too: it was a broadcast
  resized,   // the terminal's new size is on the pty
  drained,   // all output is passed on
  finished,  // nothing more to wait for
  deliver,   // give the job signal `number`: only P knows for certain that the pid is still its own
  // P → L
  started,      // `number` = pid of the job; its pidfd comes along
  exec_failed,  // `number` = errno; the job was never there
  in_place,     // fork was refused: the command runs in our place, unsupervised
  signal,       // `number` reached P; `extra` = forwarded | from_terminal << 1; `pid` = sender,
                // P itself for one that L asked for
  ended,        // `number` = wait status; usage
  crashed,      // P's crash handler has taken over
};

struct Note {
  Say say{};
  std::int32_t number = 0;
  std::int32_t extra = 0;
  std::int32_t pid = 0;
  Moment when{};
  Usage usage{};
};

// The run's id and path as L tells them to P.
struct ReadyText {
  std::array<char, 256> id{};
  std::array<char, 4096> path{};
};

// One end of the pair. All calls are async-signal-safe.
class NoteSocket {
public:
  NoteSocket() = default;
  explicit NoteSocket(Fd fd) noexcept : fd_(std::move(fd)) {}

  enum class Got { note, nothing, closed };

  // False when it could not be sent now (full) or ever (the other side is gone).
  bool send(const Note& note, int fd_to_pass = -1) const noexcept;
  bool send_ready(const ReadyText& text) const noexcept;
  // Never waits. `text` is filled for Say::ready; `passed` gets a descriptor that came along.
  Got receive(Note& note, ReadyText* text = nullptr, Fd* passed = nullptr) const noexcept;

  int fd() const noexcept { return fd_.get(); }
  void close() noexcept { fd_.reset(); }

private:
  Fd fd_;
};

}  // namespace gpualert::supervision
