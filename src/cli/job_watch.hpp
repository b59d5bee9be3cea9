#pragma once

#include <gpualert/result.hpp>
#include <gpualert/scheduler.hpp>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace gpualert::cli {

// "123"; of an array "123_4", and "123_[5-9%2]" for the tasks that wait.
std::string shown_id(const JobInfo& job);

// Follows jobs until each has ended. Asks the controller, and the accounting for those that the
// controller has forgotten.
class JobWatch {
public:
  using Query = std::function<Result<std::vector<JobInfo>>(const std::vector<std::string>&)>;

  // `jobs`: ids as people write them; an array's stands for all its tasks.
  JobWatch(std::vector<std::string> jobs, Query controller, Query accounting);

  struct Look {
    std::vector<JobInfo> ended;     // since the last look, in the order of their ids
    std::vector<JobInfo> requeued;  // run again since the last look
    std::vector<std::string> lost;  // nobody knows any more how they ended; the ids
    std::string why_lost;
    std::string trouble;    // why nobody could be asked; the look said nothing then
    bool hopeless = false;  // ... and nobody ever can: there is no such program
  };
  Look look();

  bool over() const noexcept { return asked_.empty(); }
  std::vector<std::string> waiting() const;  // ids of what has not ended, as far as known

private:
  void note(const JobInfo& job, Look& look);
  void settle_missing(const std::set<std::string>& present, Look& look);

  std::vector<std::string> asked_;  // ids that still have to be asked for
  Query controller_, accounting_;
  std::map<std::string, JobInfo> running_;  // by shown_id: seen, and not ended
  std::set<std::string> ended_;
};

}  // namespace gpualert::cli
