#pragma once

#include "base/fd.hpp"

#include <gpualert/result.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::jobs {

// STATE/jobs/RUN_ID: whom a report on the end of that job went to, whoever of us made it, so that
// nobody gets two. One process has it at a time: who holds it looks, queues its report, tells, and
// lets go. Marks are removed after a month.
class JobMark {
public:
  // Waits at most `patience` for another process to let go. The Error says why it cannot be had:
  // then a report goes out without, for two are better than none.
  static Result<JobMark> take(const std::string& state_dir, const std::string& run_id,
                              std::chrono::milliseconds patience);

  // Those of `to` who have had no report of the end at `ended_ns` (wall clock). An end that is far
  // from that is of an older job with the same number.
  std::vector<std::string> untold(const std::vector<std::string>& to, std::int64_t ended_ns) const;

  // Writes down that they have had one.
  Status tell(const std::vector<std::string>& to, std::int64_t ended_ns);

private:
  JobMark(std::string path, Fd file) : path_(std::move(path)), file_(std::move(file)) {}

  struct Told {
    std::int64_t ended_ns;
    std::string address;
  };
  std::string path_;
  Fd file_;
  std::vector<Told> told_;
};

// Whether two addresses are one: "ada" of a scheduler without a mail domain is "ada@x.org" of ours.
bool is_same_address(std::string_view one, std::string_view other);

}  // namespace gpualert::jobs
