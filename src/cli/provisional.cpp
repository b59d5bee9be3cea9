#include "cli/provisional.hpp"

#include "base/file.hpp"

#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

namespace gpualert::cli {

namespace {

std::string provisional_mark(const RunRecord& record)
{
  return record.path + "/provisional";
}

bool has_provisional(const RunRecord& record)
{
  return !record.path.empty() && ::access(provisional_mark(record).c_str(), F_OK) == 0;
}

constexpr std::string_view kPublished = "published\n";

bool published_provisional(const RunRecord& record)
{
  const Result<std::string> mark = read_file(provisional_mark(record), 64);
  return mark && *mark == kPublished;
}

// Where a provisional report waits, the entry takes its place. False when it is to be published.
bool take_place(const PreparedEntry& entry, const RunRecord& record)
{
  const Result<bool> replaced = Outbox::replace(entry);
  if (replaced && replaced.value()) {
    return true;
  }
  const bool unseen = record.ending && std::holds_alternative<EndUnknown>(*record.ending);
  if (replaced && unseen && published_provisional(record)) {
    Outbox::discard(entry);
    return true;
  }
  return false;
}

}  // namespace

std::size_t publish_final(std::vector<PreparedEntry> entries, const RunRecord& record,
                          std::vector<std::string>& problems)
{
  std::size_t placed = 0;
  if (has_provisional(record)) {
    placed = std::erase_if(entries, [&](const PreparedEntry& e) { return take_place(e, record); });
  }
  return publish_all(entries, problems) + placed;
}

void hold_back(const std::vector<Addressed>& reports, const RunRecord& record,
               const std::vector<std::string>& state_dirs, std::int64_t until_ns,
               std::vector<std::string>& problems)
{
  for (const std::string& dir : state_dirs) {
    Result<std::vector<PreparedEntry>> prepared =
        prepare_all(reports, record, dir, until_ns, problems);
    if (!prepared || prepared->empty()) {
      continue;
    }
    const bool again = has_provisional(record);
    // The mark comes first, so that what is published is never overlooked; whether it was, is
    // added.
    if (!again && !write_file_atomic(provisional_mark(record), "", Sync::no)) {
      std::for_each(prepared->begin(), prepared->end(), Outbox::discard);
      return;
    }
    std::erase_if(*prepared, [again](const PreparedEntry& entry) {
      const Result<bool> replaced = again ? Outbox::replace(entry) : Result<bool>{false};
      if (again && replaced && !replaced.value()) {
        Outbox::discard(entry);  // it was delivered, and one is enough
      }
      return again && replaced;
    });
    if (publish_all(*prepared, problems) > 0) {
      (void)write_file_atomic(provisional_mark(record), kPublished, Sync::no);
    }
    return;
  }
}

void withdraw(const RunRecord& record, const std::vector<std::string>& state_dirs)
{
  if (!has_provisional(record)) {
    return;
  }
  for (const std::string& dir : state_dirs) {
    Outbox outbox{dir + "/outbox"};
    const Result<std::vector<OutboxEntry>> entries = outbox.entries();
    for (const OutboxEntry& entry : entries ? entries.value() : std::vector<OutboxEntry>{}) {
      if (entry.envelope.run == record.id && entry.envelope.state != "dead") {
        (void)outbox.drop(entry.name);  // in a deliverer's hands it is as good as sent
      }
    }
  }
}

}  // namespace gpualert::cli
