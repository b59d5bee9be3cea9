#include "cli/claim.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <utility>

namespace gpualert::cli {

using outbox::kLeaseMark;

std::optional<std::string> claim_file(const std::string& dir, const std::string& name,
                                      const outbox::Lease& mine, std::int64_t now_s)
{
  const std::size_t mark = name.find(kLeaseMark);
  if (mark != std::string::npos) {
    const auto lease = outbox::parse_lease(std::string_view(name).substr(mark + 1));
    if (lease && outbox::holds(*lease, mine, now_s)) {
      return std::nullopt;
    }
  }
  std::string claimed = name.substr(0, mark) + kLeaseMark + outbox::to_text(mine);
  if (::rename((dir + "/" + name).c_str(), (dir + "/" + claimed).c_str()) == 0) {
    return claimed;
  }
  // Over NFS a rename that was done may answer ENOENT, when its reply was lost and it was asked
  // again.
  return errno == ENOENT && ::access((dir + "/" + claimed).c_str(), F_OK) == 0
             ? std::optional(std::move(claimed))
             : std::nullopt;
}

bool release_file(const std::string& dir, const std::string& claimed)
{
  const std::string name = claimed.substr(0, claimed.find(kLeaseMark));
  return ::rename((dir + "/" + claimed).c_str(), (dir + "/" + name).c_str()) == 0;
}

}  // namespace gpualert::cli
