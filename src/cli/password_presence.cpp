#include "cli/password_presence.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace gpualert::cli {

namespace {

bool is_set(const std::string& variable)
{
  // Nothing changes the environment while this runs.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  const char* value = variable.empty() ? nullptr : std::getenv(variable.c_str());
  return value != nullptr && *value != '\0';
}

// As the deliverer will see it.
std::string wrong_with_file(const char* key, const std::string& path)
{
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    return fmt::format("{} {}: {}", key, path, std::generic_category().message(errno));
  }
  if (!S_ISREG(info.st_mode) || info.st_uid != ::geteuid()) {
    return fmt::format("{} {}: not a regular file of this user", key, path);
  }
  if ((info.st_mode & 077U) != 0) {
    return fmt::format("{} {}: others can read it (chmod 600 it)", key, path);
  }
  return info.st_size == 0 ? fmt::format("{} {}: is empty", key, path) : "";
}

std::string missing_url(const ChannelSettings& channel)
{
  if (is_set(channel.url_env)) {
    return "";
  }
  if (!channel.url_file.empty()) {
    return wrong_with_file("url_file", channel.url_file);
  }
  return channel.url.empty() ? fmt::format("no url: set {}, url_file or url", channel.url_env) : "";
}

}  // namespace

std::string missing_password(const ChannelSettings& channel)
{
  if (channel.type == "webhook") {
    return missing_url(channel);
  }
  if (channel.type != "smtp" || channel.user.empty() || is_set(channel.password_env)) {
    return "";
  }
  if (!channel.password_file.empty()) {
    return wrong_with_file("password_file", channel.password_file);
  }
  if (!channel.password_command.empty()) {
    return "";
  }
  return fmt::format("no password for user {}: set {}, password_file or password_command",
                     channel.user, channel.password_env);
}

std::vector<std::string> missing_passwords(const Config& config)
{
  std::vector<std::string> lines;
  for (const ChannelSettings& channel : config.channels) {
    if (const std::string why = missing_password(channel); !why.empty()) {
      lines.push_back(fmt::format("channel {}: {}", channel.name, why));
    }
  }
  return lines;
}

}  // namespace gpualert::cli
