#include "eval/experiments/sample_jobs.hpp"

#include <array>
#include <csignal>

namespace gpualert::eval {

namespace {

#define TRACEBACK \
  "Traceback (most recent call last):\n  File \"train.py\", line 7, in <module>\n    main()\n"

constexpr std::array kJobs{
    SampleJob{"abort", -SIGABRT, "terminate called after throwing an instance of 'int'\n"},
    SampleJob{"assertion", 1, TRACEBACK "AssertionError: batch size must be positive\n"},
    SampleJob{"auth", 1,
              TRACEBACK "requests.exceptions.HTTPError: 401 Client Error: Unauthorized for url: "
                        "https://huggingface.co/api/models/org/model\n"},
    SampleJob{"cancelled", -SIGTERM,
              "slurmstepd: error: *** JOB 4711 ON node1 CANCELLED AT 2026-07-01T12:00:00 ***\n"},
    SampleJob{"checkpoint", 1,
              TRACEBACK
              "RuntimeError: Error(s) in loading state_dict for Net:\n\tMissing key(s) in "
              "state_dict: \"fc.weight\". \n"},
    SampleJob{"command_not_found", 127, "run.sh: line 3: torchrun: command not found\n"},
    SampleJob{"compile", 1, TRACEBACK "RuntimeError: Error building extension 'fused_adam'\n"},
    SampleJob{"config_usage", 2,
              "usage: train.py [-h] [--lr LR]\ntrain.py: error: unrecognized arguments: --lrr 1\n"},
    SampleJob{"cublas_cudnn", 1,
              TRACEBACK "RuntimeError: cuDNN error: CUDNN_STATUS_EXECUTION_FAILED\n"},
    SampleJob{
        "cuda_device_assert", 1,
        "/pytorch/aten/src/ATen/native/cuda/Loss.cu:250: nll_loss_forward_reduce_cuda_kernel_2d: "
        "block: [0,0,0], thread: [4,0,0] Assertion `t >= 0 && t < n_classes` failed.\n" TRACEBACK
        "RuntimeError: CUDA error: device-side assert triggered\n"},
    SampleJob{"cuda_driver", 1,
              TRACEBACK
              "RuntimeError: Found no NVIDIA driver on your system. Please check that you "
              "have an NVIDIA GPU and installed a driver\n"},
    SampleJob{"cuda_illegal_access", 1,
              TRACEBACK "RuntimeError: CUDA error: an illegal memory access was encountered\n"},
    SampleJob{"cuda_launch_failure", 1,
              TRACEBACK "RuntimeError: CUDA error: unspecified launch failure\n"},
    SampleJob{"cuda_no_kernel_image", 1,
              TRACEBACK
              "RuntimeError: CUDA error: no kernel image is available for execution on the "
              "device\n"},
    SampleJob{"cuda_oom", 1,
              TRACEBACK "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 "
                        "GiB\n"},
    SampleJob{"data_corrupt", 1,
              TRACEBACK
              "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)\n"},
    SampleJob{"dataloader_worker", 1,
              TRACEBACK "RuntimeError: DataLoader worker (pid(s) 4711) exited unexpectedly\n"},
    SampleJob{"device_mismatch", 1,
              TRACEBACK "RuntimeError: Expected all tensors to be on the same device, but found at "
                        "least two devices, cuda:0 and cpu!\n"},
    SampleJob{"disk_full", 1, TRACEBACK "OSError: [Errno 28] No space left on device\n"},
    SampleJob{"div_zero", 1, TRACEBACK "ZeroDivisionError: division by zero\n"},
    SampleJob{"dtype_mismatch", 1,
              TRACEBACK "RuntimeError: expected scalar type Half but found Float\n"},
    SampleJob{"file_not_found", 1,
              TRACEBACK
              "FileNotFoundError: [Errno 2] No such file or directory: '/data/train.bin'\n"},
    SampleJob{"gpu_hardware", 1,
              TRACEBACK "RuntimeError: CUDA error: uncorrectable ECC error encountered\n"},
    SampleJob{"illegal_instruction", -SIGILL, "starting\n"},
    SampleJob{"interrupted", -SIGINT, TRACEBACK "KeyboardInterrupt\n"},
    SampleJob{"key_or_attr", 1, TRACEBACK "KeyError: 'learning_rate'\n"},
    SampleJob{"loss_divergence", 1,
              "step 1 loss 1.02\nstep 2 loss 2.1e+05\nstep 3 loss 1.8e+10\nstep 4 loss 7.7e+13\n"
              "Loss exploded, stopping training\n"},
    SampleJob{"missing_module", 1, TRACEBACK "ModuleNotFoundError: No module named 'apex'\n"},
    SampleJob{"nan_loss", 1,
              "step 1 loss 2.3\nstep 2 loss nan\nstep 3 loss nan\n" TRACEBACK
              "ValueError: loss is nan\n"},
    SampleJob{"nccl_error", 1,
              TRACEBACK "torch.distributed.DistBackendError: NCCL error in: ../NCCLUtils.hpp:219, "
                        "unhandled system error, NCCL version 2.18.1\n"},
    SampleJob{"nccl_timeout", -SIGABRT,
              "[rank0]:[E ProcessGroupNCCL.cpp:563] [Rank 0] Watchdog caught collective operation "
              "timeout: WorkNCCL(SeqNum=17, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, "
              "Timeout(ms)=600000) ran for 600029 milliseconds before timing out.\n"},
    SampleJob{"network", 1, TRACEBACK "ConnectionRefusedError: [Errno 111] Connection refused\n"},
    SampleJob{"node_fail", -SIGKILL,
              "slurmstepd: error: *** JOB 4711 ON node1 CANCELLED AT 2026-07-01T12:00:00 DUE TO "
              "NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS ***\n"},
    SampleJob{
        "oom_killer", -SIGKILL,
        "slurmstepd: error: Detected 1 oom_kill event in StepId=4711.0. Some of the step tasks "
        "have been OOM Killed.\n"},
    SampleJob{"permission", 1,
              TRACEBACK "PermissionError: [Errno 13] Permission denied: '/ckpt'\n"},
    SampleJob{"preempted", -SIGTERM,
              "slurmstepd: error: *** JOB 4711 ON node1 CANCELLED AT 2026-07-01T12:00:00 DUE TO "
              "PREEMPTION ***\n"},
    SampleJob{"ram_oom", 1, TRACEBACK "MemoryError\n"},
    SampleJob{"rendezvous", 1,
              TRACEBACK "RuntimeError: The server socket has failed to listen on any local network "
                        "address. The server socket has failed to bind to [::]:29500 (errno: 98 - "
                        "Address already in use).\n"},
    SampleJob{"resource_limit", 1, TRACEBACK "OSError: [Errno 24] Too many open files\n"},
    SampleJob{"runtime_error", 1, TRACEBACK "RuntimeError: the scheduler was stepped twice\n"},
    SampleJob{"segfault", -SIGSEGV, "Fatal Python error: Segmentation fault\n"},
    SampleJob{"shape_mismatch", 1,
              TRACEBACK
              "RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x10 and 20x5)\n"},
    SampleJob{
        "shared_library", 127,
        "./train: error while loading shared libraries: libcudart.so.11.0: cannot open shared "
        "object file: No such file or directory\n"},
    SampleJob{"shm_bus_error", 1,
              "ERROR: Unexpected bus error encountered in worker. This might be caused by "
              "insufficient shared memory (shm).\n"},
    SampleJob{"stall", -SIGTERM, "Training may be in stuck status, please check it.\n"},
    SampleJob{"storage_io", 1, TRACEBACK "OSError: [Errno 5] Input/output error\n"},
    SampleJob{"success", 0, "step 10 loss 0.1\ntraining complete\n"},
    SampleJob{
        "syntax_error", 1,
        "  File \"train.py\", line 3\n    def main(\n            ^\nSyntaxError: '(' was never "
        "closed\n"},
    SampleJob{
        "time_limit", -SIGTERM,
        "slurmstepd: error: *** JOB 4711 ON node1 CANCELLED AT 2026-07-01T12:00:00 DUE TO TIME "
        "LIMIT ***\n"},
    SampleJob{"unknown", 3, "something was odd\n"},
};

#undef TRACEBACK

}  // namespace

std::span<const SampleJob> sample_jobs()
{
  return kJobs;
}

}  // namespace gpualert::eval
