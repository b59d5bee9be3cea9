#include "deliver/smtp_outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpualert::deliver {

namespace {

std::string words_of(Stage stage, const Reply& reply)
{
  return fmt::format("{}: {} {}", to_string(stage), reply.code, reply.words);
}

// 5xx codes of RFC 4954 and 3207: log in first, log in otherwise, use TLS.
bool asks_for_login(int code)
{
  constexpr std::array<int, 4> kCodes{530, 534, 535, 538};
  return std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end();
}

bool is_refusal(const Reply& reply)
{
  return reply.code >= 500 && !asks_for_login(reply.code);
}

// "552 5.3.4 Message size exceeds fixed limit" and the like. 552 alone means "exceeded storage
// allocation", of which a smaller message needs less.
bool speaks_of_size(const Reply& reply)
{
  return reply.code == 552 || (reply.code >= 500 && (reply.words.starts_with("5.3.4") ||
                                                     reply.words.starts_with("5.2.3")));
}

// The fate of the recipients that the relay did not refuse one by one.
Answer common_answer(const SmtpDialogue& dialogue, bool accepted, const std::string& trouble)
{
  const Reply& last = dialogue.last();
  if (accepted) {
    return {Fate::sent, fmt::format("{} {}", last.code, last.words)};
  }
  if (last.code < 400) {
    return {Fate::deferred, fmt::format("{}: {}", to_string(dialogue.stage()), trouble)};
  }
  const bool refused =
      dialogue.stage() >= Stage::sender && dialogue.stage() != Stage::recipient && is_refusal(last);
  return {refused ? Fate::refused : Fate::deferred, words_of(dialogue.stage(), last),
          refused && speaks_of_size(last)};
}

}  // namespace

Outcome smtp_outcome(const SmtpDialogue& dialogue, bool accepted, const std::string& trouble,
                     std::size_t recipients)
{
  Outcome outcome;
  outcome.answers.assign(recipients, common_answer(dialogue, accepted, trouble));
  const std::size_t asked = std::min(recipients, dialogue.recipients().size());
  for (std::size_t i = 0; i < asked; ++i) {
    const Reply& reply = dialogue.recipients()[i];
    if (reply.code >= 400) {
      outcome.answers[i] = {is_refusal(reply) ? Fate::refused : Fate::deferred,
                            words_of(Stage::recipient, reply), speaks_of_size(reply)};
    }
  }
  const int code = dialogue.last().code;
  outcome.channel_down =
      !accepted && (dialogue.stage() < Stage::sender || code < 400 || code == 421);
  return outcome;
}

}  // namespace gpualert::deliver
