#include "mailprog/once.hpp"

#include "mailprog/job_record.hpp"
#include "mailprog/supervised.hpp"
#include "mailprog/wrapper.hpp"

#include <fmt/format.h>

#include <utility>

namespace gpualert::mailprog {

namespace {

constexpr std::chrono::seconds kPatience{5};
constexpr std::chrono::seconds kPatienceWithOwner{1};  // who could hold us up

}  // namespace

Once::Once(const Event& event, const RunRecord& record, const Site& site)
    : event_(event), site_(site), ended_ns_(record.ended ? record.ended->wall_ns : 0)
{
  const std::string id = shared_id(event);
  if (id.empty()) {
    return;
  }
  if (Result<jobs::JobMark> mark = jobs::JobMark::take(site.state_dir(), id, kPatience)) {
    ours_ = std::move(mark).value();
  } else {
    journal(site, fmt::format("job {}: {}", event.job, mark.error().what));
  }
  if (const std::optional<Owner> owner = owner_of(event)) {
    owners_ = owners_mark(*owner, id, kPatienceWithOwner);
  }
}

std::vector<std::string> Once::untold(const std::vector<std::string>& ends,
                                      std::vector<std::string> to) const
{
  for (const std::string& end : ends) {
    for (const std::string& told : told_by_wrapper(event_, end, to)) {
      std::erase(to, told);
    }
  }
  if (to.empty()) {
    journal(site_, fmt::format("job {}: gpualert run has reported it", event_.job));
    return to;
  }
  for (const std::optional<jobs::JobMark>* mark : {&ours_, &owners_}) {
    if (*mark) {
      to = (*mark)->untold(to, ended_ns_);
    }
  }
  if (to.empty()) {
    journal(site_, fmt::format("job {}: it is reported already", event_.job));
  }
  return to;
}

void Once::tell(const std::vector<std::string>& to)
{
  for (std::optional<jobs::JobMark>* mark : {&ours_, &owners_}) {
    if (*mark) {
      (void)(*mark)->tell(to, ended_ns_);  // without it another report may come: no loss
    }
  }
}

}  // namespace gpualert::mailprog
