#include "cli/interim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace gpualert::cli {

namespace {

// "2026-11-29 21:03:04 UTC".
std::string moment(std::int64_t wall_ns)
{
  std::string text = format_utc(wall_ns).substr(0, 19);
  std::replace(text.begin(), text.end(), 'T', ' ');
  return text + " UTC";
}

std::string count(double value)
{
  return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

// "step 450 of 1000"; "" when nothing was counted.
std::string place(const Progress& progress)
{
  const Course& course = progress.course;
  if (course.from_ns == 0) {
    return progress.step ? "step " + count(*progress.step) : std::string();
  }
  return course.total ? fmt::format("step {} of {}", count(course.done), count(*course.total))
                      : "step " + count(course.done);
}

std::string speed(const Course& course)
{
  const double seconds = static_cast<double>(course.done_ns - course.from_ns) / 1e9;
  const double steps = course.done - course.from;
  return seconds <= 0 || steps <= 0 ? std::string()
         : steps >= seconds         ? fmt::format("{:.3g} steps/s", steps / seconds)
                                    : fmt::format("{:.3g} s/step", seconds / steps);
}

std::string why_unknown(const Course& course)
{
  return course.from_ns == 0 ? "the output counts no steps"
         : course.began_anew ? "its counter began anew, so it does not count to the end"
         : !course.total     ? "its output does not say how many steps there are"
                             : "its counter has not moved";
}

}  // namespace

Interim limit_notice(const RunRecord& record, const Progress& progress, const Config& config,
                     const Moment& now)
{
  const std::int64_t left = std::max<std::int64_t>(*record.job->limit_ns - now.wall_ns, 0);
  const std::string left_words = describe_duration(left);
  Interim interim{"limit", "LIMIT NEAR", left_words + " left", {}};
  interim.paragraphs.push_back(fmt::format("The scheduler ends the job at {}, in {}.",
                                           moment(*record.job->limit_ns), left_words));
  const std::string where = place(progress);
  if (!where.empty()) {
    interim.news += ", " + where;
    const std::string fast = speed(progress.course);
    const std::int64_t since = std::max<std::int64_t>(now.monotonic_ns - progress.last_at_ns, 0);
    interim.paragraphs.push_back(
        fmt::format("Last progress: {}{}{}.", where, fast.empty() ? "" : ", " + fast,
                    progress.last_at_ns == 0 ? "" : ", " + describe_duration(since) + " ago"));
  }
  if (const auto needs = remaining_ns(progress.course, now.monotonic_ns)) {
    const bool enough = *needs <= left;
    interim.news += enough ? ", may finish" : ", will not finish";
    interim.paragraphs.push_back(fmt::format("At this speed the rest takes {}: it {} before that.",
                                             describe_duration(*needs),
                                             enough ? "should finish" : "will not finish"));
  } else {
    interim.paragraphs.push_back(fmt::format("Whether it finishes before that cannot be told: {}.",
                                             why_unknown(progress.course)));
  }
  if (const SignalBefore& signal = config.signal_before; signal.signal != 0) {
    const std::int64_t before = std::chrono::nanoseconds{signal.before}.count();
    interim.paragraphs.push_back(
        fmt::format("{} {} sent to the job {} before its limit.", signal_name(signal.signal),
                    before >= left ? "was" : "will be", describe_duration(before)));
  }
  return interim;
}

Interim provisional_notice(const RunRecord& record, const SignalSeen& signal, const Moment& now)
{
  const std::int64_t since = now.monotonic_ns - signal.when.monotonic_ns;
  const std::string name = signal_name(signal.signal);
  return {
      "provisional",
      "PROVISIONAL",
      fmt::format("{} after {}, the end was not seen", name,
                  describe_duration(duration_ns(record))),
      {fmt::format("{} reached the job at {}; {} later it was still running, and this was written.",
                   name, moment(signal.when.wall_ns), describe_duration(since)),
       "It is sent because no final report has replaced it: the job, gpualert or the node was "
       "gone before the end was seen, or the job takes long to end. Cause and status are those "
       "of a job that ends of this signal."}};
}

}  // namespace gpualert::cli
