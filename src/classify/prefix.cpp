#include "classify/prefix.hpp"

#include "classify/prefix_parts.hpp"

#include <cstddef>

namespace gpualert {

namespace {

// srun -l: "3: ", right-aligned.
bool task_number(Message& message) noexcept
{
  const std::string_view text = message.text;
  const std::size_t spaces = run(text, 0, is_blank);
  const std::size_t digits = run(text, spaces, is_digit);
  if (spaces > 4 || digits == 0 || digits > 5 || !text.substr(spaces + digits).starts_with(": ")) {
    return false;
  }
  message.rank = small_number(text.substr(spaces, digits));
  drop(message, spaces + digits + 2);
  return true;
}

// Ray: "(RayTrainWorker pid=123, ip=10.0.0.1) ".
bool actor(Message& message) noexcept
{
  const std::string_view text = message.text.substr(0, kLongestPrefix);
  const std::size_t end = text.find(") ");
  if (!text.starts_with('(') || end == std::string_view::npos ||
      text.substr(0, end).find("pid=") == std::string_view::npos) {
    return false;
  }
  const std::string_view inside = text.substr(0, end);
  message.pid = number_after(inside, "pid=").value_or(0);
  if (const std::size_t ip = inside.find("ip="); ip != std::string_view::npos) {
    message.host = inside.substr(ip + 3, run(inside, ip + 3, is_name_char));
  }
  drop(message, end + 2);
  return true;
}

// CRI (kubectl logs --timestamps, crictl), behind its time stamp: "stderr F ".
bool container_stream(Message& message) noexcept
{
  const std::string_view text = message.text;
  const bool named = text.starts_with("stdout ") || text.starts_with("stderr ");
  if (!named || text.size() < 9 || (text[7] != 'F' && text[7] != 'P') || text[8] != ' ') {
    return false;
  }
  drop(message, 9);
  return true;
}

// A date or time, and "- name - LEVEL - " or a glog letter behind it.
bool timed(Message& message) noexcept
{
  std::size_t n = timestamp_length(message.text);
  if (n == 0) {
    return false;
  }
  const std::string_view rest = message.text.substr(n);
  n += run(rest, 0,
           [](char c) { return std::string_view{" -|,:"}.find(c) != std::string_view::npos; });
  drop(message, n);
  const std::string_view text = message.text;
  if (text.size() > 2 && is_level_letter(text[0]) && text[1] == ' ') {
    message.level = level_of_letter(text[0]);
    drop(message, 2);
    return true;
  }
  const std::size_t name = run(text, 0, is_name_char);
  for (const std::string_view gap : {" - ", " "}) {  // "name - LEVEL - ", "name LEVEL: "
    if (name > 0 && text.substr(name).starts_with(gap) &&
        level_at(text.substr(name + gap.size())) != nullptr) {
      drop(message, name + gap.size());
      break;
    }
  }
  return true;
}

// "ERROR:root:", "WARNING - name - ", "INFO     | module:f:12 - ", "ERROR: ".
bool level_word(Message& message) noexcept
{
  const LevelName* entry = level_at(message.text);
  if (entry == nullptr) {
    return false;
  }
  const std::string_view text = message.text;
  std::size_t n = entry->name.size();
  const std::size_t spaces = run(text, n, is_blank);
  const std::string_view after = text.substr(n + spaces);
  if (!after.starts_with(':') && !after.starts_with("- ") && !after.starts_with("| ")) {
    // "WARNING  pkg.module: ", as "%(levelname)-8s %(name)s: " writes it.
    const std::size_t name = run(after, 0, is_name_char);
    if (spaces == 0 || name == 0 || !after.substr(name).starts_with(": ")) {
      return false;
    }
    message.level = entry->level;
    drop(message, n + spaces + name + 2);
    return true;
  }
  message.level = entry->level;
  n += spaces + 1;
  const std::size_t name = run(text, n, is_name_char);
  if (after.starts_with(':') && name > 0 && text.substr(n + name).starts_with(':')) {
    n += name + 1;
  } else if (const std::size_t dash = text.substr(n, kLongestPrefix).find(" - ");
             !after.starts_with(':') && dash != std::string_view::npos) {
    n += dash + 3;
  }
  drop_spaced(message, n);
  return true;
}

// vLLM: "ERROR 08-22 10:00:00 worker.py:120] ", "INFO 08-22 10:00:00 [core.py:61] ".
bool level_and_time(Message& message) noexcept
{
  const LevelName* entry = level_at(message.text);
  if (entry == nullptr) {
    return false;
  }
  const std::string_view text = message.text.substr(0, kLongestPrefix);
  const std::size_t date = entry->name.size() + 1;
  const std::size_t end = text.find("] ");
  if (run(text, date, is_digit) != 2 || !text.substr(date + 2).starts_with('-') ||
      end == std::string_view::npos || text.substr(0, end).find(".py:") == std::string_view::npos) {
    return false;
  }
  message.level = entry->level;
  drop(message, end + 2);
  return true;
}

// glog without brackets: "E1218 20:27:21.4 123 file.py:10] ".
bool glog(Message& message) noexcept
{
  const std::string_view text = message.text.substr(0, kLongestPrefix);
  // The month has one digit or two: "E1218 20:27:21.4", PyTorch's "I128 16:06:30.9".
  const std::size_t digits = run(text, 1, is_digit);
  if (text.size() < 6 || !is_level_letter(text[0]) || (digits != 3 && digits != 4) ||
      text[1 + digits] != ' ') {
    return false;
  }
  const std::size_t end = text.find("] ");
  if (end == std::string_view::npos) {
    return false;
  }
  message.level = level_of_letter(text[0]);
  drop(message, end + 2);
  return true;
}

// syslog: "Nov 29 18:01:22 host python[123]: ".
bool syslog(Message& message) noexcept
{
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  const std::string_view text = message.text.substr(0, kLongestPrefix);
  if (text.size() < 16 || text[3] != ' ' || text[9] != ':' || text[12] != ':' ||
      kMonths.find(text.substr(0, 3)) % 3 != 0) {
    return false;
  }
  const std::size_t end = text.find(": ");
  if (end == std::string_view::npos) {
    return false;
  }
  message.host = text.substr(16, run(text, 16, is_name_char));
  drop(message, end + 2);
  return true;
}

// "node1: " (pdsh, DeepSpeed) and "trainer-1  | " (Docker compose): a name that ends in a digit.
bool host(Message& message) noexcept
{
  const std::string_view text = message.text;
  const std::size_t name = run(text, 0, is_name_char);
  if (name < 2 || !is_digit(text[name - 1]) || text[0] < 'a' || text[0] > 'z' ||
      text.starts_with("nvidia-")) {  // the kernel's name of an NVSwitch
    return false;
  }
  const std::size_t spaces = run(text, name, is_blank);
  if (spaces > 0 && text.substr(name + spaces).starts_with("| ")) {
    drop(message, name + spaces + 2);
    return true;
  }
  if (!text.substr(name).starts_with(": ")) {
    return false;
  }
  message.host = text.substr(0, name);
  drop(message, name + 2);
  return true;
}

// Frames around messages: rich's box, exception groups, what() of C++, pytest's "E   ".
bool frame(Message& message) noexcept
{
  constexpr std::string_view kBar = "\xE2\x94\x82";  // U+2502
  if (message.text.starts_with(kBar)) {
    drop_spaced(message, kBar.size());
    if (const std::size_t end = message.text.rfind(kBar); end != std::string_view::npos) {
      message.text = message.text.substr(0, end);
    }
    return true;
  }
  if (message.text.starts_with("E   ")) {
    drop(message, 4);
    return true;
  }
  if (constexpr std::string_view kQuote = "ErrorMessage \""; message.text.starts_with(kQuote)) {
    drop(message, kQuote.size());  // SageMaker
    return true;
  }
  const std::size_t spaces = run(message.text, 0, is_blank);
  const std::string_view text = message.text.substr(spaces);
  if (spaces >= 2 && text.starts_with("| ")) {
    drop(message, spaces + 2);
    return true;
  }
  if (spaces > 0 && text.starts_with("what():")) {
    drop(message, spaces + 7);
    drop(message, run(message.text, 0, is_blank));
    return true;
  }
  return false;
}

}  // namespace

bool strip_prefix(Message& message) noexcept
{
  return strip_bracket(message) || task_number(message) || timed(message) || actor(message) ||
         container_stream(message) || level_word(message) || level_and_time(message) ||
         glog(message) || syslog(message) || host(message) || frame(message);
}

}  // namespace gpualert
