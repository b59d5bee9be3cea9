#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpualert {

enum class Level : std::uint8_t { none, info, warning, error };

// A line of output without what launchers, loggers and terminals put before the message.
struct Message {
  std::string_view text;    // of the line itself, or of `scratch` where escapes were cut out
  std::optional<int> rank;  // named by a prefix
  std::string_view host;    // named by a prefix
  std::int64_t pid = 0;     // named by a prefix
  Level level = Level::none;
  std::size_t indent = 0;  // spaces that stood before the text
  bool code = false;       // a source line, as tracebacks quote them
};

// `line` has no line end. `scratch` is only written when the line holds escape sequences.
Message normalise(std::string_view line, std::string& scratch);

// `line` without ANSI escape sequences, backspaces and bells, appended to `out`.
void strip_escapes(std::string_view line, std::string& out);

// The name of the exception that a line of a traceback ends with: "KeyError" of
// "pkg.KeyError: 'x'", "" where there is none.
std::string_view exception_name(std::string_view text) noexcept;

}  // namespace gpualert
