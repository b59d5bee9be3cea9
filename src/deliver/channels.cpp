#include "deliver/channels.hpp"

#include <array>

namespace gpualert::deliver {

namespace {

// To add a channel: a file x_channel.cpp, a line here, a fixture in tests/system/delivery.
constexpr std::array<ChannelType, 4> kTypes{{
    {"smtp", make_smtp},
    {"sendmail", make_sendmail},
    {"maildir", make_maildir},
    {"webhook", make_webhook},
}};

}  // namespace

std::span<const ChannelType> channel_types()
{
  return kTypes;
}

std::unique_ptr<Channel> open_channel(std::string_view name, const Config& config,
                                      const Surroundings& around)
{
  static const ChannelSettings fallback = [] {
    ChannelSettings settings;
    settings.name = settings.type = "maildir";
    return settings;
  }();
  const std::span<const ChannelSettings> all =
      config.channels.empty() ? std::span(&fallback, 1) : std::span(config.channels);
  for (const ChannelSettings& settings : all) {
    for (const ChannelType& type : kTypes) {
      if (settings.name == name && settings.type == type.type) {
        return type.make(settings, around);
      }
    }
  }
  return nullptr;
}

}  // namespace gpualert::deliver
