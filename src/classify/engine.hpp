#pragma once

#include "classify/finding_store.hpp"
#include "classify/gate.hpp"
#include "classify/launcher.hpp"
#include "classify/matcher.hpp"
#include "classify/metric_watch.hpp"
#include "classify/normalise.hpp"
#include "classify/progress_series.hpp"
#include "classify/rule_table.hpp"
#include "classify/traceback.hpp"

#include <gpualert/classifier.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

class RuleWatcher;

// Whole lines of one stream, and where they stand.
struct Region {
  Stream stream = Stream::unknown;
  std::string_view data;     // ends with a line end, or with the end of the output
  std::uint64_t line = 0;    // number of the first line
  std::uint64_t offset = 0;  // of data in the log
};

// What a match of `rule` in this message says; nothing on an informative line. A warning does not
// say why a job failed, whatever it quotes. Losses and verdicts from outside are printed at any
// level.
std::optional<Role> role_on(const Rule& rule, const Message& message) noexcept;

// Finds the lines that matter and what they say. The work is proportional to what the gate lets
// pass: other lines are neither separated nor copied.
class Engine {
public:
  explicit Engine(const RuleTable& table, RuleWatcher* watcher = nullptr);

  // Returns the number of newlines in the region.
  std::uint64_t scan(const Region& region);
  // When the regions that follow arrived; 0: not known.
  void arrives(std::int64_t monotonic_ns) noexcept { arrival_ns_ = monotonic_ns; }
  Findings finish();
  // The same while the output goes on.
  Findings so_far() const;

  // Number of patterns compiled so far.
  std::size_t compiled() const noexcept { return matcher_.compiled(); }

private:
  struct Cursor;
  struct StreamState {
    Traceback traceback;
    std::optional<std::size_t> last_exception;  // its finding
    std::string exception;                      // its name
    std::optional<int> exception_rank;
    std::uint64_t exception_line = 0;
    bool exception_counts = false;   // it was neither a thread's nor ignored
    bool exception_goes_on = false;  // its line ends in a colon
    std::string raised;              // what the last "raise" in a traceback names
    Evidence raise_line;
  };

  void take_line(const LinePlace& place);
  // Markers among found_. False when the line is nothing but a marker.
  bool take_markers(const Message& message, StreamState& state, const LinePlace& place);
  void take_progress(const LinePlace& place, const Message& message);
  void conclude(Findings& findings) const;
  Whereabouts locate(const Message& message);
  // The first rule, in order, that matches; found_ holds the literals of the line.
  std::optional<std::size_t> decide(const Message& message);
  void note(std::size_t rule, const Message& message, const LinePlace& place,
            Traceback::Line in_traceback);
  // Notes an exception by which a program ended, as the last one so far.
  void remember_exception(std::string_view name, const Message& message, const LinePlace& place,
                          const StreamState& state);
  void end_traceback(const Message& message, const LinePlace& place, StreamState& state);
  // Whether the line belongs to the message of the exception above it.
  static bool continues_exception(const Message& message, const LinePlace& place,
                                  const StreamState& state) noexcept;
  // Tell watcher_ (engine_watch.cpp): of a line that a rule takes, and of one that noise takes.
  void tell(std::size_t rule, std::optional<Role> role, const Message& message,
            const LinePlace& place);
  void tell_noise(const Message& message, const LinePlace& place);
  // Looks for progress in a stretch without any literal: in all of it near the beginning of the
  // output, else in its last lines.
  void probe_progress(Cursor& cursor, std::size_t end);

  const RuleTable& table_;
  RuleWatcher* watcher_;
  std::vector<GateLiteral> literals_;      // of the rules, then the markers
  std::vector<std::uint32_t> first_link_;  // by literal of the rules; one more at the end
  std::vector<std::uint16_t> number_rules_;
  Gate gate_;
  Matcher matcher_;
  FindingStore store_;
  LauncherReports launcher_;
  MetricWatch metrics_;
  ProgressSeries progress_;
  std::int64_t arrival_ns_ = 0;
  std::uint64_t located_ = 0;
  std::array<StreamState, 4> streams_;
  Findings result_;
  std::string scratch_;
  std::vector<std::uint16_t> found_, candidates_;
};

}  // namespace gpualert
