#include "deliver/trial.hpp"

#include "base/file.hpp"
#include "deliver/channels.hpp"

#include <fmt/format.h>

namespace gpualert::deliver {

namespace {

constexpr int kFailed = 1;

std::string_view verb(Fate fate)
{
  return fate == Fate::sent ? "sent" : fate == Fate::refused ? "refused" : "not sent";
}

int fail(Transcript& transcript, const std::string& why)
{
  transcript.note(why);
  return kFailed;
}

}  // namespace

int try_message(const std::string& dir, const Config& config, const Surroundings& around,
                const Deadline& deadline)
{
  Transcript& transcript = *around.transcript;
  const Result<std::string> json = read_file(dir + "/envelope.json");
  if (!json) {
    return fail(transcript, json.error().what);
  }
  const Result<Envelope> envelope = parse_envelope(json.value());
  if (!envelope) {
    return fail(transcript, envelope.error().what);
  }
  const Result<std::string> eml = read_file(dir + "/message.eml");
  if (!eml) {
    return fail(transcript, eml.error().what);
  }
  const std::unique_ptr<Channel> channel = open_channel(envelope.value().channel, config, around);
  if (!channel) {
    return fail(transcript,
                fmt::format("the configuration has no channel \"{}\"", envelope.value().channel));
  }
  const std::string name = envelope.value().run + "." + envelope.value().channel;
  const Outcome outcome = channel->send({name, envelope.value(), eml.value()}, deadline);
  int status = 0;
  for (std::size_t i = 0; i < envelope.value().to.size(); ++i) {
    const Answer& answer = outcome.answers.at(i);
    transcript.note(
        fmt::format("{} to {}: {}", verb(answer.fate), envelope.value().to[i], answer.words));
    status = answer.fate == Fate::sent ? status : kFailed;
  }
  return status;
}

}  // namespace gpualert::deliver
