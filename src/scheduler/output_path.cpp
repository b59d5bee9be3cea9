#include <gpualert/scheduler.hpp>

#include <algorithm>

namespace gpualert {

namespace {

constexpr std::size_t kMostDigits = 10;             // of padding, sbatch(1)
constexpr std::string_view kNoTask = "4294967294";  // what Slurm writes for %a of a job without one

std::string padded(const std::string& number, std::size_t width)
{
  width = std::min(width, kMostDigits);
  return number.size() < width ? std::string(width - number.size(), '0') + number : number;
}

std::string job_and_step(const JobNames& names, std::size_t width)
{
  const std::string job = padded(names.job, width);
  return names.step == "batch" ? job : job + "." + names.step;
}

std::string array_task(const JobNames& names)
{
  return names.array_task.empty() ? std::string(kNoTask) : names.array_task;
}

// What stands for a letter; nothing for one that is none of Slurm's.
std::optional<std::string> meaning(char letter, std::size_t width, const JobNames& names)
{
  switch (letter) {
    case 'A':
      return padded(names.array_job.empty() ? names.job : names.array_job, width);
    case 'a':
      return padded(array_task(names), width);
    case 'b':
      return padded(std::string(1, array_task(names).back()), width);
    case 'J':
      return job_and_step(names, width);
    case 'j':
      return padded(names.job, width);
    case 'N':
      return names.host;
    case 'n':
      return padded(names.node, width);
    case 's':
      return names.step == "batch" ? names.step : padded(names.step, width);
    case 't':
      return padded(names.task, width);
    case 'u':
      return names.user;
    case 'x':
      return names.name;
    default:
      return std::nullopt;
  }
}

// A letter that means nothing stands for itself; with a width before it, without its per cent sign.
std::string expanded(std::string_view pattern, const JobNames& names)
{
  std::string path;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      path += pattern[i];
      continue;
    }
    const std::size_t digits = i + 1;
    std::size_t letter = digits;
    std::size_t width = 0;
    for (; letter < pattern.size() && pattern[letter] >= '0' && pattern[letter] <= '9'; ++letter) {
      width = std::min(width * 10 + static_cast<std::size_t>(pattern[letter] - '0'), kMostDigits);
    }
    if (letter == digits && letter < pattern.size() && pattern[letter] == '%') {
      path += '%';
      i = letter;
    } else if (const auto text = letter < pattern.size() ? meaning(pattern[letter], width, names)
                                                         : std::nullopt) {
      path += *text;
      i = letter;
    } else if (letter == digits) {
      path += '%';
    }
  }
  return path;
}

std::string without_backslashes(std::string_view pattern)
{
  std::string path;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\' && ++i == pattern.size()) {
      break;
    }
    path += pattern[i];
  }
  return path;
}

}  // namespace

std::string expand_output_path(std::string_view pattern, const JobNames& names,
                               const std::string& work_dir)
{
  if (pattern.empty()) {
    pattern = names.array_job.empty() ? "slurm-%j.out" : "slurm-%A_%a.out";
  }
  std::string path = pattern.find('\\') == std::string_view::npos ? expanded(pattern, names)
                                                                  : without_backslashes(pattern);
  return path.starts_with('/') ? path : work_dir + "/" + path;
}

}  // namespace gpualert
