#include "cli/doctor.hpp"

#include <gpualert/config_view.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::cli {

namespace {

constexpr const char* name_of(Finding::Level level)
{
  return level == Finding::Level::ok ? "ok" : level == Finding::Level::warn ? "warn" : "fail";
}

}  // namespace

Finding::Level worst(const Findings& findings)
{
  Finding::Level level = Finding::Level::ok;
  for (const Finding& finding : findings) {
    level = std::max(level, finding.level);
  }
  return level;
}

std::string findings_text(const Findings& findings)
{
  constexpr std::size_t kWidth = 18;  // the same for all that is printed one after the other
  std::string text;
  for (const Finding& finding : findings) {
    text += fmt::format("{:4}  {:{}}  {}\n", name_of(finding.level), finding.what, kWidth,
                        finding.words);
    if (!finding.hint.empty()) {
      text += fmt::format("{:6}{:{}}  do: {}\n", "", "", kWidth, finding.hint);
    }
  }
  return text;
}

std::string findings_json(const Findings& findings)
{
  std::string checks;
  for (const Finding& finding : findings) {
    checks +=
        fmt::format("{}\n  {{\"level\":\"{}\",\"what\":{},\"words\":{},\"hint\":{}}}",
                    checks.empty() ? "" : ",", name_of(finding.level), toml_string(finding.what),
                    toml_string(finding.words), toml_string(finding.hint));
  }
  return fmt::format("{{\"schema\":1,\"worst\":\"{}\",\n \"checks\":[{}]}}\n",
                     name_of(worst(findings)), checks);
}

}  // namespace gpualert::cli
