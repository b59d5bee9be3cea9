#include "mailprog/batch_events.hpp"
#include "mailprog/text_fields.hpp"

namespace gpualert::mailprog {

namespace {

constexpr int kSignalBase = 256;  // what PBS adds to the number of a death signal

// Exit_status as PBS and Torque define it: below 0 the server's own reasons, from 256 on a signal.
void take_status(int status, Event& event)
{
  constexpr int kTorqueMemory = -10;
  constexpr int kTorqueWalltime = -11;
  if (status > kSignalBase && status <= kSignalBase + 64) {
    event.ending = Signalled{status - kSignalBase};
  } else if (status >= 0 && status < kSignalBase) {
    event.ending = Exited{status};
  } else {
    event.ending = EndUnknown{"PBS gives Exit_status " + std::to_string(status)};
  }
  event.state = status == kTorqueWalltime ? "TIMEOUT" : event.state;
  event.state = status == kTorqueMemory ? "OUT_OF_MEMORY" : event.state;
}

std::string state_in(std::string_view body)
{
  if (contains(body, "exceeded limit") || contains(body, "exceeds limit")) {
    return contains(body, "walltime") ? "TIMEOUT" : contains(body, "mem") ? "OUT_OF_MEMORY" : "";
  }
  return contains(body, "deleted at request of") ? "CANCELLED" : "";
}

}  // namespace

std::optional<Event> pbs_event(std::string_view body)
{
  Event event;
  event.scheduler = "pbs";
  event.job = after_label(body, "PBS Job Id:");
  event.name = after_label(body, "Job Name:");
  const bool ended = contains(body, "\nExecution terminated");
  const bool aborted = contains(body, "\nAborted by PBS Server");
  if (event.job.empty() || (!ended && !aborted)) {
    return std::nullopt;
  }
  event.state = state_in(body);
  if (const auto status = number_after(body, "\nExit_status=")) {
    take_status(*status, event);
  } else if (const auto signal = number_after(body, "Terminated on signal ")) {
    event.ending = Signalled{*signal};
  }
  event.what = What::ended;
  if (aborted) {
    event.what = What::failed;
    event.state = event.state.empty() ? "FAILED" : event.state;
  }
  event.nodes = after_label(body, "Exec host:");
  event.run_s = parse_time(after_label(body, "resources_used.walltime="));
  return ended_badly(event) ? std::optional(event) : std::nullopt;
}

}  // namespace gpualert::mailprog
