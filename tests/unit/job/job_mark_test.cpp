// Who was told of a job's end.
#include "job/job_mark.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <optional>

using namespace gpualert;
using namespace gpualert::jobs;
using gpualert::test::Scratch;

namespace {

constexpr std::chrono::milliseconds kNow{0};
constexpr std::int64_t kEnd = 1'796'048'640'000'000'000;
constexpr std::int64_t kHour = 3'600'000'000'000;

using Addresses = std::vector<std::string>;

}  // namespace

TEST_CASE("who was told is not told again, others are")
{
  const Scratch scratch;
  {
    JobMark mark = JobMark::take(scratch.path(), "slurm-job7", kNow).value();
    CHECK(mark.untold({"ada@x.org", "bob"}, kEnd) == Addresses{"ada@x.org", "bob"});
    REQUIRE(mark.tell({"ada@x.org"}, kEnd));
    CHECK(mark.untold({"ada@x.org", "bob"}, kEnd) == Addresses{"bob"});
  }
  const JobMark again = JobMark::take(scratch.path(), "slurm-job7", kNow).value();
  CHECK(again.untold({"ada", "bob", "ada@y.org"}, kEnd + kHour / 2) ==
        Addresses{"bob", "ada@y.org"});
  const JobMark other = JobMark::take(scratch.path(), "slurm-job8", kNow).value();
  CHECK(other.untold({"ada@x.org"}, kEnd) == Addresses{"ada@x.org"});
}

TEST_CASE("an older job with the same number is another")
{
  const Scratch scratch;
  JobMark mark = JobMark::take(scratch.path(), "slurm-job7", kNow).value();
  REQUIRE(mark.tell({"ada@x.org"}, kEnd));
  CHECK(mark.untold({"ada@x.org"}, kEnd + 2 * kHour) == Addresses{"ada@x.org"});
  CHECK(mark.untold({"ada@x.org"}, kEnd - 2 * kHour) == Addresses{"ada@x.org"});
}

TEST_CASE("one has a mark at a time")
{
  const Scratch scratch;
  std::optional<JobMark> mark = JobMark::take(scratch.path(), "slurm-job7", kNow).value();
  CHECK_FALSE(JobMark::take(scratch.path(), "slurm-job7", std::chrono::milliseconds{30}));
  CHECK(JobMark::take(scratch.path(), "slurm-job8", kNow));
  mark.reset();
  CHECK(JobMark::take(scratch.path(), "slurm-job7", kNow));
}

TEST_CASE("a mark that is a link, a fifo or garbage does no harm")
{
  const Scratch scratch;
  const std::string secret = scratch.add("secret", "1 ada@x.org\n");
  REQUIRE(JobMark::take(scratch.path(), "slurm-job1", kNow));  // makes the directory
  REQUIRE(::symlink(secret.c_str(), (scratch / "jobs/slurm-job7").c_str()) == 0);
  CHECK_FALSE(JobMark::take(scratch.path(), "slurm-job7", kNow));
  REQUIRE(::mkfifo((scratch / "jobs/slurm-job8").c_str(), 0600) == 0);
  CHECK_FALSE(JobMark::take(scratch.path(), "slurm-job8", kNow));
  scratch.add("jobs/slurm-job9", "\n\n12\n x\nada@x.org\n99999999999999999999 ada@x.org\n");
  const JobMark mark = JobMark::take(scratch.path(), "slurm-job9", kNow).value();
  CHECK(mark.untold({"ada@x.org"}, 12) == Addresses{"ada@x.org"});
}

TEST_CASE("marks are removed after a month")
{
  const Scratch scratch;
  REQUIRE(JobMark::take(scratch.path(), "slurm-job1", kNow));
  scratch.add("jobs/slurm-job7", "");
  const std::string stamp = scratch / "jobs/.pruned";
  const timeval old[2] = {{::time(nullptr) - 31 * 86400, 0}, {::time(nullptr) - 31 * 86400, 0}};
  REQUIRE(::utimes((scratch / "jobs/slurm-job7").c_str(), old) == 0);
  REQUIRE(JobMark::take(scratch.path(), "slurm-job2", kNow));
  CHECK(::access((scratch / "jobs/slurm-job7").c_str(), F_OK) == 0);  // not yet: once a day
  REQUIRE(::utimes(stamp.c_str(), old) == 0);
  REQUIRE(JobMark::take(scratch.path(), "slurm-job3", kNow));
  CHECK(::access((scratch / "jobs/slurm-job7").c_str(), F_OK) != 0);
  CHECK(::access((scratch / "jobs/slurm-job1").c_str(), F_OK) == 0);
}

TEST_CASE("addresses of a scheduler without a mail domain")
{
  CHECK(is_same_address("ada", "ada@x.org"));
  CHECK(is_same_address("ada@x.org", "ada"));
  CHECK(is_same_address("ada@x.org", "ada@x.org"));
  CHECK_FALSE(is_same_address("ada", "adam@x.org"));
  CHECK_FALSE(is_same_address("ada@y.org", "ada@x.org"));
  CHECK_FALSE(is_same_address("", "ada@x.org"));
}
