#include "classify/normalise.hpp"

#include "classify/prefix.hpp"
#include "classify/prefix_parts.hpp"

#include <algorithm>
#include <array>

namespace gpualert {

namespace {

constexpr int kMaxPrefixes = 6;

// Columns by which quoted program text may be indented: Python does so by 4, pip by some more, and
// behind what a progress bar left on the line there is no program text.
constexpr std::size_t kDeepest = 40;

bool is_space(char c) noexcept
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_word_char(char c) noexcept
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_letter(char c) noexcept
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_terminal_control(char c) noexcept
{
  return c == '\x1b' || c == '\b' || c == '\a';
}

// Bytes up to and with the end of an OSC sequence (BEL, or ESC and a backslash).
std::size_t osc_length(std::string_view text) noexcept
{
  const std::size_t end = text.find_first_of("\a\x1b", 2);
  if (end == std::string_view::npos) {
    return text.size();
  }
  return std::min(text.size(), end + (text[end] == '\a' ? 1 : 2));
}

// Bytes of the escape sequence at the front of `text` (CSI, OSC, or ESC and one byte).
std::size_t escape_length(std::string_view text) noexcept
{
  if (text.size() < 2) {
    return text.size();
  }
  if (text[1] == ']') {
    return osc_length(text);
  }
  if (text[1] != '[') {
    return 2;
  }
  std::size_t end = 2;
  while (end < text.size() && (text[end] < 0x40 || text[end] > 0x7E)) {
    ++end;
  }
  return std::min(text.size(), end + 1);
}

// Whether the text begins like a sentence: "The detected CUDA version (12.1) mismatches".
bool reads_like_prose(std::string_view text) noexcept
{
  if (text[0] < 'A' || text[0] > 'Z') {
    return false;
  }
  constexpr int kWords = 3;
  std::size_t at = 0;
  for (int word = 0; word < kWords; ++word) {
    const std::size_t begin = at;
    while (at < text.size() && is_letter(text[at])) {
      ++at;
    }
    if (at == begin || at == text.size() || text[at] != ' ') {
      return false;
    }
    ++at;
  }
  return true;
}

constexpr std::array<std::string_view, 6> kCodeWords{"raise ",  "return ", "assert ",
                                                     "import ", "from ",   "await "};

bool begins_like_code(std::string_view text) noexcept
{
  return std::any_of(kCodeWords.begin(), kCodeWords.end(),
                     [&](std::string_view word) { return text.starts_with(word); });
}

// A line of the program with its number, as IPython and rich print it:
// "----> 3 raise RuntimeError(…)", "❱ 12 raise …", "13 raise …".
bool is_numbered_code(std::string_view text) noexcept
{
  constexpr std::string_view kRich = "\xE2\x9D\xB1";  // U+2771
  const std::size_t dashes = run(text, 0, [](char c) { return c == '-'; });
  const bool ipython = dashes > 0 && text.substr(dashes).starts_with("> ");
  const bool marked = ipython || text.starts_with(kRich);
  const std::size_t mark = ipython ? dashes + 1 : marked ? kRich.size() : 0;
  const std::size_t number = mark + run(text, mark, is_blank);
  const std::size_t after = number + run(text, number, is_digit);
  return after > number &&
         (marked || begins_like_code(text.substr(after + run(text, after, is_blank))));
}

// What torch.load_state_dict lists below its exception, indented by a tab or what became of it.
bool lists_state_dict(std::string_view text) noexcept
{
  return text.starts_with("size mismatch for ") || text.starts_with("Missing key(s)") ||
         text.starts_with("Unexpected key(s)");
}

// An indented line that reads like program text: `    raise RuntimeError("CUDA out of memory")`.
bool looks_like_code(std::string_view text, std::size_t indent) noexcept
{
  if (indent < 4 || indent > kDeepest || text.empty() || (text[0] >= '0' && text[0] <= '9') ||
      text.starts_with("Traceback (") || lists_state_dict(text)) {
    return false;
  }
  if (begins_like_code(text)) {
    return true;
  }
  return text.find_first_of("(=\"'") != std::string_view::npos && exception_name(text).empty() &&
         !reads_like_prose(text);
}

// The blanks by which a progress bar wiped its line, before a message with a rank.
void strip_padding(Message& message) noexcept
{
  const std::size_t first = message.text.find_first_not_of(' ');
  if (first != std::string_view::npos && message.text.substr(first).starts_with("[rank")) {
    message.text.remove_prefix(first);
  }
}

// The level that a line of JSON names: {"level": "warning", …}, {"severity":"ERROR", …}.
Level json_level(std::string_view text) noexcept
{
  constexpr std::array<std::string_view, 3> kKeys{"\"level\":", "\"levelname\":", "\"severity\":"};
  for (const std::string_view key : kKeys) {
    const std::size_t at = text.find(key);
    const std::size_t quote = at == std::string_view::npos ? at : text.find('"', at + key.size());
    if (quote == std::string_view::npos || quote + 1 >= text.size()) {
      continue;
    }
    switch (text[quote + 1] | 0x20) {
      case 'i':
      case 'd':
        return Level::info;
      case 'w':
        return Level::warning;
      default:
        return Level::error;
    }
  }
  return Level::none;
}

}  // namespace

void strip_escapes(std::string_view line, std::string& out)
{
  while (!line.empty()) {
    const auto* const control =
        std::find_if(line.begin(), line.end(), [](char c) { return is_terminal_control(c); });
    const auto plain = static_cast<std::size_t>(control - line.begin());
    out.append(line.substr(0, plain));
    line.remove_prefix(plain);
    if (!line.empty()) {
      line.remove_prefix(line[0] == '\x1b' ? escape_length(line) : 1);
    }
  }
}

std::string_view exception_name(std::string_view text) noexcept
{
  std::size_t end = 0, last = 0;
  while (end < text.size() && end < 120 && (is_word_char(text[end]) || text[end] == '.')) {
    last = text[end] == '.' ? end + 1 : last;
    ++end;
  }
  const std::string_view name = text.substr(last, end - last);
  const std::size_t private_name = name.starts_with('_') ? 1 : 0;
  const bool ends = end == text.size() || text[end] == ':' ||
                    text.substr(end).starts_with(" (see above for traceback)");  // TensorFlow 1
  if (ends && last > 0 && (name == "error" || name == "timeout" || name == "gaierror")) {
    return name;  // struct.error, zlib.error, socket.timeout
  }
  if (!ends || (last == 0 && name == "Error") || name.size() < 4 || name[private_name] < 'A' ||
      name[private_name] > 'Z') {
    return {};
  }
  constexpr std::array<std::string_view, 14> kSuffixes{
      "Error",          "Exception", "Interrupt", "Expired", "NotFound",    "Disconnected",
      "Exit",           "Warning",   "Iteration", "Timeout", "Unsupported", "BackendCompilerFailed",
      "OutOfResources", "BadZipFile"};
  for (const std::string_view suffix : kSuffixes) {
    if (name.ends_with(suffix)) {
      return name;
    }
  }
  return last > 0 && name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") !=
                         std::string_view::npos
             ? name
             : std::string_view{};
}

Message normalise(std::string_view line, std::string& scratch)
{
  Message message;
  message.text = line;
  if (std::any_of(line.begin(), line.end(), [](char c) { return is_terminal_control(c); })) {
    scratch.clear();
    strip_escapes(line, scratch);
    message.text = scratch;
  }
  while (!message.text.empty() && is_space(message.text.back())) {
    message.text.remove_suffix(1);
  }
  strip_padding(message);
  for (int i = 0; i < kMaxPrefixes && strip_prefix(message); ++i) {
  }
  while (message.indent < message.text.size() && is_space(message.text[message.indent])) {
    ++message.indent;
  }
  message.text.remove_prefix(message.indent);
  message.code = looks_like_code(message.text, message.indent) || is_numbered_code(message.text);
  if (message.text.starts_with('{') && message.level == Level::none) {
    message.level = json_level(message.text);
  }
  if (message.text.find("Warning: ") != std::string_view::npos && message.level == Level::none) {
    message.level = Level::warning;
  }
  return message;
}

}  // namespace gpualert
