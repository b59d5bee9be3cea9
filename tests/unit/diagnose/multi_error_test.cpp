// Logs with several errors, of which one is the root.
#include <gpualert/classifier.hpp>

#include <catch2/catch.hpp>

#include <string>

namespace gpualert {

namespace {

Verdict exited(const std::string& log, int code = 1)
{
  Scanner scanner;
  scanner.bytes(Stream::both, log);
  return diagnose(scanner.finish(), {Exited{code}, {}, 0, {}, false});
}

std::string steps(int count)
{
  std::string log;
  for (int i = 0; i < count; ++i) {
    log += "step " + std::to_string(i) + " | loss 0.3\n";
  }
  return log;
}

std::string watchdog(int rank)
{
  const std::string r = std::to_string(rank);
  return "[rank" + r + "]:[E1218 20:27:21.4 ProcessGroupNCCL.cpp:629] [Rank " + r +
         "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1, OpType=BROADCAST, "
         "Timeout(ms)=600000) ran for 600081 milliseconds before timing out.\n"
         "[rank" +
         r + "]:[E1218 20:27:21.5 ProcessGroupNCCL.cpp:1895] [PG 0 Rank " + r +
         "] Process group watchdog thread terminated with exception: [Rank " + r +
         "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1) ran for 600081 "
         "milliseconds before timing out.\n";
}

const char* torchrun_table(int code)
{
  return code == 1 ? "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n"
                     "============================================================\n"
                     "train.py FAILED\n"
                     "Root Cause (first observed failure):\n"
                     "  rank      : 0 (local_rank: 0)\n"
                     "  exitcode  : 1 (pid: 2411)\n"
                     "  error_file: <N/A>\n"
                     "  traceback : To enable traceback see: https://pytorch.org/docs\n"
                   : "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n"
                     "  rank      : 3 (local_rank: 3)\n"
                     "  exitcode  : -11 (pid: 2411)\n"
                     "  traceback : Signal 11 (SIGSEGV) received by PID 2411\n";
}

}  // namespace

TEST_CASE("a dead GPU explains the timeouts of the other ranks")
{
  CHECK(
      exited(steps(3) +
             "[rank5]: torch.AcceleratorError: CUDA error: uncorrectable ECC error encountered\n" +
             watchdog(1) + watchdog(2))
          .cause == "gpu_hardware");
}

TEST_CASE("an exception of one rank explains lost connections and the table of torchrun")
{
  const Verdict verdict =
      exited(steps(3) +
             "[rank0]: Traceback (most recent call last):\n"
             "[rank0]:   File \"train.py\", line 9, in <module>\n"
             "[rank0]: KeyError: 'warmup'\n"
             "[rank1]:[W1218 TCPStore.cpp:125] [c10d] recvValue failed on SocketImpl(fd=3): "
             "Connection reset by peer\n"
             "W0813 22:08:39.7 2585 torch/elastic/api.py:898] Sending process 2711 closing signal "
             "SIGTERM\n"
             "Traceback (most recent call last):\n"
             "  File \"/usr/bin/torchrun\", line 8, in <module>\n" +
             torchrun_table(1) + "srun: error: n1: task 0: Exited with exit code 1\n");
  CHECK(verdict.cause == "key_or_attr");
  CHECK(verdict.klass == "traceback");
  CHECK(verdict.evidence.at(0).rank == 0);
}

TEST_CASE("a rank that died by a signal is read from the table of torchrun")
{
  CHECK(exited(steps(3) + torchrun_table(11)).cause == "segfault");
}

TEST_CASE("the kernel's assertion comes before the cuBLAS error that it causes")
{
  CHECK(exited("/pytorch/aten/src/ATen/native/cuda/Indexing.cu:1292: indexSelectLargeIndex: block: "
               "[12,0,0], thread: [0,0,0] Assertion `srcIndex < srcSelectDimSize` failed.\n"
               "RuntimeError: CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling "
               "`cublasCreate(handle)`\n")
            .cause == "cuda_device_assert");
}

TEST_CASE("overflows that end at the smallest loss scale are a divergence")
{
  std::string log;
  for (int i = 0; i < 2000; ++i) {
    log += "[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 2, reducing to 1\n";
  }
  CHECK(exited(log + "Exception: Current loss scale already at minimum - cannot decrease scale "
                     "anymore. Exiting run.\n")
            .cause == "loss_divergence");
}

TEST_CASE("a file that was missed at the start does not explain the time limit")
{
  CHECK(exited("FileNotFoundError: [Errno 2] No such file or directory: 'latest.txt'\n" +
               steps(300) +
               "slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 2026-08-01T10:00:00 DUE TO TIME "
               "LIMIT ***\n")
            .cause == "time_limit");
}

TEST_CASE("the scheduler's word on memory explains a killed worker")
{
  CHECK(exited("RuntimeError: DataLoader worker (pid 2411) is killed by signal: Killed. \n"
               "slurmstepd: error: Detected 1 oom_kill event in StepId=1.0. Some of the step tasks "
               "have been OOM Killed.\n")
            .cause == "oom_killer");
}

TEST_CASE("a watchdog that quotes a CUDA error is no communication failure")
{
  CHECK(
      exited("[rank1]:[E1003 18:37:01.8 ProcessGroupNCCL.cpp:1515] [PG 0 Rank 1] Process group "
             "watchdog thread terminated with exception: CUDA error: an illegal memory access was "
             "encountered\n"
             "terminate called after throwing an instance of 'c10::DistBackendError'\n"
             "  what():  [PG 0 Rank 1] Process group watchdog thread terminated with exception: "
             "CUDA error: an illegal memory access was encountered\n" +
                 watchdog(0),
             134)
          .cause == "cuda_illegal_access");
}

TEST_CASE("the error inside a DataLoader worker is the cause, not its wrapper")
{
  CHECK(exited("Traceback (most recent call last):\n"
               "  File \"train.py\", line 1, in <module>\n"
               "FileNotFoundError: Caught FileNotFoundError in DataLoader worker process 0.\n"
               "Original Traceback (most recent call last):\n"
               "  File \"data.py\", line 1, in __getitem__\n"
               "FileNotFoundError: [Errno 2] No such file or directory: '/data/1.jpg'\n")
            .cause == "file_not_found");
  CHECK(exited("Traceback (most recent call last):\n"
               "  File \"train.py\", line 1, in <module>\n"
               "RuntimeError: Caught RuntimeError in DataLoader worker process 0.\n"
               "Original Traceback (most recent call last):\n"
               "  File \"data.py\", line 1, in collate\n"
               "RuntimeError: stack expects each tensor to be equal size, but got [3] at entry 0\n")
            .cause == "shape_mismatch");
}

TEST_CASE("the child's traceback is the cause, not the exception that reports it")
{
  CHECK(exited("Traceback (most recent call last):\n"
               "  File \"train.py\", line 1, in <module>\n"
               "torch.multiprocessing.spawn.ProcessRaisedException: \n\n"
               "-- Process 3 terminated with the following error:\n"
               "Traceback (most recent call last):\n"
               "  File \"train.py\", line 5, in worker\n"
               "ZeroDivisionError: division by zero\n")
            .cause == "div_zero");
  CHECK(exited("ray.exceptions.RayTaskError(IndexError): ray::train() (pid=1, ip=10.0.0.1)\n"
               "IndexError: list index out of range\n")
            .cause == "key_or_attr");
}

TEST_CASE("peers that quote one rank's out of memory do not hide it")
{
  const Verdict verdict = exited(
      steps(3) + "[rank2]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB\n" +
      watchdog(0) + watchdog(1) +
      "[rank3]: torch.distributed.DistBackendError: NCCL error in: P.cpp:1970, remote process "
      "exited or there was a network error, NCCL version 2.20.5\n");
  CHECK(verdict.cause == "cuda_oom");
  CHECK(verdict.evidence.at(0).rank == 2);
}

TEST_CASE("several attempts in one log: the last one decides")
{
  CHECK(
      exited("OSError: [Errno 28] No space left on device\n" + steps(300) +
             "RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central "
             "directory\n")
          .cause == "checkpoint");
}

TEST_CASE("an out of memory that the program answered with a smaller batch is not the cause")
{
  CHECK(exited("torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB\n"
               "Trying batch size 16\n" +
                   steps(300),
               0)
            .success());
}

TEST_CASE("the error in a chain is the first, not those raised from it")
{
  CHECK(exited("Traceback (most recent call last):\n"
               "  File \"a.py\", line 1, in f\n"
               "ConnectionRefusedError: [Errno 111] Connection refused\n\n"
               "The above exception was the direct cause of the following exception:\n\n"
               "Traceback (most recent call last):\n"
               "  File \"a.py\", line 2, in f\n"
               "RuntimeError: could not start\n")
            .cause == "network");
}

TEST_CASE("a crash while shutting down after the training")
{
  const Verdict verdict =
      exited(steps(3) + "Training completed\nSegmentation fault (core dumped)\n", 139);
  CHECK(verdict.cause == "segfault");
}

TEST_CASE("what is raised while an interruption is handled is its consequence")
{
  const std::string head =
      "Traceback (most recent call last):\n  File \"t.py\", line 3, in <module>\n";
  const std::string handling =
      "\nDuring handling of the above exception, another exception occurred:\n\n";
  CHECK(
      exited(head + "KeyboardInterrupt\n" + handling + head + "RuntimeError: generator\n").cause ==
      "interrupted");
  CHECK(exited(head + "RuntimeError: generator\n" + head + "KeyboardInterrupt\n").cause ==
        "runtime_error");
}

TEST_CASE("a traceback that begins behind a bar belongs to its rank")
{
  const Verdict verdict = exited(
      "Epoch 0:  16%|## | 7/45 [13:43<68:36,  6.44s/it][rank3]: Traceback (most recent call "
      "last):\n"
      "[rank3]:   File \"t.py\", line 58, in <module>\n"
      "[rank3]: FileNotFoundError: [Errno 2] No such file or directory: 'a'\n");
  CHECK(verdict.cause == "file_not_found");
  CHECK(verdict.first_rank == 3);
  CHECK(verdict.confidence > 0.9);
}

TEST_CASE("an engine that died says no more than that another process failed")
{
  CHECK(
      exited(
          "(EngineCore_0 pid=7) ERROR 08-22 10:00:00 [core.py:7] Traceback (most recent call "
          "last):\n"
          "(EngineCore_0 pid=7) ERROR 08-22 10:00:00 [core.py:7]   File \"c.py\", line 6, in run\n"
          "(EngineCore_0 pid=7) ERROR 08-22 10:00:00 [core.py:7] KeyError: 'x'\n"
          "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n"
          "vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue.\n")
          .cause == "key_or_attr");
}

TEST_CASE("terminate says how a process died, the watchdog why")
{
  CHECK(exited("terminate called after throwing an instance of 'c10::DistBackendError'\n"
               "  what():  [Rank 3] Process group watchdog thread terminated with exception: [Rank "
               "3] Watch\n"
               "Aborted (core dumped)\n",
               134)
            .cause == "nccl_timeout");
}

TEST_CASE("a file that a program lacks after the exception of another is not the cause")
{
  const std::string first =
      "Traceback (most recent call last):\n  File \"train.py\", line 9, in <module>\n"
      "AttributeError: 'PPO' object has no attribute 'logger'\n";
  const std::string second =
      "Traceback (most recent call last):\n  File \"parent.py\", line 81, in <module>\n"
      "FileNotFoundError: [Errno 2] No such file or directory: 'outputs/steps.txt'\n";
  CHECK(exited(first + second).cause == "key_or_attr");
  CHECK(exited(second + first).cause == "file_not_found");
  CHECK(exited(first + "\nDuring handling of the above exception, another exception occurred:\n\n" +
               second)
            .cause == "file_not_found");
}

TEST_CASE("a connection that failed remains the cause when a library raises its own words for it")
{
  const std::string refused =
      "Traceback (most recent call last):\n  File \"a.py\", line 3, in connect\n    connect()\n"
      "ConnectionRefusedError: [Errno 111] Connection refused\n\n"
      "During handling of the above exception, another exception occurred:\n\n";
  const auto raised = [](const std::string& exception) {
    return "Traceback (most recent call last):\n  File \"a.py\", line 9, in main\n    log()\n" +
           exception + "\n";
  };
  const std::string start = "step 100 | loss 0.3\nstep 101 | loss 0.2\n";
  const std::string mlflow = raised("mlflow.exceptions.MlflowException: API request failed");
  CHECK(exited(start + refused + mlflow, 1).cause == "network");
  CHECK(exited(start + refused + raised("requests.exceptions.ConnectionError: x"), 1).cause ==
        "network");
  CHECK(exited(start + refused + raised("KeyError: 'x'"), 1).cause == "key_or_attr");
  // It was printed, and the program died of something else.
  CHECK(exited(start + refused + raised("requests.exceptions.ConnectionError: x") +
                   "reading\nreading\nreading\nreading\nreading\nreading\nreading\nreading\n"
                   "reading\nreading\nreading\nreading\nreading\nreading\nreading\nreading\n" +
                   raised("RuntimeError: boom"),
               1)
            .cause == "runtime_error");
}

}  // namespace gpualert
