#pragma once

#include <curl/curl.h>

#include <memory>

namespace gpualert::deliver {

struct FreeHandle {
  void operator()(CURL* handle) const { ::curl_easy_cleanup(handle); }
  void operator()(CURLU* url) const { ::curl_url_cleanup(url); }
  void operator()(curl_slist* list) const { ::curl_slist_free_all(list); }
  void operator()(char* text) const { ::curl_free(text); }
};
using Handle = std::unique_ptr<CURL, FreeHandle>;
using Url = std::unique_ptr<CURLU, FreeHandle>;
using List = std::unique_ptr<curl_slist, FreeHandle>;
using CurlText = std::unique_ptr<char, FreeHandle>;

}  // namespace gpualert::deliver
