#include "classify/course.hpp"

#include "classify/progress.hpp"

#include <gpualert/progress.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace gpualert {

namespace {

constexpr std::size_t kLongest = 1024;  // of a line, looked at
constexpr double kMost = 1e15;          // beyond it a double counts no steps

std::optional<double> take_count(std::string_view& text) noexcept
{
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (text.empty() || text.front() < '0' || text.front() > '9' || error != std::errc{} ||
      value > kMost) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

// "100/600", "100 of 600", "100": from the number on.
std::optional<Mark> counted(std::string_view text) noexcept
{
  const std::optional<double> done = take_count(text);
  if (!done) {
    return std::nullopt;
  }
  Mark mark{*done, std::nullopt};
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  for (const std::string_view between : {"/", "of "}) {
    if (text.starts_with(between)) {
      text.remove_prefix(between.size());
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
      const std::optional<double> total = take_count(text);
      mark.total = total && *total >= *done && *total > 0 ? total : std::nullopt;
    }
  }
  return mark;
}

std::optional<Mark> after(std::string_view line, std::initializer_list<std::string_view> words)
{
  for (const std::string_view word : words) {
    if (const std::string_view text = counted_by(line, word); !text.empty()) {
      return counted(text);
    }
  }
  return std::nullopt;
}

// tqdm's, between the bar and the times: "| 450/1000 [".
std::optional<Mark> bar(std::string_view line) noexcept
{
  for (std::size_t at = line.find("| "); at != std::string_view::npos;
       at = line.find("| ", at + 1)) {
    std::string_view text = line.substr(at + 2);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const std::optional<Mark> mark = counted(text);
    if (mark && mark->total) {
      return mark;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Mark> mark_of(std::string_view line) noexcept
{
  line = line.substr(0, kLongest);
  const std::optional<Mark> epoch = after(line, {"epoch", "Epoch"});
  std::optional<Mark> step =
      after(line, {"step", "Step", "iter", "Iter", "update", "Update", "batch", "Batch"});
  if (!step || !step->total) {
    const std::optional<Mark> drawn = bar(line);
    step = drawn ? drawn : step;
  }
  if (!epoch) {
    return step;
  }
  if (!step) {
    return epoch;
  }
  if (epoch->total && step->total) {
    return Mark{epoch->done * *step->total + step->done, (*epoch->total + 1) * *step->total};
  }
  // Steps of this epoch alone, or of all epochs: who knows.
  return epoch->total ? *epoch : Mark{step->done, std::nullopt};
}

void follow(Course& course, const Mark& mark, std::int64_t at_ns) noexcept
{
  if (course.from_ns == 0 || mark.done < course.done || mark.total != course.total) {
    course.began_anew = course.began_anew || (course.from_ns != 0 && mark.done < course.done);
    course.from = mark.done;
    course.from_ns = at_ns;
  }
  course.done = mark.done;
  course.done_ns = at_ns;
  course.total = mark.total;
}

std::optional<std::int64_t> remaining_ns(const Course& course, std::int64_t now_ns) noexcept
{
  const double steps = course.done - course.from;
  const auto took = static_cast<double>(course.done_ns - course.from_ns);
  if (!course.total || course.began_anew || steps <= 0 || took <= 0) {
    return std::nullopt;
  }
  constexpr double kLongestNs = 9e18;
  const double left = (*course.total - course.done) * (took / steps);
  if (left >= kLongestNs) {
    return std::nullopt;
  }
  const std::int64_t since = std::max<std::int64_t>(now_ns - course.done_ns, 0);
  return std::max<std::int64_t>(static_cast<std::int64_t>(left) - since, 0);
}

}  // namespace gpualert
