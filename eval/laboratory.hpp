#pragma once

#include "eval/process.hpp"

#include <gpualert/result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::eval {

// A directory of its own, removed at the end, in which jobs run under a gpualert that knows neither
// the user's configuration nor the user's runs.
class Laboratory {
public:
  // `gpualert`: the program; "" is the one beside this program, else the one in PATH.
  static Result<Laboratory> make(const std::string& gpualert);
  Laboratory(Laboratory&& other) noexcept;
  Laboratory(const Laboratory&) = delete;
  Laboratory& operator=(const Laboratory&) = delete;
  ~Laboratory();

  std::string path(std::string_view name) const { return directory_ + "/" + std::string(name); }

  // `gpualert run OPTIONS JOB`, its run directory below path(`runs`).
  Command supervised(const std::vector<std::string>& options, const std::vector<std::string>& job,
                     const std::string& runs) const;
  // The job without gpualert, in the same environment.
  Command bare(std::vector<std::string> job) const;

  // The newest file of this name in the run directories below path(`runs`).
  std::optional<std::string> file_of_run(const std::string& runs, const std::string& name) const;
  // Copies the program into path(`folder`), away from what lies beside it; the copy's path.
  Result<std::string> copy_gpualert(const std::string& folder) const;
  void remove(const std::string& name) const;

private:
  Laboratory(std::string directory, std::string gpualert);

  std::string directory_, gpualert_;
  std::vector<std::string> environment_;
};

}  // namespace gpualert::eval
