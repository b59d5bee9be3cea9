#include "cli/config_answers.hpp"

#include "base/file.hpp"
#include "cli/own_address.hpp"

#include <gpualert/config_view.hpp>
#include <gpualert/report.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <charconv>

namespace gpualert::cli {

namespace {

constexpr const char* kSendmail = "/usr/sbin/sendmail";

std::string check_recipients(const std::string& answer)
{
  const auto parsed = parse_recipients(answer);
  return parsed ? "" : parsed.error().what;
}

std::string check_host(const std::string& answer)
{
  const bool plain = !answer.empty() && answer.find_first_of(" \t/@\"") == std::string::npos;
  return plain ? "" : "the name of a host, such as smtp.example.org";
}

std::string check_port(const std::string& answer)
{
  int port = 0;
  const char* end = answer.data() + answer.size();
  const auto [rest, error] = std::from_chars(answer.data(), end, port);
  const bool good = error == std::errc{} && rest == end && port > 0 && port < 65536;
  return good ? "" : "a number from 1 to 65535";
}

std::string check_given(const std::string& answer)
{
  return answer.empty() ? "an answer is needed here" : "";
}

// Asks, and keeps the answer; false when the input ended.
bool keep(std::string& place, std::optional<std::string> answer)
{
  if (answer) {
    place = std::move(*answer);
  }
  return answer.has_value();
}

bool ask_password(Prompt& prompt, const std::string& dir, Answers& answers)
{
  std::string where;
  if (!keep(where, prompt.choose("The password is in a file, comes from a command, or from the "
                                 "environment",
                                 {"file", "command", "environment"}, "file"))) {
    return false;
  }
  if (where == "command") {
    return keep(answers.password_command,
                prompt.ask("Command that prints it", "pass show smtp", check_given));
  }
  if (where == "environment") {
    return keep(answers.password_env,
                prompt.ask("Variable that holds it", "GPUALERT_SMTP_PASSWORD", check_given));
  }
  if (!keep(answers.password_file,
            prompt.ask("File that holds it", dir + "/password", check_given))) {
    return false;
  }
  if (!answers.password_file.starts_with("~/")) {
    answers.password_file = absolute_path(answers.password_file);
  }
  if (::access(answers.password_file.c_str(), F_OK) == 0 ||
      answers.password_file.starts_with("~/")) {
    return true;
  }
  return keep(answers.secret, prompt.secret("Password for this file (not shown; empty: later)"));
}

bool ask_relay(Prompt& prompt, const std::string& dir, Answers& answers)
{
  if (!keep(answers.host, prompt.ask("Relay", "", check_host)) ||
      !keep(answers.tls,
            prompt.choose("Encryption: starttls, implicit (TLS from the start) or none",
                          {"starttls", "implicit", "none"}, "starttls"))) {
    return false;
  }
  const char* port = answers.tls == "implicit" ? "465" : answers.tls == "none" ? "25" : "587";
  if (!keep(answers.port, prompt.ask("Port", port, check_port)) ||
      !keep(answers.user, prompt.ask("User to log in as (empty: no login)", ""))) {
    return false;
  }
  return answers.user.empty() || ask_password(prompt, dir, answers);
}

bool ask_sendmail(Prompt& prompt, Answers& answers)
{
  return keep(answers.command, prompt.ask("Program that takes the message",
                                          std::string{kSendmail} + " -t -i", check_given));
}

bool ask_webhook(Prompt& prompt, const std::string& dir, Answers& answers)
{
  if (!keep(answers.format,
            prompt.choose("For slack, discord, teams, mattermost, ntfy or any other (json)",
                          {"json", "slack", "discord", "teams", "mattermost", "ntfy"}, "json")) ||
      !keep(answers.url_file, prompt.ask("File that holds its URL, which is a secret",
                                         dir + "/webhook-url", check_given))) {
    return false;
  }
  answers.url_file = absolute_path(answers.url_file);
  return ::access(answers.url_file.c_str(), F_OK) == 0 ||
         keep(answers.secret, prompt.secret("URL for this file (not shown; empty: later)"));
}

void add(std::string& toml, const char* key, const std::string& value)
{
  if (!value.empty()) {
    toml += fmt::format("{} = {}\n", key, toml_string(value));
  }
}

}  // namespace

std::optional<Answers> ask_all(Prompt& prompt, const std::string& dir)
{
  Answers answers;
  const bool sendmail = ::access(kSendmail, X_OK) == 0;
  Prompt::tell(
      fmt::format("Reports go through\n"
                  "  relay     an SMTP server\n"
                  "  sendmail  the mail program of this host{}\n"
                  "  webhook   Slack, Discord, Teams, Mattermost, ntfy and the like\n"
                  "  maildir   nothing: they stay in a Maildir on this host\n",
                  sendmail ? "" : " (there is none in the usual place)"));
  std::string way;
  if (!keep(way, prompt.choose("Which", {"relay", "sendmail", "webhook", "maildir"},
                               sendmail ? "sendmail" : "relay"))) {
    return std::nullopt;
  }
  answers.type = way == "relay" ? "smtp" : way;
  bool complete = true;
  if (way == "relay" || way == "sendmail") {
    complete = keep(answers.to, prompt.ask("Reports go to", own_address(), check_recipients));
  }
  if (complete && way == "relay") {
    complete = ask_relay(prompt, dir, answers);
  } else if (complete && way == "sendmail") {
    complete = ask_sendmail(prompt, answers);
  } else if (way == "webhook") {
    complete = ask_webhook(prompt, dir, answers);
  } else if (complete) {
    complete = keep(answers.path, prompt.ask("Maildir (empty: in the state directory)", ""));
  }
  return complete ? std::optional{answers} : std::nullopt;
}

std::string toml_of(const Answers& answers)
{
  std::string toml = "# Every setting: man gpualert-config. What counts: gpualert config show.\n";
  add(toml, "to", answers.to);
  toml += "\n[[channel]]\n";
  add(toml, "type", answers.type);
  add(toml, "host", answers.host);
  if (!answers.port.empty()) {
    toml += fmt::format("port = {}\n", answers.port);
  }
  add(toml, "tls", answers.tls);
  add(toml, "user", answers.user);
  add(toml, "password_env", answers.password_env);
  add(toml, "password_file", answers.password_file);
  add(toml, "password_command", answers.password_command);
  add(toml, "command", answers.command);
  add(toml, "path", answers.path);
  add(toml, "template", answers.format);
  add(toml, "url_file", answers.url_file);
  return toml;
}

std::string what_is_left(const Answers& answers)
{
  std::string text;
  if (!answers.password_file.empty() && answers.secret.empty()) {
    text += fmt::format("next: put the password into {} (chmod 600)\n", answers.password_file);
  }
  if (!answers.url_file.empty() && answers.secret.empty()) {
    text += fmt::format("next: put the URL into {} (chmod 600)\n", answers.url_file);
  }
  if (!answers.password_env.empty()) {
    text += fmt::format("next: set {} where jobs are started\n", answers.password_env);
  }
  return text + "next: gpualert doctor, then gpualert test-email\n";
}

}  // namespace gpualert::cli
