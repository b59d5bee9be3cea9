// A test helper: one program of many small parts, run as `probe NAME ARG...`.
#pragma once

#include <cstdint>
#include <string_view>

namespace probe {

// A part gets the arguments after its name and returns the exit status.
using Part = int (*)(int count, char** args);

struct Entry {
  std::string_view name;
  int min_arguments;
  Part run;
};

// "TERM", "SIGTERM", "15", "RTMIN+3"; ends the program with 125 on anything else.
int signal_number(std::string_view name);

// "TERM", "RTMIN+3": as `signal_number` reads it. Async-signal-safe; `text` holds 16 bytes or more.
// Returns the length.
std::size_t signal_text(int signal, char* text);

// Becomes the command; 127 or 126 when it cannot.
[[noreturn]] void become(char** command);

// Writes everything, waiting where a non-blocking descriptor makes it. Ends the program on an
// error, so that a test sees it: 32 for EPIPE, 74 for the rest.
void write_all(int fd, std::string_view bytes);

std::int64_t monotonic_ms();
void sleep_ms(std::int64_t ms);
long number(const char* text);

// Deterministic bytes of every value.
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed * 2654435761U + 88172645463325252U) {}
  std::uint64_t next()
  {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return state_;
  }

private:
  std::uint64_t state_;
};

// launch.cpp: change something that a command inherits, then become it.
int ignore_signals(int count, char** args);   // LIST CMD…
int default_signals(int count, char** args);  // LIST CMD…
int block_signals(int count, char** args);    // LIST CMD…
int set_nonblocking(int count, char** args);  // FD CMD…
int new_session(int count, char** args);      // CMD…
int allow_core(int count, char** args);       // CMD…
int wait_status(int count, char** args);      // FILE CMD…: how it ended, as its parent sees it
int on_socket(int count, char** args);        // CMD… with a socket as stdout: "BYTES STATUS"

// signals.cpp
int raise_signal(int count, char** args);    // SIGNAL
int record_signals(int count, char** args);  // FILE N QUIET_MS STATUS [MAX_MS]
int tick(int count, char** args);            // FILE MS
int crash_thread(int count, char** args);    // PID SIGNAL main|other

// inspect.cpp: what this process was given.
int is_nonblocking(int count, char** args);    // FD
int list_descriptors(int count, char** args);  // FILE
int print_arguments(int count, char** args);
int describe_terminal(int count, char** args);  // FILE
int print_session(int count, char** args);

// output.cpp: jobs that print.
int print_random(int count, char** args);       // BYTES SEED
int print_alternating(int count, char** args);  // LINES
int print_line(int count, char** args);         // BYTES
int print_progress(int count, char** args);     // STEPS, to stderr
int print_mixed(int count, char** args);        // SEED PIECES OUT ERR
int print_records(int count, char** args);      // COUNTER_FILE
int use_memory(int count, char** args);         // MIB

}  // namespace probe
