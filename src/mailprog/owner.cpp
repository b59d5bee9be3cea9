#include "mailprog/owner.hpp"

#include "mailprog/command.hpp"

#include <grp.h>
#include <sys/fsuid.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

namespace gpualert::mailprog {

namespace {

constexpr auto kNobody = static_cast<uid_t>(-1);  // changes nothing, gives what is set

// By id(1), which loads the site's NSS modules; where they do not answer, the first group is all.
std::vector<gid_t> groups_of(uid_t uid, gid_t gid)
{
  std::vector<gid_t> groups{gid};
  const Result<std::string> text =
      output_of({"/usr/bin/id", "-G", "--", std::to_string(uid)}, std::chrono::seconds{5});
  std::string_view rest = text ? std::string_view(*text) : std::string_view();
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(" \n"), rest.size());
    if (const std::optional<int> group = parse_int(rest.substr(0, end))) {
      groups.push_back(static_cast<gid_t>(*group));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return groups;
}

}  // namespace

std::optional<Owner> owner_of(const Event& event)
{
  if (!event.uid || !event.gid) {
    return std::nullopt;
  }
  Owner owner{*event.uid, *event.gid, {}};
  if (::geteuid() == 0) {
    owner.groups = groups_of(owner.uid, owner.gid);
  }
  return owner;
}

Result<ActAs> ActAs::begin(const Owner& owner)
{
  ActAs acting;
  if (::geteuid() != 0) {
    return acting;
  }
  const int have = ::getgroups(0, nullptr);
  acting.groups_.resize(have > 0 ? static_cast<std::size_t>(have) : 0);
  if (have < 0 || ::getgroups(have, acting.groups_.data()) < 0 ||
      ::setgroups(owner.groups.size(), owner.groups.data()) != 0) {
    return last_os_error("take on the groups of user " + std::to_string(owner.uid));
  }
  acting.active_ = true;
  ::setfsgid(owner.gid);
  ::setfsuid(owner.uid);
  if (static_cast<uid_t>(::setfsuid(kNobody)) != owner.uid ||
      static_cast<gid_t>(::setfsgid(kNobody)) != owner.gid) {
    return Error{"take on the rights of user " + std::to_string(owner.uid), EPERM};
  }
  return acting;
}

ActAs::ActAs(ActAs&& other) noexcept
    : active_(std::exchange(other.active_, false)), groups_(std::move(other.groups_))
{
}

ActAs::~ActAs()
{
  if (active_) {
    ::setfsuid(0);
    ::setfsgid(::getegid());
    (void)::setgroups(groups_.size(), groups_.data());  // as root it cannot fail
  }
}

}  // namespace gpualert::mailprog
