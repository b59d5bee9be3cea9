// A CUDA program as tutorials write them; argv: STYLE.
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#define CHECK(call)                                                                         \
  do {                                                                                      \
    cudaError_t status_ = (call);                                                           \
    if (status_ != cudaSuccess) {                                                           \
      std::fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", __FILE__, __LINE__, \
                   (int)status_, cudaGetErrorName(status_), #call);                         \
      std::exit(EXIT_FAILURE);                                                              \
    }                                                                                       \
  } while (0)

__global__ void saxpy(int n, float a, const float* x, float* y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

int main(int argc, char** argv)
{
  const std::string style = argc > 1 ? argv[1] : "count";
  std::printf("saxpy benchmark, n = %d, 100 iterations\n", 1 << 20);
  std::fflush(stdout);
  if (style == "count") {
    int devices = 0;
    CHECK(cudaGetDeviceCount(&devices));
    std::printf("%d devices\n", devices);
  } else if (style == "malloc") {
    float* x = nullptr;
    cudaError_t status = cudaMalloc(&x, sizeof(float) << 20);
    if (status != cudaSuccess) {
      std::fprintf(stderr, "FATAL: cudaMalloc of %zu bytes failed: %s\n", sizeof(float) << 20,
                   cudaGetErrorString(status));
      return 2;
    }
  } else if (style == "launch") {
    saxpy<<<4096, 256>>>(1 << 20, 2.0f, nullptr, nullptr);
    cudaError_t status = cudaGetLastError();
    if (status != cudaSuccess)
      throw std::runtime_error(std::string("saxpy launch failed: ") + cudaGetErrorString(status));
  } else if (style == "thrust") {
    thrust::device_vector<float> x(1 << 20, 1.0f);
    std::printf("sum %f\n", thrust::reduce(x.begin(), x.end()));
  } else if (style == "properties") {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
      std::fprintf(stderr, "warning: no device properties, assuming 80 multiprocessors\n");
    for (int iteration = 0; iteration < 3; ++iteration)
      std::printf("iteration %d on the CPU: 3.1 GB/s\n", iteration);
    CHECK(cudaDeviceSynchronize());
  }
  std::printf("done\n");
  return 0;
}
