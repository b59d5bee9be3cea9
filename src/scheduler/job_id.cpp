#include <gpualert/scheduler.hpp>

#include <algorithm>

namespace gpualert {

namespace {

constexpr std::size_t kLongest = 256;

bool is_one_of(std::string_view text, std::string_view allowed)
{
  return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

std::string_view take_while(std::string_view& text, std::string_view allowed)
{
  const std::size_t end = std::min(text.find_first_not_of(allowed), text.size());
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(end);
  return taken;
}

constexpr std::string_view kDigits = "0123456789";

// "4" or "[1-5,9%2]".
bool take_task(std::string_view& rest, std::string& task)
{
  if (!rest.starts_with('[')) {
    task = take_while(rest, kDigits);
    return !task.empty();
  }
  const std::size_t end = rest.find(']');
  if (end == std::string_view::npos) {
    return false;
  }
  task = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  return is_one_of(task, "0123456789-,:%");
}

}  // namespace

Result<JobId> parse_job_id(std::string_view text)
{
  const Error wrong{"\"" + std::string(text.substr(0, kLongest)) + "\" is not a job id"};
  JobId id;
  std::string_view rest = text;
  id.job = take_while(rest, kDigits);
  // Slurm's commands take job 0 for all jobs.
  if (id.job.find_first_not_of('0') == std::string::npos || text.size() > kLongest) {
    return wrong;
  }
  if (rest.starts_with('_')) {
    rest.remove_prefix(1);
    if (!take_task(rest, id.task)) {
      return wrong;
    }
  } else if (rest.starts_with('+')) {
    rest.remove_prefix(1);
    id.component = take_while(rest, kDigits);
    if (id.component.empty()) {
      return wrong;
    }
  }
  if (rest.starts_with('.')) {
    id.step = rest.substr(1);
    rest = {};
    if (!is_one_of(id.step, "0123456789abcdefghijklmnopqrstuvwxyz+")) {
      return wrong;
    }
  }
  return rest.empty() ? Result<JobId>(std::move(id)) : Result<JobId>(wrong);
}

}  // namespace gpualert
