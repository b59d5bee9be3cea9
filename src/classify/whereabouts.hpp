#pragma once

#include "classify/normalise.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace gpualert {

// Who printed a line, as far as the line itself tells. Views are into the message.
struct Whereabouts {
  std::optional<int> rank;
  std::string_view host;
  std::int64_t pid = 0;       // 0: not named
  std::optional<int> device;  // NCCL's number of the GPU on its host
};

// From prefixes first, then from the text: "[Rank 3] Watchdog …", "MPI_ABORT was invoked on rank
// 6", NCCL's "host:pid:tid [device]", "srun: error: host: task 3: …".
Whereabouts whereabouts(const Message& message) noexcept;

}  // namespace gpualert
