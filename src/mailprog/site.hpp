#pragma once

#include <gpualert/config.hpp>
#include <gpualert/note.hpp>
#include <gpualert/outbox.hpp>
#include <gpualert/report.hpp>
#include <gpualert/rule_set.hpp>
#include <gpualert/verdict.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::mailprog {

// What the worker has of the site: settings, rules, outbox, journal.
struct Site {
  Config config;
  std::shared_ptr<const RuleSet> rules;

  const std::string& state_dir() const noexcept { return config.mailprog.state_dir; }
};

// Reads the settings and the site's rules.
Site load_site();

// One line in STATE/mailprog.log (0600, at most 1 MiB and one older), with the time.
void journal(const Site& site, std::string_view text);

// A message for the outbox: composed once for each channel, which may have its own sender and
// budget.
struct Post {
  std::string id;                            // of the run
  std::vector<std::string> to;               // checked
  std::string from;                          // "" = the setting's, or this user's
  std::map<std::string, std::string> facts;  // for channels that take no mail
  std::function<Message(const ReportOptions&)> compose;
};

// Whether a mail would reach anybody: a channel is set, or there is a sendmail.
bool has_channel(const Site& site);

// Puts it into the outbox of the site, once for each channel. Without a channel in the settings it
// goes to the site's sendmail.
Status post(const Site& site, const Post& letter);

// Starts gpualert-deliver for what waits in the outbox.
void deliver(const Site& site);

}  // namespace gpualert::mailprog
