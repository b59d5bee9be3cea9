#include <gpualert/artifacts.hpp>

#include <future>
#include <memory>
#include <thread>
#include <utility>

namespace gpualert {

FoundArtifacts find_artifacts_in_time(const ArtifactSearch& search)
{
  // The thread may outlive us, hung in a system call: what it works with is its own.
  auto promise = std::make_shared<std::promise<FoundArtifacts>>();
  std::future<FoundArtifacts> result = promise->get_future();
  std::thread([promise, search] {
    try {
      promise->set_value(find_artifacts(search));
    } catch (...) {
      promise->set_exception(std::current_exception());
    }
  }).detach();
  if (result.wait_for(search.deadline + search.deadline / 2) != std::future_status::ready) {
    FoundArtifacts found;
    found.cut_short = true;
    found.problems.push_back("the files in " + search.directory +
                             " could not be listed in time: the file system does not answer");
    return found;
  }
  return result.get();
}

}  // namespace gpualert
