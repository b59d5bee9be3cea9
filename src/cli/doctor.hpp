#pragma once

#include <gpualert/config.hpp>

#include <string>
#include <vector>

namespace gpualert::cli {

// Something that `gpualert doctor` looked at. `hint`: what to do about it; "" when it is well.
struct Finding {
  enum class Level { ok, warn, fail } level = Level::ok;
  std::string what, words, hint;
};

// Where and how to look.
struct Patient {
  const LoadedConfig& loaded;
  const Environment& environment;
  std::string config_file;  // of --config, absolute; "" = the usual one
  bool network = true;
};

using Findings = std::vector<Finding>;

// Each adds what it found. Settings and rules; the directories; the outbox; the channels and the
// program that serves them; the host.
void examine_settings(const Patient& patient, Findings& findings);
void examine_directories(const Patient& patient, Findings& findings);
void examine_outbox(const Patient& patient, Findings& findings);
void examine_channels(const Patient& patient, Findings& findings);
void examine_host(const Patient& patient, Findings& findings);

// Lines "ok    what    words", and below what is not ok "      do: hint".
std::string findings_text(const Findings& findings);
// {"schema":1,"worst":"warn","checks":[{"level":…,"what":…,"words":…,"hint":…}]}
std::string findings_json(const Findings& findings);
Finding::Level worst(const Findings& findings);

}  // namespace gpualert::cli
