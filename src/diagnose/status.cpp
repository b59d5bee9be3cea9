#include "diagnose/status.hpp"

#include <array>
#include <cerrno>
#include <csignal>

namespace gpualert {

namespace {

struct Row {
  int value;
  StatusCause meaning;
};

// SIGKILL is missing on purpose: without evidence of a lack of memory it may have been anybody.
constexpr std::array<Row, 11> kSignals{{{SIGHUP, {"interrupted", 0.6}},
                                        {SIGINT, {"interrupted", 0.8}},
                                        {SIGQUIT, {"interrupted", 0.6}},
                                        {SIGTERM, {"interrupted", 0.6}},
                                        {SIGILL, {"illegal_instruction", 0.85}},
                                        {SIGABRT, {"abort", 0.6}},
                                        {SIGBUS, {"shm_bus_error", 0.5}},
                                        {SIGFPE, {"div_zero", 0.7}},
                                        {SIGSEGV, {"segfault", 0.9}},
                                        {SIGXCPU, {"time_limit", 0.7}},
                                        {SIGXFSZ, {"resource_limit", 0.6}}}};

// Codes by convention: timeout(1), the shell's two, Slurm's for out of memory.
constexpr std::array<Row, 4> kCodes{{{124, {"time_limit", 0.5}},
                                     {126, {"permission", 0.5}},
                                     {127, {"command_not_found", 0.7}},
                                     {253, {"oom_killer", 0.4}}}};

}  // namespace

EndStatus end_status(const ProcessEnd& end)
{
  EndStatus status;
  if (!end.ending) {
    return status;
  }
  if (const auto* exited = std::get_if<Exited>(&*end.ending)) {
    status.known = true;
    status.success = exited->code == 0;
    status.exit_code = exited->code;
    if (exited->code > 128 && exited->code <= 128 + 64) {
      status.signal = exited->code - 128;
    }
  } else if (const auto* signalled = std::get_if<Signalled>(&*end.ending)) {
    status.known = true;
    status.signal = signalled->signal;
  }
  return status;
}

StatusCause cause_of_status(const EndStatus& status)
{
  if (status.signal) {
    for (const Row& row : kSignals) {
      if (row.value == *status.signal) {
        return row.meaning;
      }
    }
  } else if (status.exit_code) {
    for (const Row& row : kCodes) {
      if (row.value == *status.exit_code) {
        return row.meaning;
      }
    }
  }
  return {"unknown", 0.2};
}

std::string_view cause_of_exec_error(int error_number)
{
  switch (error_number) {
    case EACCES:
    case EPERM:
      return "permission";
    case E2BIG:
    case EMFILE:
    case ENFILE:
    case EAGAIN:
      return "resource_limit";
    case ENOMEM:
      return "ram_oom";
    case EIO:
    case ESTALE:
      return "storage_io";
    default:
      return "command_not_found";
  }
}

}  // namespace gpualert
