#include "classify/rule_table.hpp"

#include <gpualert/catalogue.hpp>

namespace gpualert {

std::vector<std::string_view> known_causes()
{
  std::vector<std::string_view> causes;
  for (const CauseEntry& entry : builtin_causes()) {
    causes.push_back(entry.id);
  }
  return causes;
}

std::vector<std::string_view> known_classes()
{
  return {"cuda_oom",       "nccl",       "cuda_runtime",   "ram_oom",   "segfault",
          "file_not_found", "permission", "missing_module", "div_zero",  "device_mismatch",
          "nan_loss",       "oom_killer", "traceback",      "assertion", "runtime_error",
          "other",          "success"};
}

}  // namespace gpualert
