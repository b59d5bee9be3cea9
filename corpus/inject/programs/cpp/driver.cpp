// Uses the CUDA driver's library through dlopen, as inference servers do.
#include <dlfcn.h>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

int main()
{
  std::printf("server 0.9: probing accelerators\n");
  for (const char* name : {"libhsa-runtime64.so.1", "libze_loader.so.1"})
    if (!dlopen(name, RTLD_NOW))
      std::fprintf(stderr, "W probe: %s\n", dlerror());
  if (!dlopen("libcuda.so.1", RTLD_NOW)) {
    std::fprintf(stderr, "E engine: %s\n", dlerror());
    std::fprintf(stderr, "E engine: cannot start without the CUDA driver library\n");
    return 1;
  }
  return 0;
}
