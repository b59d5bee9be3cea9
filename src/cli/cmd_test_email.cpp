#include "cli/commands.hpp"

#include "base/file.hpp"
#include "cli/deliverer_call.hpp"
#include "cli/environment.hpp"
#include "cli/own_address.hpp"
#include "cli/private_directory.hpp"
#include "cli/say.hpp"

#include <gpualert/config.hpp>
#include <gpualert/outbox.hpp>
#include <gpualert/report.hpp>
#include <gpualert/report_facts.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <array>

namespace gpualert::cli {

namespace {

constexpr const char* kHelp = "gpualert help test-email";
constexpr std::chrono::seconds kDeadline{60};

std::string host_name()
{
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

// A run that never was, so that the message looks like the reports that will follow it.
RunRecord trial_record()
{
  RunRecord record;
  record.started = now();
  record.ended = record.started;
  record.ending = Exited{0};
  record.host = host_name();
  record.id =
      fmt::format("{}-{}-{}-test", format_utc(record.started.wall_ns), record.host, ::getpid());
  record.name = "gpualert test-email";
  record.argv = {"gpualert", "test-email"};
  record.cwd = "/";
  record.notes = {"Nothing was run: gpualert test-email sent this. Reports come the same way."};
  return record;
}

Verdict trial_verdict()
{
  Verdict verdict;
  verdict.cause = verdict.klass = "success";
  verdict.title = "Test message";
  verdict.confidence = 1;
  verdict.exit_code = 0;
  return verdict;
}

// Everything that one try needs.
struct Trial {
  std::string state_dir, config_file, to, from;
  Redaction redaction;
};

std::vector<std::string> addresses(const std::string& list)
{
  const Result<std::vector<std::string>> parsed = parse_recipients(list);
  return parsed ? parsed.value() : std::vector<std::string>{};
}

Status write_trial(const std::string& dir, const Trial& trial, const ChannelSettings& channel)
{
  ReportOptions options;
  options.from = channel.from.empty() ? trial.from : channel.from;
  if (options.from.empty()) {
    options.from = own_address();
  }
  options.to = addresses(trial.to.empty() ? channel.to : trial.to);
  options.redaction = trial.redaction;
  const RunRecord record = trial_record();
  const Message message = compose_report(record, trial_verdict(), options);
  Envelope envelope;
  envelope.run = record.id;
  envelope.channel = channel.name;
  envelope.message_id = message.id;
  envelope.from = message.from;
  envelope.to = message.to;
  envelope.subject = message.subject;
  envelope.facts = report_facts(record, trial_verdict(), trial.redaction);
  envelope.queued_ns = record.started.wall_ns;
  envelope.tries = 1;
  if (Status written = write_file_atomic(dir + "/envelope.json", to_json(envelope), Sync::no);
      !written) {
    return written;
  }
  return write_file_atomic(dir + "/message.eml", message.eml, Sync::no);
}

std::string describe(const ChannelSettings& channel)
{
  const std::string where = channel.type == "smtp"       ? " to " + channel.host
                            : channel.type == "sendmail" ? " by " + channel.command
                            : channel.type == "webhook"  ? ", " + channel.format
                            : channel.path.empty()       ? ""
                                                         : " in " + channel.path;
  return channel.name == channel.type ? channel.type + where
                                      : fmt::format("{} ({}{})", channel.name, channel.type, where);
}

int fail(const std::string& why)
{
  say(why);
  return kFailed;
}

int try_channel(const Trial& trial, const ChannelSettings& channel)
{
  (void)write_all(STDOUT_FILENO, fmt::format("== {}\n", describe(channel)), "");
  const PrivateDirectory dir;
  if (!dir.path()) {
    return fail(dir.path().error().what);
  }
  if (const Status written = write_trial(dir.path().value(), trial, channel); !written) {
    return fail(written.error().what);
  }
  const Result<Called> called =
      call_deliverer({"--state", trial.state_dir, "--try", dir.path().value(), "--deadline",
                      std::to_string(kDeadline.count())},
                     trial.config_file, Output::shown);
  if (!called) {
    return fail(called.error().what);
  }
  if (called.value().timed_out) {
    return fail(fmt::format("{}: no end within {} s", channel.name, kDeadline.count()));
  }
  return called.value().exit_code == 0 ? kDone : kFailed;
}

std::vector<ChannelSettings> wanted_channels(const Config& config, const std::string& name)
{
  std::vector<ChannelSettings> channels = config.channels;
  if (channels.empty()) {
    ChannelSettings fallback;
    fallback.name = fallback.type = "maildir";
    channels.push_back(fallback);
  }
  if (!name.empty()) {
    std::erase_if(channels, [&](const ChannelSettings& channel) { return channel.name != name; });
  }
  return channels;
}

}  // namespace

int test_email_command(const TestEmailOptions& options)
{
  if (const auto to = parse_recipients(options.to); !to) {
    return usage_error("--to: " + to.error().what, kHelp);
  }
  const Environment environment = our_environment();
  const std::string file = absolute_path(options.file);
  const Result<LoadedConfig> loaded =
      load_config(file.empty() ? std::map<std::string, std::string>{}
                               : std::map<std::string, std::string>{{"config", file}},
                  environment);
  if (!loaded) {
    return usage_error(loaded.error().what, kHelp);
  }
  const Config& config = loaded.value().config;
  const auto channels = wanted_channels(config, options.channel);
  if (channels.empty()) {
    return usage_error(fmt::format("no channel is called \"{}\"", options.channel), kHelp);
  }
  Trial trial{state_dir_candidates(config, environment).front(), file, options.to, config.from,
              config.redaction};
  int status = kDone;
  for (ChannelSettings channel : channels) {
    channel.to = channel.to.empty() ? config.to : channel.to;
    if (try_channel(trial, channel) != kDone) {
      status = kFailed;
    }
  }
  return status;
}

}  // namespace gpualert::cli
