#include "mailprog/site.hpp"

#include "base/fd.hpp"
#include "base/file.hpp"
#include "cli/deliverer.hpp"
#include "cli/environment.hpp"
#include "cli/own_address.hpp"
#include "cli/user_rules.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <utility>

namespace gpualert::mailprog {

namespace {

constexpr const char* kSendmail = "/usr/sbin/sendmail";
constexpr std::chrono::milliseconds kRulesWait{2000};

std::vector<ChannelSettings> channels_of(const Config& config)
{
  if (!config.channels.empty()) {
    return config.channels;
  }
  ChannelSettings fallback;
  fallback.name = fallback.type = "sendmail";
  return {fallback};
}

std::string sender_of(const Site& site, const ChannelSettings& channel, const Post& letter)
{
  for (const std::string& from : {channel.from, site.config.from, letter.from}) {
    if (!from.empty()) {
      return from;
    }
  }
  return cli::own_address();
}

Status enqueue(const Site& site, const ChannelSettings& channel, const Post& letter)
{
  ReportOptions options;
  options.to = letter.to;
  options.redaction = site.config.redaction;
  options.budget = budget_of(channel, site.config);
  options.from = sender_of(site, channel, letter);
  const Message message = letter.compose(options);
  Envelope envelope;
  envelope.run = letter.id;
  envelope.channel = channel.name;
  envelope.message_id = message.id;
  envelope.from = message.from;
  envelope.to = message.to;
  envelope.subject = message.subject;
  for (const auto& [key, value] : letter.facts) {
    std::size_t masked = 0;
    envelope.facts[key] =
        mask_secrets(value, site.config.redaction, masked);  // the name of a job is anything
  }
  envelope.queued_ns = now().wall_ns;
  Outbox outbox{site.state_dir() + "/outbox"};
  return outbox.enqueue(envelope, message.eml, message.smaller);
}

}  // namespace

Site load_site()
{
  Site site;
  const Environment environment = cli::our_environment();
  if (Result<LoadedConfig> loaded = load_config({}, environment)) {
    site.config = std::move(loaded->config);
    for (const ConfigWarning& warning : loaded->warnings) {
      journal(site, "warning: " + warning.text);
    }
  }
  const LoadedRules rules = cli::load_rules(cli::rule_paths(site.config, environment), kRulesWait);
  for (const std::string& warning : cli::rule_warnings(rules.problems)) {
    journal(site, "warning: " + warning);
  }
  site.rules = rules.set;
  return site;
}

void journal(const Site& site, std::string_view text)
{
  constexpr off_t kMost = 1 << 20;
  const std::string path = site.state_dir() + "/mailprog.log";
  const Fd file{::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600)};
  struct stat info {};
  if (!file || ::fstat(file.get(), &info) != 0) {
    return;  // there is nobody left to tell
  }
  (void)write_all(file.get(), fmt::format("{} {}\n", format_utc(now().wall_ns), text), "journal");
  if (info.st_size > kMost) {
    (void)::rename(path.c_str(), (path + ".1").c_str());
  }
}

bool has_channel(const Site& site)
{
  return !site.config.channels.empty() || ::access(kSendmail, X_OK) == 0;
}

Status post(const Site& site, const Post& letter)
{
  Status first = ok();
  for (const ChannelSettings& channel : channels_of(site.config)) {
    Status queued = enqueue(site, channel, letter);
    if (!queued && first) {
      first = std::move(queued);
    }
  }
  return first;
}

void deliver(const Site& site)
{
  const Result<std::string> program = cli::find_deliverer();
  if (!program) {
    journal(site, program.error().what);
    return;
  }
  const Result<pid_t> pid = cli::start_deliverer(*program, {site.state_dir(), ""});
  if (!pid) {
    journal(site, pid.error().what);
  }
}

}  // namespace gpualert::mailprog
