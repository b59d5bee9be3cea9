#include "deliver/digester.hpp"

#include <gpualert/digest.hpp>
#include <gpualert/run_record.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <thread>
#include <utility>
#include <vector>

namespace gpualert::deliver {

namespace {

constexpr std::chrono::milliseconds kPause{100};
constexpr std::chrono::seconds kPatience{2};

std::string host_name()
{
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

const ChannelSettings* find_channel(const Config& config, const std::string& name)
{
  const auto found = std::ranges::find(config.channels, name, &ChannelSettings::name);
  return found == config.channels.end() ? nullptr : &*found;
}

std::vector<SuppressedReport> reports_of(std::vector<outbox::HeldMessage>& members)
{
  std::vector<SuppressedReport> reports;
  reports.reserve(members.size());
  for (outbox::HeldMessage& member : members) {
    Envelope& envelope = member.envelope;
    reports.push_back(
        {envelope.run, envelope.subject, std::move(envelope.facts), envelope.queued_ns});
  }
  return reports;
}

}  // namespace

int Digester::limit_of(const std::string& channel) const
{
  const ChannelSettings* settings = find_channel(config_, channel);
  return settings == nullptr || settings->mails_per_hour < 0 ? config_.mails_per_hour
                                                             : settings->mails_per_hour;
}

bool Digester::say_if_failed(const Error& error)
{
  journal_.say(error.what);
  return false;
}

Result<bool> Digester::admitted(const Envelope& envelope, int limit)
{
  if (!rate_) {
    Result<outbox::RateLimit> opened = outbox::RateLimit::open(outbox_);
    if (!opened) {
      return opened.error();
    }
    rate_ = std::move(opened).value();
  }
  return rate_->admit(envelope, limit);
}

Result<bool> Digester::hold(const outbox::Claim& claim)
{
  if (!held_) {
    Result<outbox::Held> opened = outbox::Held::open(outbox_);
    if (!opened) {
      return opened.error();
    }
    held_.emplace(std::move(opened).value());
  }
  return held_->add(claim);
}

bool Digester::holds_back(const outbox::Claim& claim)
{
  const int limit = limit_of(claim.envelope.channel);
  if (limit == 0) {
    return false;
  }
  const Result<bool> may_go = admitted(claim.envelope, limit);
  if (!may_go) {
    return say_if_failed(may_go.error());
  }
  if (may_go.value()) {
    return false;
  }
  const Result<bool> first = hold(claim);
  if (!first) {
    return say_if_failed(first.error());
  }
  first_ = first_ || first.value();
  journal_.say(fmt::format("{}: held, for {} had {} mails within the hour; a digest will name it",
                           claim.base, fmt::join(claim.envelope.to, ", "), limit));
  return true;
}

bool Digester::work(bool all, const Deadline& deadline)
{
  Result<std::optional<outbox::Held>> held = outbox::Held::open_existing(outbox_);
  if (!held) {
    return say_if_failed(held.error());
  }
  if (!held.value()) {
    return false;
  }
  const Result<bool> published = write_due(*held.value(), all, deadline);
  return published ? published.value() : say_if_failed(published.error());
}

Result<std::optional<std::string>> Digester::due_group(const outbox::Held& held, bool all) const
{
  const Result<std::vector<outbox::HeldGroup>> groups = held.groups();
  if (!groups) {
    return groups.error();
  }
  for (const outbox::HeldGroup& group : groups.value()) {
    const std::chrono::seconds wait = all ? group.pause : group.wait();
    if (wait.count() == 0 && !written_.contains(group.name)) {
      return std::optional(group.name);
    }
  }
  return std::optional<std::string>{};
}

// What a killed process left comes first; it may be the digest of this very group.
Status Digester::write_or_recover(outbox::Held& held, const std::string& group,
                                  const outbox::Turn& turn)
{
  const Result<bool> recovered = held.recover();
  if (!recovered) {
    return recovered.error();
  }
  if (recovered.value()) {
    return ok();
  }
  written_.insert(group);
  return write(held, group, turn);
}

Result<bool> Digester::write_due(outbox::Held& held, bool all, const Deadline& deadline)
{
  bool published = false;
  std::chrono::milliseconds waited{0};
  while (!deadline.over() && (all || waited < kPatience)) {
    const Result<std::optional<std::string>> group = due_group(held, all);
    if (!group) {
      return group.error();
    }
    if (!group.value()) {
      break;
    }
    const auto turn = held.take_turn(mine_, ::time(nullptr));
    if (!turn) {
      return turn.error();
    }
    if (!turn.value()) {
      std::this_thread::sleep_for(kPause);  // another is at it; should it die, it is ours
      waited += kPause;
      continue;
    }
    if (Status written = write_or_recover(held, *group.value(), *turn.value()); !written) {
      return written.error();
    }
    published = true;
  }
  return published;
}

Status Digester::write(outbox::Held& held, const std::string& group, const outbox::Turn& turn)
{
  std::vector<std::string> problems;
  Result<std::vector<outbox::HeldMessage>> members = held.members(group, problems);
  for (const std::string& problem : problems) {
    journal_.say(problem);
  }
  if (!members) {
    return members.error();
  }
  if (members.value().empty()) {
    return ok();
  }
  const Envelope sample = members.value().back().envelope;
  const std::int64_t now_ns = now().wall_ns;
  DigestOptions options;
  options.id = fmt::format("{}-{}-{}-digest", format_utc(now_ns), host_name(), ::getpid());
  options.from = sample.from;
  options.to = sample.to;
  options.when_ns = now_ns;
  options.mails_per_hour = limit_of(sample.channel);
  const ChannelSettings* channel = find_channel(config_, sample.channel);
  options.budget = channel == nullptr ? config_.budget : budget_of(*channel, config_);
  options.redaction = config_.redaction;
  Digest digest = compose_digest(reports_of(members.value()), options);
  Envelope envelope;
  envelope.run = options.id;
  envelope.channel = sample.channel;
  envelope.message_id = digest.message.id;
  envelope.from = digest.message.from;
  envelope.to = digest.message.to;
  envelope.subject = digest.message.subject;
  envelope.queued_ns = now_ns;
  envelope.facts = std::move(digest.facts);
  envelope.digest = static_cast<int>(members.value().size());
  Status replaced = held.replace(group, members.value(), envelope, digest.message.eml, turn);
  if (replaced) {
    journal_.say(fmt::format("{}: names {} held reports", options.id, envelope.digest));
  }
  return replaced;
}

std::optional<std::int64_t> Digester::next_s() const
{
  const Result<std::optional<outbox::Held>> held = outbox::Held::open_existing(outbox_);
  if (!held || !held.value()) {
    return std::nullopt;
  }
  const Result<std::vector<outbox::HeldGroup>> groups = held.value()->groups();
  if (!groups || groups.value().empty()) {
    return std::nullopt;
  }
  const auto soonest = std::ranges::min_element(groups.value(), {}, &outbox::HeldGroup::wait);
  return ::time(nullptr) + soonest->wait().count() + 1;
}

std::optional<std::chrono::seconds> Digester::promised() const
{
  const auto next = first_ ? next_s() : std::nullopt;
  if (!next) {
    return std::nullopt;
  }
  return std::chrono::seconds(std::max<std::int64_t>(*next - ::time(nullptr), 1));
}

}  // namespace gpualert::deliver
