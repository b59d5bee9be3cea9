// A multi-layer perceptron trained by gradient descent, with OpenMP; argv: FAULT STEP THREADS.
// What FAULT does is in crash(); everything else is an ordinary program.
#include <fcntl.h>
#include <omp.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Layer {
  virtual ~Layer() = default;
  virtual double norm() const = 0;
  virtual void bind() { std::printf("layer bound\n"); }
};

struct Dense : Layer {
  std::vector<double> weights;
  explicit Dense(std::size_t n) : weights(n, 0.01) {}
  double norm() const override
  {
    double sum = 0;
    for (double w : weights)
      sum += w * w;
    return std::sqrt(sum);
  }
};

static long depth(long n, volatile char* above)
{
  volatile char frame[4096];
  frame[0] = above ? above[0] : 1;
  return n == 0 ? frame[0] : depth(n - 1, frame) + frame[0];
}

static void copy_name(const char* from)
{
  char name[16];
  std::strcpy(name, from);
  std::printf("run name %s\n", name);
}

static void crash(const std::string& kind, std::vector<std::unique_ptr<Layer>>& layers, int step)
{
  if (kind == "null") {
    layers[1].release();
    std::printf("norm %f\n", layers[1]->norm());
  } else if (kind == "deep") {
    std::printf("depth %ld\n", depth(1L << 40, nullptr));
  } else if (kind == "write") {
    std::memset(reinterpret_cast<void*>(0x10), step, 64);
  } else if (kind == "parallel") {
    std::vector<double*> rows(64, nullptr);
#pragma omp parallel for
    for (int i = 0; i < 64; ++i)
      rows[static_cast<std::size_t>(i)][step] = i;
  } else if (kind == "twice") {
    auto* volatile buffer = static_cast<double*>(std::malloc(64));
    std::free(buffer);
    std::free(buffer);
  } else if (kind == "heap") {
    auto* buffer = static_cast<char*>(std::malloc(40));
    std::memset(buffer, 'x', 120);
    std::printf("%p\n", std::malloc(3000000));
    std::free(buffer);
    std::printf("%p\n", std::malloc(500));
  } else if (kind == "invalid") {
    auto* buffer = static_cast<char*>(std::malloc(100));
    std::free(buffer + 8);
  } else if (kind == "stack") {
    copy_name("resnet50-imagenet-augmented-2026-11-30-final-v2");
  } else if (kind == "memory") {
    std::vector<std::vector<double>> cache;
    for (;;)
      cache.emplace_back(4 << 20, 1.0);
  } else if (kind == "assert") {
    const int rows = step + 1, columns = 64;
    assert(rows % columns == 0 && "batch rows must fill the tile");
  } else if (kind == "config") {
    throw std::runtime_error("unsupported activation 'swish2' in layer 3");
  } else if (kind == "at") {
    std::map<std::string, int> vocabulary{{"the", 1}, {"a", 2}};
    std::printf("%d\n", vocabulary.at("piano"));
  } else if (kind == "zero") {
    volatile int batches = step - step;
    std::printf("%d samples per batch\n", 4096 / batches);
  } else if (kind == "illegal") {
    __builtin_trap();
  } else if (kind == "threads") {
    std::vector<std::thread> pool;
    for (int i = 0; i < 4000; ++i)
      pool.emplace_back([] { sleep(2); });
    for (auto& thread : pool)
      thread.join();
  } else if (kind == "joinable") {
    std::thread([] { sleep(1); });
  } else if (kind == "shm") {
    int fd = shm_open("/batch_queue", O_CREAT | O_RDWR | O_TRUNC, 0600);
    shm_unlink("/batch_queue");
    if (ftruncate(fd, 64 << 20) != 0)
      std::perror("ftruncate");
    auto* queue =
        static_cast<char*>(mmap(nullptr, 64 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
    for (long at = 0; at < 64 << 20; at += 4096)
      queue[at] = 1;
  } else if (kind == "files") {
    for (int i = 0;; ++i) {
      std::string path = "part" + std::to_string(i);
      if (!std::fopen(path.c_str(), "w")) {
        std::perror(("mlp: cannot open " + path).c_str());
        std::exit(1);
      }
    }
  } else if (kind == "missing") {
    if (!std::fopen("weights/pretrained.bin", "rb")) {
      std::perror("mlp: weights/pretrained.bin");
      std::exit(1);
    }
  }
}

int main(int argc, char** argv)
{
  const std::string kind = argc > 1 ? argv[1] : "none";
  const int last = argc > 2 ? std::atoi(argv[2]) : 20, threads = argc > 3 ? std::atoi(argv[3]) : 2;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  omp_set_num_threads(threads);
  std::printf("mlp 2.3: %d threads, 3 layers, hidden 256, lr 0.05\n", omp_get_max_threads());
  std::vector<std::unique_ptr<Layer>> layers;
  for (int i = 0; i < 3; ++i)
    layers.push_back(std::make_unique<Dense>(256));
  for (int step = 1; step <= last + 10; ++step) {
    double loss = 0;
#pragma omp parallel for reduction(+ : loss)
    for (int i = 0; i < 20000; ++i)
      loss += std::exp(-0.05 * step) * (1 + std::sin(i)) / 20000;
    std::printf("step %4d  loss %.5f  |w| %.4f\n", step, loss,
                layers[static_cast<std::size_t>(step % 3)]->norm());
    if (step == last / 2)
      std::fprintf(stderr, "warning: gradient of layer 2 clipped (norm 11.2 > 1.0)\n");
    if (step == last)
      crash(kind, layers, step);
  }
  std::printf("done\n");
  return 0;
}
