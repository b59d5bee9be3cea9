#include "eval/experiments/troubles.hpp"

#include "eval/output.hpp"

#include <fmt/format.h>

#include <sys/stat.h>

#include <utility>

namespace gpualert::eval {

namespace {

std::string smtp(int port)
{
  return fmt::format("type = \"smtp\"\nhost = \"127.0.0.1\"\nport = {}\ntls = \"none\"\n", port);
}

std::string sendmail(const char* command)
{
  return fmt::format("type = \"sendmail\"\ncommand = \"{}\"\n", command);
}

// Writes the configuration of a channel; the options that name it.
Result<std::vector<std::string>> configured(const Laboratory& laboratory, const std::string& file,
                                            const std::string& channel)
{
  const std::string path = laboratory.path(file);
  const Status status =
      write_file(path, "to = \"ada@example.org\"\nmails_per_hour = 0\n[[channel]]\n" + channel);
  if (!status) {
    return status.error();
  }
  return std::vector<std::string>{"--config", path, "--notify", "always"};
}

// A deliverer that crashes at once, in a libexec directory of its own.
Result<std::string> crashing_deliverer(const Laboratory& laboratory)
{
  const std::string directory = laboratory.path("libexec");
  ::mkdir(directory.c_str(), 0755);
  const std::string program = directory + "/gpualert-deliver";
  const Status status = write_file(program, "#!/bin/sh\nkill -SEGV $$\n");
  if (!status) {
    return status.error();
  }
  ::chmod(program.c_str(), 0755);
  return directory;
}

}  // namespace

Result<std::vector<Trouble>> troubles(const Laboratory& laboratory, const DeafRelay& relay)
{
  struct Channel {
    const char* name;
    const char* file;
    std::string text;
  };
  const std::vector<Channel> channels{
      {"the relay refuses the connection", "refused.toml", smtp(relay.closed_port())},
      {"the relay never answers", "silent.toml", smtp(relay.silent_port())},
      {"the relay's name is unknown", "unknown.toml",
       "type = \"smtp\"\nhost = \"relay.invalid\"\ntls = \"none\"\n"},
      {"sendmail exits with 1", "false.toml", sendmail("false")},
      {"sendmail never ends", "sleep.toml", sendmail("sleep 600")},
      {"sendmail is not there", "missing.toml", sendmail("/nonexistent/sendmail -t")}};
  std::vector<Trouble> result{{"none: to a Maildir",
                               {"--notify", "always", "--notify-wait", "20"},
                               {"GPUALERT_MAILS_PER_HOUR=0"},
                               "",
                               true},
                              {"none: no report is wanted", {"--notify", "never"}, {}, ""}};
  for (const Channel& channel : channels) {
    Result<std::vector<std::string>> options = configured(laboratory, channel.file, channel.text);
    if (!options) {
      return options.error();
    }
    result.push_back({channel.name, *options, {}, ""});
  }
  result.push_back({"the relay never answers, and 0.1 s of waiting", result[3].options, {}, ""});
  result.back().options.insert(result.back().options.end(), {"--notify-wait", "0.1"});
  const Result<std::string> libexec = crashing_deliverer(laboratory);
  if (!libexec) {
    return libexec.error();
  }
  result.push_back(
      {"the deliverer crashes", {"--notify", "always"}, {"GPUALERT_LIBEXEC_DIR=" + *libexec}, ""});
  // One that was copied away from its deliverer.
  Result<std::string> alone = laboratory.copy_gpualert("alone");
  if (!alone) {
    return alone.error();
  }
  result.push_back({"the deliverer is not there",
                    {"--notify", "always"},
                    {"GPUALERT_LIBEXEC_DIR"},
                    std::move(alone).value()});
  // The outbox lies in the state directory, which cannot be made below a file.
  result.push_back({"the outbox cannot be written",
                    {"--notify", "always"},
                    {"GPUALERT_STATE_DIR=" + laboratory.path("refused.toml") + "/below"},
                    ""});
  return result;
}

}  // namespace gpualert::eval
