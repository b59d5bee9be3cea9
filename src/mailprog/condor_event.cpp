#include "mailprog/batch_events.hpp"
#include "mailprog/text_fields.hpp"

#include <array>

namespace gpualert::mailprog {

namespace {

std::optional<Ending> ending_in(std::string_view body)
{
  constexpr std::array<std::string_view, 3> kSignals{"died on signal", "killed by signal",
                                                     "abnormally with signal"};
  constexpr std::array<std::string_view, 3> kCodes{
      "exited normally with status", "exited with status", "exited abnormally with status"};
  for (const std::string_view words : kSignals) {
    if (const auto signal = number_after(body, words)) {
      return Signalled{*signal};
    }
  }
  for (const std::string_view words : kCodes) {
    if (const auto code = number_after(body, words)) {
      return Exited{*code & 0xFF};
    }
  }
  return std::nullopt;
}

}  // namespace

// "[Condor] Condor Job 12.0"; "put on hold", "released from hold" and "removed" follow the number
// of a job that did not end by itself.
std::optional<Event> condor_event(std::string_view subject, std::string_view body)
{
  constexpr std::string_view kJob = "[Condor] Condor Job ";
  if (!subject.starts_with(kJob)) {
    return std::nullopt;
  }
  Event event;
  event.scheduler = "htcondor";
  event.job = trimmed(subject.substr(kJob.size()));
  if (event.job.find_first_not_of("0123456789.") != std::string::npos || event.job.empty()) {
    return std::nullopt;
  }
  event.what = What::ended;
  event.ending = ending_in(body);
  event.name = after_label(body, "Batch Name:");
  event.work_dir = after_label(body, "in directory");
  return ended_badly(event) ? std::optional(event) : std::nullopt;
}

}  // namespace gpualert::mailprog
