#include "cli/config_problems.hpp"

#include <gpualert/report.hpp>

#include <fmt/format.h>

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace gpualert::cli {

namespace {

// The addresses of the configuration: load_config does not know what one is.
void check_address_list(const std::string& place, const LoadedConfig& loaded,
                        std::vector<std::string>& problems)
{
  const auto value = loaded.given.find(place);
  if (value == loaded.given.end()) {
    return;
  }
  const Result<std::vector<std::string>> parsed = parse_recipients(value->second.text);
  if (!parsed) {
    const std::string column =
        value->second.column == 0 ? "" : fmt::format(":{}", value->second.column);
    problems.push_back(fmt::format("{}{}: {}: {}", loaded.origins.at(place), column,
                                   place.substr(place.rfind('.') + 1), parsed.error().what));
  }
}

// A web hook's address lets whoever knows it post there.
void check_url(const std::string& place, const LoadedConfig& loaded,
               std::vector<std::string>& problems)
{
  const auto value = loaded.given.find(place);
  if (value == loaded.given.end()) {
    return;
  }
  const std::string& origin = loaded.origins.at(place);
  const std::string file = origin.substr(0, origin.rfind(':'));
  constexpr mode_t kPermissions = 0777;
  struct stat info {};
  if (::stat(file.c_str(), &info) == 0 && (info.st_mode & (S_IRGRP | S_IROTH)) != 0) {
    problems.push_back(fmt::format(
        "{}:{}: url: others can read this file (mode {:04o}): chmod 600 it, or use url_file",
        origin, value->second.column, info.st_mode & kPermissions));
  }
}

// What a report says always goes; only files are left out.
void check_budget(const std::string& place, std::uint64_t bytes, const LoadedConfig& loaded,
                  std::vector<std::string>& problems)
{
  constexpr std::uint64_t kText = 32U << 10U;  // with HTML, pictures and the end of the log
  const auto value = loaded.given.find(place);
  if (value == loaded.given.end() || bytes >= kText) {
    return;
  }
  const std::string column =
      value->second.column == 0 ? "" : fmt::format(":{}", value->second.column);
  problems.push_back(
      fmt::format("{}{}: budget: the text of a report may take 32K: messages can be larger than "
                  "this, and carry no files",
                  loaded.origins.at(place), column));
}

// "PATH:LINE:COLUMN: what" by place; what has none stands last.
std::tuple<bool, std::string, long, long> place_of(const std::string& problem)
{
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (auto colon = problem.find(':'); colon != std::string::npos;
       colon = problem.find(':', colon + 1)) {
    if (colon + 1 < problem.size() && is_digit(problem[colon + 1])) {
      char* end = nullptr;
      const long line = std::strtol(problem.c_str() + colon + 1, &end, 10);
      const long column = *end == ':' ? std::strtol(end + 1, nullptr, 10) : 0;
      return {false, problem.substr(0, colon), line, column};
    }
  }
  return {true, "", 0, 0};
}

}  // namespace

std::vector<std::string> config_problems(const LoadedConfig& loaded)
{
  std::vector<std::string> problems;
  for (const ConfigWarning& warning : loaded.warnings) {
    problems.push_back(warning.text);
  }
  for (const char* key : {"to", "from"}) {
    check_address_list(key, loaded, problems);
    for (const ChannelSettings& channel : loaded.config.channels) {
      check_address_list(fmt::format("channel.{}.{}", channel.name, key), loaded, problems);
    }
  }
  check_budget("budget", loaded.config.budget, loaded, problems);
  for (const ChannelSettings& channel : loaded.config.channels) {
    check_url(fmt::format("channel.{}.url", channel.name), loaded, problems);
    check_budget(fmt::format("channel.{}.budget", channel.name), budget_of(channel, loaded.config),
                 loaded, problems);
  }
  std::ranges::stable_sort(problems, {}, place_of);
  return problems;
}

}  // namespace gpualert::cli
