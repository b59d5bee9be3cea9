#include "cli/outbox_text.hpp"

#include "cli/show_verdict.hpp"

#include <gpualert/run_record.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace gpualert::cli {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

bool is_unknown(const OutboxEntry& entry)
{
  return !entry.damage.empty();
}

std::string age_text(const OutboxEntry& entry, std::int64_t now_ns)
{
  return is_unknown(entry) ? "?" : rough_time(now_ns - entry.envelope.queued_ns);
}

std::string rows_of(const OutboxEntry& entry, std::int64_t now_ns)
{
  const std::string next = next_try_text(entry, now_ns);
  std::string text =
      fmt::format("{:<8}  {:<6}  {:>5}  {:<9}  {:<8}  {}\n", entry.envelope.state,
                  age_text(entry, now_ns), entry.envelope.tries, next.empty() ? "-" : next,
                  printable(entry.envelope.channel), printable(entry.envelope.subject));
  text += fmt::format("          {}\n", printable(entry.name));
  const std::string& trouble = is_unknown(entry) ? entry.damage : entry.envelope.last_error;
  return trouble.empty() ? text : text + fmt::format("          {}\n", printable(trouble));
}

}  // namespace

std::string rough_time(std::int64_t ns)
{
  constexpr std::int64_t kMinute = 60;
  constexpr std::int64_t kHour = 60 * kMinute;
  constexpr std::int64_t kDay = 24 * kHour;
  const std::int64_t s = std::max<std::int64_t>(ns, 0) / kSecond;
  if (s < kMinute) {
    return fmt::format("{} s", s);
  }
  if (s < kHour) {
    return fmt::format("{} min", s / kMinute);
  }
  return s < 2 * kDay ? fmt::format("{} h", s / kHour) : fmt::format("{} d", s / kDay);
}

std::string next_try_text(const OutboxEntry& entry, std::int64_t now_ns)
{
  if (is_unknown(entry) || entry.envelope.state == "dead" || entry.envelope.state == "sending") {
    return "";
  }
  if (entry.envelope.state == "held") {
    return "digest";
  }
  const std::int64_t left = entry.envelope.next_try_ns - now_ns;
  return left < kSecond ? "now" : "in " + rough_time(left);
}

std::string outbox_table(const std::vector<OutboxListing>& outboxes, std::int64_t now_ns)
{
  std::string text;
  for (const OutboxListing& outbox : outboxes) {
    if (outbox.entries.empty()) {
      continue;
    }
    text += fmt::format("{}{}:\nSTATE     AGE     TRIES  NEXT TRY   CHANNEL   SUBJECT\n",
                        text.empty() ? "" : "\n", outbox.dir);
    for (const OutboxEntry& entry : outbox.entries) {
      text += rows_of(entry, now_ns);
    }
  }
  return text.empty() ? "The outbox is empty.\n" : text;
}

std::string envelope_text(const OutboxEntry& entry, std::int64_t now_ns)
{
  const Envelope& envelope = entry.envelope;
  const auto row = [](std::string_view name, std::string_view value) {
    return value.empty() ? "" : fmt::format("{:<11} {}\n", name, printable(value));
  };
  std::string text = row("entry", entry.name) + row("state", envelope.state);
  if (is_unknown(entry)) {
    return text + row("damage", entry.damage);
  }
  text += row("run", envelope.run) + row("channel", envelope.channel);
  text += row("from", envelope.from);
  text += row("to", fmt::format("{}", fmt::join(envelope.to, ", ")));
  text += row("subject", envelope.subject) + row("message-id", envelope.message_id);
  text += row("queued", fmt::format("{} ({} ago)", format_utc(envelope.queued_ns),
                                    rough_time(now_ns - envelope.queued_ns)));
  text += row("tries", std::to_string(envelope.tries));
  return text + row("next try", next_try_text(entry, now_ns)) + row("error", envelope.last_error);
}

}  // namespace gpualert::cli
