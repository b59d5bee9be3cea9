#pragma once

#include "deliver/channel.hpp"

namespace gpualert::deliver {

// `--try DIR`: sends DIR/message.eml through the channel and to the recipients that
// DIR/envelope.json names, once, and prints the conversation. Gives 0 when all were served, else 1.
int try_message(const std::string& dir, const Config& config, const Surroundings& around,
                const Deadline& deadline);

}  // namespace gpualert::deliver
