#include "report/windows.hpp"

#include "report/display.hpp"
#include "report/line_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::report {

namespace {

// Enough of a line to see whether the log still has it where it was.
constexpr std::size_t kSample = 24;

std::string where(const Evidence& evidence)
{
  if (!evidence.rank) {
    return evidence.host.empty() ? "" : "on " + display_line(evidence.host, 64);
  }
  return evidence.host.empty()
             ? fmt::format("rank {}", *evidence.rank)
             : fmt::format("rank {} on {}", *evidence.rank, display_line(evidence.host, 64));
}

// Of the first `limits.windows`, those that are lines of the log, in its order.
std::vector<const Evidence*> in_order(const Verdict& verdict, const ExcerptLimits& limits)
{
  std::vector<const Evidence*> items;
  const std::size_t count = std::min(verdict.evidence.size(), limits.windows);
  for (std::size_t i = 0; i < count; ++i) {
    if (verdict.evidence[i].line > 0) {
      items.push_back(&verdict.evidence[i]);
    }
  }
  std::stable_sort(items.begin(), items.end(),
                   [](const Evidence* a, const Evidence* b) { return a->line < b->line; });
  return items;
}

void use_evidence(LogLine& line, const Evidence& evidence)
{
  const std::string text = display_line(evidence.text, evidence.text.size());
  if (line.content.text.find(text.substr(0, kSample)) == std::string::npos) {
    // The log was changed since, or a progress bar overwrote the line.
    line.content = {text, {}};
  }
  line.marked = true;
  line.note = where(evidence);
}

class Windows {
public:
  Windows(const LogReader& log, const ExcerptLimits& limits)
      : log_(log), limits_(limits), reader_(log, 0, 1, limits.window_bytes)
  {
  }

  // Shows up to the line `evidence` from where the last window ended, or begins a new one.
  void show(const Evidence& evidence)
  {
    if (open_ && evidence.line == last_marked_) {
      return;
    }
    if (!open_ || evidence.line > reader_.line() + limits_.before) {
      close();
      begin(evidence);
    }
    while (!reader_.at_end() && reader_.line() < evidence.line && take()) {
    }
    if (LogLine* line = take(); line != nullptr) {
      use_evidence(*line, evidence);
    } else {
      LogLine alone;
      alone.number = evidence.line;
      use_evidence(alone, evidence);
      excerpt_.lines.emplace_back(std::move(alone));
    }
    last_marked_ = evidence.line;
    open_ = true;
  }

  // The lines after the last evidence of a window.
  void close()
  {
    for (std::uint64_t n = 0; open_ && n < limits_.after && !reader_.at_end(); ++n) {
      if (take() == nullptr) {
        break;
      }
    }
    open_ = false;
  }

  Excerpt result() && { return std::move(excerpt_); }

private:
  void begin(const Evidence& evidence)
  {
    std::uint64_t moved = 0;
    const Result<std::uint64_t> start = start_before(log_, std::min(evidence.offset, log_.size()),
                                                     limits_.before, limits_.window_bytes, moved);
    const std::uint64_t offset = start ? start.value() : evidence.offset;
    const std::uint64_t line = evidence.line - std::min(moved, evidence.line - 1);
    // After one that was closed the reader may stand behind the start.
    if (!excerpt_.lines.empty() && offset <= reader_.offset()) {
      return;
    }
    if (!excerpt_.lines.empty()) {
      excerpt_.lines.emplace_back(
          Cut{offset - reader_.offset(), line - std::min(line, reader_.line())});
    }
    reader_ = LineReader(log_, offset, line, limits_.window_bytes);
  }

  LogLine* take()
  {
    if (reader_.at_end() || reader_.skipped()) {
      return nullptr;
    }
    Result<LogLine> line = reader_.next();
    if (!line) {
      return nullptr;
    }
    excerpt_.lines.emplace_back(std::move(line).value());
    return std::get_if<LogLine>(&excerpt_.lines.back());
  }

  const LogReader& log_;
  const ExcerptLimits& limits_;
  LineReader reader_;
  Excerpt excerpt_;
  std::uint64_t last_marked_ = 0;
  bool open_ = false;
};

}  // namespace

Excerpt read_windows(const LogReader& log, const Verdict& verdict, const ExcerptLimits& limits)
{
  Windows windows(log, limits);
  for (const Evidence* evidence : in_order(verdict, limits)) {
    windows.show(*evidence);
  }
  windows.close();
  return std::move(windows).result();
}

Excerpt evidence_alone(const Verdict& verdict, const ExcerptLimits& limits)
{
  Excerpt excerpt;
  for (const Evidence* evidence : in_order(verdict, limits)) {
    LogLine line;
    line.number = evidence->line;
    use_evidence(line, *evidence);
    excerpt.lines.emplace_back(std::move(line));
  }
  return excerpt;
}

}  // namespace gpualert::report
