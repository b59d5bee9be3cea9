#include "mailprog/job_note.hpp"

#include "mailprog/job_record.hpp"

#include <fmt/format.h>

#include <string_view>

namespace gpualert::mailprog {

namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;

std::string span(const std::optional<std::int64_t>& seconds)
{
  return seconds ? describe_duration(*seconds * kNsPerSecond) : std::string();
}

// ", after 7 s in the queue": nothing where nothing is known.
std::string phrase(std::string_view before, const std::optional<std::int64_t>& seconds,
                   std::string_view after = {})
{
  return seconds ? fmt::format("{}{}{}", before, span(seconds), after) : std::string();
}

std::string on_nodes(const Event& event)
{
  return event.nodes.empty() || event.summary ? std::string() : " on " + event.nodes;
}

struct Words {
  std::string_view status;
  std::string what;    // "began on n1": follows "job 13"
  std::string advice;  // "" where there is none
};

Words near_limit(const Event& event, std::string_view share)
{
  return {"RUNNING",
          fmt::format("reached {} of its time limit{}", share, phrase(", after ", event.run_s)),
          "It goes on until the limit. Only an administrator can raise it: scontrol update "
          "jobid=" +
              event.job + " timelimit=+60"};
}

Words words_of(const Event& event)
{
  switch (event.what) {
    case What::began:
      return {"STARTED",
              "began" + on_nodes(event) + phrase(", after ", event.queued_s, " in the queue"), ""};
    case What::ended:
      return {"DONE",
              "completed" + phrase(" after ", event.run_s) + on_nodes(event) +
                  (event.requeued_tasks ? ", with requeued tasks" : ""),
              ""};
    case What::requeued:
      return {"REQUEUED", "was requeued" + phrase(" after ", event.run_s),
              "It waits in the queue again and will start once more by itself."};
    case What::staged_out:
      return {"STAGED OUT", "has its data staged out" + phrase(" after ", event.stage_out_s), ""};
    case What::time_limit:
      return {"AT ITS LIMIT", "reached its time limit" + phrase(" after ", event.run_s), ""};
    case What::time_limit_90:
      return near_limit(event, "90 %");
    case What::time_limit_80:
      return near_limit(event, "80 %");
    case What::time_limit_50:
      return near_limit(event, "50 %");
    case What::invalid_dependency:
      return {"WILL NOT START", "waits for a dependency that can never be met",
              "What it waits for failed, or is gone. Look with scontrol show job " + event.job +
                  "; take it out of the queue with scancel " + event.job};
    case What::failed:
    case What::other:
      break;
  }
  return {"NEWS",
          "has news: " + (event.state.empty() ? "of a kind that is not known" : event.state), ""};
}

}  // namespace

NoteSection job_section(const Event& event)
{
  const std::string output = event.summary ? event.out_pattern : output_path(event);
  return {"The job",
          {},
          {{"job", job_label(event)},
           {"name", event.name},
           {"user", event.user},
           {"state", event.state},
           {"nodes", event.nodes},
           {"partition", event.partition},
           {"account", event.account},
           {"cluster", event.cluster},
           {"restarts", event.restart == "0" ? "" : event.restart},
           {"directory", event.work_dir},
           {"output", output},
           {"queued for", span(event.queued_s)},
           {"ran for", span(event.run_s)}},
          {}};
}

Note note_of(const Event& event)
{
  const Words words = words_of(event);
  const std::string job = fmt::format("{} {}", event.summary ? "array" : "job", job_label(event));
  Note note;
  note.status = words.status;
  note.headline = fmt::format("{} ({}) {}", job, event.name, words.what);
  note.headline[0] = static_cast<char>(note.headline[0] - 'a' + 'A');
  note.subject = fmt::format("{} {}: {} {}", words.status, event.name, job, words.what);
  if (!words.advice.empty()) {
    note.sections.push_back({"What to do", {words.advice}, {}, {}});
  }
  note.sections.push_back(job_section(event));
  return note;
}

}  // namespace gpualert::mailprog
