#include <gpualert/run_store.hpp>

#include "base/file.hpp"
#include "record/runs_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace gpualert {

namespace {

constexpr std::size_t kMaxCandidates = 5;

// "-job123" as a whole part of the id, or the "-array123" of its tasks; of "-job123.host" the
// number is enough. "123_4" also asks for array task 4.
bool is_job(const std::string& id, std::string_view job)
{
  const auto split = job.find('_');
  const std::string number{job.substr(0, split)};
  const std::string task = split == std::string_view::npos
                               ? std::string()
                               : "-task" + std::string(job.substr(split + 1)) + "-";
  const auto has = [&](const std::string& part) {
    const auto at = id.find(part);
    const auto end = at + part.size();
    return at != std::string::npos &&
           (end == id.size() || std::string_view("-._").find(id[end]) != std::string_view::npos);
  };
  return (has("-job" + number) || has("-array" + number)) &&
         (id + "-").find(task) != std::string::npos;
}

}  // namespace

std::vector<std::string> RunStore::newest(std::size_t limit) const
{
  std::vector<std::string> found;
  for (const std::string& runs : dirs_) {
    std::size_t here = 0;
    for (const std::string& day : names_in(runs)) {
      for (std::string& run : runs_of_day(fmt::format("{}/{}", runs, day))) {
        found.push_back(std::move(run));
        ++here;
      }
      if (here >= limit) {
        break;
      }
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const std::string& a, const std::string& b) {
    return base_name(a) > base_name(b);
  });
  found.resize(std::min(found.size(), limit));
  return found;
}

Result<std::string> RunStore::find(std::string_view run) const
{
  const std::string wanted(run);
  if (wanted.find('/') != std::string::npos || path_exists(wanted + "/run.json")) {
    if (path_exists(wanted + "/run.json")) {
      return absolute_path(wanted);
    }
    return Error{"no run record in " + wanted, 0};
  }
  std::vector<std::string> by_prefix;
  std::string by_job;
  for (const std::string& path : newest(static_cast<std::size_t>(-1))) {
    const std::string id = base_name(path);
    if (id == wanted) {
      return path;
    }
    if (id.starts_with(wanted)) {
      by_prefix.push_back(path);
    }
    if (by_job.empty() && is_job(id, wanted)) {
      by_job = path;
    }
  }
  if (by_prefix.size() == 1) {
    return by_prefix.front();
  }
  if (by_prefix.empty()) {
    return by_job.empty() ? Result<std::string>{Error{"no run named \"" + wanted + "\"", 0}}
                          : Result<std::string>{by_job};
  }
  std::string text = "\"" + wanted + "\" names " + std::to_string(by_prefix.size()) + " runs:";
  for (std::size_t i = 0; i < std::min(by_prefix.size(), kMaxCandidates); ++i) {
    text += "\n  " + base_name(by_prefix[i]);
  }
  return Error{text, 0};
}

Result<RunRecord> read_run_record(const std::string& run_dir)
{
  Result<std::string> text = read_file(run_dir + "/run.json");
  if (!text) {
    return std::move(text).error();
  }
  Result<RunRecord> record = parse_run_record(*text);
  if (!record) {
    return Error{run_dir + "/run.json: " + record.error().what, 0};
  }
  return record;
}

}  // namespace gpualert
