#include "supervise/forward.hpp"
#include "supervise/wait_status.hpp"

#include <catch2/catch.hpp>

#include <csignal>

using namespace gpualert;
using namespace gpualert::supervision;

TEST_CASE("forward: the whole table")
{
  struct Row {
    int signal;
    bool from_kernel, same_group;
    Delivery delivery;
  };
  const Row table[] = {
      // The terminal sent it to the group: the job has it.
      {SIGINT, true, true, Delivery::skip},
      {SIGHUP, true, true, Delivery::skip},
      {SIGWINCH, true, true, Delivery::skip},
      {SIGTSTP, true, true, Delivery::skip},
      // The terminal sent it, and the job left the group.
      {SIGINT, true, false, Delivery::forward},
      {SIGHUP, true, false, Delivery::forward},
      // … but a stop from the terminal is not for a job that has left it.
      {SIGTSTP, true, false, Delivery::skip},
      {SIGTTIN, true, false, Delivery::skip},
      {SIGTTOU, true, false, Delivery::skip},
      // kill: to us alone, or to the group?
      {SIGTERM, false, true, Delivery::ask_witness},
      {SIGUSR1, false, true, Delivery::ask_witness},
      {SIGTSTP, false, true, Delivery::ask_witness},
      // kill, and no group signal can have reached the job.
      {SIGTERM, false, false, Delivery::forward},
      {SIGTSTP, false, false, Delivery::forward},
  };
  for (const Row& row : table) {
    INFO("signal " << row.signal << " kernel " << row.from_kernel << " group " << row.same_group);
    CHECK(decide(row.signal, row.from_kernel, row.same_group) == row.delivery);
  }
}

TEST_CASE("forward: which signals make us leave sooner, and which are stops a shell must see")
{
  for (int s = 1; s <= SIGRTMAX; ++s) {
    INFO(s);
    CHECK(asks_to_leave(s) == (s == SIGTERM || s == SIGINT || s == SIGHUP || s == SIGQUIT));
    CHECK(is_job_control_stop(s) == (s == SIGTSTP || s == SIGTTIN || s == SIGTTOU));
  }
}

TEST_CASE("wait status: every code and signal")
{
  for (int code = 0; code < 256; ++code) {
    CHECK(std::get<Exited>(decode_wait_status(code << 8)).code == code);
  }
  for (int s = 1; s < 65; ++s) {
    CHECK(std::get<Signalled>(decode_wait_status(s)).signal == s);
    CHECK_FALSE(std::get<Signalled>(decode_wait_status(s)).core);
    CHECK(std::get<Signalled>(decode_wait_status(s | 0x80)).core);
  }
}
