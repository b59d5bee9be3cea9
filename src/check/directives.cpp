#include "check/directives.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace gpualert::check {

namespace {

constexpr std::string_view kMark = "#SBATCH";

constexpr std::array<std::pair<char, std::string_view>, 16> kShort{{{'o', "output"},
                                                                    {'e', "error"},
                                                                    {'t', "time"},
                                                                    {'a', "array"},
                                                                    {'J', "job-name"},
                                                                    {'D', "chdir"},
                                                                    {'N', "nodes"},
                                                                    {'n', "ntasks"},
                                                                    {'c', "cpus-per-task"},
                                                                    {'p', "partition"},
                                                                    {'A', "account"},
                                                                    {'q', "qos"},
                                                                    {'C', "constraint"},
                                                                    {'G', "gpus"},
                                                                    {'w', "nodelist"},
                                                                    {'d', "dependency"}}};

// Long options that take no value, or none as a word of their own.
constexpr std::array<std::string_view, 12> kSwitches{
    "requeue", "no-requeue", "exclusive", "oversubscribe", "wait",  "overcommit",
    "hold",    "contiguous", "parsable",  "spread-job",    "quiet", "verbose"};

struct Word {
  std::string text;
  bool quoted = false;
};

// As sbatch cuts a line: at blanks outside quotes; "#" begins a comment.
std::vector<Word> words_of(std::string_view line)
{
  std::vector<Word> words;
  std::size_t at = 0;
  while (at < line.size()) {
    if (line[at] == ' ' || line[at] == '\t' || line[at] == '\r') {
      ++at;
      continue;
    }
    if (line[at] == '#') {
      break;
    }
    Word word;
    char quote = '\0';
    for (; at < line.size(); ++at) {
      const char c = line[at];
      if (quote == '\0' && (c == ' ' || c == '\t' || c == '\r')) {
        break;
      }
      if (c == quote) {
        quote = '\0';
      } else if (quote == '\0' && (c == '"' || c == '\'')) {
        quote = c;
        word.quoted = true;
      } else {
        word.text += c;
      }
    }
    words.push_back(std::move(word));
  }
  return words;
}

std::string long_name(char letter)
{
  const auto* found =
      std::ranges::find_if(kShort, [&](const auto& row) { return row.first == letter; });
  return found == kShort.end() ? std::string(1, letter) : std::string(found->second);
}

// getopt takes a long option that is cut short: --out, --err.
std::string whole_name(const std::string& option)
{
  constexpr std::array<std::string_view, 4> kOften{"output", "error", "array", "signal"};
  constexpr std::size_t kLeast = 3;
  for (const std::string_view name : kOften) {
    if (option.size() >= kLeast && name.starts_with(option)) {
      return std::string(name);
    }
  }
  return option;
}

void read_line(std::string_view text, std::size_t line, Directives& directives)
{
  const std::vector<Word> words = words_of(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i].text;
    Directive found;
    found.line = line;
    const bool has_next = i + 1 < words.size() && !words[i + 1].text.starts_with('-');
    if (word.starts_with("--") && word.size() > 2) {
      const std::size_t equals = word.find('=');
      found.option = whole_name(word.substr(2, equals == std::string::npos ? equals : equals - 2));
      if (equals != std::string::npos) {
        found.value = word.substr(equals + 1);
      } else if (has_next && std::ranges::find(kSwitches, found.option) == kSwitches.end()) {
        found.value = words[++i].text;
      }
    } else if (word.starts_with('-') && word.size() > 1) {
      found.option = long_name(word[1]);
      if (word.size() > 2) {
        found.value = word.substr(2);
      } else if (has_next) {
        found.value = words[++i].text;
      }
    } else {
      directives.strays.push_back({"", word, line});
      continue;
    }
    directives.options.push_back(std::move(found));
  }
}

void read_interpreter(std::string_view line, Directives& directives)
{
  line.remove_prefix(2);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
  directives.interpreter = line.substr(0, end);
  directives.arguments = line.substr(end);
}

}  // namespace

const Directive* Directives::last(std::string_view option) const
{
  const auto found = std::find_if(options.rbegin(), options.rend(),
                                  [&](const Directive& d) { return d.option == option; });
  return found == options.rend() ? nullptr : &*found;
}

bool is_directive(std::string_view line)
{
  return line.starts_with(kMark) &&
         (line.size() == kMark.size() || line[kMark.size()] == ' ' || line[kMark.size()] == '\t');
}

Directives read_directives(std::string_view script)
{
  Directives directives;
  for (std::size_t number = 1; !script.empty() && directives.end == 0; ++number) {
    const std::size_t end = std::min(script.find('\n'), script.size());
    const std::string_view line = script.substr(0, end);
    script.remove_prefix(std::min(end + 1, script.size()));
    if (number == 1 && line.starts_with("#!")) {
      read_interpreter(line, directives);
    } else if (is_directive(line)) {
      read_line(line.substr(kMark.size()), number, directives);
    } else if (const std::size_t first = line.find_first_not_of(" \t\r");
               first != std::string_view::npos && line[first] != '#') {
      directives.end = number;
    }
  }
  return directives;
}

}  // namespace gpualert::check
