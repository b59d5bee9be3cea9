#include "deliver/password.hpp"

#include "base/fd.hpp"
#include "base/file.hpp"
#include "deliver/subprocess.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

namespace gpualert::deliver {

namespace {

std::string first_line(const std::string& text)
{
  const std::string line = text.substr(0, text.find('\n'));
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

// `key`: the setting that names the file.
Result<std::string> from_file(const char* key, const std::string& path)
{
  constexpr std::size_t kLimit = 64U << 10;
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    return last_os_error(fmt::format("{} {}", key, path));
  }
  if (!S_ISREG(info.st_mode) || info.st_uid != ::geteuid()) {
    return Error{fmt::format("{} {}: not a regular file of this user", key, path)};
  }
  if ((info.st_mode & 077U) != 0) {
    return Error{fmt::format("{} {}: others can read it (chmod 600 it)", key, path)};
  }
  const Result<std::string> text = read_file(path, kLimit);
  return text ? Result<std::string>(first_line(text.value())) : Result<std::string>(text.error());
}

Result<std::string> from_command(const std::string& command, const Deadline& deadline)
{
  constexpr std::chrono::seconds kLimit{15};
  const Result<Finished> finished =
      run_process({"/bin/sh", "-c", command}, {}, deadline.within(kLimit));
  if (!finished) {
    return Error{"password_command: " + finished.error().what};
  }
  // Its output may hold the password, its complaints should not.
  if (finished.value().timed_out) {
    return Error{"password_command: no answer in time (does it ask for something?)"};
  }
  if (finished.value().exit_code != 0) {
    return Error{fmt::format("password_command: exit status {}: {}", finished.value().exit_code,
                             first_line(finished.value().errors))};
  }
  return first_line(finished.value().output);
}

}  // namespace

Passwords::Passwords(const std::vector<ChannelSettings>& channels)
{
  for (const ChannelSettings& channel : channels) {
    for (const std::string& name : {channel.password_env, channel.url_env}) {
      if (const char* value = std::getenv(name.c_str()); value != nullptr) {
        from_environment_[name] = value;
      }
    }
  }
  for (const auto& [name, value] : from_environment_) {
    ::unsetenv(name.c_str());
  }
}

Result<std::string> Passwords::url_of(const ChannelSettings& channel) const
{
  Result<std::string> url = channel.url;
  if (const auto found = from_environment_.find(channel.url_env);
      found != from_environment_.end()) {
    url = found->second;
  } else if (!channel.url_file.empty()) {
    url = from_file("url_file", channel.url_file);
  }
  if (url && url.value().empty()) {
    return Error{fmt::format("no url: set {}, url_file or url", channel.url_env)};
  }
  return url;
}

Result<std::string> Passwords::of(const ChannelSettings& channel, const Deadline& deadline) const
{
  if (const auto found = from_environment_.find(channel.password_env);
      found != from_environment_.end()) {
    return found->second;
  }
  Result<std::string> password =
      Error{fmt::format("no password for user {}: set {}, password_file or password_command",
                        channel.user, channel.password_env)};
  if (!channel.password_file.empty()) {
    password = from_file("password_file", channel.password_file);
  } else if (!channel.password_command.empty()) {
    password = from_command(channel.password_command, deadline);
  }
  if (password && password.value().empty()) {
    return Error{"the password is empty"};
  }
  return password;
}

}  // namespace gpualert::deliver
