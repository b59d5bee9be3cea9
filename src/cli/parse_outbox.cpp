#include "cli/parse_outbox.hpp"

#include "base/file.hpp"
#include "cli/say.hpp"

#include <unistd.h>

namespace gpualert::cli {

CLI::App* add_outbox(CLI::App& app, OutboxOptions& options)
{
  CLI::App* outbox = app.add_subcommand("outbox", "Look after reports that were not delivered yet");
  CLI::App* list = outbox->add_subcommand("list", "Print what waits, and what was given up");
  list->add_flag("--json", options.json, "Print one JSON object");
  CLI::App* flush = outbox->add_subcommand(
      "flush",
      "Try to deliver all that waits, now, and say what became of it (exit status 1: "
      "something stays)");
  CLI::App* show = outbox->add_subcommand("show", "Print an entry: its envelope and its message");
  show->add_option("ENTRY", options.entries, "Its name, or the beginning of it")
      ->type_name("")
      ->expected(1)
      ->required();
  CLI::App* drop = outbox->add_subcommand("drop", "Remove entries without delivering them");
  CLI::Option* entries =
      drop->add_option("ENTRY", options.entries, "Their names, or the beginnings of them");
  entries->type_name("");
  drop->add_flag("--all-dead", options.all_dead, "All that were given up")->excludes(entries);
  for (CLI::App* command : {list, flush, show, drop}) {
    command
        ->add_option("--state", options.state,
                     "The outbox of this state directory (default: ours, and those in TMPDIR and "
                     "/tmp that a run takes when it cannot write there)")
        ->type_name("DIR");
  }
  return outbox;
}

int outbox_command(const CLI::App& outbox, const OutboxOptions& options)
{
  const auto chosen = outbox.get_subcommands();
  const std::string name = chosen.empty() ? "" : chosen.front()->get_name();
  if (name == "list") {
    return outbox_list_command(options);
  }
  if (name == "flush") {
    return outbox_flush_command(options);
  }
  if (name == "show") {
    return outbox_show_command(options);
  }
  if (name == "drop") {
    return options.entries.empty() && !options.all_dead
               ? usage_error("no entry given", "gpualert help outbox drop")
               : outbox_drop_command(options);
  }
  return write_all(STDOUT_FILENO, outbox.help("gpualert"), "write") ? kDone : kFailed;
}

}  // namespace gpualert::cli
