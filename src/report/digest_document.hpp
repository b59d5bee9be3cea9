#pragma once

#include "report/document.hpp"

#include <gpualert/digest.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace gpualert::report {

struct CauseGroup {
  std::string status, cause;  // "FAILED", "CUDA out of memory"
  std::vector<const SuppressedReport*> reports;
};

// By cause and status, the largest first; in each the oldest first.
std::vector<CauseGroup> by_cause(const std::vector<SuppressedReport>& reports);

// Hosts and how many reports each has, the largest first.
std::vector<std::pair<std::string, std::size_t>> by_host(
    const std::vector<SuppressedReport>& reports);

// "CUDA out of memory (3), NCCL timeout (1)": the first `most`, and how many others there are.
std::string brief_causes(const std::vector<CauseGroup>& groups, std::size_t most);
std::string brief_hosts(const std::vector<std::pair<std::string, std::size_t>>& hosts,
                        std::size_t most);

// The name of a run, or what its subject says where it has no facts.
std::string name_of(const SuppressedReport& report);

// `share` in (0, 1]: the part of each group's lines that is shown; of the others it is said how
// many they are.
Document digest_document(const std::vector<SuppressedReport>& reports, const DigestOptions& options,
                         double share);

}  // namespace gpualert::report
