// Every call of a real slurmctld 22.05 that was recorded, in calls/.
#include "mailprog/recognise.hpp"

#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>

using namespace gpualert;
using namespace gpualert::mailprog;

namespace {

std::vector<Call> calls_in(const std::filesystem::path& file)
{
  std::vector<Call> calls(1);
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) {
      calls.emplace_back();
    } else if (line.starts_with("argv[")) {
      calls.back().argv.push_back(line.substr(9, line.size() - 10));
    } else {
      const std::size_t equals = line.find('=');
      calls.back().variables[line.substr(5, equals - 5)] = line.substr(equals + 1);
    }
  }
  return calls;
}

}  // namespace

TEST_CASE("recorded: every call is recognised, and its subject says what its variables say")
{
  std::size_t calls = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(GPUALERT_SOURCE_DIR "/tests/unit/mailprog/calls")) {
    for (const Call& call : calls_in(file.path())) {
      INFO(file.path() << ": " << call.argv.at(2));
      const std::optional<Mail> mail = recognise(call);
      REQUIRE(mail);
      Call bare = call;
      bare.variables.clear();
      const std::optional<Mail> by_subject = recognise(bare);
      REQUIRE(by_subject);
      CHECK(mail->event.name == by_subject->event.name);
      CHECK(mail->event.what == by_subject->event.what);
      CHECK(ended_badly(mail->event) == ended_badly(by_subject->event));
      CHECK(mail->event.uid == uid_t{4242});
      CHECK(mail->event.user == "jobu");
      CHECK_FALSE(mail->event.work_dir.empty());
      ++calls;
    }
  }
  CHECK(calls == 52);
}

TEST_CASE("recorded: what ended badly, and how")
{
  const std::map<std::string, std::string> last{{"completed", "well"},
                                                {"exit3", "FAILED 3"},
                                                {"segv_child", "FAILED 139"},
                                                {"segv_task", "FAILED 139"},
                                                {"oom_child", "OUT_OF_MEMORY 137"},
                                                {"oom_srun", "FAILED 1"},
                                                {"timeout_shell", "TIMEOUT 0"},
                                                {"scancel_shell", "CANCELLED 0"},
                                                {"scancel_pending", "CANCELLED 0"},
                                                {"requeue", "well"},
                                                {"mail_pct", "well"},
                                                {"dep_never", "well"},
                                                {"not_found", "FAILED 127"},
                                                {"two_mails", "FAILED 2"},
                                                {"odd_name", "FAILED 2"}};
  for (const auto& [name, expected] : last) {
    INFO(name);
    const Event event =
        recognise(
            calls_in(GPUALERT_SOURCE_DIR "/tests/unit/mailprog/calls/" + name + ".mail").back())
            ->event;
    const std::string ended = ended_badly(event)
                                  ? fmt::format("{} {}", event.state, shell_status(*event.ending))
                                  : "well";
    CHECK(ended == expected);
  }
}

TEST_CASE("recorded: recipients and paths come as they were given")
{
  const std::string dir = GPUALERT_SOURCE_DIR "/tests/unit/mailprog/calls/";
  CHECK(recognise(calls_in(dir + "two_mails.mail").back())->addresses ==
        std::vector<std::string>{"a@b.test", "c@d.test"});
  const Event task = recognise(calls_in(dir + "array_tasks.mail").back())->event;
  CHECK(task.array_job == "17");
  CHECK(task.out_pattern == "/var/tmp/slurm/jobs/array_tasks.%A_%a.out");
  CHECK(task.task_min == 0);
  CHECK(task.task_max == 2);
}
