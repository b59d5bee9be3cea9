#pragma once

#include "deliver/curl_handle.hpp"

#include <gpualert/result.hpp>

#include <string>

namespace gpualert::deliver {

// The address of a webhook, which is a secret from its path on.
struct WebhookAddress {
  Url url;             // where to send
  std::string topic;   // of ntfy: the last part of the path, which `url` then lacks
  std::string host;    // "hooks.example.org:8443"; may be shown
  std::string secret;  // path and query; may not
  bool encrypted = true;
};

// Only http and https, with a host. The Error does not show the address.
Result<WebhookAddress> parse_webhook_address(const std::string& text, bool ntfy);

}  // namespace gpualert::deliver
