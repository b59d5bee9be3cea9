#pragma once

#include "deliver/channel.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace gpualert::deliver {

using MakeChannel = std::unique_ptr<Channel> (*)(const ChannelSettings&, const Surroundings&);

std::unique_ptr<Channel> make_maildir(const ChannelSettings& settings, const Surroundings& around);
std::unique_ptr<Channel> make_sendmail(const ChannelSettings& settings, const Surroundings& around);
std::unique_ptr<Channel> make_smtp(const ChannelSettings& settings, const Surroundings& around);
std::unique_ptr<Channel> make_webhook(const ChannelSettings& settings, const Surroundings& around);

struct ChannelType {
  std::string_view type;  // in the configuration
  MakeChannel make;
};

// Every way to deliver there is.
std::span<const ChannelType> channel_types();

// The channel called `name`; nothing when the configuration has none. Without any channel in the
// configuration there is one: "maildir", in STATE/mail.
std::unique_ptr<Channel> open_channel(std::string_view name, const Config& config,
                                      const Surroundings& around);

}  // namespace gpualert::deliver
