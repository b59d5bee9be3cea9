#include "mailprog/slurm_subject.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace gpualert::mailprog {

namespace {

// None of them is the end of another.
constexpr std::array<std::pair<std::string_view, What>, 11> kWhat{
    {{"Began", What::began},
     {"Ended", What::ended},
     {"Failed", What::failed},
     {"Requeued", What::requeued},
     {"StageOut/Teardown", What::staged_out},
     {"Reached time limit", What::time_limit},
     {"Reached 90% of time limit", What::time_limit_90},
     {"Reached 80% of time limit", What::time_limit_80},
     {"Reached 50% of time limit", What::time_limit_50},
     {"Invalid dependency", What::invalid_dependency},
     {"unknown", What::other}}};

bool take_front(std::string_view& text, std::string_view prefix)
{
  const bool there = text.starts_with(prefix);
  text.remove_prefix(there ? prefix.size() : 0);
  return there;
}

bool take_back(std::string_view& text, std::string_view suffix)
{
  const bool there = text.ends_with(suffix);
  text.remove_suffix(there ? suffix.size() : 0);
  return there;
}

std::string_view take_digits(std::string_view& text)
{
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

// What follows the last `mark`, taken away with it; nothing, and nothing taken, without one.
std::optional<std::string_view> take_after_last(std::string_view& text, std::string_view mark)
{
  const std::size_t at = text.rfind(mark);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view after = text.substr(at + mark.size());
  text = text.substr(0, at);
  return after;
}

// "13", "13_*", "13_2 (15)", "13_* (13)", "13+1", then " Name=".
bool parse_ids(std::string_view& text, Event& event)
{
  event.job = take_digits(text);
  if (take_front(text, "_")) {
    event.array_job = event.job;
    event.summary = take_front(text, "*");
    if (!event.summary) {
      event.array_task = take_digits(text);
    }
  }
  if (take_front(text, "+")) {
    take_digits(text);  // a component of a heterogeneous job: the number before it is the job's
  }
  if (take_front(text, " (")) {
    event.job = take_digits(text);
    if (!take_front(text, ")")) {
      return false;
    }
  }
  return !event.job.empty() &&
         (event.array_job.empty() || event.summary || !event.array_task.empty()) &&
         take_front(text, " Name=");
}

bool is_state(std::string_view text)
{
  return text == "Mixed" || (text.size() >= 6 && std::all_of(text.begin(), text.end(), [](char c) {
                               return (c >= 'A' && c <= 'Z') || c == '_';
                             }));
}

// "[0-4]" or "[9]": the largest number, and the smallest where it is there.
bool parse_range(std::string_view text, std::optional<int>& min, std::optional<int>& max)
{
  if (!take_front(text, "[") || !take_back(text, "]")) {
    return false;
  }
  const std::size_t dash = text.find('-');
  max = parse_int(dash == std::string_view::npos ? text : text.substr(dash + 1));
  if (dash != std::string_view::npos) {
    min = parse_int(text.substr(0, dash));
  }
  return max.has_value();
}

// ", ExitCode 3", ", ExitCode [0-4]", ", MaxSignal [9]", ", MaxExitCode [4]" at the end.
void parse_exit(std::string_view& text, Event& event)
{
  const std::string_view whole = text;
  if (const auto code = take_after_last(text, ", ExitCode ")) {
    if (const std::optional<int> exit = parse_int(*code)) {
      event.ending = Exited{*exit & 0xFF};
      return;
    }
    if (parse_range(*code, event.exit_min, event.exit_max)) {
      return;
    }
  }
  text = whole;
  if (const auto signal = take_after_last(text, ", MaxSignal ");
      signal && parse_range(*signal, event.exit_min, event.max_signal)) {
    return;
  }
  text = whole;
  if (const auto code = take_after_last(text, ", MaxExitCode ");
      code && parse_range(*code, event.exit_min, event.exit_max)) {
    return;
  }
  text = whole;
}

// ", Run time 00:00:02", ", Queued time 1-00:00:00"; of a stage-out a bare " time ".
void parse_span(std::string_view& text, Event& event)
{
  using Place = std::optional<std::int64_t> Event::*;
  constexpr std::array<std::pair<std::string_view, Place>, 2> kSpans{
      {{", Run time ", &Event::run_s}, {", Queued time ", &Event::queued_s}}};
  for (const auto& [mark, place] : kSpans) {
    std::string_view rest = text;
    if (const auto span = take_after_last(rest, mark)) {
      if (const std::optional<std::int64_t> seconds = parse_time(*span)) {
        event.*place = seconds;
        text = rest;
        return;
      }
    }
  }
  std::string_view rest = text;
  if ((take_back(rest, " time ") || take_back(rest, " time")) &&
      rest.ends_with("StageOut/Teardown")) {
    text = rest;
  }
}

bool take_what(std::string_view& text, Event& event)
{
  for (const auto& [words, what] : kWhat) {
    std::string_view rest = text;
    if (take_back(rest, words) && take_back(rest, " ")) {
      event.what = what;
      text = rest;
      return true;
    }
  }
  return false;
}

// The words right after the name: with what may follow them, and without.
bool parse_rest(std::string_view text, Event& event)
{
  if (std::string_view plain = text; parse_span(plain, event), take_what(plain, event)) {
    event.name = plain;
    return true;
  }
  event.requeued_tasks = take_back(text, ", with requeued tasks");
  parse_exit(text, event);
  const std::size_t comma = text.rfind(", ");
  if (comma == std::string_view::npos || !is_state(text.substr(comma + 2))) {
    return false;
  }
  event.state = text.substr(comma + 2);
  text = text.substr(0, comma);
  parse_span(text, event);
  if (!take_what(text, event)) {
    return false;
  }
  event.name = text;
  return true;
}

}  // namespace

std::optional<What> slurm_what(std::string_view words)
{
  for (const auto& [text, what] : kWhat) {
    if (words == text) {
      return what;
    }
  }
  return std::nullopt;
}

std::optional<Event> parse_slurm_subject(std::string_view subject)
{
  Event event;
  event.scheduler = "slurm";
  if (!take_front(subject, "Slurm ") && !take_front(subject, "SLURM ")) {
    return std::nullopt;
  }
  if (!take_front(subject, "Array Summary ")) {
    take_front(subject, "Array Task ");
  }
  if (!take_front(subject, "Job_id=") || !parse_ids(subject, event) ||
      !parse_rest(subject, event)) {
    return std::nullopt;
  }
  return event;
}

}  // namespace gpualert::mailprog
