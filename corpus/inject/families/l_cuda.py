"""CUDA runtime programs on a machine without a driver."""
from registry import add

NVCC = "PATH=$PATH:/usr/local/cuda/bin nvcc -arch=sm_90 -o saxpy gpu.cu -lcudart 2>/dev/null && "
FILES = {"gpu.cu": "cpp/gpu.cu", "job.sh": "sh/job.sh", "driver.cpp": "cpp/driver.cpp"}
RUNS = [("count", r"CUDA error at gpu.cu:\d+ code=35"),
        ("malloc", r"FATAL: cudaMalloc of .*CUDA driver version is insufficient"),
        ("launch", r"what\(\):  saxpy launch failed"),
        ("thrust", r"what\(\):  .*(CUDA driver version is insufficient|no CUDA-capable)"),
        ("properties", r"CUDA error at gpu.cu:\d+ code=35")]
for style, text in RUNS:
    add("cuda_driver", "nvcc-" + style, "cuda_runtime", NVCC + "exec bash job.sh ./saxpy " + style, text,
        "There is no driver on this machine.", "c++/cuda",
        [{}], files=FILES, needs=("nvcc", "no_driver"), timeout=180)
add("shared_library", "no-libcuda", "missing_module", "g++ -o server driver.cpp && exec bash job.sh ./server",
    r"E engine: libcuda.so.1: cannot open shared object",
    "The CUDA driver's library is not installed; the other two were only probed.", "c++", [{}], files=FILES,
    needs=("cxx", "no_driver"), multi=True)
