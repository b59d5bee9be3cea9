#pragma once

#include <gpualert/result.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gpualert {

enum class Notify { failure, always, never };

// One row of [[channel]]: where a report goes.
struct ChannelSettings {
  std::string name;              // unique; default: type
  std::string type;              // smtp | sendmail | maildir
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
};

struct Config {
  std::string state_dir;  // outbox/ and mail/ lie here: $XDG_STATE_HOME/gpualert
  std::string runs_dir;   // "" = <state_dir>/runs, then $TMPDIR, then /tmp
  std::string log;        // --log
  std::string name;
  std::string to, from;             // addresses; "" = user@fqdn
  Notify notify = Notify::failure;  // failure also mails a success that ran >= success_after
  std::chrono::seconds success_after{60};
  std::string pty = "auto";  // auto | always | never
  bool no_env = false;
  bool quiet = false;
  std::chrono::milliseconds notify_wait{-1};  // -1: 0 outside a scheduler, 10 s inside
  int keep_days = 30;                         // 0 = for ever
  std::uint64_t keep_bytes = 5ULL << 30;
  std::vector<ChannelSettings> channels;  // empty = one maildir in state_dir/mail
};

// One thing that was wrong in a source, for one line on stderr:
// "/home/u/.config/gpualert/config.toml:7:1: unknown key \"nmae\" (did you mean \"name\"?)".
struct ConfigWarning {
  std::string text;
};

struct LoadedConfig {
  Config config;
  std::map<std::string, std::string>
      origins;  // key -> "command line", "environment", path:line, "default"
  std::vector<ConfigWarning> warnings;
};

using Environment = std::map<std::string, std::string>;

// Defaults < /etc/gpualert/config.toml < user file < environment < command line. `command_line`
// maps keys ("runs_dir") to text as given; a bad value there is an Error (usage), a bad value
// anywhere else a warning. `config_file` (--config, or GPUALERT_CONFIG) replaces the user file.
Result<LoadedConfig> load_config(const std::map<std::string, std::string>& command_line,
                                 const Environment& environment);

}  // namespace gpualert
