#include "base/file.hpp"
#include "deliver/channels.hpp"
#include "deliver/local_mail.hpp"
#include "outbox/directory.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace gpualert::deliver {

namespace {

// The three directories of a Maildir, held open: their names are not looked up again.
struct Maildir {
  Fd tmp, fresh, cur;
};

Result<Fd> open_part(const std::string& path, const char* name)
{
  return outbox::open_private_dir((path + "/").append(name));
}

Result<Maildir> open_maildir(const std::string& path)
{
  Maildir maildir;
  for (auto [name, fd] :
       {std::pair{"tmp", &maildir.tmp}, {"new", &maildir.fresh}, {"cur", &maildir.cur}}) {
    Result<Fd> part = open_part(path, name);
    if (!part) {
      return part.error();
    }
    *fd = std::move(part).value();
  }
  return maildir;
}

// The same at each try, so that a message delivered just before a crash is recognised, and another
// for each message of a run. Readers take
// what stands before the first dot for the time of delivery, and ':' begins the flags.
std::string maildir_name(const Letter& letter)
{
  constexpr std::int64_t kUsPerSecond = 1'000'000;
  const std::int64_t us = letter.envelope.queued_ns / 1000;
  std::string name = fmt::format("{}.M{:06}.{}", us / kUsPerSecond, us % kUsPerSecond, letter.name);
  std::replace(name.begin(), name.end(), ':', '_');
  return name;
}

bool is_there(const Maildir& maildir, const std::string& name, bool look_in_cur)
{
  struct stat info {};
  if (::fstatat(maildir.fresh.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0) {
    return true;
  }
  if (!look_in_cur) {
    return false;
  }
  const Result<std::vector<std::string>> read = outbox::names_in(maildir.cur.get(), "cur");
  return read && std::any_of(read.value().begin(), read.value().end(), [&](const auto& entry) {
           return entry == name || entry.starts_with(name + ":");
         });
}

// From tmp/ to new/ without ever replacing a message: link(2) refuses to, rename(2) would not.
Status move_to_new(const Maildir& maildir, const std::string& temporary, const std::string& name)
{
  const int tmp = maildir.tmp.get();
  const int fresh = maildir.fresh.get();
  if (::linkat(tmp, temporary.c_str(), fresh, name.c_str(), 0) == 0 || errno == EEXIST) {
    ::unlinkat(tmp, temporary.c_str(), 0);
  } else if (::renameat(tmp, temporary.c_str(), fresh, name.c_str()) != 0) {
    // File systems without hard links come here, and the name is ours alone.
    return last_os_error("rename to new/" + name);
  }
  return ::fsync(fresh) == 0 || errno == EINVAL ? ok() : Status(last_os_error("fsync new"));
}

Status store(const std::string& path, const Letter& letter)
{
  const Result<Maildir> maildir = open_maildir(path);
  if (!maildir) {
    return maildir.error();
  }
  const std::string name = maildir_name(letter);
  if (is_there(maildir.value(), name, letter.envelope.tries > 1)) {
    return ok();
  }
  const std::string temporary = fmt::format("{}.{}", name, ::getpid());
  const int tmp = maildir.value().tmp.get();
  ::unlinkat(tmp, temporary.c_str(), 0);  // of an earlier process with our pid
  if (Status written = outbox::write_new_file(tmp, temporary.c_str(), local_mail(letter.eml));
      !written) {
    return written;
  }
  return move_to_new(maildir.value(), temporary, name);
}

class MaildirChannel final : public Channel {
public:
  explicit MaildirChannel(std::string path) : path_(std::move(path)) {}

  Outcome send(const Letter& letter, const Deadline&) override
  {
    const Status stored = store(path_, letter);
    if (!stored) {
      return for_all(letter.envelope, Fate::deferred,
                     fmt::format("maildir {}: {}", path_, stored.error().what));
    }
    return for_all(letter.envelope, Fate::sent, "stored in " + path_);
  }

private:
  std::string path_;
};

}  // namespace

std::unique_ptr<Channel> make_maildir(const ChannelSettings& settings, const Surroundings& around)
{
  return std::make_unique<MaildirChannel>(settings.path.empty() ? around.state_dir + "/mail"
                                                                : settings.path);
}

}  // namespace gpualert::deliver
