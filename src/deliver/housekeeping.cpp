#include "deliver/housekeeping.hpp"

#include "base/file.hpp"
#include "outbox/rate.hpp"

#include <gpualert/run_store.hpp>

#include <fmt/format.h>

#include <sys/stat.h>

#include <ctime>

namespace gpualert::deliver {

namespace {

constexpr std::time_t kInterval = std::time_t{24} * 3600;

bool is_due(const std::string& stamp)
{
  struct stat info {};
  return ::lstat(stamp.c_str(), &info) != 0 || ::time(nullptr) - info.st_mtime >= kInterval;
}

}  // namespace

void prune_when_due(const std::string& state_dir, const Config& config, Journal& journal)
{
  const std::string stamp = state_dir + "/pruned";
  if (!is_due(stamp)) {
    return;
  }
  // The stamp first: should this take so long that the watchdog ends us, the next message must not
  // wait for it again.
  if (const Status stamped = write_file_atomic(stamp, "", Sync::no); !stamped) {
    journal.say(stamped.error().what);
    return;
  }
  if (Result<outbox::RateLimit> rate = outbox::RateLimit::open(state_dir + "/outbox"); rate) {
    rate.value().sweep();
  }
  const std::string runs = config.runs_dir.empty() ? state_dir + "/runs" : config.runs_dir;
  const Pruned pruned = prune_runs(runs, {config.keep_days, config.keep_bytes}, now().wall_ns);
  if (pruned.runs > 0) {
    journal.say(
        fmt::format("removed {} old runs, {} bytes, from {}", pruned.runs, pruned.bytes, runs));
  }
}

}  // namespace gpualert::deliver
