#pragma once

#include "deliver/channel.hpp"

#include <string>

namespace gpualert::deliver {

// Takes findings as they come; each is printed at once, as one line "LEVEL\tWHAT\tWORDS\tHINT" on
// standard output: a look that is ended by the deadline has still said what came before.
class Findings {
public:
  void ok(const std::string& what, const std::string& words);
  void warn(const std::string& what, const std::string& words, const std::string& hint);
  void fail(const std::string& what, const std::string& words, const std::string& hint);
};

// `--probe NAME`: looks at a channel's other side without sending anything: its name, port,
// certificate, login and limits. Gives 0; 1 when there is no such channel.
int probe_channel(const std::string& name, const Config& config, const Surroundings& around,
                  const Deadline& deadline);

// The part of it that knows relays.
void probe_relay(const ChannelSettings& settings, const Surroundings& around,
                 const Deadline& deadline, Findings& findings);

// The part of it that knows webhooks.
void probe_webhook(const ChannelSettings& settings, const Surroundings& around,
                   const Deadline& deadline, Findings& findings);

// The name of a host as addresses; false, and a finding, when there are none.
bool probe_name(const std::string& host, Findings& findings);

}  // namespace gpualert::deliver
