#include "report/last_output.hpp"

#include "base/fd.hpp"

#include <gpualert/output_index.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <string>

namespace gpualert::report {

namespace {

constexpr off_t kRecord = 32;
constexpr auto kMagic = static_cast<off_t>(kIndexMagic.size());

}  // namespace

std::int64_t last_output_ns(const RunRecord& record)
{
  if (record.path.empty()) {
    return 0;
  }
  const std::string path = record.path + "/output.idx";
  const Fd fd{::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  struct stat info {};
  if (!fd || ::fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode) ||
      info.st_size < kMagic + kRecord) {
    return 0;
  }
  const off_t whole = (info.st_size - kMagic) / kRecord;  // a torn last record does not count
  std::array<char, kRecord> last{};
  if (::pread(fd.get(), last.data(), last.size(), kMagic + (whole - 1) * kRecord) != kRecord) {
    return 0;
  }
  const auto index = parse_index(std::string(kIndexMagic).append(last.data(), last.size()));
  return index && !index.value().empty() ? index.value().front().monotonic_ns : 0;
}

}  // namespace gpualert::report
