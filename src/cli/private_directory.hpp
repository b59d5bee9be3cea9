#pragma once

#include <gpualert/result.hpp>

#include <string>

namespace gpualert::cli {

// A new directory of mode 0700 below $TMPDIR or /tmp, removed with the files in it.
class PrivateDirectory {
public:
  PrivateDirectory();
  PrivateDirectory(const PrivateDirectory&) = delete;
  PrivateDirectory& operator=(const PrivateDirectory&) = delete;
  ~PrivateDirectory();

  const Result<std::string>& path() const noexcept { return path_; }

private:
  Result<std::string> path_;
};

}  // namespace gpualert::cli
