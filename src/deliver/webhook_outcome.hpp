#pragma once

#include "deliver/channel.hpp"

#include <string>
#include <string_view>

namespace gpualert::deliver {

// What became of a POST: `status` of HTTP, 0 without one; `words`: the beginning of the answer, or
// why there was none. Pure.
//
// 2xx: sent. 408, 425, 429 and 5xx are worth another try, after `retry_after` seconds where the
// server says so; so are silence and 3xx, which speak of the configuration. Other 4xx are not.
Outcome webhook_outcome(const Envelope& envelope, long status, const std::string& words,
                        std::int64_t retry_after);

}  // namespace gpualert::deliver
