#include "cli/step_post.hpp"

#include <gpualert/outbox.hpp>

namespace gpualert::cli {

namespace {

Status post(const PreparedEntry& entry, const Posting& posting)
{
  if (!posting.replaces) {
    return Outbox::publish(entry);
  }
  const Result<bool> replaced = Outbox::replace(entry);
  if (!replaced) {
    return replaced.error();
  }
  if (!replaced.value() && posting.follows) {
    return Outbox::publish(entry);
  }
  if (!replaced.value()) {
    Outbox::discard(entry);
  }
  return ok();
}

bool post_in(const std::vector<Addressed>& reports, const Posting& posting,
             const std::string& state_dir, std::vector<std::string>& problems)
{
  RunRecord step;
  step.id = posting.label;
  const Result<std::vector<PreparedEntry>> entries =
      prepare_all(reports, step, state_dir, posting.next_try_ns, problems);
  if (!entries) {
    problems.push_back(entries.error().what);
    return false;
  }
  bool any = false;
  for (const PreparedEntry& entry : entries.value()) {
    const Status status = post(entry, posting);
    any = any || status;
    if (!status) {
      problems.push_back(status.error().what);
    }
  }
  return any;
}

}  // namespace

Queued post_all(const std::vector<Addressed>& reports, const Posting& posting,
                const std::vector<std::string>& state_dirs)
{
  Queued queued;
  for (const std::string& dir : state_dirs) {
    if (post_in(reports, posting, dir, queued.problems)) {
      queued.state_dir = dir;
      break;
    }
  }
  return queued;
}

}  // namespace gpualert::cli
