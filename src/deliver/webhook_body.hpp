#pragma once

#include <gpualert/outbox.hpp>

#include <string>
#include <string_view>

namespace gpualert::deliver {

// A report as the JSON that a webhook takes, by the name of a template:
//   json        subject, message_id, run, text and every fact by name
//   slack, mattermost, discord, teams: a heading and lines in what each takes for markup
//   ntfy        to the server's root, `topic` being the last part of the URL
std::string webhook_body(std::string_view name, const Envelope& envelope, std::string_view topic);

}  // namespace gpualert::deliver
