// What delivery_test.py needs of our C++ side.
//   delivery_sample compose            prints a report of a run with hostile names
//   delivery_sample enqueue STATE RUN CHANNEL FROM TO...   puts one into STATE/outbox; with MINIMAL
//     in the environment also its smaller form, whose body is "small"; with BETWEEN="1000 500"
//     before it forms of so many bytes
#include <gpualert/outbox.hpp>
#include <gpualert/report.hpp>
#include <gpualert/report_facts.hpp>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <string>
#include <vector>

using namespace gpualert;

namespace {

RunRecord hostile_run()
{
  RunRecord record;
  record.id = "20260303T011409.123456Z-gpu07-4711";
  record.name = "größe, \"quoted\" <x>\r\nBcc: everyone@example.org";
  record.argv = {"python", "train.py", "--api-key", "hunter2hunter2", "caf\xe9", "[1,2]"};
  record.cwd = "/home/ann";
  record.host = "gpu07.example.org";
  record.user = "ann";
  record.started = {1'772'500'449'000'000'000, 0};
  record.ended = Moment{1'772'508'549'000'000'000, 8'100'000'000'000};
  record.ending = Signalled{9, false};
  record.notes = {std::string(3000, 'x')};
  return record;
}

Verdict hostile_verdict()
{
  Verdict verdict;
  verdict.cause = "oom_killer";
  verdict.title = "Killed for memory by the kernel – größe";
  verdict.hint = ".\n..\nFrom here on: ask for more memory.";
  verdict.evidence.push_back({7, 0, "oom-kill: \xff\x1b[31mtask", Stream::err, 1, "", "oom"});
  return verdict;
}

Message report(const std::string& run, const ReportOptions& options)
{
  RunRecord record = hostile_run();
  record.id = run;
  return compose_report(record, hostile_verdict(), options);
}

std::vector<std::string> smaller_forms(const std::string& id)
{
  std::vector<std::string> forms;
  const std::string head = "Message-ID: <" + id + ">\r\n\r\n";
  // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
  const char* between = std::getenv("BETWEEN");
  std::istringstream sizes(between == nullptr ? "" : between);
  for (std::size_t size = 0; sizes >> size;) {
    std::string form = head;
    while (form.size() < size) {
      const std::size_t left = size - form.size();
      form += left <= 80 ? std::string(left - 2, 'x') : std::string(70, 'x');
      form += "\r\n";
    }
    forms.push_back(form);
  }
  // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
  if (std::getenv("MINIMAL") != nullptr) {
    forms.push_back(head + "small\r\n");
  }
  return forms;
}

int enqueue(const std::vector<std::string>& arguments)
{
  const std::vector<std::string> to(arguments.begin() + 4, arguments.end());
  const Message message = report(arguments[1], {arguments[3], to});
  Envelope envelope;
  envelope.run = arguments[1];
  envelope.channel = arguments[2];
  envelope.message_id = message.id;
  envelope.from = message.from;
  envelope.to = message.to;
  envelope.subject = message.subject;
  RunRecord record = hostile_run();
  record.log.path = "/runs/" + arguments[1] + "/output.log";
  envelope.facts = report_facts(record, hostile_verdict(), {});
  envelope.queued_ns = static_cast<std::int64_t>(::time(nullptr)) * 1'000'000'000;
  const Status status =
      Outbox(arguments[0] + "/outbox").enqueue(envelope, message.eml, smaller_forms(message.id));
  if (!status) {
    std::fprintf(stderr, "%s\n", status.error().what.c_str());
  }
  return status ? 0 : 1;
}

}  // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): a test helper; dying tells enough
int main(int argc, char** argv)
{
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments == std::vector<std::string>{"compose"}) {
    const Message message = report(hostile_run().id, {"ann@x.org", {"bob@x.org", "eve@x.org"}});
    return std::fwrite(message.eml.data(), 1, message.eml.size(), stdout) == 0 ? 1 : 0;
  }
  if (arguments.size() >= 6 && arguments[0] == "enqueue") {
    return enqueue({arguments.begin() + 1, arguments.end()});
  }
  return 125;
}
