#include "classify/progress.hpp"

#include "base/file.hpp"

#include <catch2/catch.hpp>

#include <sstream>
#include <string>

namespace gpualert {

TEST_CASE("the lines of progress of the known trainers are progress")
{
  const auto file = read_file(GPUALERT_SOURCE_DIR "/tests/rules/progress.txt");
  REQUIRE(file);
  std::istringstream in(file.value());
  int lines = 0;
  for (std::string line; std::getline(in, line); ++lines) {
    INFO(line);
    CHECK(looks_like_progress(line));
  }
  CHECK(lines == 20);
}

TEST_CASE("lines about training that report no step are not progress")
{
  for (const char* line :
       {"", "loss: cross entropy", "Starting epoch 3", "RuntimeError: CUDA error: out of memory",
        "/opt/conda/lib/python3.11/site-packages/torch/nn/functional.py:12: UserWarning: x",
        "the gloss of step one", "torch.distributed.DistBackendError: NCCL error in: x.cpp:12",
        "Saving model checkpoint to /checkpoints/step_100/model.pt",
        "  0%|          | 0/1000 [00:00<?, ?it/s]"}) {
    INFO(line);
    CHECK_FALSE(looks_like_progress(line));
  }
}

}  // namespace gpualert
