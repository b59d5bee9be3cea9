#include <gpualert/report_facts.hpp>

#include "report/gate.hpp"
#include "report/subject.hpp"

#include <fmt/format.h>

namespace gpualert {

std::map<std::string, std::string> report_facts(const RunRecord& given_record,
                                                const Verdict& given_verdict,
                                                const Redaction& redaction)
{
  using namespace report;
  constexpr std::size_t kShort = 200;
  constexpr std::size_t kLong = 500;
  Gate gate(redaction);
  const RunRecord record = gate.cleared(given_record);
  const Verdict verdict = gate.cleared(given_verdict);
  std::map<std::string, std::string> facts;
  const auto add = [&](const char* key, const std::string& value, std::size_t limit) {
    // Masked before it is cut, since a part of a secret is not recognised.
    if (const std::string text = one_line(gate.text(value), limit); !text.empty()) {
      facts[key] = text;
    }
  };
  add("status", std::string{outcome_word(record, verdict)}, kShort);
  add("name", record.name, kShort);
  add("cause", verdict.but.empty() ? cause_title(verdict) : verdict.but, kShort);
  add("cause_id", verdict.cause, kShort);
  add("ending", describe_ending(record), kShort);
  add("duration", describe_duration(duration_ns(record)), kShort);
  add("host", verdict.first_host.empty() ? record.host : verdict.first_host, kShort);
  add("user", record.user, kShort);
  add("job", record.scheduler.job, kShort);
  add("rank", verdict.first_rank ? std::to_string(*verdict.first_rank) : record.scheduler.rank,
      kShort);
  add("hint", verdict.hint, kLong);
  add("evidence", verdict.evidence.empty() ? "" : verdict.evidence.front().text, kLong);
  add("log", record.log.path.empty() ? "" : fmt::format("{}:{}", record.host, record.log.path),
      4096);
  return facts;
}

}  // namespace gpualert
