#include "artifacts/packed_log.hpp"

#include "artifacts/gzip.hpp"
#include "artifacts/line_edges.hpp"
#include "artifacts/read_part.hpp"

#include <algorithm>
#include <utility>

namespace gpualert {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kPiece = 1U << 20U;
constexpr std::uint64_t kSample = 4U << 20U;
constexpr double kMargin = 1.25;  // a log's pieces differ by less

class LogPacker {
public:
  LogPacker(const LogPart& log, const PackLimits& limits)
      : log_(log), limits_(limits), gzip_(limits.bytes), started_(Clock::now())
  {
  }

  std::optional<std::string> run(const TextGate& gate, std::size_t& masked)
  {
    std::size_t found = 0;
    std::string pending;
    while (read_ < log_.size) {
      const std::uint64_t size = std::min(kPiece, log_.size - read_);
      const Result<std::string> bytes =
          log_.fd >= 0 ? read_part(log_.fd, log_.path, log_.offset + read_, size)
                       : read_part(log_.path, log_.offset + read_, size);
      if (!bytes || bytes.value().size() < size) {
        return std::nullopt;
      }
      read_ += size;
      pending += bytes.value();
      const std::size_t end = read_ < log_.size ? last_edge(pending) : pending.size();
      if (!gzip_.add(gate(pending.substr(0, end), found)) || is_hopeless()) {
        return std::nullopt;
      }
      pending.erase(0, end);
    }
    std::optional<std::string> packed = gzip_.finish();
    masked += packed ? found : 0;
    return packed;
  }

private:
  bool is_hopeless() const
  {
    if (read_ < kSample) {
      return false;  // the first pieces are slow: the memory is new
    }
    const double whole = static_cast<double>(log_.size) / static_cast<double>(read_);
    const auto took = Clock::now() - started_;
    const bool too_slow =
        started_ + std::chrono::duration_cast<Clock::duration>(took * whole) > limits_.until;
    const double bytes = static_cast<double>(gzip_.size()) * whole;
    return too_slow || bytes > kMargin * static_cast<double>(limits_.bytes);
  }

  const LogPart& log_;
  const PackLimits& limits_;
  Gzip gzip_;
  Clock::time_point started_;
  std::uint64_t read_ = 0;
};

}  // namespace

std::optional<std::string> pack_log(const LogPart& log, const PackLimits& limits,
                                    const TextGate& gate, std::size_t& masked)
{
  return LogPacker(log, limits).run(gate, masked);
}

}  // namespace gpualert
