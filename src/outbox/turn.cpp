#include "outbox/turn.hpp"

#include "outbox/directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <vector>

namespace gpualert::outbox {

namespace {

bool is_turn(std::string_view name)
{
  return name.starts_with(kTurnFile);
}

// Its name now. A directory that is listed while it is renamed may show neither name, so the look
// is repeated; when there still is none, somebody removed it.
Result<std::string> current_name(int dir)
{
  constexpr int kLooks = 4;
  for (int look = 0; look < kLooks; ++look) {
    const Result<std::vector<std::string>> names = names_in(dir, kHeldDir);
    if (!names) {
      return names.error();
    }
    for (const std::string& name : names.value()) {
      if (is_turn(name)) {
        return name;
      }
    }
  }
  const Status made = write_new_file(dir, kTurnFile, {});
  return made || made.error().code == EEXIST ? Result<std::string>(kTurnFile) : made.error();
}

bool exists(int dir, const std::string& name)
{
  struct stat info {};
  return ::fstatat(dir, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
}

}  // namespace

Result<std::optional<Turn>> Turn::take(int dir, const Lease& mine, std::int64_t now_s)
{
  const Result<std::string> name = current_name(dir);
  if (!name) {
    return name.error();
  }
  const std::size_t mark = name.value().find(kLeaseMark);
  if (mark != std::string::npos) {
    const auto lease = parse_lease(std::string_view(name.value()).substr(mark + 1));
    if (lease && holds(*lease, mine, now_s)) {
      return std::optional<Turn>{};
    }
  }
  const std::string wanted = std::string(kTurnFile) + kLeaseMark + to_text(mine);
  if (::renameat(dir, name.value().c_str(), dir, wanted.c_str()) == 0 ||
      (errno == ENOENT && exists(dir, wanted))) {  // over NFS: done, and the answer was lost
    return std::optional<Turn>(Turn(dir, wanted));
  }
  return errno == ENOENT ? Result<std::optional<Turn>>(std::optional<Turn>{})
                         : last_os_error("take the turn");
}

Turn::~Turn()
{
  if (name_) {
    ::renameat(dir_, name_->c_str(), dir_, kTurnFile);
  }
}

bool Turn::is_ours() const
{
  return exists(dir_, *name_);
}

}  // namespace gpualert::outbox
