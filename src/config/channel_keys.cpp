#include "config/keys.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert {

namespace {

using namespace std::string_view_literals;

constexpr std::array kTypes{"smtp"sv, "sendmail"sv, "maildir"sv, "webhook"sv};
constexpr std::array kTemplates{"json"sv,  "slack"sv,      "discord"sv,
                                "teams"sv, "mattermost"sv, "ntfy"sv};
constexpr std::array kTlsWords{"starttls"sv, "implicit"sv, "none"sv};

// The name becomes part of a directory name in the outbox.
Status set_name(ChannelSettings& channel, std::string_view text)
{
  constexpr std::size_t kLimit = 32;
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  };
  if (text.empty() || text.size() > kLimit || !std::ranges::all_of(text, fits)) {
    return Error{
        fmt::format("{} is not a name of 1 to {} letters, digits, - and _", quoted(text), kLimit)};
  }
  channel.name = text;
  return ok();
}

Status set_budget(ChannelSettings& channel, std::string_view text)
{
  const Result<std::uint64_t> size = parse_size(text);
  if (!size) {
    return size.error();
  }
  channel.budget = size.value();
  return ok();
}

using Channel = ChannelSettings;
constexpr std::array<Key<Channel>, 21> kKeys{{
    {{"name", "NAME", "", "Unique name (default: the type)"}, KeyType::text, set_name},
    {{"type", "TYPE", "", "smtp, sendmail, maildir or webhook; required"},
     KeyType::choice,
     set_choice<&Channel::type, kTypes>},
    {{"to", "ADDR", "", "Overrides the general to"}, KeyType::list, set_text<&Channel::to>},
    {{"from", "ADDR", "", "Overrides the general from"}, KeyType::text, set_text<&Channel::from>},
    {{"budget", "SIZE", "",
      "smtp, sendmail, maildir: overrides the general budget (default: the general one)"},
     KeyType::size,
     set_budget},
    {{"mails_per_hour", "COUNT", "",
      "Overrides the general mails_per_hour (default: the general one)"},
     KeyType::number,
     set_number<&Channel::mails_per_hour, 0, 1'000'000>},
    {{"host", "HOST", "", "smtp: the relay; required"}, KeyType::text, set_text<&Channel::host>},
    {{"port", "PORT", "0", "smtp: 0 is 587 with starttls, 465 with implicit, 25 with none"},
     KeyType::number,
     set_number<&Channel::port, 0, 65535>},
    {{"tls", "HOW", "starttls", "smtp: starttls, implicit or none"},
     KeyType::choice,
     set_choice<&Channel::tls, kTlsWords>},
    {{"insecure", "", "0", "smtp, webhook: do not verify the certificate of the other side"},
     KeyType::toggle,
     set_switch<&Channel::insecure>},
    {{"ca_file", "FILE", "", "smtp, webhook: certificates to trust instead of the system's"},
     KeyType::path,
     set_text<&Channel::ca_file>},
    {{"user", "USER", "", "smtp: user name to log in with"},
     KeyType::text,
     set_text<&Channel::user>},
    {{"password_env", "VARIABLE", "GPUALERT_SMTP_PASSWORD",
      "smtp: variable that holds the password; removed from the job's environment"},
     KeyType::text,
     set_text<&Channel::password_env>},
    {{"password_file", "FILE", "", "smtp: file that holds the password, mode 0600"},
     KeyType::path,
     set_text<&Channel::password_file>},
    {{"password_command", "COMMAND", "", "smtp: shell command whose first line is the password"},
     KeyType::text,
     set_text<&Channel::password_command>},
    {{"command", "COMMAND", "/usr/sbin/sendmail -t -i",
      "sendmail: the program that takes the message"},
     KeyType::text,
     set_text<&Channel::command>},
    {{"path", "DIR", "", "maildir: where (default: mail in the state directory)"},
     KeyType::path,
     set_text<&Channel::path>},
    {{"url", "URL", "", "webhook: where to send; whoever knows it can send there too"},
     KeyType::text,
     set_text<&Channel::url>},
    {{"url_env", "VARIABLE", "GPUALERT_WEBHOOK_URL",
      "webhook: variable that holds the url; removed from the job's environment"},
     KeyType::text,
     set_text<&Channel::url_env>},
    {{"url_file", "FILE", "", "webhook: file that holds the url, mode 0600"},
     KeyType::path,
     set_text<&Channel::url_file>},
    {{"template", "NAME", "json", "webhook: json, slack, discord, teams, mattermost or ntfy"},
     KeyType::choice,
     set_choice<&Channel::format, kTemplates>},
}};

}  // namespace

std::span<const Key<Channel>> channel_table()
{
  return kKeys;
}

std::uint64_t budget_of(const ChannelSettings& channel, const Config& config)
{
  return channel.budget.value_or(config.budget);
}

}  // namespace gpualert
