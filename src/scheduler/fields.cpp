#include "scheduler/fields.hpp"

#include <algorithm>
#include <array>

namespace gpualert::scheduler {

namespace {

// Of these the user chose the text, with blanks and "=" in it: only what Slurm itself prints next
// ends them.
struct FreeField {
  std::string_view key;
  std::array<std::string_view, 6> next;
};
constexpr std::array<FreeField, 11> kFree{{
    {"JobName", {" UserId="}},
    {"Command", {" WorkDir=", " SubmitLine="}},
    {"SubmitLine", {" WorkDir="}},
    {"WorkDir", {" AdminComment=", " Comment=", " SystemComment=", " StdErr=", " StdIn="}},
    {"AdminComment", {" Comment=", " SystemComment=", " StdErr=", " StdIn="}},
    {"Comment", {" SystemComment=", " Extra=", " StdErr=", " StdIn="}},
    {"SystemComment", {" Extra=", " StdErr=", " StdIn="}},
    {"Extra", {" StdErr=", " StdIn="}},
    {"StdErr", {" StdIn="}},
    {"StdIn", {" StdOut="}},
    {"StdOut",
     {" Power=", " TresPer", " CpusPerTres=", " MailUser=", " Switches=", " NtasksPerTRES"}},
}};

bool is_key_character(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ':' || c == '/' || c == '_';
}

// Where the next " Key=" begins in `text`; its end when there is none.
std::size_t next_key(std::string_view text)
{
  for (std::size_t blank = text.find(' '); blank != std::string_view::npos;
       blank = text.find(' ', blank + 1)) {
    std::size_t end = blank + 1;
    while (end < text.size() && is_key_character(text[end])) {
      ++end;
    }
    if (end > blank + 1 && end < text.size() && text[end] == '=') {
      return blank;
    }
  }
  return text.size();
}

std::size_t end_of_value(std::string_view key, std::string_view rest)
{
  const auto* free =
      std::ranges::find_if(kFree, [&](const FreeField& field) { return field.key == key; });
  if (free == kFree.end()) {
    return next_key(rest);
  }
  std::size_t end = std::string_view::npos;
  for (const std::string_view next : free->next) {
    end = next.empty() ? end : std::min(end, rest.find(next));
  }
  return end == std::string_view::npos ? rest.size() : end;
}

std::string_view trimmed(std::string_view text)
{
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) {
    return {};
  }
  text = text.substr(begin, text.find_last_not_of(' ') - begin + 1);
  return text == "(null)" ? std::string_view{} : text;
}

}  // namespace

std::map<std::string, std::string, std::less<>> fields_of(std::string_view line)
{
  std::map<std::string, std::string, std::less<>> fields;
  while (!line.empty()) {
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(blanks);
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
      break;
    }
    const std::string_view key = line.substr(0, equals);
    line.remove_prefix(equals + 1);
    const std::size_t end = end_of_value(key, line);
    fields.emplace(key, trimmed(line.substr(0, end)));
    line.remove_prefix(end);
  }
  return fields;
}

}  // namespace gpualert::scheduler
