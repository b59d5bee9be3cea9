#pragma once

#include <gpualert/result.hpp>

#include <chrono>
#include <string>

namespace gpualert::deliver {

// What the command line asks for.
struct Options {
  std::string state;   // absolute
  std::string config;  // --config FILE; "" = the usual places
  std::chrono::milliseconds deadline{120'000};
  std::chrono::milliseconds wait{0};  // --wait: begins after this
  bool all = false;                   // --all: also what is not due yet
  std::string trial;                  // --try DIR
  std::string probe;                  // --probe NAME
  enum class Action { deliver, attempt, probe, help, version, channels } action = Action::deliver;
};

Result<Options> parse_options(int argc, const char* const* argv);

extern const char* const kUsage;

}  // namespace gpualert::deliver
