#include "report/sections.hpp"
#include "report/shell_quote.hpp"
#include "report/subject.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace gpualert::report {

namespace {

// What to try for a cause: the same command with other variables, or a look at the host.
struct Trial {
  std::string_view cause, environment, on_host;
};

constexpr std::array<Trial, 17> kTrials{{
    {"cuda_oom", "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True", "nvidia-smi"},
    {"cuda_illegal_access", "CUDA_LAUNCH_BLOCKING=1", ""},
    {"cuda_device_assert", "CUDA_LAUNCH_BLOCKING=1", ""},
    {"cuda_launch_failure", "CUDA_LAUNCH_BLOCKING=1", ""},
    {"cublas_cudnn", "CUDA_LAUNCH_BLOCKING=1", "nvidia-smi"},
    {"cuda_driver", "", "nvidia-smi"},
    {"gpu_hardware", "", "nvidia-smi -q -d ECC,ROW_REMAPPER"},
    {"nccl_error", "NCCL_DEBUG=INFO", ""},
    {"nccl_timeout", "TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1", ""},
    {"segfault", "PYTHONFAULTHANDLER=1", ""},
    {"dataloader_worker", "PYTHONFAULTHANDLER=1", "df -h /dev/shm"},
    {"shm_bus_error", "", "df -h /dev/shm"},
    {"oom_killer", "", "free -h"},
    {"ram_oom", "", "free -h"},
    {"disk_full", "", "df -h "},  // a blank at the end: of the run's directory
    {"storage_io", "", "df -h "},
    {"stall", "PYTHONFAULTHANDLER=1", "nvidia-smi"},
}};

// A longer command is not pasted but submitted again by what made it.
constexpr std::size_t kCommandLimit = 2000;

bool can_be_pasted(const RunRecord& record)
{
  std::size_t size = 0;
  for (const std::string& argument : record.argv) {
    size += shell_quote(argument).size() + 1;
  }
  return size > 0 && size < kCommandLimit && !record.cwd.empty();
}

std::string again(const RunRecord& record, std::string_view environment)
{
  return fmt::format("cd {} && {}{}gpualert run -- {}", shell_quote(record.cwd), environment,
                     environment.empty() ? "" : " ", shell_command(record.argv));
}

std::string look(const RunRecord& record, std::string_view command)
{
  const std::string directory =
      command.ends_with(' ') ? shell_quote(shell_quote(record.cwd)) : std::string();
  return fmt::format("ssh {} {}{}", shell_quote(record.host), command, directory);
}

}  // namespace

Section remedy(const RunRecord& record, const Verdict& verdict)
{
  if (verdict.success()) {
    return {};
  }
  Section section{"What to do", {}};
  if (!verdict.hint.empty()) {
    section.blocks.emplace_back(Paragraph{verdict.hint});
  }
  Commands commands;
  const bool runs = can_be_pasted(record);
  for (const Trial& trial : kTrials) {
    if (trial.cause == verdict.cause) {
      if (!trial.on_host.empty()) {
        commands.lines.push_back(look(record, trial.on_host));
      }
      if (!trial.environment.empty() && runs) {
        commands.lines.push_back(again(record, trial.environment));
      }
    }
  }
  // With a scheduler the job is submitted again, not started on the node that it had.
  if (verdict.retry == "yes" && record.scheduler.kind.empty() && runs && commands.lines.empty()) {
    commands.lines.push_back(again(record, ""));
  }
  commands.lines.push_back("gpualert explain " + shell_quote(record.id));
  section.blocks.emplace_back(std::move(commands));
  return section;
}

}  // namespace gpualert::report
