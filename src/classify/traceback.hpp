#pragma once

#include "classify/normalise.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace gpualert {

// Follows one Python traceback in one stream, from its header to the line that names the
// exception.
class Traceback {
public:
  enum class Kind : std::uint8_t {
    uncaught,  // as far as one can tell
    thread,    // "Exception in thread …": the program goes on
    ignored,   // "Exception ignored in …", atexit: clean-up
  };
  enum class Line : std::uint8_t {
    outside,    // none of ours
    frame,      // quoted source, positions
    exception,  // the line that names the exception: the traceback is over
  };

  bool active() const noexcept { return lines_left_ > 0; }
  Kind kind() const noexcept { return kind_; }

  // Whether the traceback begins in a function of the program: where the exception was caught, for
  // somebody printed it. One that nobody caught begins where the process or thread did.
  bool caught() const noexcept { return caught_; }

  // Whether a traceback began and the exception at its end did not follow.
  bool cut_short() const noexcept;

  // "Exception in thread …" and the like: says what the next traceback is.
  void announce(Kind kind) noexcept;
  // `header` is the line that begins it: pip indents the whole traceback of what it ran.
  void begin(const Message& header) noexcept;
  Line follow(const Message& message) noexcept;

private:
  int lines_left_ = 0;     // a traceback that never ends must not be followed for ever
  int announce_left_ = 0;  // lines for which an announcement holds
  Kind kind_ = Kind::uncaught, announced_ = Kind::uncaught;
  std::optional<int> rank_;
  std::size_t indent_ = 0;  // of the header
  int frames_ = 0;
  bool caught_ = false;
};

// The exception that the header itself names, "" for most: IPython's "KeyError   Traceback (…",
// and "KeyError: Traceback (…", which old workers raised again. `header` is the whole line.
std::string_view exception_of_header(std::string_view header) noexcept;

// The exception that a line of the program raises by name: "KeyError" of "raise KeyError(key)", ""
// for "raise error".
std::string_view exception_raised(std::string_view code) noexcept;

// Whether the exception says no more than that another process failed: torchelastic's
// ChildFailedError, subprocess's CalledProcessError.
bool wraps_another(std::string_view exception) noexcept;

}  // namespace gpualert
