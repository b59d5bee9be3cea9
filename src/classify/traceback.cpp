#include "classify/traceback.hpp"

#include "classify/prefix_parts.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace gpualert {

namespace {

constexpr int kMaxLines = 400;
constexpr int kAnnouncementLines = 4;

// Where processes and threads begin.
constexpr std::array<std::string_view, 8> kBeginnings{
    "in <module>",     "in _bootstrap", "_run_module_as_main", "in _run_code", "in _worker_loop",
    "in _pin_memory_", "in _wrap",      "File \"<string>\""};

bool is_beginning(std::string_view frame) noexcept
{
  return std::any_of(kBeginnings.begin(), kBeginnings.end(), [&](std::string_view text) {
    return frame.find(text) != std::string_view::npos;
  });
}

}  // namespace

std::string_view exception_of_header(std::string_view header) noexcept
{
  const std::size_t name = run(header, 0, is_name_char);
  const bool names =
      header.substr(name).starts_with(": Traceback (") || header.substr(name).starts_with("  ");
  return names ? exception_name(header.substr(0, name)) : std::string_view{};
}

std::string_view exception_raised(std::string_view code) noexcept
{
  constexpr std::string_view kRaise = "raise ";
  const std::string_view what = code.substr(std::min(code.size(), kRaise.size()));
  return exception_name(what.substr(0, run(what, 0, is_name_char)));
}

bool wraps_another(std::string_view exception) noexcept
{
  constexpr std::array<std::string_view, 16> kWrappers{"ChildFailedError",
                                                       "ProcessRaisedException",
                                                       "ProcessExitedException",
                                                       "CalledProcessError",
                                                       "RayTaskError",
                                                       "BrokenProcessPool",
                                                       "TrainingFailedError",
                                                       "TuneError",
                                                       "WorkerGroupError",
                                                       "SubprocException",
                                                       "EngineDeadError",
                                                       "AsyncEngineDeadError",
                                                       "FailedJobError",
                                                       "CellExecutionError",
                                                       "PapermillExecutionError",
                                                       "ExecuteUserScriptError"};
  return std::find(kWrappers.begin(), kWrappers.end(), exception) != kWrappers.end();
}

void Traceback::announce(Kind kind) noexcept
{
  announced_ = kind;
  announce_left_ = kAnnouncementLines;
}

void Traceback::begin(const Message& header) noexcept
{
  kind_ = announce_left_ > 0 ? announced_ : Kind::uncaught;
  announce_left_ = 0;
  rank_ = header.rank ? header.rank : number_after(header.text, "[rank");  // behind a bar
  indent_ = header.text.starts_with("Traceback") ? header.indent : 0;
  lines_left_ = kMaxLines;
  frames_ = 0;
  caught_ = false;
}

bool Traceback::cut_short() const noexcept
{
  constexpr int kFirstLines = 2;
  return active() && (frames_ > 0 || lines_left_ > kMaxLines - kFirstLines);
}

Traceback::Line Traceback::follow(const Message& message) noexcept
{
  --lines_left_;
  if (message.rank != rank_ || message.text.empty()) {
    return Line::outside;
  }
  // Some logs have lost their indentation.
  if (message.indent >= indent_ + 4 || message.text.starts_with("File \"") ||
      message.text.starts_with("raise ") || message.text.starts_with("[Previous line repeated")) {
    if (message.text.starts_with("File \"") && frames_++ == 0) {
      caught_ = !is_beginning(message.text);
    }
    return Line::frame;
  }
  if (exception_name(message.text).empty()) {
    return Line::outside;
  }
  lines_left_ = 0;
  return Line::exception;
}

}  // namespace gpualert
