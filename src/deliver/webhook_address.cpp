#include "deliver/webhook_address.hpp"

namespace gpualert::deliver {

namespace {

std::string part(CURLU* url, CURLUPart which)
{
  char* text = nullptr;
  if (::curl_url_get(url, which, &text, 0) != CURLUE_OK) {
    return "";
  }
  const CurlText owner{text};
  return text;
}

}  // namespace

Result<WebhookAddress> parse_webhook_address(const std::string& text, bool ntfy)
{
  WebhookAddress address;
  address.url.reset(::curl_url());
  CURLU* url = address.url.get();
  if (::curl_url_set(url, CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) {
    return Error{"the url cannot be read (https://HOST/PATH is wanted)"};
  }
  const std::string scheme = part(url, CURLUPART_SCHEME);
  if (scheme != "https" && scheme != "http") {
    return Error{"the url must begin with https:// (or http://)"};
  }
  address.encrypted = scheme == "https";
  const std::string port = part(url, CURLUPART_PORT);
  address.host = part(url, CURLUPART_HOST) + (port.empty() ? "" : ":" + port);
  const std::string path = part(url, CURLUPART_PATH);
  const std::string query = part(url, CURLUPART_QUERY);
  address.secret = (path == "/" ? "" : path) + (query.empty() ? "" : "?" + query);
  if (ntfy) {
    const auto slash = path.rfind('/');
    address.topic = path.substr(slash + 1);
    if (address.topic.empty()) {
      return Error{"the url of ntfy ends with a topic: https://ntfy.sh/TOPIC"};
    }
    ::curl_url_set(url, CURLUPART_PATH, path.substr(0, slash + 1).c_str(), 0);
  }
  return address;
}

}  // namespace gpualert::deliver
