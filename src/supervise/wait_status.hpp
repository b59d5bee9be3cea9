#pragma once

#include <gpualert/run_record.hpp>

namespace gpualert::supervision {

// A wait status of waitpid(2) as an ending; the status must be of a process that ended.
Ending decode_wait_status(int status) noexcept;

}  // namespace gpualert::supervision
