#pragma once

#include "mailprog/call.hpp"
#include "mailprog/event.hpp"

#include <optional>
#include <string_view>

namespace gpualert::mailprog {

// What slurmctld says with a subject and, from 21.08 on, the variables of the job, which it quotes
// exactly and which count before the subject. Nothing: this is no mail of slurmctld.
std::optional<Event> slurm_event(std::string_view subject, const Variables& variables);

}  // namespace gpualert::mailprog
