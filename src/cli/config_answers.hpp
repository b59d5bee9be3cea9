#pragma once

#include "cli/prompt.hpp"

#include <optional>
#include <string>

namespace gpualert::cli {

// What `gpualert config init` asks for. Empty: not asked, or not set.
struct Answers {
  std::string to;
  std::string type;  // smtp, sendmail, webhook, maildir
  std::string host, tls, port, user;
  std::string password_env, password_file, password_command;  // one of them, with a user
  std::string format, url_file;                               // webhook
  std::string secret;                                         // goes into one of the two files
  std::string command;                                        // sendmail
  std::string path;                                           // maildir; "" = the usual one
};

// The dialogue. `dir`: where the configuration will lie. Nothing: the input ended.
std::optional<Answers> ask_all(Prompt& prompt, const std::string& dir);

// The configuration file that says so.
std::string toml_of(const Answers& answers);

// What the user has to do yet, in whole lines.
std::string what_is_left(const Answers& answers);

}  // namespace gpualert::cli
