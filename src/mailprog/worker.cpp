#include "mailprog/worker.hpp"

#include "mailprog/answer.hpp"
#include "mailprog/array_report.hpp"
#include "mailprog/call_spool.hpp"
#include "mailprog/process.hpp"
#include "mailprog/schedule.hpp"
#include "mailprog/settle.hpp"
#include "mailprog/worker_slot.hpp"

#include <gpualert/outbox.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <thread>
#include <utility>

namespace gpualert::mailprog {

namespace {

constexpr std::int64_t kLeaseSeconds = 3600;
constexpr std::size_t kAtOnce = 32;  // calls that are taken under one lock
constexpr std::chrono::milliseconds kPause{500};

// Above this many failures of one array that came together, they are one mail.
constexpr std::size_t kAlone = 3;

class Worker {
public:
  Worker(Site site, CallSpool spool) : site_(std::move(site)), spool_(std::move(spool))
  {
    timing_.quiet = std::min<std::chrono::nanoseconds>(timing_.quiet, site_.config.mailprog.settle);
    if (!has_channel_) {
      journal(
          site_,
          "warning: no channel in the settings and no sendmail: all goes to the real mail program");
    }
  }

  // Until nothing waits.
  void work()
  {
    spool_.sweep(::time(nullptr));
    for (bool more = true; more;) {
      more = pass();
    }
    if (Outbox{site_.state_dir() + "/outbox"}.due()) {
      deliver(site_);
    }
  }

private:
  // False when there was nothing at all.
  bool pass()
  {
    const std::vector<Unit> units = take();
    for (const Unit& unit : units) {
      work_on(unit);
    }
    if (!units.empty()) {
      deliver(site_);
      while (::waitpid(-1, nullptr, WNOHANG) > 0) {
      }
    } else if (waits_) {
      std::this_thread::sleep_for(kPause);
    }
    return waits_ || !units.empty();
  }

  // Chooses and claims what is ready. One at a time does: an array's calls stay together.
  std::vector<Unit> take()
  {
    std::vector<Unit> taken;
    const Result<Fd> lock = spool_.lock();
    Result<std::vector<Spooled>> waiting = spool_.waiting();
    waits_ = lock && waiting && !waiting->empty();
    if (!waits_) {
      return taken;
    }
    const std::int64_t at = now().wall_ns;
    std::size_t calls = 0;
    for (Unit& unit : units_of(std::move(*waiting), timing_)) {
      // A call from the future comes from a clock that was wrong.
      if (calls >= kAtOnce || (unit.ready_ns > at && unit.calls.front().received_ns <= at)) {
        continue;
      }
      std::erase_if(unit.calls, [&](Spooled& call) { return !is_ready(call, at) || !claim(call); });
      calls += unit.calls.size();
      if (!unit.calls.empty()) {
        taken.push_back(std::move(unit));
      }
    }
    return taken;
  }

  bool claim(Spooled& call) { return spool_.claim(call, ::time(nullptr) + kLeaseSeconds); }

  // A job that is being killed may print for some time more.
  bool is_ready(const Spooled& call, std::int64_t at)
  {
    if (at - call.received_ns >= settle_ns() || at < call.received_ns) {
      return true;
    }
    const Result<Call> read = spool_.read(call);
    const std::optional<Mail> mail = read ? recognise(*read) : std::nullopt;
    return !mail || !may_still_print(mail->event) || !ended_badly(mail->event) ||
           has_settled(mail->event, call.received_ns, at, site_.config.mailprog.settle);
  }

  std::int64_t settle_ns() const
  {
    return std::chrono::nanoseconds{site_.config.mailprog.settle}.count();
  }

  void work_on(const Unit& unit)
  {
    std::vector<Item> items;
    items.reserve(unit.calls.size());
    for (const Spooled& spooled : unit.calls) {
      Result<Call> call = spool_.read(spooled);
      if (!call) {
        journal(site_, fmt::format("calls/bad.{}: {}", spooled.base, call.error().what));
        spool_.set_aside(spooled);
      } else if (std::optional<Item> item = has_channel_ ? item_of(*call, site_) : std::nullopt) {
        items.push_back(std::move(*item));
      } else {
        hand_on(*call, site_);
      }
    }
    answer_all(std::move(items));
    for (const Spooled& spooled : unit.calls) {
      if (const Status removed = spool_.remove(spooled); !removed) {
        journal(site_, removed.error().what);
      }
    }
  }

  void answer_all(std::vector<Item> items)
  {
    for (std::vector<Item>& group : by_recipients(std::move(items))) {
      if (group.size() > kAlone) {
        answer_array(group, site_);
        continue;
      }
      for (const Item& item : group) {
        item.mail.event.summary&& ended_badly(item.mail.event) ? answer_array({item}, site_)
                                                               : answer(item, site_);
      }
    }
  }

  Site site_;
  CallSpool spool_;
  Timing timing_;
  bool has_channel_ = has_channel(site_);
  bool waits_ = false;
};

Result<Worker> make_worker()
{
  Site site = load_site();
  Result<CallSpool> spool = CallSpool::open(site.state_dir());
  if (!spool) {
    return spool.error();
  }
  return Worker{std::move(site), std::move(spool).value()};
}

bool anything_waits()
{
  const Site site = load_site();
  const Result<CallSpool> spool = CallSpool::open(site.state_dir());
  const Result<std::vector<Spooled>> waiting =
      spool ? spool->waiting() : Result<std::vector<Spooled>>{std::vector<Spooled>{}};
  return waiting && !waiting->empty();
}

// A call that comes while we are about to leave finds the slot taken and starts nobody: so we look
// once more when we have given it up.
int work_on_slot(int slot)
{
  ::fcntl(slot, F_SETFD, FD_CLOEXEC);
  do {
    Result<Worker> worker = make_worker();
    if (!worker) {
      return 1;
    }
    worker->work();
    ::flock(slot, LOCK_UN);
  } while (anything_waits() && ::flock(slot, LOCK_EX | LOCK_NB) == 0);
  return 0;
}

}  // namespace

int work_as_worker()
{
  detach();
  return work_on_slot(kSlotFd);
}

int work_here()
{
  const Site site = load_site();
  if (const Result<CallSpool> spool = CallSpool::open(site.state_dir()); !spool) {
    (void)std::fputs(("gpualert-mail: " + spool.error().what + "\n").c_str(), stderr);
    return 1;
  }
  std::optional<Fd> slot = take_worker_slot(site.state_dir(), site.config.mailprog.workers);
  return slot ? work_on_slot(slot->release()) : 0;
}

}  // namespace gpualert::mailprog
