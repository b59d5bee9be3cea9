#include "cli/commands.hpp"

#include "base/file.hpp"
#include "cli/explain_text.hpp"
#include "cli/say.hpp"
#include "cli/scan_file.hpp"
#include "cli/show_verdict.hpp"
#include "cli/user_rules.hpp"

#include <gpualert/classifier.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <charconv>
#include <optional>

namespace gpualert::cli {

namespace {

std::optional<int> whole_number(std::string_view text)
{
  int value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end ? std::optional{value} : std::nullopt;
}

constexpr int kLastSignal = 64;

Result<Ending> ending_of_signal(const std::string& name)
{
  const std::optional<int> number = whole_number(name);
  for (int signal = 1; signal <= kLastSignal; ++signal) {
    const std::string known = signal_name(signal);
    if (number == signal || known == name || known == "SIG" + name) {
      return Ending{Signalled{signal, false}};
    }
  }
  return Error{fmt::format("--signal: \"{}\" is not a signal", name)};
}

Result<Ending> ending_of_code(const std::string& text)
{
  const std::optional<int> code = whole_number(text);
  if (!code || *code > 255 || *code < -kLastSignal) {
    return Error{fmt::format("--exit-code: \"{}\" is not an exit status", text)};
  }
  return *code < 0 ? Ending{Signalled{-*code, false}} : Ending{Exited{*code}};
}

}  // namespace

int classify_command(const ClassifyOptions& options)
{
  ProcessEnd end;
  if (!options.signal.empty() || !options.exit_code.empty()) {
    Result<Ending> ending = options.signal.empty() ? ending_of_code(options.exit_code)
                                                   : ending_of_signal(options.signal);
    if (!ending) {
      return usage_error(ending.error().what, "gpualert help classify");
    }
    end.ending = std::move(ending).value();
  }
  Scanner scanner(load_rules_or_say(rule_paths(options.rules)));
  if (const Status status = scan_file(options.file, scanner); !status) {
    say(status.error().what);
    return kFailed;
  }
  const Verdict verdict = diagnose(scanner.finish(), end);
  std::string text = options.json      ? to_json(verdict)
                     : options.explain ? explain(verdict)
                                       : show(verdict);
  if (!text.ends_with('\n')) {
    text += '\n';
  }
  return write_all(STDOUT_FILENO, text, "write") ? kDone : kFailed;
}

}  // namespace gpualert::cli
