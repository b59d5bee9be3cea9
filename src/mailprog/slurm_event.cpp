#include "mailprog/slurm_event.hpp"

#include "mailprog/slurm_subject.hpp"

#include <utility>

namespace gpualert::mailprog {

namespace {

// A variable that is not there, or that Slurm set from a null pointer, is "".
std::string value(const Variables& variables, const char* name)
{
  const auto found = variables.find(name);
  return found == variables.end() || found->second == "(null)" ? std::string() : found->second;
}

void take_texts(const Variables& variables, Event& event)
{
  const std::pair<const char*, std::string Event::*> texts[] = {
      {"SLURM_JOB_NAME", &Event::name},
      {"SLURM_JOB_USER", &Event::user},
      {"SLURM_CLUSTER_NAME", &Event::cluster},
      {"SLURM_JOB_PARTITION", &Event::partition},
      {"SLURM_JOB_ACCOUNT", &Event::account},
      {"SLURM_JOB_NODELIST", &Event::nodes},
      {"SLURM_JOB_RESTART_COUNT", &Event::restart},
      {"SLURM_JOB_EXIT_CODE2", &Event::exit_text},
      {"SLURM_JOB_WORK_DIR", &Event::work_dir},
      {"SLURM_JOB_STDOUT", &Event::out_pattern},
      {"SLURM_JOB_STDERR", &Event::err_pattern},
      {"SLURM_ARRAY_JOB_ID", &Event::array_job}};
  for (const auto& [name, place] : texts) {
    if (std::string text = value(variables, name); !text.empty()) {
      event.*place = std::move(text);
    }
  }
}

template <typename Id>
std::optional<Id> id(const std::string& text)
{
  const std::optional<int> number = parse_int(text);
  return number && *number >= 0 ? std::optional(static_cast<Id>(*number)) : std::nullopt;
}

std::optional<std::int64_t> epoch(const std::string& text)
{
  // Slurm writes 0 for a job that did not start.
  const std::optional<int> number = parse_int(text);
  return number && *number > 0 ? std::optional<std::int64_t>(*number) : std::nullopt;
}

void take_numbers(const Variables& variables, Event& event)
{
  const std::pair<const char*, std::optional<std::int64_t> Event::*> spans[] = {
      {"SLURM_JOB_RUN_TIME", &Event::run_s},
      {"SLURM_JOB_QUEUED_TIME", &Event::queued_s},
      {"SLURM_JOB_STAGE_OUT_TIME", &Event::stage_out_s}};
  for (const auto& [name, place] : spans) {
    if (const auto seconds = parse_time(value(variables, name))) {
      event.*place = seconds;
    }
  }
  event.uid = id<uid_t>(value(variables, "SLURM_JOB_UID"));
  event.gid = id<gid_t>(value(variables, "SLURM_JOB_GID"));
  event.started_s = epoch(value(variables, "SLURM_JOB_START_TIME"));
  event.ended_s = epoch(value(variables, "SLURM_JOB_END_TIME"));
  event.task_min = parse_int(value(variables, "SLURM_ARRAY_TASK_MIN"));
  event.task_max = parse_int(value(variables, "SLURM_ARRAY_TASK_MAX"));
  event.task_step = parse_int(value(variables, "SLURM_ARRAY_TASK_STEP"));
}

// Of a single job. With a summary come the state and the status of the last task only: there the
// subject knows better.
void take_end(const Variables& variables, Event& event)
{
  if (std::string state = value(variables, "SLURM_JOB_STATE"); !state.empty()) {
    event.state = std::move(state);
  }
  event.array_task = value(variables, "SLURM_ARRAY_TASK_ID").empty()
                         ? event.array_task
                         : value(variables, "SLURM_ARRAY_TASK_ID");
  if (event.what == What::ended || event.what == What::failed) {
    if (const auto ending = ending_of_wait_status(value(variables, "SLURM_JOB_EXIT_CODE"))) {
      event.ending = ending;
    }
  }
}

void take_worst(const Variables& variables, Event& event)
{
  const std::pair<const char*, std::optional<int> Event::*> numbers[] = {
      {"SLURM_JOB_EXIT_CODE_MIN", &Event::exit_min},
      {"SLURM_JOB_EXIT_CODE_MAX", &Event::exit_max},
      {"SLURM_JOB_TERM_SIGNAL_MAX", &Event::max_signal}};
  for (const auto& [name, place] : numbers) {
    if (const auto number = parse_int(value(variables, name))) {
      event.*place = number;
    }
  }
  event.exit_text.clear();
}

// A form of subject that we do not know yet, from a Slurm that says the rest in variables.
std::optional<Event> by_variables(std::string_view subject, const Variables& variables)
{
  const std::optional<What> what = slurm_what(value(variables, "SLURM_JOB_MAIL_TYPE"));
  if (!what || !subject.starts_with("Slurm ") || value(variables, "SLURM_JOB_ID").empty()) {
    return std::nullopt;
  }
  Event event;
  event.scheduler = "slurm";
  event.what = *what;
  event.job = value(variables, "SLURM_JOB_ID");
  return event;
}

}  // namespace

std::optional<Event> slurm_event(std::string_view subject, const Variables& variables)
{
  std::optional<Event> event = parse_slurm_subject(subject);
  if (!event) {
    event = by_variables(subject, variables);
  }
  // Up to 20.11 there is the cluster's name at most; variables of another job are somebody else's.
  if (!event || value(variables, "SLURM_JOB_ID") != event->job) {
    if (event) {
      event->cluster = value(variables, "SLURM_CLUSTER_NAME");
    }
    return event;
  }
  take_texts(variables, *event);
  take_numbers(variables, *event);
  if (event->summary) {
    take_worst(variables, *event);
  } else {
    take_end(variables, *event);
  }
  return event;
}

}  // namespace gpualert::mailprog
