// What started the ranks: one row for each launcher.
#include "record/launcher_identity.hpp"

#include "record/ancestors.hpp"
#include "record/identity.hpp"
#include "record/variables.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

namespace gpualert {

namespace {

// Programs that start the ranks. One without a name is the user's own script.
struct Launcher {
  const char* name;
  const char *rank, *ntasks;  // both are set
  const char* proof;          // and this one, where there is one
  const char *launch, *relaunch, *node;
};

constexpr std::array<Launcher, 5> kLaunchers{{
    {"torchrun", "RANK", "WORLD_SIZE", "TORCHELASTIC_RUN_ID", "TORCHELASTIC_RUN_ID",
     "TORCHELASTIC_RESTART_COUNT", "GROUP_RANK"},
    {"mpi", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", nullptr, "PMIX_NAMESPACE", nullptr,
     nullptr},
    {"mpi", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", nullptr, nullptr, nullptr, nullptr},
    {"mpi", "PMI_RANK", "PMI_SIZE", nullptr, nullptr, nullptr, nullptr},
    {"", "RANK", "WORLD_SIZE", nullptr, nullptr, nullptr, nullptr},
}};

const Launcher* launcher_here()
{
  for (const Launcher& row : kLaunchers) {
    if (is_set(row.rank) && is_set(row.ntasks) && (row.proof == nullptr || is_set(row.proof))) {
      return &row;
    }
  }
  return nullptr;
}

}  // namespace

void add_launcher(SchedulerIdentity& s, int supervisor)
{
  const Launcher* row = launcher_here();
  if (row == nullptr) {
    return;
  }
  const bool named = *row->name != '\0';
  // A RANK that a batch script exported is the same for all tasks of its steps.
  if (!named && !s.ntasks.empty() && s.ntasks != "1") {
    return;
  }
  s.launcher = row->name;
  s.rank = env(row->rank);
  s.ntasks = env(row->ntasks);
  s.relaunch = env(row->relaunch);
  s.launch = env(row->launch);
  if (s.node.empty()) {
    s.node = env(row->node);
  }
  if (s.launch == "none") {  // torchrun's default
    s.launch.clear();
  }
  if (named && s.launch.empty() && s.kind.empty()) {
    s.launch = fmt::format("{}-{}", host_name(), parent_of(supervisor));
  }
}

}  // namespace gpualert
