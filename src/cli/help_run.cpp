#include "cli/help_run.hpp"

#include "cli/columns.hpp"

#include <gpualert/config.hpp>

#include <fmt/format.h>

namespace gpualert::cli {

namespace {

std::string explained(const KeyInfo& key)
{
  return key.initial.empty() || key.argument.empty()
             ? std::string{key.help}
             : fmt::format("{} (default: {})", key.help, key.initial);
}

std::string option_row(const KeyInfo& key)
{
  std::string left = option_name(key);
  if (!key.argument.empty()) {
    left += fmt::format(" {}", key.argument);
  }
  return help_row(left, explained(key));
}

}  // namespace

std::string run_help()
{
  std::string text =
      "Usage: gpualert run [options] [--] COMMAND [ARG...]\n"
      "\n"
      "Runs COMMAND with its output logged, its signals and its exit status passed\n"
      "through; says why it failed, and mails a report. Options end at -- or at the\n"
      "first word that is no option; everything after that is COMMAND's own.\n"
      "\n"
      "Options:\n";
  std::string files_only;
  for (const KeyInfo& key : config_keys()) {
    if (key.is_option) {
      text += option_row(key);
    } else {
      files_only += help_row(fmt::format("{} = {}", key.key, key.argument), explained(key));
    }
  }
  text += help_row("--help", "Show this text");
  text += "\nSettings without an option:\n" + files_only;
  text +=
      "\n"
      "A setting comes from, in this order: an option; the environment, as GPUALERT_\n"
      "and its name in capitals (GPUALERT_NOTIFY_WAIT=10s; switches 0 or 1);\n"
      "$XDG_CONFIG_HOME/gpualert/config.toml; /etc/gpualert/config.toml. Where\n"
      "reports go is a [[channel]] in a file; see gpualert-config(5).\n"
      "\n"
      "Exit status: COMMAND's own; it dies of the signal that COMMAND died of. 126 or\n"
      "127 when COMMAND cannot be executed or found, 125 for a usage error.\n"
      "\n"
      "In a batch script write 'exec gpualert run ...' or 'srun gpualert run ...':\n"
      "behind a shell it is killed before a signal reaches it. 'gpualert check SCRIPT'\n"
      "looks for that.\n";
  return text;
}

}  // namespace gpualert::cli
