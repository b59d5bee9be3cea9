#include "cli/private_directory.hpp"

#include <cstdlib>
#include <filesystem>

namespace gpualert::cli {

namespace {

Result<std::string> make()
{
  // Nothing changes the environment while this runs.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  const char* chosen = std::getenv("TMPDIR");
  std::string path = chosen != nullptr && *chosen == '/' ? chosen : "/tmp";
  path += "/gpualert.XXXXXX";
  return ::mkdtemp(path.data()) == nullptr ? Result<std::string>{last_os_error("make " + path)}
                                           : Result<std::string>{path};
}

}  // namespace

PrivateDirectory::PrivateDirectory() : path_(make()) {}

PrivateDirectory::~PrivateDirectory()
{
  if (path_) {
    std::error_code ignored;  // what cannot be removed is left to whoever cleans /tmp
    std::filesystem::remove_all(path_.value(), ignored);
  }
}

}  // namespace gpualert::cli
