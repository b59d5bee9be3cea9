#include "base/file.hpp"
#include "cli/commands.hpp"
#include "cli/our_outboxes.hpp"
#include "cli/outbox_text.hpp"
#include "cli/say.hpp"

#include <gpualert/run_record.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>

namespace gpualert::cli {

namespace {

int print(std::string_view text)
{
  return write_all(STDOUT_FILENO, text, "write") ? kDone : kFailed;
}

int fail(const Error& error)
{
  say(error.what);
  return kFailed;
}

// A message has CRLF; a terminal wants LF.
std::string with_plain_ends(std::string text)
{
  std::erase(text, '\r');
  return text;
}

int drop(const std::vector<FoundEntry>& entries)
{
  int status = kDone;
  for (const FoundEntry& found : entries) {
    if (const Status gone = Outbox{found.outbox}.drop(found.entry.name); !gone) {
      status = fail(gone.error());
    } else if (print(fmt::format("dropped {}\n", found.entry.name)) != kDone) {
      return kFailed;
    }
  }
  return status;
}

std::vector<FoundEntry> all_dead(const std::vector<OutboxListing>& outboxes)
{
  std::vector<FoundEntry> dead;
  for (const OutboxListing& outbox : outboxes) {
    for (const OutboxEntry& entry : outbox.entries) {
      if (entry.envelope.state == "dead") {
        dead.push_back({outbox.dir, entry});
      }
    }
  }
  return dead;
}

}  // namespace

int outbox_list_command(const OutboxOptions& options)
{
  const Result<std::vector<OutboxListing>> all = our_outboxes(options.state);
  if (!all) {
    return fail(all.error());
  }
  return print(options.json ? to_json(all.value()) : outbox_table(all.value(), now().wall_ns));
}

int outbox_show_command(const OutboxOptions& options)
{
  const Result<std::vector<OutboxListing>> all = our_outboxes(options.state);
  if (!all) {
    return fail(all.error());
  }
  const Result<FoundEntry> found = find_entry(all.value(), options.entries.front());
  if (!found) {
    return fail(found.error());
  }
  const FoundEntry& entry = found.value();
  Result<std::string> message = Outbox{entry.outbox}.message(entry.entry.name);
  if (!message) {
    return fail(message.error());
  }
  return print(envelope_text(entry.entry, now().wall_ns) + "\n" +
               with_plain_ends(std::move(message).value()));
}

int outbox_drop_command(const OutboxOptions& options)
{
  const Result<std::vector<OutboxListing>> all = our_outboxes(options.state);
  if (!all) {
    return fail(all.error());
  }
  if (options.all_dead) {
    return drop(all_dead(all.value()));
  }
  // All names first: one that is mistyped drops nothing.
  std::vector<FoundEntry> chosen;
  for (const std::string& name : options.entries) {
    const Result<FoundEntry> found = find_entry(all.value(), name);
    if (!found) {
      return fail(found.error());
    }
    chosen.push_back(found.value());
  }
  return drop(chosen);
}

}  // namespace gpualert::cli
