#include "mailprog/call_form.hpp"

#include "base/text.hpp"

#include <gpualert/report.hpp>

#include <algorithm>

namespace gpualert::mailprog {

namespace {

// The value of `option` at words[at], joined or in the next word; moves `at` to its last word.
std::optional<std::string> value_of(std::string_view option, const std::vector<std::string>& words,
                                    std::size_t& at, bool may_be_joined)
{
  const std::string& word = words[at];
  if (word == option && at + 1 < words.size()) {
    return words[++at];
  }
  if (may_be_joined && word.starts_with(option) && word.size() > option.size()) {
    return word.substr(option.size());
  }
  return std::nullopt;
}

std::optional<CallForm> parse_mail(const std::vector<std::string>& argv)
{
  CallForm call;
  std::size_t at = 1;
  const std::optional<std::string> subject = value_of("-s", argv, at, false);
  if (!subject) {
    return std::nullopt;
  }
  call.subject = *subject;
  ++at;
  // Slurm's: what follows is the recipient, whatever it looks like. The option needs a value and
  // at least one recipient behind it.
  if (argv.size() - at >= 3 && argv[at] == "-r") {
    call.from = argv[at + 1];
    at += 2;
  }
  call.recipients.assign(argv.begin() + static_cast<std::ptrdiff_t>(at), argv.end());
  const bool slurm = argv.size() == 4;
  const bool option = std::any_of(call.recipients.begin(), call.recipients.end(),
                                  [](const std::string& word) { return word.starts_with('-'); });
  if (call.recipients.empty() || (option && !slurm)) {
    return std::nullopt;
  }
  return call;
}

std::optional<CallForm> parse_sendmail(const std::vector<std::string>& argv)
{
  CallForm call;
  call.form = Form::sendmail;
  std::size_t at = 1;
  for (; at < argv.size() && argv[at].starts_with('-'); ++at) {
    if (argv[at] == "-oi" || argv[at] == "-i") {
      continue;
    }
    if (argv[at] == "-t") {
      call.recipients_in_header = true;
    } else if (const auto from = value_of("-f", argv, at, true)) {
      call.from = *from;
    } else if (!value_of("-F", argv, at, true)) {
      return std::nullopt;
    }
  }
  for (; at < argv.size(); ++at) {
    if (argv[at].starts_with('-')) {
      return std::nullopt;
    }
    call.recipients.push_back(argv[at]);
  }
  return call.recipients.empty() && !call.recipients_in_header ? std::nullopt
                                                               : std::optional<CallForm>(call);
}

bool is_allowed(std::string_view address, const std::vector<std::string>& domains)
{
  const std::size_t at = address.find('@');
  if (domains.empty() || at == std::string_view::npos) {
    return true;
  }
  const auto lower = [](std::string_view text) {
    std::string out{text};
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
  };
  const std::string domain = lower(address.substr(at + 1));
  return std::any_of(domains.begin(), domains.end(), [&](const std::string& given) {
    const std::string allowed = lower(given);
    return allowed.starts_with('.') ? domain.ends_with(allowed) || domain == allowed.substr(1)
                                    : domain == allowed;
  });
}

}  // namespace

std::optional<CallForm> parse_call(const std::vector<std::string>& argv)
{
  if (argv.size() < 2) {
    return std::nullopt;
  }
  return argv[1] == "-s" ? parse_mail(argv) : parse_sendmail(argv);
}

std::vector<std::string> split_recipients(const std::vector<std::string>& lists)
{
  constexpr std::string_view kSeparators = ", \t";
  std::vector<std::string> addresses;
  for (const std::string_view list : lists) {
    for (std::size_t at = list.find_first_not_of(kSeparators); at != std::string_view::npos;) {
      const std::size_t end = std::min(list.find_first_of(kSeparators, at), list.size());
      addresses.emplace_back(list.substr(at, end - at));
      at = list.find_first_not_of(kSeparators, end);
    }
  }
  return addresses;
}

Recipients check_recipients(const std::vector<std::string>& addresses,
                            const std::vector<std::string>& domains)
{
  constexpr std::size_t kMost = 100;  // as many as a relay takes in one go
  Recipients recipients;
  for (const std::string& text : addresses) {
    const Result<std::string> address = check_address(text);
    if (!address) {
      recipients.refused.push_back(address.error().what);
    } else if (!is_allowed(address.value(), domains)) {
      recipients.refused.push_back("address \"" + escape_bytes(text) +
                                   "\": its domain is not in mailprog_domains");
    } else if (recipients.accepted.size() == kMost) {
      recipients.refused.push_back("address \"" + escape_bytes(text) + "\": one too many");
    } else if (std::find(recipients.accepted.begin(), recipients.accepted.end(), text) ==
               recipients.accepted.end()) {
      recipients.accepted.push_back(text);
    }
  }
  return recipients;
}

}  // namespace gpualert::mailprog
