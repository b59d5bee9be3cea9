#include "cli/job_query.hpp"

#include "cli/detached.hpp"

#include <gpualert/scheduler.hpp>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <utility>
#include <vector>

namespace gpualert::cli {

namespace {

constexpr std::int64_t kPatienceNs = 2'000'000'000;
constexpr std::size_t kMaxText = 65536;
// Not const: environments are not.
char time_format[] = "SLURM_TIME_FORMAT=%s";

// Without what is ours: passwords are among it.
std::vector<char*> environment_of_others()
{
  std::vector<char*> entries;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!text.starts_with("GPUALERT_") && !text.starts_with("SLURM_TIME_FORMAT=")) {
      entries.push_back(*entry);
    }
  }
  entries.push_back(time_format);
  entries.push_back(nullptr);
  return entries;
}

}  // namespace

JobQuery::~JobQuery()
{
  end(State::idle);
}

void JobQuery::end(State state)
{
  state_ = state;
  output_.reset();
  // It leads a session, and its pid is not another's until it is waited for. Dead in a moment, or
  // stuck in the kernel: nobody waits for that.
  if (pid_ > 0 && (::kill(-pid_, SIGKILL), ::waitpid(pid_, nullptr, WNOHANG)) != 0) {
    pid_ = -1;
  }
}

void JobQuery::ask(const std::string& job, std::int64_t now_ns)
{
  end(State::failed);
  text_.clear();
  answer_ = {};
  deadline_ns_ = now_ns + kPatienceNs;
  std::array<int, 2> ends{-1, -1};
  if (!parse_job_id(job) || ::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    return;
  }
  output_.reset(ends[0]);
  const Fd theirs{ends[1]};
  // A flag of the description that both ends do not share: scontrol must not get it.
  ::fcntl(theirs.get(), F_SETFL, 0);
  Detached child;
  child.write_to(theirs.get());
  const Result<pid_t> pid =
      child.start({"scontrol", "show", "job", "-o", job}, environment_of_others());
  if (pid) {
    pid_ = pid.value();
    state_ = State::waiting;
  }
}

JobQuery::State JobQuery::look(std::int64_t now_ns)
{
  if (state_ != State::waiting) {
    end(state_);
    return state_;
  }
  std::array<char, 512> buffer;
  ssize_t n = 0;
  while ((n = ::read(output_.get(), buffer.data(), buffer.size())) > 0) {
    text_.append(buffer.data(), static_cast<std::size_t>(n));
    if (text_.size() > kMaxText) {
      end(State::failed);
      return state_;
    }
  }
  if (n < 0 && errno == EAGAIN) {
    if (now_ns >= deadline_ns_) {
      end(State::failed);
    }
    return state_;
  }
  std::vector<JobInfo> jobs = parse_scontrol_jobs(text_);
  if (jobs.size() == 1) {
    answer_ = std::move(jobs.front().job);
  }
  end(jobs.size() == 1 ? State::answered : State::failed);
  return state_;
}

}  // namespace gpualert::cli
