#pragma once

#include <gpualert/config.hpp>

#include "config/values.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace gpualert {

// What a key takes: decides which TOML values fit and whether a path is expanded first.
enum class KeyType { text, path, paths, list, toggle, number, duration, size, choice };

// One row of a key table: the documentation and the way into the struct.
template <typename Target>
struct Key {
  KeyInfo info;
  KeyType type;
  // Stores `text`, or says why it cannot ("\"x\" is not …").
  Status (*apply)(Target& target, std::string_view text);
};

std::span<const Key<Config>> setting_table();
std::span<const Key<ChannelSettings>> channel_table();

template <typename Target>
const Key<Target>* find_key(std::span<const Key<Target>> table, std::string_view name)
{
  for (const Key<Target>& key : table) {
    if (key.info.key == name) {
      return &key;
    }
  }
  return nullptr;
}

// Setters for the tables. A NUL would cut the value at a system call, so no text may hold one.
template <auto member, typename Target>
Status set_text(Target& target, std::string_view text)
{
  if (text.find('\0') != std::string_view::npos) {
    return Error{quoted(text) + " holds a NUL character"};
  }
  target.*member = text;
  return ok();
}

template <typename Value>
Status store(Value& place, Result<Value> value)
{
  if (!value) {
    return std::move(value).error();
  }
  place = value.value();
  return ok();
}

template <auto member, typename Target>
Status set_switch(Target& target, std::string_view text)
{
  return store(target.*member, parse_switch(text));
}

template <auto member, typename Target>
Status set_duration(Target& target, std::string_view text)
{
  return store(target.*member, parse_duration(text));
}

template <auto member, typename Target>
Status set_size(Target& target, std::string_view text)
{
  return store(target.*member, parse_size(text));
}

template <auto member, int least, int most, typename Target>
Status set_number(Target& target, std::string_view text)
{
  return store(target.*member, parse_number(text, least, most));
}

// `text` must be one of `words`: the position, or an Error that lists them.
Result<std::size_t> choose(std::span<const std::string_view> words, std::string_view text);

template <auto member, const auto& words, typename Target>
Status set_choice(Target& target, std::string_view text)
{
  const Result<std::size_t> at = choose(words, text);
  if (!at) {
    return at.error();
  }
  target.*member = words[at.value()];
  return ok();
}

}  // namespace gpualert
