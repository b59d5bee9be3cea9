#pragma once

#include "deliver/smtp_dialogue.hpp"
#include "deliver/transcript.hpp"

#include <curl/curl.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gpualert::deliver {

// One message on its way: what the callbacks of libcurl need.
struct Transfer {
  std::string_view unsent;
  SmtpDialogue dialogue;
  bool has_smaller = false;  // so this one need not be sent where it is too large
  bool too_large = false;    // it was not, for that reason
  Transcript* transcript = nullptr;
};

bool exceeds(std::size_t size, std::optional<std::uint64_t> limit);

// CURLOPT_READFUNCTION and CURLOPT_DEBUGFUNCTION; `user` is a Transfer.
std::size_t give_message(char* buffer, std::size_t size, std::size_t count, void* user);
int listen_in(CURL* handle, curl_infotype type, char* data, std::size_t size, void* user);

}  // namespace gpualert::deliver
