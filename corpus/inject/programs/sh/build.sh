#!/bin/bash
# Builds the job's extension before it trains; $1 says what is wrong with the source tree.
set -e
mkdir -p src
cat >src/ops.cpp <<'END'
#include <cstdio>
#include <vector>
int scale(const std::vector<float>& x, float by);
int main() { std::vector<float> x(8, 1.0f); std::printf("%d\n", scale(x, 2.0f)); }
END
cat >src/scale.cpp <<'END'
#include <vector>
int scale(const std::vector<float>& x, float by) { return static_cast<int>(x.size() * by); }
END
case $1 in
header) sed -i '1i #include <cuda_bf16.h>' src/scale.cpp ;;
type) sed -i 's/x.size() \* by/x.length() * by/' src/scale.cpp ;;
link) echo '' >src/scale.cpp ;;
python) sed -i '1i #include <Python.h>' src/scale.cpp ;;
standard) sed -i '1i #include <version>\n#ifndef __cpp_lib_flat_map\n#error "this library needs C++23 containers"\n#endif' src/scale.cpp ;;
esac
cat >Makefile <<'END'
CXXFLAGS = -O1 -Wall -Wextra
ops: src/ops.o src/scale.o
	$(CXX) -o $@ $^
END
cat >build.ninja <<'END'
rule cc
  command = g++ -O1 -Wall -c $in -o $out
  description = CXX $out
build src/ops.o: cc src/ops.cpp
build src/scale.o: cc src/scale.cpp
END
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(ops CXX)
find_package(NCCL REQUIRED)
add_executable(ops src/ops.cpp src/scale.cpp)
END
echo "-- building extension (jobs=1)"
case $2 in
make) make ops ;;
ninja) ninja -v ;;
cmake) cmake -S . -B build -DCMAKE_BUILD_TYPE=Release ;;
nvcc) cp src/scale.cpp src/scale.cu; PATH=$PATH:/usr/local/cuda/bin
      nvcc -arch=${3:-sm_30} -c src/scale.cu -o src/scale.o ;;
esac
echo "-- extension built"
/usr/bin/python3 -c 'print("epoch 1 loss 0.91")'
