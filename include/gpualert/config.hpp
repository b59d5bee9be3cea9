#pragma once

#include <gpualert/redaction.hpp>
#include <gpualert/result.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// automatic: every failure, and a success that ran for success_after or longer. change: an outcome
// (success, or the cause) that differs from that of the last run of the same name.
enum class Notify { automatic, always, failure, change, never };

// One row of [[channel]]: where a report goes.
struct ChannelSettings {
  std::string name;              // unique, [A-Za-z0-9_-]{1,32}; default: type
  std::string type;              // smtp | sendmail | maildir | webhook
  std::string to, from;          // override the general ones
  std::string host;              // smtp
  int port = 0;                  // 0: 587 starttls, 465 implicit, 25 none
  std::string tls = "starttls";  // starttls | implicit | none
  bool insecure = false;         // do not verify the certificate; warns each time
  std::string ca_file;
  std::string user;
  std::string password_env = "GPUALERT_SMTP_PASSWORD";
  std::string password_file;                         // must be 0600
  std::string password_command;                      // run by /bin/sh -c, first line of its output
  std::string command = "/usr/sbin/sendmail -t -i";  // sendmail
  std::string path;                                  // maildir; "" = state/mail
  std::string url;                                   // webhook; a secret
  std::string url_env = "GPUALERT_WEBHOOK_URL";
  std::string url_file;                 // must be 0600
  int mails_per_hour = -1;              // -1: the general one
  std::optional<std::uint64_t> budget;  // of a message; nothing: the general one
  std::string format = "json";          // webhook: template = json | slack | discord | teams | …
};

// Of gpualert-mail, the drop-in for a scheduler's mail program.
struct MailProgSettings {
  std::string state_dir = "/var/spool/gpualert";  // its calls, outbox, mail and deliver.log
  std::string mailer;  // the real one; "" = the first of mail and sendmail that there is
  std::vector<std::string> domains;          // that mail may go to; none: all
  int workers = 2;                           // processes that make reports, at most
  std::chrono::milliseconds settle{35'000};  // for the last words of a job that is being killed
};

// --signal-before: a signal for the job, this long before the end of its allocation.
struct SignalBefore {
  int signal = 0;  // 0: none
  std::chrono::milliseconds before{0};
};

struct Config {
  std::string state_dir;  // outbox/ and mail/ lie here: $XDG_STATE_HOME/gpualert; "" without HOME
  std::string runs_dir;   // "" = <state_dir>/runs, then $TMPDIR, then /tmp
  std::string log;        // --log
  std::vector<std::string> rules;     // --rules: files or folders, before those of rules.d
  std::vector<std::string> attach;    // --attach: globs, relative to the run's directory
  bool attach_changed = true;         // small files that the job changed go with a failure's report
  std::uint64_t budget = 20U << 20U;  // of a message, with attachments and their encoding
  int mails_per_hour = 20;            // to each recipient; digests name the others; 0 = no limit
  Redaction redaction;
  std::string name;
  std::string to, from;  // addresses; "" = user@fqdn
  Notify notify = Notify::automatic;
  std::chrono::milliseconds success_after{60'000};
  std::chrono::milliseconds min_duration{0};  // no report of a shorter run; see notify_policy.hpp
  std::string pty = "auto";                   // auto | always | never
  bool no_env = false;
  bool quiet = false;
  bool dry_run = false;
  std::chrono::milliseconds notify_wait{-1};  // -1: 0 outside a scheduler, 10 s inside
  std::chrono::milliseconds warn_before{-1};  // -1: 5 min, or a tenth of a shorter limit; 0: never
  SignalBefore signal_before;
  int keep_days = 30;                     // 0 = for ever
  std::uint64_t keep_bytes = 5ULL << 30;  // 0 = no limit
  std::vector<ChannelSettings> channels;  // empty = one maildir in state_dir/mail
  MailProgSettings mailprog;
};

// The largest message of a channel, in bytes.
std::uint64_t budget_of(const ChannelSettings& channel, const Config& config);

// One thing that was wrong in a source, for one line on stderr:
// "/home/u/.config/gpualert/config.toml:7:1: unknown key \"nmae\" (did you mean \"name\"?)".
struct ConfigWarning {
  std::string text;
};

// A value as it was given, paths expanded.
struct GivenValue {
  std::string text;
  std::size_t column = 0;  // of the key in its file; 0 when it came from elsewhere
};

struct LoadedConfig {
  Config config;
  // key -> "command line", "environment", path:line; a key that is not here has its default. A key
  // of a channel stands here as "channel.NAME.KEY", its table as "channel.NAME".
  std::map<std::string, std::string> origins;
  std::map<std::string, GivenValue> given;  // the same keys as origins
  std::vector<ConfigWarning> warnings;
};

using Environment = std::map<std::string, std::string>;

// Defaults < /etc/gpualert/config.toml < user file < environment < command line. `command_line`
// maps keys ("runs_dir") to text as given; a bad value there is an Error (usage), a bad value
// anywhere else a warning. `config_file` (--config, or GPUALERT_CONFIG) replaces the user file.
// Of `environment` it needs GPUALERT_*, HOME and XDG_*.
Result<LoadedConfig> load_config(const std::map<std::string, std::string>& command_line,
                                 const Environment& environment);

// A file that is looked at for settings.
struct ConfigFile {
  enum class State { read, absent, unreadable };
  std::string path;
  State state = State::absent;
  std::string problem;  // why it is unreadable
};

// Those of load_config, in its order.
std::vector<ConfigFile> config_files(const std::map<std::string, std::string>& command_line,
                                     const Environment& environment);

// One row of the key table, as argv, help and the man pages see it.
struct KeyInfo {
  std::string_view key;       // "runs_dir": the name in files and in the maps of load_config
  std::string_view argument;  // "DIR"; "" for a switch
  std::string_view initial;   // the default as one would write it; "" = none
  std::string_view help;
  bool is_option = false;  // `gpualert run` takes --runs-dir
  bool in_files = true;    // may stand in a configuration file
  bool repeats = false;    // given twice, the values are joined with commas
};

std::vector<KeyInfo> config_keys();
std::vector<KeyInfo> channel_keys();               // of [[channel]], in files only
std::string option_name(const KeyInfo& key);       // "--runs-dir"
std::string environment_name(const KeyInfo& key);  // "GPUALERT_RUNS_DIR"

// Where a user's rules are: $XDG_CONFIG_HOME/gpualert/rules.d; "" without HOME.
std::string user_rules_dir(const Environment& environment);

// Where runs may be kept, in order of preference: runs_dir or state_dir/runs, then the fallbacks
// $TMPDIR/gpualert-UID and /tmp/gpualert-UID, which must be ours alone (0700, owner checked).
std::vector<std::string> runs_dir_candidates(const Config& config, const Environment& environment);
// The same for outbox/ and mail/: state_dir, then the two fallbacks.
std::vector<std::string> state_dir_candidates(const Config& config, const Environment& environment);

}  // namespace gpualert
