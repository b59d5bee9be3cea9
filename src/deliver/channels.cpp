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
  // What is there without any in the settings: `gpualert run` uses the first, gpualert-mail the
  // second.
  static const std::array<ChannelSettings, 2> fallbacks = [] {
    std::array<ChannelSettings, 2> settings;
    settings[0].name = settings[0].type = "maildir";
    settings[1].name = settings[1].type = "sendmail";
    return settings;
  }();
  const std::span<const ChannelSettings> all =
      config.channels.empty() ? std::span(fallbacks) : std::span(config.channels);
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
