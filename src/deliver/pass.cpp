#include "deliver/pass.hpp"

#include "deliver/channels.hpp"

#include <gpualert/report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <limits>

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

// The envelope is a file: what reaches a relay or an argv is checked once more.
Status check_addresses(const Envelope& envelope)
{
  if (envelope.to.empty()) {
    return Error{"no recipient"};
  }
  std::vector<std::string> all = envelope.to;
  all.push_back(envelope.from);
  for (const std::string& address : all) {
    if (const Result<std::string> checked = check_address(address); !checked) {
      return checked.error();
    }
  }
  return ok();
}

// Of the forms from `first` on the largest that all of those who found the last one too large may
// take; the last one where none is said to fit. forms.size(): nobody wants another.
std::size_t form_to_try(const std::vector<outbox::Form>& forms, std::size_t first,
                        const Outcome& outcome)
{
  bool wanted = false;
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  for (const Answer& answer : outcome.answers) {
    wanted = wanted || answer.too_large;
    limit = answer.too_large && answer.limit > 0 ? std::min(limit, answer.limit) : limit;
  }
  if (!wanted || first >= forms.size()) {
    return forms.size();
  }
  std::size_t at = first;
  while (at + 1 < forms.size() && forms[at].size > limit) {
    ++at;
  }
  return at;
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
      if (!progress_ && !deadline_.over()) {
        progress_ = digester_.work(all_, deadline_);
      }
    } while (progress_ && !deadline_.over());
    const std::optional<std::int64_t> digest = digester_.next_s();
    if (digest) {
      come_again(*digest);
    }
    if (deadline_.over()) {
      come_again(now_ns() / kNsPerSecond);
    }
    spool_.set_due(again_s_);
    // Whoever published or held an entry since our last look had `due` overwritten: look again.
    const Result<std::vector<outbox::Entry>> after = spool_.scan();
    anything_new = after && !deadline_.over() &&
                   (std::any_of(after.value().begin(), after.value().end(),
                                [&](const auto& entry) { return !seen_.contains(entry.base); }) ||
                    (!digest && digester_.next_s()));
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
  if (const Status sane = check_addresses(claim.envelope); !sane) {
    clerk_.give_up(claim, sane.error().what);
    return;
  }
  if (claim.envelope.digest == 0 && digester_.holds_back(claim)) {
    return;
  }
  const bool crashes = claim.taken_over && claim.envelope.tries >= kCrashesForgiven;
  // Counted before the attempt: one that kills us every time must not come first for ever.
  claim.envelope.tries += 1;
  claim.envelope.state = "sending";
  if (const Status saved = spool_.save(claim); !saved) {
    around_.journal.say(fmt::format("{}: {}", claim.base, saved.error().what));
  }
  clerk_.conclude(claim, crashes ? for_all(claim.envelope, Fate::deferred,
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
  const std::vector<outbox::Form> forms = spool_.smaller_forms(claim);
  Outcome outcome =
      open.channel->send({claim.base, claim.envelope, eml.value(), !forms.empty()}, deadline_);
  send_smaller(*open.channel, claim, forms, outcome);
  open.down = outcome.channel_down;
  return outcome;
}

// Only to those who found the message too large. The others have it, or are refused, already.
void Pass::send_smaller(Channel& channel, const outbox::Claim& claim,
                        const std::vector<outbox::Form>& forms, Outcome& outcome)
{
  for (std::size_t at = form_to_try(forms, 0, outcome); at < forms.size();
       at = form_to_try(forms, at + 1, outcome)) {
    const outbox::Form& form = forms[at];
    const Result<std::string> eml = spool_.message(claim, form);
    if (!eml) {
      around_.journal.say(fmt::format("{}: {}", claim.base, eml.error().what));
      continue;
    }
    Envelope part = claim.envelope;
    part.to.clear();
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < outcome.answers.size(); ++i) {
      if (outcome.answers[i].too_large) {
        places.push_back(i);
        part.to.push_back(claim.envelope.to[i]);
      }
    }
    around_.journal.say(
        fmt::format("{}: {}; sending it {}", claim.base, outcome.answers[places.front()].words,
                    form.minimal ? "without attachments" : fmt::format("in {} bytes", form.size)));
    const Outcome answer =
        channel.send({claim.base, part, eml.value(), at + 1 < forms.size()}, deadline_);
    for (std::size_t i = 0; i < places.size(); ++i) {
      outcome.answers[places[i]] = answer.answers.at(i);
    }
    outcome.channel_down = answer.channel_down;
  }
}

}  // namespace gpualert::deliver
