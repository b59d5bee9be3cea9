#include "diagnose/aftermath.hpp"

#include "classify/whereabouts.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace gpualert {

namespace {

constexpr std::size_t kMaxCollateral = 8;

std::string line_number(std::uint64_t line)
{
  return "line " + std::to_string(line);
}

// What the tier of the loser says of it.
std::string why_weaker(const Candidate& loser)
{
  switch (loser.tier) {
    case Tier::consequence:
      return loser.finding->handled ? "it was being handled when the failure happened"
                                    : "it is what a failure elsewhere makes programs print";
    case Tier::aside:
      return "programs often print it and go on, and something else ended this one";
    case Tier::interruption:
      return "the signal came because of, or after, the failure";
    case Tier::generic:
      return "it names an exception and no cause";
    case Tier::symptom:
      return "it says that something else had failed before";
    case Tier::aborted:
      return "it is how the process died, not why";
    case Tier::killed:
      return "a process can be killed for many reasons";
    case Tier::teardown:
      return "the scheduler ended the rest because one task had failed";
    case Tier::wrapper:
      return "it says that another process failed, and no more";
    case Tier::past:
      return "it ended an attempt before this one";
    case Tier::weak:
      return "it has several readings, and nothing else speaks for it";
    default:
      return "it is the weaker evidence";
  }
}

std::string why_lost(const Candidate& loser, const Candidate* winner, const Findings& findings)
{
  if (loser.tier == Tier::past) {
    return why_weaker(loser);
  }
  if (winner == nullptr) {
    return "the status of the job says something else";
  }
  if (loser.position == Position::recovered && winner->position != Position::recovered) {
    return "the job made progress after it (" + line_number(findings.last_progress_line) + ")";
  }
  if (loser.tier > winner->tier) {
    return why_weaker(loser);
  }
  const std::uint64_t lost = loser.finding->episode().line;
  const std::uint64_t won = winner->finding->episode().line;
  return lost > won ? "it came after " + line_number(won) : "it is the weaker evidence";
}

// Whether a process that ended like this may have been the first to fail. SIGTERM is how launchers
// end the healthy ones.
bool fits(const RankDeath& death, const Verdict& verdict)
{
  if (!death.code || *death.code == -SIGTERM || *death.code == 128 + SIGTERM || *death.code == 0) {
    return false;
  }
  if (verdict.cause == "segfault") {
    return *death.code == -SIGSEGV || *death.code == 128 + SIGSEGV;
  }
  if (verdict.cause == "oom_killer") {
    return *death.code == -SIGKILL || *death.code == 128 + SIGKILL;
  }
  return true;
}

// Whether the process ended as this cause ends one: by its signal, or by an exception's status.
bool fits_well(const RankDeath& death, const Verdict& verdict)
{
  constexpr std::array<std::pair<std::string_view, int>, 5> kSignals{
      {{"segfault", SIGSEGV},
       {"oom_killer", SIGKILL},
       {"abort", SIGABRT},
       {"illegal_instruction", SIGILL},
       {"shm_bus_error", SIGBUS}}};
  for (const auto& [cause, signal] : kSignals) {
    if (verdict.cause == cause) {
      return *death.code == -signal || *death.code == 128 + signal;
    }
  }
  return *death.code > 0;
}

const RankDeath* likeliest(const Findings& findings, const Verdict& verdict)
{
  const RankDeath* best = nullptr;
  int best_score = 0;
  for (const RankDeath& death : findings.deaths) {
    const bool elsewhere =
        !verdict.first_host.empty() && !death.host.empty() && verdict.first_host != death.host;
    if (!death.rank || elsewhere || !fits(death, verdict)) {
      continue;
    }
    const int score = 1 + (fits_well(death, verdict) ? 4 : 0) + (death.named_first ? 2 : 0) +
                      (death.local ? 0 : 1);
    if (score > best_score) {
      best = &death;
      best_score = score;
    }
  }
  return best;
}

constexpr std::uint64_t kNeighbours = 40;  // lines
constexpr int kGpus = 4;                   // that nodes have, or a multiple of it

// The rank of the first line soon after the decisive one that says the same with a rank: kernels
// and NCCL print without one, the exception that follows has it.
std::optional<int> rank_of_neighbour(const Finding& winner, const Findings& findings)
{
  const std::uint64_t line = winner.episode().line;
  Message message;
  message.text = winner.episode().text;
  const std::optional<int> device = whereabouts(message).device;
  const Evidence* nearest = nullptr;
  for (const Finding& finding : findings.items) {
    const Evidence& other = finding.episode();
    const bool another_gpu = device && other.rank && *other.rank % kGpus != *device % kGpus;
    if (finding.cause == winner.cause && other.rank && !another_gpu && other.line >= line &&
        other.line <= line + kNeighbours && (nearest == nullptr || other.line < nearest->line)) {
      nearest = &other;
    }
  }
  return nearest == nullptr ? std::nullopt : nearest->rank;
}

}  // namespace

void name_first_rank(Verdict& verdict, const Finding* winner, const Findings& findings)
{
  if (winner != nullptr) {
    verdict.first_rank = winner->episode().rank;
    verdict.first_host = winner->episode().host;
    if (!verdict.first_rank) {
      verdict.first_rank = rank_of_neighbour(*winner, findings);
    }
  }
  const RankDeath* death = nullptr;
  if (verdict.first_rank) {
    const auto same = std::find_if(findings.deaths.begin(), findings.deaths.end(),
                                   [&](const RankDeath& candidate) {
                                     return candidate.rank == verdict.first_rank &&
                                            !candidate.local && !candidate.host.empty();
                                   });
    death = same == findings.deaths.end() ? nullptr : &*same;
  } else {
    death = likeliest(findings, verdict);
  }
  if (death != nullptr) {
    verdict.first_rank = death->rank;
    verdict.first_host = verdict.first_host.empty() ? death->host : verdict.first_host;
  }
}

void name_runner_up(Verdict& verdict, const std::vector<Candidate>& candidates,
                    const Candidate* winner, const Findings& findings)
{
  const auto other =
      std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
        return candidate.finding->cause != verdict.cause && candidate.finding->cause != "unknown";
      });
  if (other != candidates.end()) {
    verdict.runner_up = RunnerUp{other->finding->cause, why_lost(*other, winner, findings),
                                 other->finding->episode()};
  }
}

void list_collateral(Verdict& verdict, const std::vector<Candidate>& candidates)
{
  for (const Candidate& candidate : candidates) {
    const Finding& finding = *candidate.finding;
    if (finding.cause == verdict.cause || finding.cause == "unknown" ||
        candidate.position == Position::recovered) {
      continue;
    }
    auto same = std::find_if(verdict.collateral.begin(), verdict.collateral.end(),
                             [&](const Collateral& entry) { return entry.cause == finding.cause; });
    if (same == verdict.collateral.end()) {
      if (verdict.collateral.size() == kMaxCollateral) {
        continue;
      }
      verdict.collateral.push_back({finding.cause, finding.rule, 0, {}, finding.episode()});
      same = verdict.collateral.end() - 1;
    }
    same->count += finding.count;
    std::vector<int> ranks;
    std::set_union(same->ranks.begin(), same->ranks.end(), finding.ranks.begin(),
                   finding.ranks.end(), std::back_inserter(ranks));
    same->ranks = std::move(ranks);
    if (finding.episode().line < same->first.line) {
      same->first = finding.episode();
      same->rule = finding.rule;
    }
  }
  std::sort(verdict.collateral.begin(), verdict.collateral.end(),
            [](const Collateral& a, const Collateral& b) { return a.first.line < b.first.line; });
}

void name_rule(Verdict& verdict, const Finding& finding)
{
  verdict.rule = finding.rule;
  if (!finding.title.empty()) {
    verdict.title = finding.title;
  }
  if (!finding.hint.empty()) {
    verdict.hint = finding.hint;
  }
}

void aim_hint(Verdict& verdict)
{
  constexpr std::string_view kPlace = "NODE";
  if (verdict.first_host.empty()) {
    return;
  }
  for (std::size_t at = verdict.hint.find(kPlace); at != std::string::npos;
       at = verdict.hint.find(kPlace, at + verdict.first_host.size())) {
    verdict.hint.replace(at, kPlace.size(), verdict.first_host);
  }
}

}  // namespace gpualert
