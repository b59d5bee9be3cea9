#include "mailprog/front.hpp"

#include "mailprog/call_form.hpp"
#include "mailprog/call_spool.hpp"
#include "mailprog/process.hpp"
#include "mailprog/real_mailer.hpp"
#include "mailprog/recognise.hpp"
#include "mailprog/standard_input.hpp"
#include "mailprog/worker.hpp"
#include "mailprog/worker_slot.hpp"

#include "cli/environment.hpp"

#include <gpualert/config.hpp>
#include <gpualert/version.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <exception>
#include <string_view>

namespace gpualert::mailprog {

namespace {

constexpr int kFailed = 1;
constexpr std::string_view kUsage =
    "usage: gpualert-mail -s SUBJECT [-r FROM] ADDRESS...\n"
    "       gpualert-mail [-oi] [-F NAME] [-f FROM] ADDRESS... | -t -i\n"
    "       gpualert-mail --work | --help | --version\n"
    "\n"
    "Takes the place of a scheduler's mail program (slurm.conf: MailProg). Mails about jobs "
    "become\n"
    "reports; all else goes to the real mail program.\n"
    "\n"
    "  --work     answer the calls that still wait, and wait for the end of it\n"
    "  --help     print this\n"
    "  --version  print the version\n";

int say(std::string_view text)
{
  (void)std::fputs(fmt::format("gpualert-mail: {}\n", text).c_str(), stderr);
  return kFailed;
}

Call call_of(int argc, char** argv)
{
  Call call;
  call.argv.assign(argv, argv + argc);
  call.received_ns = now().wall_ns;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos && is_of_scheduler(text.substr(0, equals))) {
      call.variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
  }
  return call;
}

// What is wrong in the settings is the administrator's to see, and no reason to lose mail.
MailProgSettings settings()
{
  try {
    Result<LoadedConfig> loaded = load_config({}, cli::our_environment());
    return loaded ? std::move(loaded->config.mailprog) : MailProgSettings{};
  } catch (const std::exception& error) {
    say(error.what());
    return {};
  }
}

// A task of an array that failed has siblings that fail too: the worker looks for them.
std::string array_of(const Event& event)
{
  return !event.summary && ended_badly(event) ? event.array_job : std::string();
}

Status accept(const Call& call, const Event& event, const MailProgSettings& settings)
{
  Result<CallSpool> spool = CallSpool::open(settings.state_dir);
  if (!spool) {
    return spool.error();
  }
  if (Status accepted = spool->accept(call, array_of(event)); !accepted) {
    return accepted;
  }
  if (std::optional<Fd> slot = take_worker_slot(settings.state_dir, settings.workers)) {
    (void)start_worker(std::move(*slot));  // else the next call's worker answers it
  }
  return ok();
}

int pass_on(const Call& call, const StandardInput& input, const MailProgSettings& settings)
{
  const Result<std::string> mailer = find_real_mailer(call.argv, settings);
  if (!mailer) {
    return say(mailer.error().what);
  }
  if (const Status given = give_back(input); !given) {
    return say(given.error().what);
  }
  return say(become_mailer(*mailer, call.argv).what);
}

int answer(Call call)
{
  const MailProgSettings chosen = settings();
  StandardInput input = read_standard_input();
  call.body = std::move(input.bytes);
  const std::optional<Mail> mail = input.whole ? recognise(call) : std::nullopt;
  if (mail) {
    const Status accepted = accept(call, mail->event, chosen);
    if (accepted) {
      return 0;
    }
    say(accepted.error().what);
    // An address that we would refuse must not become an option of the real mailer.
    if (!check_recipients(mail->addresses, {}).refused.empty()) {
      return say("not passed on: bad address");
    }
  }
  input.bytes = std::move(call.body);
  return pass_on(call, input, chosen);
}

}  // namespace

int run(int argc, char** argv)
{
  shed_inheritance();
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (argc < 2 || first == "--help") {
    return std::fputs(kUsage.data(), argc < 2 ? stderr : stdout) < 0 || argc < 2 ? kFailed : 0;
  }
  if (first == "--version") {
    return std::fputs(fmt::format("gpualert-mail {} ({})\n", kVersion, kBuildInfo).c_str(),
                      stdout) < 0
               ? kFailed
               : 0;
  }
  try {
    if (first == "--worker" || first == "--work") {
      return first == "--work" ? work_here() : work_as_worker();
    }
    return answer(call_of(argc, argv));
  } catch (const std::exception& error) {
    return say(error.what());
  }
}

}  // namespace gpualert::mailprog
