// Writes run.json; the fields are described in <gpualert/run_record.hpp>.
#include "base/text.hpp"

#include <gpualert/run_record.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace gpualert {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;

// Writes byte strings as JSON text. A record with a byte that is not UTF-8 in any of them has all
// of them escaped, and says so, so that a reader can get the bytes back.
class Bytes {
public:
  explicit Bytes(const RunRecord& record) : escaped_(!all_utf8(record)) {}

  bool escaped() const { return escaped_; }
  std::string operator()(const std::string& bytes) const
  {
    return escaped_ ? escape_bytes(bytes) : bytes;
  }

private:
  static bool all_utf8(const RunRecord& r)
  {
    const auto whole = [](const std::string* s) { return is_utf8(*s); };
    const auto texts = {&r.name, &r.cwd,  &r.path,   &r.log.path,
                        &r.host, &r.user, &r.parent, &r.scheduler.job_name};
    return std::all_of(r.argv.begin(), r.argv.end(), is_utf8) &&
           std::all_of(texts.begin(), texts.end(), whole);
  }

  bool escaped_;
};

// Members are set one by one: a braced list builds, copies and drops an array for each of them.
Json moment_json(const Moment& m)
{
  Json json;
  json["utc"] = format_utc(m.wall_ns);
  json["wall_ns"] = m.wall_ns;
  json["monotonic_ns"] = m.monotonic_ns;
  return json;
}

Json ending_json(const Ending& ending)
{
  Json json;
  if (const auto* e = std::get_if<Exited>(&ending)) {
    json["exited"] = e->code;
  } else if (const auto* s = std::get_if<Signalled>(&ending)) {
    json["signalled"] = s->signal;
    json["core"] = s->core;
  } else {
    json["unknown"] = std::get<EndUnknown>(ending).why;
  }
  return json;
}

Json texts_json(const std::vector<std::string>& texts)
{
  Json list = Json::array();
  for (const std::string& text : texts) {
    list.push_back(to_utf8(text));
  }
  return list;
}

Json log_json(const LogState& log, const Bytes& text)
{
  Json gaps = Json::array();
  for (const LogGap& gap : log.gaps) {
    gaps.push_back({{"offset", gap.offset}, {"bytes", gap.bytes}, {"why", to_utf8(gap.why)}});
  }
  Json json;
  json["path"] = text(log.path);
  json["base_offset"] = log.base_offset;
  json["bytes"] = log.bytes;
  json["lost_bytes"] = log.lost_bytes;
  json["gaps"] = std::move(gaps);
  json["notes"] = texts_json(log.notes);
  json["synced"] = log.synced;
  return json;
}

Json scheduler_json(const SchedulerIdentity& s, const Bytes& text)
{
  Json json = {{"kind", s.kind}};
  const std::pair<const char*, const std::string*> fields[] = {{"job", &s.job},
                                                               {"step", &s.step},
                                                               {"array_job", &s.array_job},
                                                               {"array_task", &s.array_task},
                                                               {"node", &s.node},
                                                               {"rank", &s.rank},
                                                               {"ntasks", &s.ntasks},
                                                               {"restart", &s.restart},
                                                               {"job_name", &s.job_name},
                                                               {"launcher", &s.launcher},
                                                               {"launch", &s.launch},
                                                               {"relaunch", &s.relaunch},
                                                               {"cluster", &s.cluster}};
  for (const auto& [key, value] : fields) {
    if (!value->empty()) {
      json[key] = text(*value);
    }
  }
  return json;
}

Json job_json(const SchedulerJob& job)
{
  Json json = Json::object();
  const std::pair<const char*, const std::string*> fields[] = {
      {"state", &job.state},     {"reason", &job.reason},       {"exit", &job.exit},
      {"cluster", &job.cluster}, {"partition", &job.partition}, {"account", &job.account},
      {"nodes", &job.nodes}};
  for (const auto& [key, value] : fields) {
    if (!value->empty()) {
      json[key] = to_utf8(*value);
    }
  }
  if (job.submitted_ns) {
    json["submitted_ns"] = *job.submitted_ns;
  }
  if (job.limit_ns) {
    json["limit_ns"] = *job.limit_ns;
  }
  return json;
}

Json signals_json(const std::vector<SignalSeen>& signals)
{
  Json list = Json::array();
  for (const SignalSeen& s : signals) {
    list.push_back({{"signal", s.signal},
                    {"name", signal_name(s.signal)},
                    {"when", moment_json(s.when)},
                    {"forwarded", s.forwarded},
                    {"from_terminal", s.from_terminal},
                    {"sender_pid", s.sender_pid}});
  }
  return list;
}

void put_end(Json& json, const RunRecord& r)
{
  if (r.ended) {
    json["ended"] = moment_json(*r.ended);
    json["duration_ns"] = duration_ns(r);
  }
  if (r.ending) {
    json["ending"] = ending_json(*r.ending);
  }
  if (r.exec_error) {
    json["exec_error"] = {{"errno", r.exec_error->code}, {"what", to_utf8(r.exec_error->what)}};
  }
  Json& usage = json["usage"];
  usage["user_us"] = r.usage.user_us;
  usage["system_us"] = r.usage.system_us;
  usage["max_rss_kib"] = r.usage.max_rss_kib;
  usage["tree_rss_kib"] = r.tree_rss_kib;
  if (r.memory) {
    Json memory = {{"oom_kills", r.memory->oom_kills}};
    if (r.memory->limit_bytes) {
      memory["limit_bytes"] = *r.memory->limit_bytes;
    }
    if (r.memory->peak_bytes) {
      memory["peak_bytes"] = *r.memory->peak_bytes;
    }
    json["memory"] = memory;
  }
}

}  // namespace

std::string to_json(const RunRecord& r)
{
  const Bytes text(r);
  Json json;
  json["schema"] = kSchema;
  json["id"] = r.id;
  json["group"] = r.group;
  json["path"] = text(r.path);
  json["name"] = text(r.name);
  if (!r.parent.empty()) {
    json["parent"] = text(r.parent);
  }
  Json argv = Json::array();
  for (const std::string& arg : r.argv) {
    argv.push_back(text(arg));
  }
  json["argv"] = std::move(argv);
  if (text.escaped()) {
    json["escaped"] = true;
  }
  json["cwd"] = text(r.cwd);
  json["host"] = text(r.host);
  json["boot_id"] = r.boot_id;
  json["user"] = text(r.user);
  json["version"] = r.version;
  Json& pids = json["pids"];
  pids["supervisor"] = r.supervisor_pid;
  pids["logger"] = r.logger_pid;
  pids["command"] = r.command_pid;
  if (!r.scheduler.kind.empty() || !r.scheduler.rank.empty()) {
    json["scheduler"] = scheduler_json(r.scheduler, text);
  }
  if (r.job) {
    json["job"] = job_json(*r.job);
  }
  json["started"] = moment_json(r.started);
  put_end(json, r);
  json["log"] = log_json(r.log, text);
  if (!r.signals.empty()) {
    json["signals"] = signals_json(r.signals);
  }
  if (r.reader_left) {
    json["reader_left"] = true;
  }
  if (!r.notes.empty()) {
    json["notes"] = texts_json(r.notes);
  }
  if (!r.unknown_fields.empty()) {
    json.update(Json::parse(r.unknown_fields, nullptr, false));
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gpualert
