#pragma once

#include "mailprog/event.hpp"

#include <optional>
#include <string_view>

namespace gpualert::mailprog {

// The subject of a mail of slurmctld, 2.6 to 26.05. The job's name stands in it unescaped, so what
// follows the name is read from the right. Nothing: no such subject.
std::optional<Event> parse_slurm_subject(std::string_view subject);

// "Ended", "Reached 90% of time limit": the words of a subject and of SLURM_JOB_MAIL_TYPE.
std::optional<What> slurm_what(std::string_view words);

}  // namespace gpualert::mailprog
