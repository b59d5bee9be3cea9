#include "deliver/smtp_transfer.hpp"

#include <algorithm>
#include <cstring>

namespace gpualert::deliver {

namespace {

void write_down(Transcript& transcript, curl_infotype type, std::string_view text)
{
  if (type == CURLINFO_HEADER_OUT) {
    transcript.sent(text);
  } else if (type == CURLINFO_HEADER_IN) {
    transcript.received(text);
  } else if (type == CURLINFO_TEXT) {
    transcript.note(text);
  }
}

}  // namespace

bool exceeds(std::size_t size, std::optional<std::uint64_t> limit)
{
  return limit && size > *limit;
}

std::size_t give_message(char* buffer, std::size_t size, std::size_t count, void* user)
{
  auto& transfer = *static_cast<Transfer*>(user);
  auto& unsent = transfer.unsent;
  // A relay that said SIZE refuses it at MAIL FROM; this one did not, and would read all of it.
  if (transfer.has_smaller && exceeds(unsent.size(), transfer.dialogue.size_limit())) {
    transfer.too_large = true;
    return CURL_READFUNC_ABORT;
  }
  const std::size_t n = std::min(size * count, unsent.size());
  std::memcpy(buffer, unsent.data(), n);
  unsent.remove_prefix(n);
  return n;
}

int listen_in(CURL* /*handle*/, curl_infotype type, char* data, std::size_t size, void* user)
{
  if (Transcript* transcript = static_cast<Transfer*>(user)->transcript; transcript != nullptr) {
    write_down(*transcript, type, {data, size});
  }
  auto& dialogue = static_cast<Transfer*>(user)->dialogue;
  if (type == CURLINFO_HEADER_OUT) {
    dialogue.sent({data, size});
  } else if (type == CURLINFO_HEADER_IN) {
    dialogue.received({data, size});
  }
  return 0;
}

}  // namespace gpualert::deliver
