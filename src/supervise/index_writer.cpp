#include "supervise/index_writer.hpp"

#include "base/file.hpp"
#include "supervise/descriptors.hpp"

#include <fcntl.h>

namespace gpualert::supervision {

namespace {

constexpr std::int64_t kStepNs = 100'000'000;
constexpr std::uint64_t kStepBytes = std::uint64_t{64} << 10U;
constexpr std::int64_t kHoldNs = 1'000'000'000;
constexpr std::size_t kHoldBytes = 4096;

}  // namespace

void IndexWriter::create(const std::string& path)
{
  fd_ = raise_fd(Fd{
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600)});
  buffer_.assign(kIndexMagic);
}

void IndexWriter::note(std::uint64_t offset, Stream stream, const Moment& when)
{
  const bool due = !any_ || stream != last_.stream || offset - last_.offset >= kStepBytes ||
                   when.monotonic_ns - last_.monotonic_ns >= kStepNs;
  if (!due || !fd_) {
    return;
  }
  if (!any_ || buffer_.empty()) {
    oldest_ns_ = when.monotonic_ns;
  }
  any_ = true;
  last_ = {offset, when.monotonic_ns, when.wall_ns, stream};
  buffer_ += encode(last_);
}

void IndexWriter::flush(std::int64_t now_ns, bool at_once)
{
  const bool old = any_ && now_ns - oldest_ns_ >= kHoldNs;
  if (buffer_.empty() || !fd_ || (!at_once && !old && buffer_.size() < kHoldBytes)) {
    return;
  }
  if (!write_all(fd_.get(), buffer_, "write output.idx")) {
    fd_.reset();  // a torn record ends the index; the rest of the log is "stream unknown"
  }
  buffer_.clear();
}

}  // namespace gpualert::supervision
