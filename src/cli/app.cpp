#include "cli/app.hpp"

#include "cli/commands.hpp"
#include "cli/parse.hpp"
#include "cli/say.hpp"

#include <exception>
#include <string>
#include <string_view>

namespace gpualert::cli {

int run(int argc, char** argv) noexcept
{
  // `run` stands in front of every job and must not pay for a parser of subcommands.
  if (argc > 1 && std::string_view{argv[1]} == "run") {
    return run_command({argv + 2, static_cast<std::size_t>(argc - 2)});
  }
  try {
    if (argc == 5 && std::string_view{argv[1]} == "finish-run") {
      return finish_run_command(argv[2], argv[3], std::string_view{argv[4]} == "with-output");
    }
    return other_command(argc, argv);
  } catch (const std::exception& error) {
    say(error.what());
    return kFailed;
  }
}

}  // namespace gpualert::cli
