#pragma once

#include "classify/whereabouts.hpp"

#include <gpualert/classifier.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gpualert {

// What launchers say about their processes: which rank a process is, and how it ended. Reads
// torchelastic's table and its "failed (exitcode: …)" line, srun, mpirun, and the lines by which
// NCCL and Ray give ranks to processes.
class LauncherReports {
public:
  // A line that holds one of the markers of kind `launcher`.
  void take(const Message& message, std::uint64_t line);

  // The rank of a process that named only its number, or its host and GPU.
  std::optional<int> rank_of(const Whereabouts& where) const;

  const std::vector<RankDeath>& deaths() const noexcept { return deaths_; }
  std::vector<RankDeath> take_deaths();

private:
  bool table_line(std::string_view text, std::uint64_t line);
  void failed_line(std::string_view text, std::uint64_t line);
  void srun_line(const Message& message, std::uint64_t line);
  void spawn_line(std::string_view text, std::uint64_t line);
  void mpirun_line(std::string_view text, std::uint64_t line);
  void add(RankDeath death, std::uint64_t line);

  RankDeath row_;  // of the table that is being read
  std::vector<RankDeath> deaths_;
  std::unordered_map<std::int64_t, int> ranks_;  // by process
};

}  // namespace gpualert
