#include "cli/doctor.hpp"

#include "base/file.hpp"

#include <gpualert/outbox.hpp>
#include <gpualert/run_record.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace gpualert::cli {

namespace {

using Level = Finding::Level;

std::size_t entries_in(const std::string& dir)
{
  std::error_code error;
  std::size_t count = 0;
  for (std::filesystem::directory_iterator it{dir, error}, end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename();
    count += name.starts_with('.') ? 0 : 1;
  }
  return count;
}

// Reports above mails_per_hour; each group of them is a directory.
std::size_t held_in(const std::string& outbox)
{
  std::error_code error;
  std::size_t count = 0;
  for (std::filesystem::directory_iterator it{outbox + "/held", error}, end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename();
    count += name.starts_with('.') ? 0 : entries_in(it->path());
  }
  return count;
}

// "the oldest for 3 h: connect: 451 later".
std::string about_oldest(const std::string& outbox, const std::string& name)
{
  const Result<std::string> json = read_file(fmt::format("{}/{}/envelope.json", outbox, name));
  if (!json) {
    return "";  // a deliverer has it in hand
  }
  const Result<Envelope> envelope = parse_envelope(json.value());
  if (!envelope) {
    return "; the oldest is damaged";
  }
  const std::int64_t age = now().wall_ns - envelope.value().queued_ns;
  const std::string& error = envelope.value().last_error;
  return fmt::format("; the oldest for {}{}", describe_duration(age),
                     error.empty() ? "" : ": " + error);
}

void examine_one(const std::string& outbox, bool first, Findings& findings)
{
  std::error_code error;
  if (!std::filesystem::is_directory(outbox, error)) {
    if (first) {
      findings.push_back({Level::ok, "outbox", outbox + ": empty", ""});
    }
    return;
  }
  const Result<std::vector<std::string>> waiting = Outbox{outbox}.list();
  if (!waiting) {
    findings.push_back({Level::fail, "outbox", waiting.error().what,
                        "reports cannot be sent; check the directory's owner and mode"});
    return;
  }
  if (waiting.value().empty() && first) {
    findings.push_back({Level::ok, "outbox", outbox + ": empty", ""});
  } else if (!waiting.value().empty()) {
    findings.push_back(
        {Level::warn, "outbox",
         fmt::format("{}: {} waiting{}", outbox, waiting.value().size(),
                     about_oldest(outbox, waiting.value().front())),
         "gpualert outbox flush sends them; gpualert test-email shows what is wrong"});
  }
  if (const std::size_t held = held_in(outbox); held > 0) {
    findings.push_back(
        {Level::ok, "held back",
         fmt::format("{}/held: {} above mails_per_hour, for the next digest", outbox, held), ""});
  }
  if (const std::size_t dead = entries_in(outbox + "/dead"); dead > 0) {
    findings.push_back({Level::warn, "dead letters",
                        fmt::format("{}/dead: {} that were refused or are too old", outbox, dead),
                        "gpualert outbox list has the reasons, gpualert outbox drop removes them"});
  }
}

}  // namespace

// The fallbacks below $TMPDIR and /tmp are of interest only when something is in them.
void examine_outbox(const Patient& patient, Findings& findings)
{
  bool first = true;
  for (const std::string& dir : state_dir_candidates(patient.loaded.config, patient.environment)) {
    examine_one(dir + "/outbox", first, findings);
    first = false;
  }
}

}  // namespace gpualert::cli
