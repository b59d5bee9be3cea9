#include "diagnose/catalogue.hpp"

#include <gpualert/catalogue.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <string_view>

namespace gpualert {

TEST_CASE("the class follows the cause, and for some causes the exception printed")
{
  struct Row {
    std::string_view cause, exception, klass;
  };
  constexpr std::array<Row, 38> rows{{
      {"cuda_oom", "RuntimeError", "cuda_oom"},
      {"gpu_hardware", "", "cuda_runtime"},
      {"cuda_driver", "AssertionError", "cuda_runtime"},
      {"cuda_no_kernel_image", "RuntimeError", "cuda_runtime"},
      {"cublas_cudnn", "RuntimeError", "cuda_runtime"},
      {"nccl_error", "DistBackendError", "nccl"},
      {"nccl_timeout", "", "nccl"},
      {"rendezvous", "RuntimeError", "runtime_error"},
      {"rendezvous", "DistNetworkError", "traceback"},
      {"rendezvous", "", "other"},
      {"oom_killer", "RuntimeError", "oom_killer"},
      {"ram_oom", "MemoryError", "ram_oom"},
      {"shm_bus_error", "RuntimeError", "runtime_error"},
      {"shm_bus_error", "", "other"},
      {"segfault", "", "segfault"},
      {"abort", "", "other"},
      {"illegal_instruction", "", "other"},
      {"disk_full", "OSError", "traceback"},
      {"disk_full", "RuntimeError", "runtime_error"},
      {"storage_io", "", "other"},
      {"network", "ConnectionError", "traceback"},
      {"shared_library", "ImportError", "missing_module"},
      {"missing_module", "ModuleNotFoundError", "missing_module"},
      {"compile", "RuntimeError", "runtime_error"},
      {"command_not_found", "", "other"},
      {"checkpoint", "RuntimeError", "runtime_error"},
      {"checkpoint", "UnpicklingError", "traceback"},
      {"nan_loss", "", "nan_loss"},
      {"loss_divergence", "FloatingPointError", "nan_loss"},
      {"shape_mismatch", "RuntimeError", "runtime_error"},
      {"shape_mismatch", "ValueError", "traceback"},
      {"config_usage", "", "other"},
      {"syntax_error", "SyntaxError", "traceback"},
      {"key_or_attr", "KeyError", "traceback"},
      {"interrupted", "KeyboardInterrupt", "traceback"},
      {"time_limit", "KeyboardInterrupt", "other"},
      {"unknown", "JaxRuntimeError", "runtime_error"},
      {"unknown", "UserWarning", "other"},
  }};
  for (const Row& row : rows) {
    INFO(row.cause << " " << row.exception);
    CHECK(class_of(row.cause, row.exception) == row.klass);
  }
}

TEST_CASE("the name of an exception alone stands for a cause")
{
  CHECK(cause_of_exception("PermissionError") == "permission");
  CHECK(cause_of_exception("KeyError") == "key_or_attr");
  CHECK(cause_of_exception("WeirdError") == "unknown");
  CHECK(cause_of_exception("") == "unknown");
}

TEST_CASE("a cause that the catalogue does not hold counts as unknown")
{
  CHECK(catalogue_entry("no_such_cause").id == "unknown");
}

}  // namespace gpualert
