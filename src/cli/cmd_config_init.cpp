#include "cli/commands.hpp"

#include "base/file.hpp"
#include "cli/config_answers.hpp"
#include "cli/environment.hpp"
#include "cli/say.hpp"

#include <gpualert/config.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <cstdlib>
#include <memory>

namespace gpualert::cli {

namespace {

// Where a link leads, so that a configuration kept elsewhere is written there.
std::string real_place(const std::string& path)
{
  const std::unique_ptr<char, decltype(&std::free)> real{::realpath(path.c_str(), nullptr),
                                                         &std::free};
  return real ? real.get() : path;
}

Status write_private(const std::string& path, const std::string& text)
{
  const std::string real = real_place(path);
  const std::string dir = real.substr(0, real.rfind('/'));
  if (Status made = make_dirs(dir); !made) {
    return made;
  }
  if (Status written = write_file_atomic(real, text, Sync::yes); !written) {
    return written;
  }
  return sync_dir(dir);
}

int stopped()
{
  say("the input ended; nothing was written");
  return kFailed;
}

int write_answers(const std::string& path, const Answers& answers)
{
  if (!answers.secret.empty()) {
    const std::string& file = answers.url_file.empty() ? answers.password_file : answers.url_file;
    if (const Status kept = write_private(file, answers.secret + "\n"); !kept) {
      say(kept.error().what);
      return kFailed;
    }
    Prompt::tell(fmt::format("wrote {} (mode 0600)\n", file));
  }
  if (const Status written = write_private(path, toml_of(answers)); !written) {
    say(written.error().what);
    return kFailed;
  }
  Prompt::tell(fmt::format("wrote {} (mode 0600)\n{}", path, what_is_left(answers)));
  return kDone;
}

}  // namespace

int config_init_command(const ConfigOptions& options)
{
  const Environment environment = our_environment();
  const std::map<std::string, std::string> given =
      options.file.empty() ? std::map<std::string, std::string>{}
                           : std::map<std::string, std::string>{{"config", options.file}};
  const std::vector<ConfigFile> files = config_files(given, environment);
  if (files.size() < 2) {
    say("neither HOME nor XDG_CONFIG_HOME says where the configuration lies; name it: --config "
        "FILE");
    return kFailed;
  }
  const ConfigFile& file = files.back();
  Prompt prompt;
  Prompt::tell(
      fmt::format("This writes {}. An empty answer takes what stands in brackets.\n", file.path));
  if (file.state != ConfigFile::State::absent) {
    const std::optional<bool> replace = prompt.yes("The file is there already. Replace it?", false);
    if (!replace) {
      return stopped();
    }
    if (!*replace) {
      say("nothing was written");
      return kFailed;
    }
  }
  const std::string dir = file.path.substr(0, file.path.rfind('/'));
  const std::optional<Answers> answers = ask_all(prompt, dir);
  return answers ? write_answers(file.path, *answers) : stopped();
}

}  // namespace gpualert::cli
