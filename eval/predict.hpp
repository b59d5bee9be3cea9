#pragma once

#include "eval/baselines.hpp"
#include "eval/labels.hpp"

#include <gpualert/classifier.hpp>
#include <gpualert/result.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::eval {

// Who is judged, ours first. Those with causes come before those that know classes only.
enum class Method : std::size_t { ours, first_match, keywords, traceback, exit_code };
constexpr std::size_t kMethods = 5;
constexpr std::array<std::string_view, kMethods> kMethodNames{"gpualert", "first match", "keywords",
                                                              "traceback", "exit code"};

// What was said about one log.
struct Prediction {
  const Label* label = nullptr;
  std::array<Answer, kMethods> answers;  // by Method; "" as cause: it knows none
  std::string rule;                      // behind our verdict; "" when the status alone decided
  std::optional<Role> role;              // of the finding behind it
  std::vector<std::uint64_t> lines;      // of our evidence, the first first; 0: not a line
  std::optional<int> rank;               // that failed first, as we say

  const Answer& answer(Method method) const { return answers[static_cast<std::size_t>(method)]; }
  std::uint64_t first_line() const noexcept { return lines.empty() ? 0 : lines.front(); }
};

// What all methods say about this output of the label's job: ours as `gpualert classify
// --exit-code` would.
Prediction predict(const Label& label, std::string_view log);

// Reads and judges every log, on as many threads as there are processors. In the order of the
// labels, which must outlive the result.
Result<std::vector<Prediction>> predict_all(const std::vector<Label>& labels);

}  // namespace gpualert::eval
