#include "deliver/webhook_outcome.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::deliver {

namespace {

Fate fate_of(long status)
{
  constexpr long kTimeout = 408;
  constexpr long kTooEarly = 425;
  constexpr long kTooMany = 429;
  if (status >= 200 && status < 300) {
    return Fate::sent;
  }
  const bool passes = status == kTimeout || status == kTooEarly || status == kTooMany;
  return status >= 400 && status < 500 && !passes ? Fate::refused : Fate::deferred;
}

}  // namespace

Outcome webhook_outcome(const Envelope& envelope, long status, const std::string& words,
                        std::int64_t retry_after)
{
  const Fate fate = fate_of(status);
  const std::string moved = status >= 300 && status < 400 ? " (moved: correct the url)" : "";
  Outcome outcome = for_all(
      envelope, fate,
      status == 0 ? words
                  : fmt::format("HTTP {}{}{}", status, moved, words.empty() ? "" : ": " + words));
  outcome.channel_down = fate == Fate::deferred;
  constexpr std::int64_t kLongest = std::int64_t{4} * 3600;
  outcome.retry_after_s =
      fate == Fate::deferred ? std::clamp<std::int64_t>(retry_after, 0, kLongest) : 0;
  return outcome;
}

}  // namespace gpualert::deliver
