#include "report/threading.hpp"

#include "mail.hpp"

#include <gpualert/report.hpp>

#include <catch2/catch.hpp>

using namespace gpualert;
using report::thread_root;

namespace {

RunRecord attempt(const std::string& host, const std::string& restart)
{
  RunRecord record;
  record.id = "20260303T011409.123456Z-" + host + "-47-r" + restart;
  record.host = host;
  record.user = "ann";
  record.name = "train";
  record.scheduler.kind = "slurm";
  record.scheduler.job = "4711";
  record.scheduler.restart = restart;
  record.ending = Exited{1};
  return record;
}

std::string header_of(const std::string& eml, const std::string& name)
{
  const std::size_t at = eml.find("\r\n" + name + ": ") + name.size() + 4;
  return eml.substr(at, eml.find("\r\n", at) - at);
}

}  // namespace

TEST_CASE("threads: attempts of one job on two hosts have one root, and ids of their own")
{
  const Message one = compose_report(attempt("gpu07.x.org", "0"), {}, {});
  const Message two = compose_report(attempt("gpu08.x.org", "1"), {}, {});
  CHECK(one.id != two.id);
  CHECK(header_of(one.eml, "References") == "<slurm.4711.ann@x.org>");
  CHECK(header_of(two.eml, "References") == "<slurm.4711.ann@x.org>");
  CHECK(header_of(two.eml, "In-Reply-To") == "<slurm.4711.ann@x.org>");
}

TEST_CASE("threads: reports on the end of one job are one message, whoever makes them and where")
{
  ReportOptions options;
  options.job = "slurm-c1-job4711";
  const Message one = compose_report(attempt("gpu07.x.org", "0"), {}, options);
  const Message two = compose_report(attempt("login.x.org", ""), {}, options);
  CHECK(one.id == "slurm-c1-job4711.1@x.org");
  CHECK(two.id == one.id);
  CHECK(header_of(one.eml, "Message-ID") == "<slurm-c1-job4711.1@x.org>");
  options.interim.emplace();
  options.interim->id = "limit";
  const RunRecord record = attempt("gpu07.x.org", "0");
  CHECK(compose_report(record, {}, options).id == record.id + ".limit@gpu07.x.org");
}

TEST_CASE("threads: a report composed again has the same id")
{
  const RunRecord record = attempt("gpu07.x.org", "0");
  CHECK(compose_report(record, {}, {}).eml == compose_report(record, {}, {}).eml);
  CHECK(compose_report(record, {}, {}).id == record.id + ".1@gpu07.x.org");
}

TEST_CASE("threads: the ranks and restarts of one torchrun have one root")
{
  RunRecord record = attempt("gpu07.x.org", "");
  record.scheduler = {};
  record.scheduler.launcher = "torchrun";
  record.scheduler.launch = "5f1c";
  CHECK(thread_root(record, "gpu07.x.org") == "torchrun.5f1c.ann@x.org");
}

TEST_CASE("threads: none outside a scheduler, and what a scheduler says cannot break a header")
{
  CHECK(thread_root({}, "gpu07.x.org").empty());
  RunRecord record = attempt("h", "0");
  record.scheduler.job = "4>\r\nBcc: a@b";
  CHECK(thread_root(record, "h") == "slurm.4---Bcc--a-b.ann@gpualert.invalid");
}
