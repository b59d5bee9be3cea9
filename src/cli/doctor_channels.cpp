#include "cli/doctor.hpp"

#include "cli/deliverer_call.hpp"
#include "cli/password_presence.hpp"

#include <gpualert/version.hpp>

#include <fmt/format.h>

#include <unistd.h>

namespace gpualert::cli {

namespace {

using Level = Finding::Level;
constexpr std::chrono::seconds kDeadline{10};

std::string state_dir(const Patient& patient)
{
  return state_dir_candidates(patient.loaded.config, patient.environment).front();
}

// False: nothing can be delivered.
bool examine_deliverer(Findings& findings)
{
  const Result<Called> called = call_deliverer({"--version"}, "", Output::captured);
  if (!called || called.value().exit_code != 0) {
    findings.push_back({Level::fail, "deliverer",
                        called ? fmt::format("gpualert-deliver --version ends with status {}",
                                             called.value().exit_code)
                               : called.error().what,
                        "install gpualert again as a whole, or set GPUALERT_LIBEXEC_DIR; the "
                        "library it needs is libcurl"});
    return false;
  }
  const std::string line = called.value().output.substr(0, called.value().output.find('\n'));
  const bool same = line.find(fmt::format(" {} ", kVersion)) != std::string::npos;
  findings.push_back({same ? Level::ok : Level::warn, "deliverer", line,
                      same ? "" : fmt::format("gpualert is {}: install both together", kVersion)});
  return true;
}

// "LEVEL\tWHAT\tWORDS\tHINT"; nothing when the line is something else.
std::vector<std::string> fields_of(std::string_view line)
{
  std::vector<std::string> fields;
  while (true) {
    const auto tab = line.find('\t');
    fields.emplace_back(line.substr(0, tab));
    if (tab == std::string_view::npos) {
      return fields;
    }
    line.remove_prefix(tab + 1);
  }
}

void take_probe(const std::string& channel, std::string_view output, Findings& findings)
{
  constexpr std::size_t kFields = 4;
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(line.size() + 1, output.size()));
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() == kFields) {
      const Level level = fields[0] == "ok"     ? Level::ok
                          : fields[0] == "warn" ? Level::warn
                                                : Level::fail;
      findings.push_back({level, channel + " " + fields[1], fields[2], fields[3]});
    }
  }
}

void probe(const Patient& patient, const ChannelSettings& channel, Findings& findings)
{
  const Result<Called> called =
      call_deliverer({"--state", state_dir(patient), "--probe", channel.name, "--deadline",
                      std::to_string(kDeadline.count())},
                     patient.config_file, Output::captured);
  if (!called) {
    findings.push_back({Level::fail, channel.name, called.error().what, "see above"});
    return;
  }
  take_probe(channel.name, called.value().output, findings);
  if (called.value().timed_out) {
    findings.push_back({Level::fail, channel.name,
                        fmt::format("no end within {} s", kDeadline.count()),
                        "is a name server or the relay silent? A firewall drops what it does not "
                        "like"});
  }
}

// With no look at the network, what can be said of a channel that needs one.
void examine_password(const ChannelSettings& channel, Findings& findings)
{
  if (channel.type == "smtp" && channel.user.empty()) {
    return;
  }
  const std::string missing = missing_password(channel);
  findings.push_back({missing.empty() ? Level::ok : Level::fail,
                      channel.name + (channel.type == "webhook" ? " url" : " password"),
                      missing.empty() ? "there is one" : missing,
                      missing.empty() ? "" : "reports wait in the outbox until there is one"});
}

void examine_sendmail(const ChannelSettings& channel, Findings& findings)
{
  const std::string program = channel.command.substr(0, channel.command.find(' '));
  const bool there = program.find('/') == std::string::npos || ::access(program.c_str(), X_OK) == 0;
  findings.push_back({there ? Level::ok : Level::fail, channel.name + " program",
                      there ? channel.command : program + ": not there, or not executable",
                      there ? "" : "install a mail program, or use a channel of type smtp"});
}

void examine_maildir(const Patient& patient, const ChannelSettings& channel, Findings& findings)
{
  std::string dir = channel.path.empty() ? state_dir(patient) + "/mail" : channel.path;
  const std::string wanted = dir;
  while (dir.size() > 1 && ::access(dir.c_str(), F_OK) != 0) {
    dir.resize(std::max<std::size_t>(dir.rfind('/'), 1));
  }
  const bool writable = ::access(dir.c_str(), W_OK | X_OK) == 0;
  findings.push_back({writable ? Level::ok : Level::fail, channel.name + " directory",
                      writable ? wanted : fmt::format("{}: {} cannot be written", wanted, dir),
                      writable ? "" : "make it writable, or set path"});
}

}  // namespace

void examine_channels(const Patient& patient, Findings& findings)
{
  const bool deliverer = examine_deliverer(findings);
  std::vector<ChannelSettings> channels = patient.loaded.config.channels;
  if (channels.empty()) {
    ChannelSettings fallback;
    fallback.name = fallback.type = "maildir";
    channels.push_back(fallback);
    findings.push_back({Level::warn, "channels", "none: reports stay on this host",
                        "gpualert config init asks where they should go"});
  }
  for (const ChannelSettings& channel : channels) {
    if (channel.type == "sendmail") {
      examine_sendmail(channel, findings);
    } else if (channel.type == "maildir") {
      examine_maildir(patient, channel, findings);
    } else if (deliverer && patient.network) {
      probe(patient, channel, findings);
    } else {
      examine_password(channel, findings);
    }
  }
}

}  // namespace gpualert::cli
