// What the deliverer reads from files, names and relays.
#include "deliver/smtp_outcome.hpp"
#include "outbox/lease.hpp"
#include "report/hostname.hpp"

#include <gpualert/outbox.hpp>
#include <gpualert/report.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace gpualert;

namespace {

void require(bool holds)
{
  if (!holds) {
    std::abort();
  }
}

void read_envelope(std::string_view bytes)
{
  const Result<Envelope> envelope = parse_envelope(bytes);
  if (envelope) {
    const Result<Envelope> again = parse_envelope(to_json(envelope.value()));
    require(bool(again) && to_json(again.value()) == to_json(envelope.value()));
  }
}

void read_lease(std::string_view bytes)
{
  const auto lease = outbox::parse_lease(bytes);
  require(!lease || (lease->pid > 0 && lease->until_s > 0));
}

void converse(std::string_view bytes)
{
  deliver::SmtpDialogue dialogue;
  bool ours = false;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
    ours ? dialogue.sent(bytes.substr(0, end)) : dialogue.received(bytes.substr(0, end));
    ours = !ours;
    bytes.remove_prefix(end);
  }
  require(dialogue.last().words.size() <= 500);
  require(deliver::smtp_outcome(dialogue, false, "x", 3).answers.size() == 3);
}

void read_names(std::string_view bytes)
{
  const std::string name = report::qualify("host", bytes, bytes);
  require(name.find_first_of("\r\n <>@") == std::string::npos);
  const auto recipients = parse_recipients(bytes);
  if (recipients) {
    for (const std::string& address : recipients.value()) {
      require(address.find_first_of("\r\n <>,") == std::string::npos && address.front() != '-');
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_envelope(bytes);
  read_lease(bytes);
  converse(bytes);
  read_names(bytes);
  return 0;
}
