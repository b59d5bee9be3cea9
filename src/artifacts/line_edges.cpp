#include "artifacts/line_edges.hpp"

namespace gpualert {

namespace {

constexpr std::size_t kLongest = 64U << 10U;  // a private key in PEM is a few KiB

}  // namespace

std::size_t last_edge(std::string_view part) noexcept
{
  const std::size_t newline = part.rfind('\n');
  const std::size_t end = newline == std::string_view::npos ? part.size() : newline + 1;
  const std::string_view lines = part.substr(0, end);
  const std::size_t key = lines.rfind("-----BEGIN ");
  const bool open = key != std::string_view::npos && key > 0 && end - key < kLongest &&
                    lines.find("-----END ", key) == std::string_view::npos;
  return open ? key : end;
}

std::size_t first_edge(std::string_view part) noexcept
{
  const std::size_t newline = part.substr(0, kLongest).find('\n');
  return newline == std::string_view::npos ? 0 : newline + 1;
}

}  // namespace gpualert
