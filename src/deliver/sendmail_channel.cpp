#include "deliver/channels.hpp"
#include "deliver/local_mail.hpp"
#include "deliver/subprocess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpualert::deliver {

namespace {

// Does the command take the recipients from the message's header?
bool reads_header(const std::string& command)
{
  const std::string padded = " " + command + " ";
  constexpr std::array<std::string_view, 3> kSpellings{" -t ", " -ti ", " -it "};
  return std::any_of(kSpellings.begin(), kSpellings.end(), [&](std::string_view spelling) {
    return padded.find(spelling) != std::string::npos;
  });
}

// Whoever is served, and nobody else: the header's To is the envelope's when the header decides.
std::string with_recipients(std::string_view mail, const std::vector<std::string>& to)
{
  const std::size_t body = mail.find("\n\n");
  const std::size_t start = mail.starts_with("To:") ? 0 : mail.find("\nTo:");
  if (start == std::string_view::npos || start > body) {
    return std::string(mail);
  }
  std::size_t end = mail.find('\n', start + 1);
  while (end + 1 < mail.size() && (mail[end + 1] == ' ' || mail[end + 1] == '\t')) {
    end = mail.find('\n', end + 1);
  }
  return fmt::format("{}{}To: {}{}", mail.substr(0, start), start == 0 ? "" : "\n",
                     fmt::join(to, ",\n "), mail.substr(end));
}

// sysexits.h: bad data, no such user and no such host do not change by waiting. The rest may.
Fate fate_of(int exit_code)
{
  constexpr std::array<int, 3> kPermanent{65, 67, 68};
  if (exit_code == 0) {
    return Fate::sent;
  }
  return std::find(kPermanent.begin(), kPermanent.end(), exit_code) != kPermanent.end()
             ? Fate::refused
             : Fate::deferred;
}

class SendmailChannel final : public Channel {
public:
  explicit SendmailChannel(const ChannelSettings& settings) : command_(settings.command) {}

  Outcome send(const Letter& letter, const Deadline& deadline) override
  {
    constexpr std::chrono::seconds kLimit{60};
    const std::vector<std::string>& to = letter.envelope.to;
    std::string mail = local_mail(letter.eml);
    // The shell sees the user's command only; recipients reach the program as they are.
    std::vector<std::string> argv{"/bin/sh", "-c", "exec " + command_ + " \"$@\"", "sendmail"};
    if (reads_header(command_)) {
      mail = with_recipients(mail, to);
    } else {
      argv.emplace_back("--");
      argv.insert(argv.end(), to.begin(), to.end());
    }
    const Result<Finished> finished = run_process(argv, mail, deadline.within(kLimit));
    if (!finished) {
      return down(letter, finished.error().what);
    }
    return judge(letter, finished.value());
  }

private:
  static Outcome down(const Letter& letter, const std::string& why)
  {
    Outcome outcome = for_all(letter.envelope, Fate::deferred, "sendmail: " + why);
    outcome.channel_down = true;
    return outcome;
  }

  static Outcome judge(const Letter& letter, const Finished& finished)
  {
    if (finished.timed_out) {
      return down(letter, "did not end in time");
    }
    std::string said = finished.errors.empty() ? finished.output : finished.errors;
    said.erase(said.find_last_not_of(" \t\r\n") + 1);
    const Fate fate = fate_of(finished.exit_code);
    if (fate == Fate::deferred) {
      return down(letter, fmt::format("exit status {}: {}", finished.exit_code, said));
    }
    return for_all(letter.envelope, fate,
                   fate == Fate::sent
                       ? "handed to sendmail"
                       : fmt::format("sendmail: exit status {}: {}", finished.exit_code, said));
  }

  std::string command_;
};

}  // namespace

std::unique_ptr<Channel> make_sendmail(const ChannelSettings& settings, const Surroundings&)
{
  return std::make_unique<SendmailChannel>(settings);
}

}  // namespace gpualert::deliver
