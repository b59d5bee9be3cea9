#include "cli/run_claim.hpp"

#include "base/fd.hpp"
#include "cli/claim.hpp"

#include <gpualert/open_runs.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <ctime>
#include <string_view>
#include <utility>

namespace gpualert::cli {

namespace {

constexpr std::int64_t kHold = 600;  // seconds: a log of many GB on a slow disk

// Its name now, with or without a lease.
std::optional<std::string> mark_of(const RunRecord& record, const std::string& open_dir)
{
  const std::string name = mark_name(record);
  for (std::string& mark : open_marks(open_dir)) {
    if (mark == name ||
        (mark.starts_with(name) &&
         std::string_view(mark).substr(name.size()).starts_with(outbox::kLeaseMark))) {
      return std::move(mark);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<RunClaim> RunClaim::take(const RunRecord& record)
{
  std::string dir = open_runs_dir(record.path);
  std::optional<std::string> mark = mark_of(record, dir);
  if (!mark && mark_once(record)) {
    mark = mark_name(record);
  }
  const std::int64_t now_s = ::time(nullptr);
  std::optional<std::string> claimed =
      mark ? claim_file(dir, *mark, outbox::own_lease(now_s + kHold), now_s) : std::nullopt;
  return claimed ? std::optional(RunClaim{std::move(dir), std::move(*claimed)}) : std::nullopt;
}

RunClaim::RunClaim(std::string dir, std::string claimed)
    : dir_(std::move(dir)), claimed_(std::move(claimed))
{
}

RunClaim::RunClaim(RunClaim&& other) noexcept
    : dir_(std::move(other.dir_)), claimed_(std::exchange(other.claimed_, {}))
{
}

RunClaim::~RunClaim()
{
  if (!claimed_.empty()) {
    (void)release_file(dir_, claimed_);
  }
}

void RunClaim::done()
{
  ::unlink((dir_ + "/" + claimed_).c_str());
  ::rmdir(dir_.c_str());  // when nothing is left in it
  claimed_.clear();
}

bool mark_once(const RunRecord& record)
{
  const Fd once{::open((record.path + "/swept").c_str(),
                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
  return once && mark_open(record, {}, false);
}

}  // namespace gpualert::cli
