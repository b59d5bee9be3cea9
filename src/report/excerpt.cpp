#include "report/excerpt.hpp"

#include "report/display.hpp"
#include "report/line_reader.hpp"
#include "report/windows.hpp"

#include <algorithm>

namespace gpualert::report {

namespace {

constexpr std::uint64_t kCountLimit = 16U << 20U;  // bytes whose line ends are counted

// Lines between two places, where that is cheap to find out.
std::optional<std::uint64_t> count_lines(const LogReader& log, std::uint64_t from, std::uint64_t to)
{
  constexpr std::uint64_t kChunk = 256U << 10U;
  if (to - from > kCountLimit) {
    return {};
  }
  std::uint64_t lines = 0;
  while (from < to) {
    const Result<std::string> chunk = log.read(from, std::min(kChunk, to - from));
    if (!chunk || chunk.value().empty()) {
      return {};
    }
    lines +=
        static_cast<std::uint64_t>(std::count(chunk.value().begin(), chunk.value().end(), '\n'));
    from += chunk.value().size();
  }
  return lines;
}

struct Part {
  std::vector<LogLine> lines;
  std::uint64_t from = 0, to = 0;  // bytes of the log
};

Result<Part> read_tail(const LogReader& log, const ExcerptLimits& limits)
{
  Part part;
  part.to = log.size();
  std::uint64_t moved = 0;
  const Result<std::uint64_t> start =
      start_before(log, log.size(), limits.tail_lines, limits.tail_bytes, moved);
  if (!start) {
    return start.error();
  }
  // An only line that is longer than what was read is shown in part.
  part.from = moved > 0 ? start.value() : log.size() - std::min(log.size(), limits.tail_bytes);
  LineReader reader(log, part.from, 0, limits.tail_bytes);
  while (!reader.at_end()) {
    Result<LogLine> line = reader.next();
    if (!line) {
      return line.error();
    }
    part.lines.push_back(std::move(line).value());
  }
  return part;
}

// The beginning, up to where the tail begins.
Result<Part> read_head(const LogReader& log, std::uint64_t tail, const ExcerptLimits& limits)
{
  Part part;
  LineReader reader(log, 0, 1, limits.head_bytes);
  while (part.lines.size() < limits.head_lines && reader.offset() < tail) {
    Result<LogLine> line = reader.next();
    if (!line) {
      return line.error();
    }
    part.lines.push_back(std::move(line).value());
    part.to = std::min(reader.offset(), tail);
    if (reader.skipped()) {
      break;
    }
  }
  return part;
}

void number(Part& tail, std::uint64_t first)
{
  for (LogLine& line : tail.lines) {
    line.number = first++;
  }
}

void append(const Part& part, Excerpt& excerpt)
{
  excerpt.lines.insert(excerpt.lines.end(), part.lines.begin(), part.lines.end());
}

// Beginning and end. `lines`: of the whole output, 0 when not known.
Status read_ends(const LogReader& log, std::uint64_t lines, const ExcerptLimits& limits,
                 Excerpt& excerpt)
{
  Result<Part> tail = read_tail(log, limits);
  if (!tail) {
    return tail.error();
  }
  const Result<Part> head = read_head(log, tail->from, limits);
  if (!head) {
    return head.error();
  }
  append(*head, excerpt);
  const std::uint64_t shown = head->lines.size() + tail->lines.size();
  std::optional<std::uint64_t> between;
  if (lines >= shown) {
    between = lines - shown;
  } else {
    between = count_lines(log, head->to, tail->from);
  }
  if (between) {
    number(*tail, head->lines.size() + *between + 1);
  }
  if (tail->from > head->to) {
    excerpt.lines.emplace_back(Cut{tail->from - head->to, between});
  }
  append(*tail, excerpt);
  return ok();
}

void mark(Excerpt& excerpt, const Verdict& verdict)
{
  for (auto& item : excerpt.lines) {
    if (auto* line = std::get_if<LogLine>(&item); line != nullptr && line->number > 0) {
      line->marked =
          std::any_of(verdict.evidence.begin(), verdict.evidence.end(),
                      [&](const Evidence& evidence) { return evidence.line == line->number; });
    }
  }
}

}  // namespace

LogExcerpts read_excerpts(const LogState& log, const Verdict& verdict, const ExcerptLimits& limits,
                          int fd)
{
  LogExcerpts excerpts;
  const Result<LogReader> reader = LogReader::open(log, fd);
  if (!reader) {
    excerpts.problem = reader.error().what;
    excerpts.evidence = evidence_alone(verdict, limits);
    return excerpts;
  }
  excerpts.evidence = read_windows(*reader, verdict, limits);
  // Where output is missing from the log, its lines are not those that were counted.
  const std::uint64_t lines = log.lost_bytes > 0 ? 0 : verdict.lines;
  if (const Status read = read_ends(*reader, lines, limits, excerpts.log); !read) {
    excerpts.problem = read.error().what;
  }
  mark(excerpts.log, verdict);
  return excerpts;
}

}  // namespace gpualert::report
