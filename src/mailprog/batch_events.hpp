#pragma once

#include "mailprog/call.hpp"
#include "mailprog/event.hpp"

#include <optional>
#include <string_view>

// What the schedulers other than Slurm say. Their mails have bodies that read well: only the end of
// a job that failed becomes an event, everything else is nothing, and goes to the real mailer.
namespace gpualert::mailprog {

// OpenPBS and Torque: the body of the message on standard input of sendmail.
std::optional<Event> pbs_event(std::string_view body);

// Grid Engine: subject and body.
std::optional<Event> sge_event(std::string_view subject, std::string_view body);

// LSF: the message's subject and its body, which holds the job's output.
std::optional<Event> lsf_event(std::string_view subject, std::string_view body);

// HTCondor: subject and body.
std::optional<Event> condor_event(std::string_view subject, std::string_view body);

}  // namespace gpualert::mailprog
