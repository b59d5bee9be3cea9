#include "base/suggest.hpp"

#include <algorithm>
#include <numeric>

namespace gpualert {

namespace {

// Edits (insert, delete, replace, swap of neighbours) that make one word from the other.
std::size_t distance(std::string_view a, std::string_view b)
{
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& known)
{
  constexpr std::size_t kLongestWord = 64;  // the table is quadratic; a real slip is short
  if (word.size() > kLongestWord) {
    return "";
  }
  std::string best;
  // One slip in a short word, two in a longer one: more than that is another word.
  std::size_t least = word.size() < 5 ? 2 : 3;
  for (const std::string& candidate : known) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (longer - std::min(word.size(), candidate.size()) >= least) {
      continue;  // so many edits at least
    }
    const std::size_t edits = distance(word, candidate);
    if (edits < least && edits < candidate.size()) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}

}  // namespace gpualert
