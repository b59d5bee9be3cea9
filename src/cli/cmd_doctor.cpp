#include "cli/commands.hpp"

#include "base/file.hpp"
#include "cli/config_problems.hpp"
#include "cli/doctor.hpp"
#include "cli/environment.hpp"
#include "cli/say.hpp"
#include "cli/user_rules.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <array>

namespace gpualert::cli {

namespace {

using Level = Finding::Level;

void examine_rules(const Patient& patient, Findings& findings)
{
  constexpr std::chrono::seconds kPatience{5};
  const LoadedRules loaded =
      load_rules(rule_paths(patient.loaded.config, patient.environment), kPatience);
  for (const RuleProblem& problem : loaded.problems) {
    findings.push_back(
        {Level::warn, "rules",
         fmt::format("{}{}: {}", problem.file,
                     problem.line == 0 ? "" : fmt::format(":{}", problem.line), problem.what),
         problem.fix.empty() ? "gpualert rules check" : problem.fix});
  }
  if (loaded.problems.empty()) {
    const std::size_t all = (loaded.set ? loaded.set : make_rule_set({}).set)->list().size();
    findings.push_back({Level::ok, "rules",
                        fmt::format("{}{}", all, loaded.set ? ", yours among them" : ", built in"),
                        ""});
  }
}

}  // namespace

void examine_settings(const Patient& patient, Findings& findings)
{
  const std::vector<std::string> problems = config_problems(patient.loaded);
  for (const std::string& problem : problems) {
    findings.push_back({Level::warn, "settings", problem,
                        "correct it; gpualert config show tells "
                        "what counts now"});
  }
  if (problems.empty()) {
    findings.push_back({Level::ok, "settings", "no problem found", ""});
  }
  if (!patient.loaded.config.redaction.on) {
    findings.push_back({Level::warn, "redaction", "off: secrets leave this host as they are",
                        "set redact = true; redact_keep names what need not be masked"});
  }
  examine_rules(patient, findings);
}

int doctor_command(const DoctorOptions& options)
{
  const Environment environment = our_environment();
  const std::string file = absolute_path(options.file);
  const Result<LoadedConfig> loaded =
      load_config(file.empty() ? std::map<std::string, std::string>{}
                               : std::map<std::string, std::string>{{"config", file}},
                  environment);
  if (!loaded) {
    return usage_error(loaded.error().what, "gpualert help doctor");
  }
  const Patient patient{loaded.value(), environment, file, !options.no_network};
  Findings all;
  // Told as it comes: a disk that hangs shows where.
  for (const auto examine :
       {examine_settings, examine_directories, examine_outbox, examine_channels, examine_host}) {
    Findings found;
    examine(patient, found);
    if (!options.json && !write_all(STDOUT_FILENO, findings_text(found), "write")) {
      return kFailed;
    }
    all.insert(all.end(), found.begin(), found.end());
  }
  if (options.json && !write_all(STDOUT_FILENO, findings_json(all), "write")) {
    return kFailed;
  }
  return worst(all) == Level::fail ? kFailed : kDone;
}

}  // namespace gpualert::cli
