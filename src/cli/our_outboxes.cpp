#include "cli/our_outboxes.hpp"

#include "base/file.hpp"
#include "cli/environment.hpp"
#include "cli/say.hpp"

#include <gpualert/config.hpp>

#include <fmt/format.h>

#include <utility>

namespace gpualert::cli {

namespace {

Result<std::vector<std::string>> state_dirs()
{
  const Environment environment = our_environment();
  Result<LoadedConfig> loaded = load_config({}, environment);
  if (!loaded) {
    return std::move(loaded).error();
  }
  for (const ConfigWarning& warning : loaded->warnings) {
    say(warning.text);
  }
  return state_dir_candidates(loaded->config, environment);
}

Result<OutboxListing> listing_of(const std::string& state_dir)
{
  const std::string dir = state_dir + "/outbox";
  Result<std::vector<OutboxEntry>> entries = Outbox{dir}.entries();
  return entries ? OutboxListing{dir, std::move(entries).value()}
                 : Result<OutboxListing>(entries.error());
}

}  // namespace

Result<std::vector<OutboxListing>> our_outboxes(const std::string& state_dir)
{
  if (!state_dir.empty()) {
    Result<OutboxListing> chosen = listing_of(absolute_path(state_dir));
    return chosen ? std::vector{std::move(chosen).value()}
                  : Result<std::vector<OutboxListing>>(chosen.error());
  }
  const Result<std::vector<std::string>> dirs = state_dirs();
  if (!dirs) {
    return dirs.error();
  }
  std::vector<OutboxListing> outboxes;
  for (const std::string& dir : dirs.value()) {
    if (Result<OutboxListing> one = listing_of(dir)) {
      outboxes.push_back(std::move(one).value());
    } else {
      say(one.error().what);
    }
  }
  return outboxes;
}

Result<FoundEntry> find_entry(const std::vector<OutboxListing>& outboxes, const std::string& name)
{
  std::vector<FoundEntry> exact;
  std::vector<FoundEntry> longer;
  for (const OutboxListing& outbox : outboxes) {
    for (const OutboxEntry& entry : outbox.entries) {
      if (entry.name == name) {
        exact.push_back({outbox.dir, entry});
      } else if (entry.name.starts_with(name) ||
                 std::string_view(entry.name).substr(entry.name.rfind('/') + 1).starts_with(name)) {
        longer.push_back({outbox.dir, entry});
      }
    }
  }
  const std::vector<FoundEntry>& found = exact.empty() ? longer : exact;
  if (found.empty()) {
    return Error{fmt::format("the outbox has no entry \"{}\"; see: gpualert outbox list", name)};
  }
  if (found.size() > 1) {
    return Error{fmt::format("{} entries begin with \"{}\": {} and {}{}", found.size(), name,
                             found[0].entry.name, found[1].entry.name,
                             found.size() > 2 ? " and others" : "")};
  }
  return found.front();
}

}  // namespace gpualert::cli
