#include "base/file.hpp"
#include "cli/commands.hpp"
#include "cli/deliverer.hpp"
#include "cli/our_outboxes.hpp"
#include "cli/outbox_text.hpp"
#include "cli/say.hpp"
#include "cli/show_verdict.hpp"

#include <gpualert/run_record.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace gpualert::cli {

namespace {

// What is left after that stays in the outbox, and is said.
constexpr std::chrono::seconds kDeadline{600};

std::string state_dir_of(const OutboxListing& outbox)
{
  return outbox.dir.substr(0, outbox.dir.rfind('/'));
}

bool waits(const OutboxEntry& entry)
{
  return entry.envelope.state != "dead";
}

const OutboxEntry* find_name(const std::vector<OutboxEntry>& entries, const std::string& name)
{
  const auto found = std::ranges::find(entries, name, &OutboxEntry::name);
  return found == entries.end() ? nullptr : &*found;
}

// Where it was, or with those that are held since.
const OutboxEntry* find_waiting(const std::vector<OutboxEntry>& entries, const std::string& name)
{
  const auto found = std::ranges::find_if(entries, [&](const OutboxEntry& entry) {
    return entry.name == name ||
           (entry.envelope.state == "held" && entry.name.ends_with("/" + name));
  });
  return found == entries.end() ? nullptr : &*found;
}

// What an outbox holds now, and whom the digests named that were written since.
struct Aftermath {
  std::vector<OutboxEntry> entries;
  std::vector<std::string> digested;
};

bool is_digested(const OutboxEntry& entry, const Aftermath& after)
{
  const std::string base = entry.name.substr(entry.name.rfind('/') + 1);  // npos + 1 is 0
  return std::ranges::find(after.digested, base) != after.digested.end();
}

// Of one that another deliverer has in hand nothing has failed yet.
std::string colon_and(const std::string& error)
{
  return error.empty() ? std::string() : ": " + error;
}

// A dead letter of some recipients may lie beside what waits for the others, or come after it.
std::string fate_of(const OutboxEntry& before, const std::vector<OutboxEntry>& earlier,
                    const Aftermath& after, bool& sent)
{
  const std::vector<OutboxEntry>& later = after.entries;
  const std::string grave = "dead/" + before.name;
  const OutboxEntry* dead = find_name(later, grave);
  const bool died = dead != nullptr && find_name(earlier, grave) == nullptr;
  const OutboxEntry* still = find_waiting(later, before.name);
  sent = !died && still == nullptr;
  if (sent) {
    return is_digested(before, after) ? "named in a digest" : "sent";
  }
  std::string text;
  if (still != nullptr && still->envelope.state == "held") {
    text = "held: one digest an hour names the reports above mails_per_hour";
  } else if (still != nullptr) {
    const std::string next = next_try_text(*still, now().wall_ns);
    text = fmt::format("{}{}{}{}", still->envelope.state, next.empty() ? "" : ", next try ", next,
                       colon_and(still->envelope.last_error));
  }
  if (died) {
    text += fmt::format("{}dead for {}: {}", text.empty() ? "" : "; ",
                        fmt::format("{}", fmt::join(dead->envelope.to, ", ")),
                        dead->envelope.last_error);
  }
  return text;
}

// Digests that were written meanwhile and wait themselves.
std::string new_digests(const std::vector<OutboxEntry>& earlier,
                        const std::vector<OutboxEntry>& later, bool& all_sent)
{
  std::string text;
  for (const OutboxEntry& entry : later) {
    if (entry.envelope.digest > 0 && find_name(earlier, entry.name) == nullptr) {
      text +=
          fmt::format("{} ({}): {}{}\n", printable(entry.name), printable(entry.envelope.subject),
                      entry.envelope.state, colon_and(printable(entry.envelope.last_error)));
      all_sent = false;
    }
  }
  return text;
}

// False when something stays, or could not be tried.
bool flush(const OutboxListing& outbox)
{
  const std::int64_t last_digest = Outbox{outbox.dir}.last_digest_ns();
  const Result<std::string> program = find_deliverer();
  const Result<pid_t> pid =
      program ? start_deliverer(program.value(), {state_dir_of(outbox), "", kDeadline, true})
              : Result<pid_t>(program.error());
  if (!pid) {
    say(pid.error().what);
    return false;
  }
  wait_for_deliverer(pid.value(), kDeadline + std::chrono::seconds{2});
  Result<std::vector<OutboxEntry>> entries = Outbox{outbox.dir}.entries();
  if (!entries) {
    say(entries.error().what);
    return false;
  }
  const Aftermath after{std::move(entries).value(),
                        Outbox{outbox.dir}.named_in_digests(last_digest)};
  bool all_sent = true;
  std::string text;
  for (const OutboxEntry& entry : outbox.entries) {
    if (waits(entry)) {
      bool sent = false;
      text += fmt::format("{} ({}): ", printable(entry.name), printable(entry.envelope.subject));
      text += printable(fate_of(entry, outbox.entries, after, sent)) + "\n";
      all_sent = all_sent && sent;
    }
  }
  text += new_digests(outbox.entries, after.entries, all_sent);
  if (!after.digested.empty()) {
    text += "Reports above mails_per_hour were named in a digest.\n";
  }
  return write_all(STDOUT_FILENO, text, "write") && all_sent;
}

}  // namespace

int outbox_flush_command(const OutboxOptions& options)
{
  const Result<std::vector<OutboxListing>> all = our_outboxes(options.state);
  if (!all) {
    say(all.error().what);
    return kFailed;
  }
  bool any = false;
  bool all_sent = true;
  for (const OutboxListing& outbox : all.value()) {
    if (std::ranges::any_of(outbox.entries, waits)) {
      any = true;
      all_sent = flush(outbox) && all_sent;
    }
  }
  if (!any) {
    return write_all(STDOUT_FILENO, "Nothing is waiting.\n", "write") ? kDone : kFailed;
  }
  return all_sent ? kDone : kFailed;
}

}  // namespace gpualert::cli
