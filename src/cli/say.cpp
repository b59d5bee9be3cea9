#include "cli/say.hpp"

#include "base/file.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <exception>
#include <string>

namespace gpualert::cli {

namespace {

constexpr std::string_view kPrefix = "gpualert: ";

std::string with_prefix(std::string_view message)
{
  std::string text{kPrefix};
  for (const char c : message) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      text.append("\n").append(kPrefix);
    } else if (byte < 0x20 || byte == 0x7F) {
      text += fmt::format("\\x{:02x}", byte);
    } else {
      text += c;
    }
  }
  return text + "\n";
}

}  // namespace

void say(std::string_view message) noexcept
{
  try {
    // A stderr that is closed or full must not stop the job: there is nobody left to tell.
    (void)write_all(STDERR_FILENO, with_prefix(message), "");
  } catch (const std::exception&) {
    (void)!::write(STDERR_FILENO, "gpualert: out of memory\n", 24);
  }
}

int usage_error(std::string_view message, std::string_view help_command) noexcept
{
  try {
    say(fmt::format("{}\nsee: {}", message, help_command));
  } catch (const std::exception&) {
    say(message);
  }
  return kUsageError;
}

}  // namespace gpualert::cli
