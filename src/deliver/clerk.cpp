#include "deliver/clerk.hpp"

#include "outbox/retry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <random>

namespace gpualert::deliver {

namespace {

std::int64_t now_ns()
{
  constexpr std::int64_t kNsPerSecond = 1'000'000'000;
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * kNsPerSecond + now.tv_nsec;
}

double random_share()
{
  static std::minstd_rand generator(std::random_device{}());
  return std::uniform_real_distribution<double>(0, 1)(generator);
}

std::vector<std::string> recipients_with(Fate fate, const Envelope& envelope,
                                         const Outcome& outcome)
{
  std::vector<std::string> found;
  for (std::size_t i = 0; i < envelope.to.size(); ++i) {
    if (outcome.answers.at(i).fate == fate) {
      found.push_back(envelope.to[i]);
    }
  }
  return found;
}

std::string words_with(Fate fate, const Outcome& outcome)
{
  for (const Answer& answer : outcome.answers) {
    if (answer.fate == fate) {
      return answer.words;
    }
  }
  return {};
}

std::string_view to_string(Fate fate)
{
  return fate == Fate::sent ? "sent" : fate == Fate::deferred ? "deferred" : "refused";
}

}  // namespace

void Clerk::conclude(outbox::Claim claim, const Outcome& outcome)
{
  for (std::size_t i = 0; i < claim.envelope.to.size(); ++i) {
    const Answer& answer = outcome.answers.at(i);
    journal_.say(fmt::format("{}: {} to {}: {}", claim.base, to_string(answer.fate),
                             claim.envelope.to[i], answer.words));
  }
  const std::size_t all = claim.envelope.to.size();
  if (recipients_with(Fate::sent, claim.envelope, outcome).size() == all) {
    say_if_failed(claim, spool_.finish(claim));
  } else if (recipients_with(Fate::refused, claim.envelope, outcome).size() == all) {
    give_up(std::move(claim), words_with(Fate::refused, outcome));
  } else {
    say_if_failed(claim, conclude_some(claim, outcome));
  }
}

void Clerk::give_up(outbox::Claim claim, const std::string& why)
{
  claim.envelope.state = "dead";
  claim.envelope.last_error = why;
  journal_.say(fmt::format("{}: given up, kept in dead/: {}", claim.base, why));
  say_if_failed(claim, spool_.save(claim));
  say_if_failed(claim, spool_.bury(claim));
}

// Those served are struck off first: if we die here, nobody gets the message twice.
Status Clerk::conclude_some(outbox::Claim claim, const Outcome& outcome)
{
  const std::vector<std::string> refused = recipients_with(Fate::refused, claim.envelope, outcome);
  const std::vector<std::string> waiting = recipients_with(Fate::deferred, claim.envelope, outcome);
  claim.envelope.to = waiting;
  claim.envelope.to.insert(claim.envelope.to.end(), refused.begin(), refused.end());
  claim.envelope.last_error = words_with(Fate::deferred, outcome);
  if (Status saved = spool_.save(claim); !saved) {
    return saved;
  }
  if (!refused.empty()) {
    Envelope part = claim.envelope;
    part.to = refused;
    part.state = "dead";
    part.last_error = words_with(Fate::refused, outcome);
    if (Status buried = spool_.bury_part(claim, part); !buried) {
      return buried;
    }
  }
  claim.envelope.to = waiting;
  return waiting.empty() ? spool_.finish(claim) : defer(std::move(claim), outcome.retry_after_s);
}

Status Clerk::defer(outbox::Claim claim, std::int64_t retry_after_s)
{
  const auto next = outbox::next_try({}, claim.envelope.tries, claim.envelope.queued_ns, now_ns(),
                                     random_share());
  if (next) {
    claim.envelope.state = "deferred";
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    claim.envelope.next_try_ns = std::max(*next, now_ns() + retry_after_s * kNsPerSecond);
    return spool_.release(claim);
  }
  const std::string why = fmt::format("{} (given up after {} tries: too old)",
                                      claim.envelope.last_error, claim.envelope.tries);
  give_up(std::move(claim), why);
  return ok();
}

void Clerk::say_if_failed(const outbox::Claim& claim, const Status& status)
{
  if (!status) {
    journal_.say(fmt::format("{}: {}", claim.base, status.error().what));
  }
}

}  // namespace gpualert::deliver
