#include "classify/whereabouts.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <string>
#include <string_view>

namespace gpualert {

TEST_CASE("a line tells its rank, host and process by prefix or text")
{
  struct Row {
    std::string_view line;
    int rank;  // -1: none
    std::string_view host;
    int pid;
  };
  constexpr std::array<Row, 24> rows{{
      {"[rank3]: KeyError: 'x'", 3, "", 0},
      {"[E ProcessGroupNCCL.cpp:828] [Rank 5] Watchdog caught collective", 5, "", 0},
      {"[PG ID 0 PG GUID 0(default_pg) Rank 12] Timeout at NCCL work", 12, "", 0},
      {"MPI_ABORT was invoked on rank 6 in communicator MPI_COMM_WORLD", 6, "", 0},
      {"Received a dump signal due to a collective timeout from  rank 7", -1, "", 0},
      {"Call to recv from remote rank 4 failed", -1, "", 0},
      {"local_rank: 4 failed", -1, "", 0},
      {"global_rank: 4 failed", 4, "", 0},
      {"comm 0x55 rank 3 nranks 8 cudaDev 3", 3, "", 0},
      {"the frank 3 of them", -1, "", 0},
      {"n7:4711:4790 [2] misc/socket.cc:538 NCCL WARN Connect failed", -1, "n7", 4711},
      {"[n7:4711] *** Process received signal ***", -1, "n7", 4711},
      {"[2026-08-01 10:00:00] text", -1, "", 0},
      {"srun: error: gpu-03: task 3: Out Of Memory", 3, "gpu-03", 0},
      {"srun: error: gpu-03: tasks 4-7: Exited with exit code 1", 4, "gpu-03", 0},
      {"srun: error: Unable to create step for job 3: x", -1, "", 0},
      {"(RayTrainWorker pid=123, ip=10.0.0.1) KeyError: 'x'", -1, "10.0.0.1", 123},
      {"node1: KeyError: 'x'", -1, "node1", 0},
      {"Nov 29 18:01:22 gpu170 kernel: NVRM: Xid", -1, "gpu170", 0},
      {"[1,mpirank:5,algo-2]<stderr>:text", 5, "", 0},
      {"[3]<stderr>:text", 3, "", 0},
      {"12:34:56 text", -1, "", 0},
      {"rank", -1, "", 0},
      {"Rank: 99999999", -1, "", 0},
  }};
  for (const Row& row : rows) {
    INFO(row.line);
    std::string scratch;
    const Message message = normalise(row.line, scratch);
    const Whereabouts where = whereabouts(message);
    CHECK(where.rank.value_or(-1) == row.rank);
    CHECK(where.host == row.host);
    CHECK(where.pid == row.pid);
  }
}

TEST_CASE("NCCL names the GPU on its host")
{
  std::string scratch;
  const Message message = normalise("n7:4711:4790 [2] init.cc:1 NCCL WARN x", scratch);
  CHECK(whereabouts(message).device == 2);
}

}  // namespace gpualert
