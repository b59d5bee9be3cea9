#include "mailprog/schedule.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace gpualert::mailprog {

std::vector<Unit> units_of(std::vector<Spooled> waiting, const Timing& timing)
{
  std::vector<Unit> units;
  units.reserve(waiting.size());
  std::map<std::string, std::size_t> of_array;
  for (Spooled& call : waiting) {
    if (call.array.empty()) {
      units.push_back({{std::move(call)}, 0});
      continue;
    }
    const auto [found, is_new] = of_array.emplace(call.array, units.size());
    if (is_new) {
      units.emplace_back();
    }
    units[found->second].calls.push_back(std::move(call));
  }
  for (const auto& [array, at] : of_array) {
    Unit& unit = units[at];
    unit.ready_ns = std::min(unit.calls.back().received_ns + timing.quiet.count(),
                             unit.calls.front().received_ns + timing.patience.count());
  }
  return units;
}

}  // namespace gpualert::mailprog
