#include "mailprog/settle.hpp"

#include "mailprog/child.hpp"
#include "mailprog/job_record.hpp"
#include "mailprog/output_file.hpp"

namespace gpualert::mailprog {

bool has_settled(const Event& event, std::int64_t received_ns, std::int64_t now_ns,
                 std::chrono::milliseconds patience)
{
  constexpr std::int64_t kNsPerSecond = 1'000'000'000;
  constexpr std::int64_t kQuiet = 6;  // seconds
  constexpr std::chrono::seconds kLimit{2};
  const std::int64_t waited = now_ns - received_ns;
  if (std::chrono::nanoseconds{waited} >= patience || event.nodes.empty()) {
    return true;  // a job that never started prints nothing
  }
  if (waited < kQuiet * kNsPerSecond) {
    return false;
  }
  // A file that we may not see, or that is on a file server that does not answer, gives no sign:
  // the whole time is waited for.
  return in_child(
      [&] {
        const std::optional<Owner> owner = owner_of(event);
        const Result<OutputFile> file =
            owner ? open_output(output_path(event), *owner) : Error{"whose it is is not known"};
        return file && now_ns / kNsPerSecond - file->changed_s >= kQuiet;
      },
      kLimit);
}

}  // namespace gpualert::mailprog
