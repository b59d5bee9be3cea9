#include "config/keys.hpp"

#include "config/signal_before.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert {

namespace {

using namespace std::string_view_literals;

constexpr std::array kNotifyWords{"auto"sv, "always"sv, "failure"sv, "change"sv, "never"sv};
constexpr std::array kPtyWords{"auto"sv, "always"sv, "never"sv};

Status set_notify(Config& config, std::string_view text)
{
  const Result<std::size_t> at = choose(kNotifyWords, text);
  if (!at) {
    return at.error();
  }
  config.notify = static_cast<Notify>(at.value());
  return ok();
}

// A row of its own after `notify`, so that it wins when one source says both.
Status set_no_notify(Config& config, std::string_view text)
{
  const Result<bool> value = parse_switch(text);
  if (!value) {
    return value.error();
  }
  if (value.value()) {
    config.notify = Notify::never;
  }
  return ok();
}

Status set_notify_wait(Config& config, std::string_view text)
{
  if (text == "auto") {
    config.notify_wait = std::chrono::milliseconds{-1};
    return ok();
  }
  return set_duration<&Config::notify_wait>(config, text);
}

Status set_warn_before(Config& config, std::string_view text)
{
  if (text == "auto") {
    config.warn_before = std::chrono::milliseconds{-1};
    return ok();
  }
  return set_duration<&Config::warn_before>(config, text);
}

Status set_signal_before(Config& config, std::string_view text)
{
  return store(config.signal_before, parse_signal_before(text));
}

template <auto member, typename Target>
Status set_list(Target& target, std::string_view text)
{
  (target.*member).clear();
  for (const std::string_view item : split_list(text)) {
    if (item.find('\0') != std::string_view::npos) {
      return Error{quoted(item) + " holds a NUL character"};
    }
    (target.*member).emplace_back(item);
  }
  return ok();
}

// Settings of the mail program lie in a struct of their own, in the setters' eyes a target.
template <Status (*set)(MailProgSettings&, std::string_view)>
Status of_mailprog(Config& config, std::string_view text)
{
  return set(config.mailprog, text);
}

Status set_domains(MailProgSettings& settings, std::string_view text)
{
  settings.domains.clear();
  for (const std::string_view domain : split_list(text)) {
    settings.domains.emplace_back(domain);
  }
  return ok();
}

// The same of what is masked.
template <Status (*set)(Redaction&, std::string_view)>
Status of_redaction(Config& config, std::string_view text)
{
  return set(config.redaction, text);
}

// Read before all other keys, by load_config itself.
Status set_nothing(Config&, std::string_view)
{
  return ok();
}

// THE table of settings: help, the man pages, argv, environment and files follow it.
// {key, argument, default, help, is_option, in_files, repeats}, type, setter
constexpr std::array<Key<Config>, 33> kSettings{{
    {{"log", "FILE", "", "Append the job's output to FILE, exactly there", true, false},
     KeyType::path,
     set_text<&Config::log>},
    {{"runs_dir", "DIR", "",
      "Keep run directories below DIR (default: runs in the state directory)", true},
     KeyType::path,
     set_text<&Config::runs_dir>},
    {{"name", "NAME", "",
      "Name of the run in reports (default: the scheduler's job name or the program's)", true},
     KeyType::text,
     set_text<&Config::name>},
    {{"to", "ADDR", "", "Send reports to ADDR[,ADDR...] (default: user@host)", true, true, true},
     KeyType::list,
     set_text<&Config::to>},
    {{"from", "ADDR", "", "Sender of reports (default: user@host)"},
     KeyType::text,
     set_text<&Config::from>},
    {{"notify", "WHEN", "auto",
      "auto: failures, and successes after success_after; always; failure; change: when the "
      "outcome is not that of the last run of this name; never",
      true},
     KeyType::choice,
     set_notify},
    {{"no_notify", "", "0", "The same as --notify never", true}, KeyType::toggle, set_no_notify},
    {{"success_after", "TIME", "60s", "With notify auto, report a success that ran this long"},
     KeyType::duration,
     set_duration<&Config::success_after>},
    {{"min_duration", "TIME", "0",
      "Report no run that was shorter, but the failure of a scheduler's job always", true},
     KeyType::duration,
     set_duration<&Config::min_duration>},
    {{"notify_wait", "TIME", "auto",
      "Wait this long for delivery (auto: 0, and 10s under a scheduler)", true},
     KeyType::duration,
     set_notify_wait},
    {{"warn_before", "TIME", "auto",
      "Report this long before the scheduler's time limit that it is near (auto: 5m, or a tenth of "
      "a shorter limit; 0: never)",
      true},
     KeyType::duration,
     set_warn_before},
    {{"signal_before", "SIG@TIME", "",
      "Send the job a signal this long before its time limit (USR1@10m), to save its state", true},
     KeyType::text,
     set_signal_before},
    {{"pty", "WHEN", "auto", "Give the job a terminal: auto (where you have one), always, never",
      true},
     KeyType::choice,
     set_choice<&Config::pty, kPtyWords>},
    {{"dry_run", "", "0", "Send nothing; say what would be sent, and where it is", true, false},
     KeyType::toggle,
     set_switch<&Config::dry_run>},
    {{"no_env", "", "0", "Add nothing to the job's environment", true},
     KeyType::toggle,
     set_switch<&Config::no_env>},
    {{"quiet", "", "0", "Write nothing on standard error", true},
     KeyType::toggle,
     set_switch<&Config::quiet>},
    {{"rules", "PATH", "", "Rules of your own, a file or a folder; they come before rules.d", true,
      true, true},
     KeyType::paths,
     set_list<&Config::rules>},
    {{"attach", "GLOB", "", "Send files of the run's directory that match GLOB[,GLOB...] along",
      true, true, true},
     KeyType::list,
     set_list<&Config::attach>},
    {{"attach_changed", "", "1", "Send small files that the job changed along with a failure"},
     KeyType::toggle,
     set_switch<&Config::attach_changed>},
    {{"budget", "SIZE", "20M", "Largest message, attachments and their encoding included"},
     KeyType::size,
     set_size<&Config::budget>},
    {{"redact", "", "1", "Mask secrets in everything that leaves the host"},
     KeyType::toggle,
     of_redaction<set_switch<&Redaction::on, Redaction>>},
    {{"redact_keys", "GLOB", "", "Names whose values are secrets too: MY_*[,GLOB...]"},
     KeyType::list,
     of_redaction<set_list<&Redaction::keys, Redaction>>},
    {{"redact_keep", "GLOB", "", "Names whose values are no secrets, whatever they look like"},
     KeyType::list,
     of_redaction<set_list<&Redaction::keep, Redaction>>},
    {{"mails_per_hour", "COUNT", "20",
      "Most mails an hour to a recipient; a digest names the runs above it; 0: no limit"},
     KeyType::number,
     set_number<&Config::mails_per_hour, 0, 1'000'000>},
    {{"config", "FILE", "", "Read FILE instead of the user's configuration file", true, false},
     KeyType::path,
     set_nothing},
    {{"state_dir", "DIR", "", "Outbox, mail and runs lie here (default: $XDG_STATE_HOME/gpualert)"},
     KeyType::path,
     set_text<&Config::state_dir>},
    {{"keep_days", "DAYS", "30", "Remove runs older than this; 0 keeps them"},
     KeyType::number,
     set_number<&Config::keep_days, 0, 36500>},
    {{"keep_bytes", "SIZE", "5G",
      "Remove the oldest runs above this size, failures last; 0: no limit"},
     KeyType::size,
     set_size<&Config::keep_bytes>},
    {{"mailprog_state_dir", "DIR", "/var/spool/gpualert",
      "gpualert-mail keeps its calls and its outbox here"},
     KeyType::path,
     of_mailprog<set_text<&MailProgSettings::state_dir, MailProgSettings>>},
    {{"mailprog_mailer", "FILE", "",
      "The mail program that gpualert-mail hands other mail to (default: mail or sendmail)"},
     KeyType::path,
     of_mailprog<set_text<&MailProgSettings::mailer, MailProgSettings>>},
    {{"mailprog_domains", "DOMAIN", "",
      "gpualert-mail sends to these domains only; .example.org: also to those below it"},
     KeyType::list,
     of_mailprog<set_domains>},
    {{"mailprog_workers", "NUMBER", "2", "Processes of gpualert-mail that make reports, at most"},
     KeyType::number,
     of_mailprog<set_number<&MailProgSettings::workers, 1, 64, MailProgSettings>>},
    {{"mailprog_settle", "TIME", "35s",
      "gpualert-mail waits this long for the last words of a job that is being killed"},
     KeyType::duration,
     of_mailprog<set_duration<&MailProgSettings::settle, MailProgSettings>>},
}};

template <typename Target>
std::vector<KeyInfo> infos(std::span<const Key<Target>> table)
{
  std::vector<KeyInfo> list;
  list.reserve(table.size());
  for (const Key<Target>& key : table) {
    list.push_back(key.info);
  }
  return list;
}

}  // namespace

Result<std::size_t> choose(std::span<const std::string_view> words, std::string_view text)
{
  const auto found = std::ranges::find(words, text);
  if (found == words.end()) {
    return Error{fmt::format("{} is not one of {}", quoted(text), fmt::join(words, ", "))};
  }
  return static_cast<std::size_t>(found - words.begin());
}

std::span<const Key<Config>> setting_table()
{
  return kSettings;
}

std::vector<KeyInfo> config_keys()
{
  return infos(setting_table());
}

std::vector<KeyInfo> channel_keys()
{
  return infos(channel_table());
}

std::string option_name(const KeyInfo& key)
{
  std::string name = "--";
  name += key.key;
  std::ranges::replace(name, '_', '-');
  return name;
}

std::string environment_name(const KeyInfo& key)
{
  std::string name = "GPUALERT_";
  for (const char c : key.key) {
    name += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  }
  return name;
}

}  // namespace gpualert
