#include "check/checks.hpp"

#include <algorithm>
#include <utility>

namespace gpualert::check {

namespace {

std::vector<std::string> split(const std::string& list)
{
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t comma = std::min(list.find(',', begin), list.size());
    parts.push_back(list.substr(begin, comma - begin));
    if (comma == list.size()) {
      return parts;
    }
    begin = comma + 1;
  }
}

std::string upper(std::string text)
{
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return text;
}

// Those of --mail-type that come for the end that gpualert reports.
std::string doubled(const std::string& types)
{
  std::string found;
  for (const std::string& type : split(upper(types))) {
    if (type == "NONE") {
      return {};
    }
    if (type == "ALL" || type == "END" || type == "FAIL" || type == "TIME_LIMIT") {
      found += (found.empty() ? "" : ",") + type;
    }
  }
  return found;
}

void check_addresses(const std::string& option, const std::string& list, std::size_t line,
                     Findings& found)
{
  for (const std::string& address : split(list)) {
    const std::string fault =
        address.empty() ? "there is an empty one in the list" : address_fault(address);
    if (fault.empty()) {
      continue;
    }
    std::string text = option;
    text.append(" ").append(address.empty() ? list : address).append(": ").append(fault);
    text += ", so the mail goes nowhere";
    found.push_back({line, "mail-address", std::move(text),
                     "correct the address; several are written with commas and no blanks"});
  }
}

void check_types(const Script& script, Findings& found)
{
  const Directive* types = script.directives.last("mail-type");
  if (types == nullptr || script.runs.empty()) {
    return;
  }
  if (const std::string both = doubled(types->value); !both.empty()) {
    found.push_back({types->line, "double-mail",
                     "--mail-type=" + both + " sends a second mail beside the report of gpualert",
                     "leave it out, or keep only BEGIN,REQUEUE (fine as it is where the site's "
                     "MailProg is gpualert-mail)"});
  }
}

void check_users(const Directives& directives, Findings& found)
{
  for (const Directive& directive : directives.options) {
    if (directive.option == "mail-user") {
      check_addresses("--mail-user", directive.value, directive.line, found);
    }
  }
  for (const Directive& stray : directives.strays) {
    const bool after_user = std::ranges::any_of(directives.options, [&](const Directive& d) {
      return d.option == "mail-user" && d.line == stray.line;
    });
    if (after_user) {
      found.push_back(
          {stray.line, "mail-address",
           "\"" + stray.value + "\" does not belong to --mail-user: there is a blank before it",
           "write several addresses with commas and no blanks"});
    }
  }
}

// Of `gpualert run --to`. The job may have a --to of its own.
void check_recipients(const Command& command, Findings& found)
{
  for (std::size_t i = find_run(command); i < command.words.size(); ++i) {
    const std::string& word = command.words[i];
    const bool apart = word == "--to" && i + 1 < command.words.size();
    const std::string list = apart                       ? command.words[i + 1]
                             : word.starts_with("--to=") ? word.substr(5)
                                                         : "";
    if (list.find('@') != std::string::npos) {
      check_addresses("--to", list, command.line, found);
    }
  }
}

}  // namespace

void check_mail(const Script& script, Findings& found)
{
  check_types(script, found);
  check_users(script.directives, found);
  for (const RunCall& run : script.runs) {
    check_recipients(script.commands[run.command], found);
  }
}

}  // namespace gpualert::check
