#include "supervise/wait_status.hpp"

#include <sys/wait.h>

namespace gpualert::supervision {

Ending decode_wait_status(int status) noexcept
{
  if (WIFSIGNALED(status)) {
    return Signalled{WTERMSIG(status), WCOREDUMP(status) != 0};
  }
  return Exited{WEXITSTATUS(status)};
}

}  // namespace gpualert::supervision
