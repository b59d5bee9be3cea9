// Reads run.json; the fields are described in <gpualert/run_record.hpp>.
#include "base/text.hpp"

#include <gpualert/run_record.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace gpualert {

namespace {

using Json = nlohmann::ordered_json;

std::int64_t number(const Json& json, const char* key)
{
  return json.value(key, std::int64_t{0});
}

Moment parse_moment(const Json& json)
{
  return {number(json, "wall_ns"), number(json, "monotonic_ns")};
}

Ending parse_ending(const Json& json)
{
  if (json.contains("exited")) {
    return Exited{json.at("exited").get<int>()};
  }
  if (json.contains("signalled")) {
    return Signalled{json.at("signalled").get<int>(), json.value("core", false)};
  }
  return EndUnknown{json.value("unknown", std::string())};
}

using Unescape = std::string (*)(const std::string&);

LogState parse_log(const Json& json, Unescape text)
{
  LogState log;
  log.path = text(json.value("path", std::string()));
  log.base_offset = json.value("base_offset", std::uint64_t{0});
  log.bytes = json.value("bytes", std::uint64_t{0});
  log.lost_bytes = json.value("lost_bytes", std::uint64_t{0});
  log.synced = json.value("synced", false);
  for (const Json& gap : json.value("gaps", Json::array())) {
    log.gaps.push_back({gap.value("offset", std::uint64_t{0}), gap.value("bytes", std::uint64_t{0}),
                        gap.value("why", std::string())});
  }
  log.notes = json.value("notes", std::vector<std::string>());
  return log;
}

void parse_scheduler(const Json& json, Unescape text, SchedulerIdentity& s)
{
  const std::pair<const char*, std::string*> fields[] = {{"kind", &s.kind},
                                                         {"job", &s.job},
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
    *value = text(json.value(key, std::string()));
  }
}

SchedulerJob parse_job(const Json& json)
{
  SchedulerJob job;
  const std::pair<const char*, std::string*> fields[] = {
      {"state", &job.state},     {"reason", &job.reason},       {"exit", &job.exit},
      {"cluster", &job.cluster}, {"partition", &job.partition}, {"account", &job.account},
      {"nodes", &job.nodes}};
  for (const auto& [key, value] : fields) {
    *value = json.value(key, std::string());
  }
  if (json.contains("submitted_ns")) {
    job.submitted_ns = number(json, "submitted_ns");
  }
  if (json.contains("limit_ns")) {
    job.limit_ns = number(json, "limit_ns");
  }
  return job;
}

void parse_end(const Json& json, RunRecord& r)
{
  if (json.contains("ended")) {
    r.ended = parse_moment(json.at("ended"));
  }
  if (json.contains("ending")) {
    r.ending = parse_ending(json.at("ending"));
  }
  if (json.contains("exec_error")) {
    const Json& e = json.at("exec_error");
    r.exec_error = Error{e.value("what", std::string()), e.value("errno", 0)};
  }
  if (json.contains("usage")) {
    const Json& u = json.at("usage");
    r.usage = {number(u, "user_us"), number(u, "system_us"), number(u, "max_rss_kib")};
    r.tree_rss_kib = number(u, "tree_rss_kib");
  }
  if (json.contains("memory")) {
    const Json& m = json.at("memory");
    r.memory = MemoryEvents{m.value("oom_kills", std::uint64_t{0}), {}, {}};
    if (m.contains("limit_bytes")) {
      r.memory->limit_bytes = m.at("limit_bytes").get<std::uint64_t>();
    }
    if (m.contains("peak_bytes")) {
      r.memory->peak_bytes = m.at("peak_bytes").get<std::uint64_t>();
    }
  }
  for (const Json& s : json.value("signals", Json::array())) {
    r.signals.push_back({s.value("signal", 0), parse_moment(s.value("when", Json::object())),
                         s.value("forwarded", false), s.value("from_terminal", false),
                         s.value("sender_pid", 0)});
  }
}

constexpr std::string_view kKnown[] = {
    "schema",    "id",      "group", "path",        "name",        "parent",     "argv",
    "escaped",   "cwd",     "host",  "boot_id",     "user",        "version",    "pids",
    "scheduler", "started", "ended", "duration_ns", "ending",      "exec_error", "usage",
    "job",       "memory",  "log",   "signals",     "reader_left", "notes"};

std::string unknown_fields(const Json& json)
{
  Json rest = Json::object();
  for (const auto& [key, value] : json.items()) {
    if (std::find(std::begin(kKnown), std::end(kKnown), key) == std::end(kKnown)) {
      rest[key] = value;
    }
  }
  return rest.empty() ? std::string() : rest.dump();
}

RunRecord parse_fields(const Json& json)
{
  RunRecord r;
  const Unescape text = json.value("escaped", false)
                            ? Unescape{[](const std::string& s) { return unescape_bytes(s); }}
                            : Unescape{[](const std::string& s) { return s; }};
  const std::pair<const char*, std::string*> fields[] = {
      {"id", &r.id},         {"group", &r.group},    {"path", &r.path}, {"name", &r.name},
      {"parent", &r.parent}, {"cwd", &r.cwd},        {"host", &r.host}, {"boot_id", &r.boot_id},
      {"user", &r.user},     {"version", &r.version}};
  for (const auto& [key, value] : fields) {
    *value = text(json.value(key, std::string()));
  }
  for (const std::string& arg : json.value("argv", std::vector<std::string>())) {
    r.argv.push_back(text(arg));
  }
  const Json pids = json.value("pids", Json::object());
  r.supervisor_pid = pids.value("supervisor", 0);
  r.logger_pid = pids.value("logger", 0);
  r.command_pid = pids.value("command", 0);
  parse_scheduler(json.value("scheduler", Json::object()), text, r.scheduler);
  if (json.contains("job")) {
    r.job = parse_job(json.at("job"));
  }
  r.started = parse_moment(json.value("started", Json::object()));
  parse_end(json, r);
  r.log = parse_log(json.value("log", Json::object()), text);
  r.reader_left = json.value("reader_left", false);
  r.notes = json.value("notes", std::vector<std::string>());
  r.unknown_fields = unknown_fields(json);
  return r;
}

}  // namespace

Result<RunRecord> parse_run_record(std::string_view json)
{
  try {
    const Json fields = Json::parse(json);
    if (!fields.is_object() || fields.value("id", std::string()).empty()) {
      return Error{"run record: not an object with an id", 0};
    }
    return parse_fields(fields);
  } catch (const Json::exception& e) {
    return Error{std::string("run record: ") + e.what(), 0};
  }
}

}  // namespace gpualert
