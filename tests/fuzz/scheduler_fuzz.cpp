// What schedulers print, job ids and output patterns, from anywhere.
#include <gpualert/scheduler.hpp>

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  using namespace gpualert;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  for (const JobInfo& job : parse_scontrol_jobs(text)) {
    if (job.identity.kind != "slurm") {
      std::abort();
    }
  }
  (void)parse_sacct(text);
  (void)parse_job_id(text.substr(0, text.find('\n')));
  JobNames names;
  names.job = "1";
  names.name = "n";
  if (!expand_output_path(text, names, "/w").starts_with('/')) {
    std::abort();
  }
  return 0;
}
