#include "mailprog/wrapper.hpp"

#include "job/job_mark.hpp"
#include "mailprog/call_form.hpp"
#include "mailprog/text_fields.hpp"

#include <algorithm>

namespace gpualert::mailprog {

namespace {

// Behind the line only what slurmstepd, srun and the batch shell say of the same end.
constexpr std::size_t kLines = 30;

struct Line {
  std::string_view status;  // "FAILED", "TIMED OUT"
  std::vector<std::string> to;
  std::string_view run;
};

std::optional<Line> parse_line(std::string_view text)
{
  constexpr std::string_view kMark = " reported to ";
  constexpr std::string_view kRun = " (run ";
  constexpr std::string_view kPrefix = "gpualert: ";
  const std::size_t mark = text.find(kMark);
  const std::size_t run = text.rfind(kRun);
  if (!text.starts_with(kPrefix) || !text.ends_with(')') || mark == std::string_view::npos ||
      run == std::string_view::npos || run < mark + kMark.size()) {
    return std::nullopt;
  }
  Line line;
  line.status = text.substr(kPrefix.size(), mark - kPrefix.size());
  line.to =
      split_recipients({std::string(text.substr(mark + kMark.size(), run - mark - kMark.size()))});
  line.run = text.substr(run + kRun.size(), text.size() - run - kRun.size() - 1);
  return line;
}

// A run id names its job and attempt: "…-job13-task2-restart1".
bool is_of(const Event& event, std::string_view run)
{
  const auto has = [run](const std::string& part) {
    const std::size_t at = run.find(part);
    return at != std::string_view::npos &&
           (at + part.size() == run.size() || run[at + part.size()] == '-');
  };
  const bool first = event.restart.empty() || event.restart == "0";
  return has("-job" + event.job) &&
         (first ? !contains(run, "-restart") || has("-restart0") : has("-restart" + event.restart));
}

}  // namespace

std::vector<std::string> told_by_wrapper(const Event& event, std::string_view end_of_output,
                                         const std::vector<std::string>& to)
{
  std::vector<std::string> told;
  for (std::size_t lines = 0; lines < kLines && !end_of_output.empty(); ++lines) {
    const std::size_t newline = end_of_output.substr(0, end_of_output.size() - 1).rfind('\n');
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    const std::optional<Line> line = parse_line(trimmed(end_of_output.substr(begin)));
    end_of_output = end_of_output.substr(0, begin);
    if (!line || !is_of(event, line->run) || (line->status == "DONE") == ended_badly(event)) {
      continue;
    }
    std::copy_if(to.begin(), to.end(), std::back_inserter(told), [&](const std::string& address) {
      return std::any_of(line->to.begin(), line->to.end(), [&](const std::string& ours) {
        return jobs::is_same_address(address, ours);
      });
    });
  }
  return told;
}

}  // namespace gpualert::mailprog
