#include <gpualert/step.hpp>

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace gpualert {

namespace {

constexpr char kBetween = ',';

std::string_view take_field(std::string_view& text)
{
  const std::size_t end = text.find(kBetween);
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return field;
}

template <typename Number>
bool parse_number(std::string_view text, Number& number)
{
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && number >= 0;
}

std::string plain(std::string_view text, std::size_t limit)
{
  std::string out;
  for (const char c : text.substr(0, limit)) {
    const bool fine = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      c == '-' || c == '_' || c == '.';
    out += fine ? c : '_';
  }
  return out;
}

}  // namespace

std::string to_name(const RankEnd& end)
{
  constexpr std::size_t kClock = 12;
  constexpr std::size_t kCause = 40;
  constexpr std::size_t kHost = 63;
  return fmt::format("{},{},{},{},{},{}{},{}", end.rank, plain(end.cause, kCause), end.when.wall_ns,
                     end.when.monotonic_ns, plain(end.clock, kClock), end.failed ? 'f' : 's',
                     end.news ? 'n' : 'q', plain(end.host, kHost));
}

std::optional<RankEnd> parse_rank_end(std::string_view name)
{
  constexpr int kMostRanks = 1 << 24;
  RankEnd end;
  if (!parse_number(take_field(name), end.rank) || end.rank >= kMostRanks) {
    return std::nullopt;
  }
  end.cause = take_field(name);
  const bool timed = parse_number(take_field(name), end.when.wall_ns) &&
                     parse_number(take_field(name), end.when.monotonic_ns);
  end.clock = take_field(name);
  const std::string_view flags = take_field(name);
  end.host = name;
  if (!timed || end.cause.empty() || flags.size() != 2 || end.host.empty() ||
      end.host.find(kBetween) != std::string::npos) {
    return std::nullopt;
  }
  end.failed = flags[0] == 'f';
  end.news = flags[1] == 'n';
  return end;
}

}  // namespace gpualert
