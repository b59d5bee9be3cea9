#include "cli/run_line.hpp"

#include "base/suggest.hpp"

#include <gpualert/config.hpp>

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace gpualert::cli {

namespace {

class Walker {
public:
  explicit Walker(std::span<char* const> args) : args_(args), keys_(config_keys()) {}

  Result<RunLine> walk()
  {
    while (at_ < args_.size()) {
      const std::string_view word = args_[at_];
      if (word == "--") {
        ++at_;
        break;
      }
      if (word.size() < 2 || word.front() != '-') {
        break;
      }
      ++at_;
      if (word == "-h" || word == "--help") {
        line_.help = true;
        return std::move(line_);
      }
      if (Status status = option(word); !status) {
        return std::move(status).error();
      }
    }
    line_.command.assign(args_.begin() + static_cast<std::ptrdiff_t>(at_), args_.end());
    if (line_.command.empty()) {
      return Error{"no command given"};
    }
    return std::move(line_);
  }

private:
  Status option(std::string_view word)
  {
    const auto equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const KeyInfo* key = find(name);
    if (key == nullptr) {
      return unknown(name);
    }
    std::optional<std::string_view> value;
    if (equals != std::string_view::npos) {
      value = word.substr(equals + 1);
    } else if (key->argument.empty()) {
      value = "1";
    } else if (at_ < args_.size()) {
      value = args_[at_++];
    }
    if (!value) {
      return Error{fmt::format("{} needs {}", name, key->argument)};
    }
    std::string& text = line_.settings[std::string{key->key}];
    if (!key->repeats || text.empty()) {
      text = *value;
    } else {
      text.append(",").append(*value);
    }
    return ok();
  }

  const KeyInfo* find(std::string_view name) const
  {
    for (const KeyInfo& key : keys_) {
      if (key.is_option && option_name(key) == name) {
        return &key;
      }
    }
    return nullptr;
  }

  Error unknown(std::string_view name) const
  {
    std::vector<std::string> names{"--help"};
    for (const KeyInfo& key : keys_) {
      if (key.is_option) {
        names.push_back(option_name(key));
      }
    }
    const std::string meant = nearest(name, names);
    return Error{fmt::format("unknown option {}{}", name,
                             meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant))};
  }

  std::span<char* const> args_;
  std::vector<KeyInfo> keys_;
  std::size_t at_ = 0;
  RunLine line_;
};

}  // namespace

Result<RunLine> parse_run_line(std::span<char* const> args)
{
  return Walker{args}.walk();
}

}  // namespace gpualert::cli
