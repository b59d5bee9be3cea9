#include "supervise/forward.hpp"

#include <csignal>

namespace gpualert::supervision {

Delivery decide(int signal, bool from_kernel, bool same_group) noexcept
{
  if (from_kernel && (same_group || is_job_control_stop(signal))) {
    return Delivery::skip;
  }
  return same_group ? Delivery::ask_witness : Delivery::forward;
}

bool asks_to_leave(int signal) noexcept
{
  return signal == SIGTERM || signal == SIGINT || signal == SIGHUP || signal == SIGQUIT;
}

bool is_job_control_stop(int signal) noexcept
{
  return signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

}  // namespace gpualert::supervision
