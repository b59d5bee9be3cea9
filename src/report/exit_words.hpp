#pragma once

#include <gpualert/run_record.hpp>

#include <string>

namespace gpualert::report {

// "exited with status 137 after 2 h: as a shell tells SIGKILL, the signal of the memory killer, …".
std::string exit_in_words(const RunRecord& record);

}  // namespace gpualert::report
