#pragma once

#include "deliver/channel.hpp"
#include "deliver/smtp_dialogue.hpp"

#include <string>

namespace gpualert::deliver {

// What became of each of `recipients` recipients. `accepted`: libcurl was told that the relay took
// the message. `trouble`: libcurl's own words when it was not. Pure.
//
// 4xx, silence and broken connections are worth another try; 5xx to a recipient, to the sender or
// to the message is not. 5xx before that (greeting, TLS, login), and 5xx that ask for a login,
// speak of the configuration: the message waits for its correction.
Outcome smtp_outcome(const SmtpDialogue& dialogue, bool accepted, const std::string& trouble,
                     std::size_t recipients);

}  // namespace gpualert::deliver
