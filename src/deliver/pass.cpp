#include "deliver/pass.hpp"

#include "deliver/channels.hpp"
#include "outbox/retry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <random>

namespace gpualert::deliver {

namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;
constexpr int kCrashesForgiven = 3;

std::int64_t now_ns()
{
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

Status Pass::run()
{
  spool_.sweep(now_ns() / kNsPerSecond);
  bool anything_new = true;
  while (anything_new) {
    do {
      if (Status looked = visit_all(); !looked) {
        return looked;
      }
    } while (progress_ && !deadline_.over());
    if (deadline_.over()) {
      come_again(now_ns() / kNsPerSecond);
    }
    spool_.set_due(again_s_);
    // Whoever published an entry since our last look had `due` overwritten: look again.
    const Result<std::vector<outbox::Entry>> after = spool_.scan();
    anything_new = after && !deadline_.over() &&
                   std::any_of(after.value().begin(), after.value().end(),
                               [&](const auto& entry) { return !seen_.contains(entry.base); });
  }
  return ok();
}

Status Pass::visit_all()
{
  progress_ = false;
  again_s_.reset();
  seen_.clear();
  const Result<std::vector<outbox::Entry>> entries = spool_.scan();
  if (!entries) {
    return entries.error();
  }
  for (const outbox::Entry& entry : entries.value()) {
    seen_.insert(entry.base);
    if (!deadline_.over()) {
      visit(entry);
    }
  }
  return ok();
}

void Pass::visit(const outbox::Entry& entry)
{
  if (!wants_try(entry)) {
    return;
  }
  Result<std::optional<outbox::Claim>> claim = spool_.claim(entry, mine_, now_ns() / kNsPerSecond);
  if (!claim) {
    around_.journal.say(claim.error().what);
  } else if (claim.value()) {
    progress_ = true;
    tried_.insert(entry.base);
    work(std::move(*claim.value()));
  }
}

// Also notes when an entry that is left alone should be looked at again.
bool Pass::wants_try(const outbox::Entry& entry)
{
  const std::int64_t now = now_ns();
  if (entry.lease && outbox::holds(*entry.lease, mine_, now / kNsPerSecond)) {
    come_again(entry.lease->until_s + 1);
    return false;
  }
  const Result<Envelope> envelope = spool_.peek(entry);
  if (!envelope) {
    return true;  // gone meanwhile, or damaged: claiming it tells
  }
  const bool due = envelope.value().next_try_ns <= now || (all_ && !tried_.contains(entry.base));
  if (!due) {
    come_again(envelope.value().next_try_ns / kNsPerSecond + 1);
    return false;
  }
  const auto open = channels_.find(envelope.value().channel);
  if (open != channels_.end() && open->second.down) {
    constexpr std::int64_t kPause = 60;
    come_again(now / kNsPerSecond + kPause);
    return false;
  }
  return true;
}

void Pass::come_again(std::int64_t at_s)
{
  again_s_ = again_s_ ? std::min(*again_s_, at_s) : at_s;
}

Pass::Open& Pass::channel(const std::string& name)
{
  const auto found = channels_.find(name);
  if (found != channels_.end()) {
    return found->second;
  }
  return channels_[name] = Open{open_channel(name, config_, around_), false};
}

void Pass::work(outbox::Claim claim)
{
  const bool crashes = claim.taken_over && claim.envelope.tries >= kCrashesForgiven;
  // Counted before the attempt: one that kills us every time must not come first for ever.
  claim.envelope.tries += 1;
  claim.envelope.state = "sending";
  if (Status saved = spool_.save(claim); !saved) {
    around_.journal.say(fmt::format("{}: {}", claim.base, saved.error().what));
  }
  conclude(claim, crashes ? for_all(claim.envelope, Fate::deferred,
                                    "the deliverer died at this message again and again")
                          : attempt(claim));
}

Outcome Pass::attempt(const outbox::Claim& claim)
{
  Open& open = channel(claim.envelope.channel);
  if (!open.channel) {
    return for_all(claim.envelope, Fate::deferred,
                   fmt::format("the configuration has no channel \"{}\"", claim.envelope.channel));
  }
  const Result<std::string> eml = spool_.message(claim);
  if (!eml) {
    return for_all(claim.envelope, eml.error().code == ENOENT ? Fate::refused : Fate::deferred,
                   eml.error().what);
  }
  Outcome outcome = open.channel->send({claim.base, claim.envelope, eml.value()}, deadline_);
  open.down = outcome.channel_down;
  return outcome;
}

void Pass::conclude(outbox::Claim claim, const Outcome& outcome)
{
  for (std::size_t i = 0; i < claim.envelope.to.size(); ++i) {
    const Answer& answer = outcome.answers.at(i);
    around_.journal.say(fmt::format("{}: {} to {}: {}", claim.base, to_string(answer.fate),
                                    claim.envelope.to[i], answer.words));
  }
  const std::size_t all = claim.envelope.to.size();
  Status status = ok();
  if (recipients_with(Fate::sent, claim.envelope, outcome).size() == all) {
    status = spool_.finish(claim);
  } else if (recipients_with(Fate::refused, claim.envelope, outcome).size() == all) {
    claim.envelope.state = "dead";
    claim.envelope.last_error = words_with(Fate::refused, outcome);
    (void)spool_.save(claim);  // the journal has the reason too
    status = spool_.bury(claim);
  } else {
    status = conclude_some(claim, outcome);
  }
  if (!status) {
    around_.journal.say(fmt::format("{}: {}", claim.base, status.error().what));
  }
}

// Some recipients are served or hopeless, others are to be tried again. Those served are struck
// off first: if we die here, nobody gets the message twice.
Status Pass::conclude_some(outbox::Claim& claim, const Outcome& outcome)
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
  return waiting.empty() ? spool_.finish(claim) : defer(claim);
}

Status Pass::defer(outbox::Claim& claim)
{
  const auto next = outbox::next_try({}, claim.envelope.tries, claim.envelope.queued_ns, now_ns(),
                                     random_share());
  if (next) {
    claim.envelope.state = "deferred";
    claim.envelope.next_try_ns = *next;
    return spool_.release(claim);
  }
  claim.envelope.state = "dead";
  claim.envelope.last_error += " (given up: too old)";
  around_.journal.say(
      fmt::format("{}: given up after {} tries: too old", claim.base, claim.envelope.tries));
  (void)spool_.save(claim);  // the journal has the reason too
  return spool_.bury(claim);
}

}  // namespace gpualert::deliver
