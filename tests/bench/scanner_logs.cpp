#include "bench/scanner_logs.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>

namespace gpualert::bench {

namespace {

// A small generator of our own: the logs must not change with the standard library.
class Random {
public:
  unsigned below(unsigned limit)
  {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<unsigned>(state_ >> 33U) % limit;
  }

private:
  std::uint64_t state_ = 42;
};

template <typename... Values>
std::string text(const char* format, Values... values)
{
  std::array<char, 1024> buffer{};
  const int size = std::snprintf(buffer.data(), buffer.size(), format, values...);
  return {buffer.data(), static_cast<std::size_t>(size)};
}

std::string progress(Random& random, unsigned step)
{
  const double loss = 1.0 + random.below(1000) / 500.0;
  switch (random.below(5)) {
    case 0:
      return text("iter %u: loss %.4f, time %.2fms, mfu %.2f%%\n", step, loss,
                  100 + random.below(900) / 10.0, 30 + random.below(100) / 10.0);
    case 1:
      return text("{'loss': %.4f, 'grad_norm': %.4f, 'learning_rate': 5e-05, 'epoch': %.2f}\n",
                  loss, loss / 3, step / 10000.0);
    case 2:
      return text(
          " [2026-08-01 10:%02u:%02u.123456] iteration %8u/  500000 | consumed samples: %12u | "
          "elapsed time per iteration (ms): %.1f | throughput per GPU (TFLOP/s/GPU): %.1f | "
          "learning rate: 3.000000E-05 | global batch size:   256 | lm loss: %.6E | loss scale: "
          "1.0 "
          "| grad norm: %.3f | number of skipped iterations:   0 | number of nan iterations:   0 "
          "|\n",
          step / 60 % 60, step % 60, step, step * 256, 6000.0 + random.below(300), 400.0, loss,
          loss / 2);
    case 3:
      return text(
          "[titan] 2026-08-21 10:%02u:%02u,123 - root - INFO - step: %u  loss: %8.5f  "
          "grad_norm: %7.4f  memory: 43.21GiB(45.50%%)  tps: 6,123  tflops: 300.10\n",
          step / 60 % 60, step % 60, step, loss, loss / 3);
    default:
      return text(
          "Epoch %u:  %u%%|\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88  | %u/8573 "
          "[11:25:45<50:22:32, 26.05s/it, loss=%.3f, v_num=0]\n",
          step / 8573, step % 100, step % 8573, loss);
  }
}

std::string nccl(Random& random)
{
  const unsigned host = random.below(64), rank = random.below(8);
  switch (random.below(3)) {
    case 0:
      return text(
          "gpu%03u:%u:%u [%u] NCCL INFO Channel %02u/0 : %u[%u] -> %u[%u] via "
          "P2P/CUMEM/read\n",
          host, 22011 + rank, 22055 + rank, rank, random.below(32), rank, rank, rank + 1, rank + 1);
    case 1:
      return text("gpu%03u:%u:%u [%u] NCCL INFO Trees [0] %u/-1/-1->%u->-1 [1] %u/-1/-1->%u->-1\n",
                  host, 22011 + rank, 22055 + rank, rank, rank, rank + 1, rank, rank + 1);
    default:
      return text(
          "gpu%03u:%u:%u [%u] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB ; OOB "
          "ib0:10.12.4.%u<0>\n",
          host, 22011 + rank, 22055 + rank, rank, host);
  }
}

std::string other(Random& random, unsigned step)
{
  switch (random.below(6)) {
    case 0:
      return "/opt/conda/lib/python3.11/site-packages/torch/utils/data/dataloader.py:617: "
             "UserWarning: This DataLoader will create 12 worker processes in total.\n"
             "  warnings.warn(\n";
    case 1:
      return text(
          "[2026-08-01 10:00:00,123] [INFO] [logging.py:96:log_dist] [Rank 0] step=%u, "
          "skipped=0, lr=[3e-05], mom=[(0.9, 0.999)]\n",
          step);
    case 2:
      return text("Saving model checkpoint to /checkpoints/run/step_%u/model.safetensors\n", step);
    case 3:
      return "INFO:httpx:HTTP Request: HEAD https://huggingface.co/x/resolve/main/config.json "
             "\"HTTP/1.1 200 OK\"\n";
    case 4:
      return text(
          "[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: %u, reducing "
          "to %u\n",
          65536U, 32768U);
    default:
      return text("eval: accuracy %.3f, word error rate %.3f, best so far %u\n", 0.9, 0.1, step);
  }
}

std::string handled_traceback(unsigned step)
{
  std::string log = "Traceback (most recent call last):\n";
  for (unsigned i = 0; i < 12; ++i) {
    log += text(
        "  File \"/home/user/project/module_%u.py\", line %u, in forward\n"
        "    return self._call_impl(*args, **kwargs)\n",
        i, 100 + i);
  }
  return log + text(
                   "FileNotFoundError: [Errno 2] No such file or directory: '/data/%u.json'\n"
                   "falling back to the default\n",
                   step);
}

template <typename Line>
std::string repeat(std::size_t bytes, Line line)
{
  std::string log;
  log.reserve(bytes + 4096);
  Random random;
  for (unsigned step = 0; log.size() < bytes; ++step) {
    log += line(random, step);
  }
  log.resize(bytes);
  return log;
}

}  // namespace

std::string training_log(std::size_t bytes)
{
  return repeat(bytes, [](Random& random, unsigned step) {
    const unsigned kind = random.below(1000);
    if (kind < 620) {
      return progress(random, step);
    }
    if (kind < 820) {
      return nccl(random);
    }
    return kind == 999 ? handled_traceback(step) : other(random, step);
  });
}

std::string all_failures(std::size_t bytes)
{
  constexpr std::array<std::string_view, 8> lines{
      "RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 15.78 GiB total)\n",
      "torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:1970, unhandled\n",
      "OSError: [Errno 28] No space left on device: '/home/u/checkpoint/step_1000.pt'\n",
      "Epoch 2 | step 4100 | loss nan | lr 3.0e-04 | tokens per second 12345\n",
      "KeyError: 'warmup_steps'\n",
      "bash: line 1: 2552014 Segmentation fault      (core dumped) python segfault.py\n",
      "ModuleNotFoundError: No module named 'flash_attn_2'\n",
      "[rank3]: torch.AcceleratorError: CUDA error: an illegal memory access was encountered\n"};
  return repeat(bytes, [&](Random&, unsigned step) { return std::string(lines[step % 8]); });
}

std::string distinct_warnings(std::size_t bytes)
{
  return repeat(bytes, [](Random& random, unsigned) {
    std::string word;
    for (int i = 0; i < 12; ++i) {
      word += static_cast<char>('a' + random.below(26));
    }
    return "WARNING:root:" + word + " ValueError: the value of " + word + " was replaced\n";
  });
}

std::string one_line(std::size_t bytes)
{
  return std::string(bytes, 'x');
}

std::string carriage_returns(std::size_t bytes)
{
  return repeat(bytes, [](Random&, unsigned step) {
    return text(
        "\rEpoch 0:  %2u%%|\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88    | %6u/999999 "
        "[00:10<01:22, 49.05it/s, loss=0.279]",
        step / 10000, step);
  });
}

}  // namespace gpualert::bench
