#pragma once

#include "deliver/deadline.hpp"

#include <gpualert/config.hpp>
#include <gpualert/result.hpp>

#include <map>
#include <string>

namespace gpualert::deliver {

// The passwords of the channels. They come from a variable, a file or a command, in this order,
// and go to libcurl only: not to argv, the journal, an error message or a child's environment.
class Passwords {
public:
  // Takes the variables that the channels name out of this process's environment.
  explicit Passwords(const std::vector<ChannelSettings>& channels);

  Result<std::string> of(const ChannelSettings& channel, const Deadline& deadline) const;

  // The address of a webhook, which is a secret like a password: from url_env, url_file or url.
  Result<std::string> url_of(const ChannelSettings& channel) const;

private:
  std::map<std::string, std::string> from_environment_;
};

}  // namespace gpualert::deliver
