#pragma once

#include "deliver/deadline.hpp"
#include "deliver/journal.hpp"
#include "deliver/password.hpp"
#include "deliver/transcript.hpp"

#include <gpualert/config.hpp>
#include <gpualert/outbox.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::deliver {

// What became of one recipient. deferred: worth another try later; refused: never worth one.
enum class Fate { sent, deferred, refused };

struct Answer {
  Fate fate = Fate::deferred;
  std::string words;        // of the server, or why there was no answer
  bool too_large = false;   // the words are about the size: a smaller form may be taken
  std::uint64_t limit = 0;  // bytes of a message that would be taken; 0: not said
};

struct Outcome {
  std::vector<Answer> answers;     // one for each of the envelope's recipients, in order
  bool channel_down = false;       // the way itself is blocked: another letter would fare no better
  std::int64_t retry_after_s = 0;  // the other side does not want to see it before
};

// The same answer for every recipient.
inline Outcome for_all(const Envelope& envelope, Fate fate, const std::string& words)
{
  return {std::vector<Answer>(envelope.to.size(), {fate, words}), false, 0};
}

// A message to be delivered.
struct Letter {
  std::string name;  // of the outbox entry: unique, the same at each try
  const Envelope& envelope;
  std::string_view eml;      // CRLF line ends
  bool has_smaller = false;  // there is a smaller form, for whoever finds this one too large
};

// What a channel may use besides its own settings.
struct Surroundings {
  std::string state_dir;
  Journal& journal;
  Passwords& passwords;
  Transcript* transcript = nullptr;  // where somebody watches
};

// A way to deliver. send() ends by its deadline, whatever the other side does, and does not throw.
class Channel {
public:
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  virtual ~Channel() = default;
  virtual Outcome send(const Letter& letter, const Deadline& deadline) = 0;
};

}  // namespace gpualert::deliver
