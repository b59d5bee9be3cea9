#include "cli/finish.hpp"

#include "base/fd.hpp"
#include "base/file.hpp"
#include "cli/reported.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>

namespace gpualert::cli {

namespace {

// Gives the log to the observer and notes how long it is.
Status read_log(RunRecord& record, Pipeline& pipeline)
{
  const Fd log{::open(record.log.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)};
  if (!log) {
    return last_os_error("open " + record.log.path);
  }
  std::array<char, 65536> buffer;
  record.log.bytes = 0;
  for (;;) {
    const auto at = static_cast<off_t>(record.log.base_offset + record.log.bytes);
    const ssize_t n = ::pread(log.get(), buffer.data(), buffer.size(), at);
    if (n <= 0) {
      return n == 0 ? ok() : Status{last_os_error("read " + record.log.path)};
    }
    pipeline.bytes(Stream::unknown, {buffer.data(), static_cast<std::size_t>(n)});
    record.log.bytes += static_cast<std::uint64_t>(n);
  }
}

}  // namespace

Finished finish_run(RunRecord record, const Finish& how, Pipeline& pipeline)
{
  Finished finished;
  if (record.ended && pipeline.resume(record)) {
    return finished;  // all but the delivery was done
  }
  if (is_told_elsewhere(record.path)) {
    pipeline.keep_silent();
  }
  if (!how.with_output) {
    record.notes.emplace_back("the output could not be diagnosed (a bug of gpualert)");
  } else if (const Status log = read_log(record, pipeline); !log) {
    record.notes.push_back(log.error().what);
  }
  if (!record.ended) {
    record.ended = how.ended;
    record.ending = how.ending;
  }
  if (!how.note.empty()) {
    record.notes.push_back(how.note);
  }
  finished.saved = write_file_atomic(record.path + "/run.json", to_json(record), Sync::yes);
  finished.closing = pipeline.end(record);
  return finished;
}

}  // namespace gpualert::cli
