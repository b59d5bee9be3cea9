#include "mailprog/batch_events.hpp"
#include "mailprog/text_fields.hpp"

#include <algorithm>
#include <array>

namespace gpualert::mailprog {

namespace {

// " Exit Status      = 137": the value, "" without such a line.
std::string field(std::string_view body, std::string_view name)
{
  const std::string_view rest = after_label(body, name);
  return rest.starts_with('=') ? std::string(trimmed(rest.substr(1))) : std::string();
}

bool all_digits(std::string_view text)
{
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "Job 7 (name) Complete", "Job-array task 7.3 (name) Aborted"; the name may hold anything.
bool parse_subject(std::string_view subject, Event& event, std::string_view& word)
{
  const std::size_t open = subject.find(" (");
  const std::size_t close = subject.rfind(") ");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open + 2) {
    return false;
  }
  word = subject.substr(close + 2);
  event.name = subject.substr(open + 2, close - open - 2);
  std::string_view id = subject.substr(0, open);
  constexpr std::string_view kArray = "Job-array task ";
  constexpr std::string_view kJob = "Job ";
  if (id.starts_with(kArray)) {
    id.remove_prefix(kArray.size());
    const std::size_t dot = id.find('.');
    event.job = event.array_job = id.substr(0, dot);
    event.array_task = dot == std::string_view::npos ? std::string_view{} : id.substr(dot + 1);
    return all_digits(event.job) && all_digits(event.array_task);
  }
  if (!id.starts_with(kJob)) {
    return false;
  }
  event.job = id.substr(kJob.size());
  return all_digits(event.job);
}

}  // namespace

std::optional<Event> sge_event(std::string_view subject, std::string_view body)
{
  constexpr std::array<std::string_view, 4> kEnds{"Complete", "Killed", "Aborted",
                                                  "Set in error state"};
  Event event;
  event.scheduler = "sge";
  std::string_view word;
  if (!parse_subject(subject, event, word) ||
      std::find(kEnds.begin(), kEnds.end(), word) == kEnds.end()) {
    return std::nullopt;
  }
  // Grid Engine gives what a shell would: 128 and the number of the signal.
  if (const auto status = parse_int(field(body, "Exit Status"))) {
    event.ending = Exited{*status & 0xFF};
  }
  event.what = word == "Complete" ? What::ended : What::failed;
  event.state = word == "Killed" ? "CANCELLED" : word == "Complete" ? "" : "FAILED";
  event.user = field(body, "User");
  event.nodes = field(body, "Host");
  event.partition = field(body, "Queue");
  event.run_s = parse_time(field(body, "Wallclock Time"));
  return ended_badly(event) ? std::optional(event) : std::nullopt;
}

}  // namespace gpualert::mailprog
