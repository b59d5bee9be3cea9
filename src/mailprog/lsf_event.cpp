#include "mailprog/batch_events.hpp"
#include "mailprog/text_fields.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace gpualert::mailprog {

namespace {

// LSF's reasons, which stand alone on a line above the output: "TERM_RUNLIMIT: job killed …".
std::string state_in(std::string_view report)
{
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kReasons{
      {{"TERM_RUNLIMIT", "TIMEOUT"},
       {"TERM_MEMLIMIT", "OUT_OF_MEMORY"},
       {"TERM_OWNER", "CANCELLED"},
       {"TERM_ADMIN", "CANCELLED"},
       {"TERM_FORCE_OWNER", "CANCELLED"},
       {"TERM_PREEMPT", "PREEMPTED"}}};
  for (const auto& [reason, state] : kReasons) {
    if (contains(report, reason)) {
      return std::string(state);
    }
  }
  return {};
}

// The word after `mark`, as in "by user <ada>": what stands between the angle brackets.
std::string bracketed(std::string_view text, std::string_view mark)
{
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) {
    return {};
  }
  const std::string_view rest = text.substr(at + mark.size());
  return rest.starts_with('<') ? std::string(rest.substr(1, rest.find('>') - 1)) : std::string();
}

}  // namespace

std::optional<Event> lsf_event(std::string_view subject, std::string_view body)
{
  Event event;
  event.scheduler = "lsf";
  constexpr std::string_view kJob = "Job ";
  const std::size_t colon = subject.find(':');
  const bool exited = subject.ends_with(" Exited") || subject.ends_with("> Exited");
  if (!subject.starts_with(kJob) || colon == std::string_view::npos || !exited) {
    return std::nullopt;
  }
  event.job = subject.substr(kJob.size(), colon - kJob.size());
  if (const std::size_t open = event.job.find('['); open != std::string::npos) {
    event.array_task = event.job.substr(open + 1, event.job.find(']') - open - 1);
    event.job.resize(open);
    event.array_job = event.job;
  }
  if (!parse_int(event.job)) {
    return std::nullopt;
  }
  // What the job printed must not be taken for what LSF says.
  const std::string_view report =
      body.substr(0, std::min(body.find("\nThe output (if any) follows:"), body.size()));
  event.name = bracketed(subject, ": ");
  event.name = event.name.empty() ? bracketed(report, "Job ") : event.name;
  event.user = bracketed(report, "by user ");
  event.nodes = bracketed(report, "executed on host(s) ");
  event.partition = bracketed(report, "in queue ");
  event.cluster = bracketed(report, "in cluster ");
  event.what = What::failed;
  event.state = state_in(report);
  if (const auto code = number_after(report, "Exited with exit code ")) {
    event.ending = Exited{*code & 0xFF};
  } else if (const auto signal = number_after(report, "Exited by signal ")) {
    event.ending = Signalled{*signal};
  }
  event.run_s = number_after(report, "Run time :");
  return event;
}

}  // namespace gpualert::mailprog
