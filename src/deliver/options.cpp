#include "deliver/options.hpp"

#include "base/file.hpp"

#include <charconv>
#include <cstring>
#include <string_view>

namespace gpualert::deliver {

const char* const kUsage =
    "usage: gpualert-deliver --state DIR [--deadline SECONDS] [--config FILE] [--all]\n"
    "                        [--wait SECONDS]\n"
    "       gpualert-deliver --state DIR --try DIR [--deadline SECONDS] [--config FILE]\n"
    "       gpualert-deliver --state DIR --probe NAME [--deadline SECONDS] [--config FILE]\n"
    "       gpualert-deliver --help | --version | --channels\n"
    "\n"
    "Sends what waits in DIR/outbox. `gpualert run` starts it; nobody else has to.\n"
    "\n"
    "  --state DIR         where outbox/, mail/ and deliver.log lie\n"
    "  --deadline SECONDS  ends by then, whatever hangs (default 120)\n"
    "  --config FILE       read FILE instead of the user's configuration\n"
    "  --all               also try messages whose time has not come\n"
    "  --wait SECONDS      begin after that; it starts itself so to send a digest\n"
    "  --try DIR           send DIR/message.eml as DIR/envelope.json says, and print the\n"
    "                      conversation (gpualert test-email)\n"
    "  --probe NAME        look at the other side of this channel without sending anything\n"
    "                      (gpualert doctor)\n"
    "  --channels          print the types of channels\n";

namespace {

Result<std::chrono::milliseconds> parse_seconds(std::string_view name, std::string_view text)
{
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  constexpr double kMost = 86400;
  if (error != std::errc{} || end != text.data() + text.size() || !(seconds > 0) ||
      seconds > kMost) {
    return Error{std::string(name).append(" ").append(text) +
                 ": not a number of seconds in (0, 86400]"};
  }
  return std::chrono::milliseconds(static_cast<long>(seconds * 1000) + 1);
}

Status set_value(Options& options, std::string_view name, const std::string& value)
{
  if (name == "--deadline" || name == "--wait") {
    const Result<std::chrono::milliseconds> time = parse_seconds(name, value);
    if (!time) {
      return time.error();
    }
    (name == "--wait" ? options.wait : options.deadline) = time.value();
    return ok();
  }
  if (value.empty()) {
    return Error{std::string(name) + ": needs a value"};
  }
  if (name == "--try") {
    options.action = Options::Action::attempt;
    options.trial = absolute_path(value);
    return ok();
  }
  if (name == "--probe") {
    options.action = Options::Action::probe;
    options.probe = value;
    return ok();
  }
  (name == "--state" ? options.state : options.config) = absolute_path(value);
  return ok();
}

bool set_flag(Options& options, std::string_view argument)
{
  if (argument == "--all") {
    options.all = true;
  } else if (argument == "--help") {
    options.action = Options::Action::help;
  } else if (argument == "--version") {
    options.action = Options::Action::version;
  } else if (argument == "--channels") {
    options.action = Options::Action::channels;
  } else {
    return false;
  }
  return true;
}

}  // namespace

Result<Options> parse_options(int argc, const char* const* argv)
{
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (set_flag(options, argument)) {
      continue;
    }
    if (argument != "--state" && argument != "--deadline" && argument != "--config" &&
        argument != "--wait" && argument != "--try" && argument != "--probe") {
      return Error{"unknown argument: " + std::string(argument)};
    }
    const std::string value = i + 1 < argc ? argv[++i] : "";
    if (Status status = set_value(options, argument, value); !status) {
      return status.error();
    }
  }
  const bool sends =
      options.action == Options::Action::deliver || options.action == Options::Action::attempt;
  if (sends && options.state.empty()) {
    return Error{"--state DIR is missing"};
  }
  return options;
}

}  // namespace gpualert::deliver
