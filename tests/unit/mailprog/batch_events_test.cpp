// What PBS, Torque, Grid Engine, LSF and HTCondor write, as their sources have it.
#include "mailprog/recognise.hpp"

#include <catch2/catch.hpp>

#include <fmt/format.h>

using namespace gpualert;
using namespace gpualert::mailprog;

namespace {

std::string show(const std::optional<Mail>& mail)
{
  if (!mail) {
    return "-";
  }
  const Event& e = mail->event;
  return fmt::format("{} {}{} [{}] {}{} to {}", e.scheduler, e.job,
                     e.array_task.empty() ? "" : "." + e.array_task, e.name,
                     e.state.empty() ? "" : e.state + " ",
                     e.ending ? fmt::format("status {}", shell_status(*e.ending)) : "no status",
                     fmt::join(mail->addresses, "+"));
}

std::string pbs(const std::string& text)
{
  return show(recognise({{"sendmail", "-f", "adm", "ada@x.org bob@x.org "},
                         {},
                         "To: ada@x.org bob@x.org \nSubject: PBS JOB 12.srv\n\nPBS Job Id: 12.srv\n"
                         "Job Name:   train\n" +
                             text,
                         0}));
}

std::string sge(const std::string& subject, const std::string& body)
{
  return show(recognise({{"mail", "-s", subject, "ada@x.org"}, {}, body, 0}));
}

std::string lsf(const std::string& subject, const std::string& body)
{
  return show(recognise({{"sendmail", "-oi", "-FLSF", "-flsfadmin", "ada"},
                         {{"LSB_MAILSIZE", "2"}},
                         "To: ada\nFrom: LSF <lsfadmin>\nSubject: " + subject + "\n\n" + body,
                         0}));
}

std::string condor(const std::string& subject, const std::string& body)
{
  return show(recognise({{"mail", "-s", subject, "-r", "condor@x.org", "ada@x.org"}, {}, body, 0}));
}

}  // namespace

TEST_CASE("pbs: the ends that are failures")
{
  CHECK(pbs("Execution terminated\nExit_status=1\nresources_used.walltime=00:00:05\n") ==
        "pbs 12.srv [train] status 1 to ada@x.org+bob@x.org");
  CHECK(pbs("Execution terminated\nExit_status=265\n") ==
        "pbs 12.srv [train] status 137 to ada@x.org+bob@x.org");
  CHECK(pbs("Execution terminated\nTerminated on signal 9\n") ==
        "pbs 12.srv [train] status 137 to ada@x.org+bob@x.org");
  CHECK(pbs("Execution terminated\nExit_status=-11\n") ==
        "pbs 12.srv [train] TIMEOUT status 137 to ada@x.org+bob@x.org");
  CHECK(pbs("Aborted by PBS Server \nJob deleted as result of dependency\n") ==
        "pbs 12.srv [train] FAILED no status to ada@x.org+bob@x.org");
  CHECK(pbs("Aborted by PBS Server \njob killed: walltime 75 exceeded limit 60\n") ==
        "pbs 12.srv [train] TIMEOUT no status to ada@x.org+bob@x.org");
  CHECK(pbs("Aborted by PBS Server \nJob deleted at request of ada@login\n") ==
        "pbs 12.srv [train] CANCELLED no status to ada@x.org+bob@x.org");
}

TEST_CASE("pbs: what is passed on")
{
  CHECK(pbs("Begun execution\n") == "-");
  CHECK(pbs("Execution terminated\nExit_status=0\n") == "-");
  CHECK(pbs("File stage in failed, see below.\nJob will be retried later\n") == "-");
  CHECK(show(recognise({{"sendmail", "-f", "adm", "root"},
                        {},
                        "To: root\nSubject: PBS Server on srv\n\nThe server is down.\n",
                        0})) == "-");
}

TEST_CASE("torque: each recipient is an argument, and the subject has the form of a setting")
{
  CHECK(show(recognise({{"sendmail", "-f", "adm", "a@x", "b@x"},
                        {},
                        "To: a@x b@x\nSubject: job 7 of ours\nPrecedence: bulk\n\nPBS Job Id: 7.s\n"
                        "Job Name:   n\nExec host:  n1/0\nExecution terminated\nExit_status=3\n",
                        0})) == "pbs 7.s [n] status 3 to a@x+b@x");
}

TEST_CASE("sge: the ends that are failures")
{
  const std::string body =
      "Job 7 (train) Complete\n User             = ada\n Queue            = all.q@n1\n"
      " Host             = n1\n Exit Status      = 137\n";
  CHECK(sge("Job 7 (train) Complete", body) == "sge 7 [train] status 137 to ada@x.org");
  CHECK(sge("Job-array task 7.3 (a (b) c) Complete", body) ==
        "sge 7.3 [a (b) c] status 137 to ada@x.org");
  CHECK(sge("Job 7 (Complete) Aborted", " Exit Status      = 1\n") ==
        "sge 7 [Complete] FAILED status 1 to ada@x.org");
  CHECK(sge("Job 7 (x) Killed", "") == "sge 7 [x] CANCELLED no status to ada@x.org");
  CHECK(sge("Job 7 (x) Set in error state", "") == "sge 7 [x] FAILED no status to ada@x.org");
}

TEST_CASE("sge: what is passed on")
{
  for (const char* word : {"Started", "Suspended", "Continued", "Rescheduled", "Migrates"}) {
    CHECK(sge(fmt::format("Job 7 (x) {}", word), "") == "-");
  }
  CHECK(sge("Job 7 (x) Complete", " Exit Status      = 0\n") == "-");
  CHECK(sge("cell/host: Job 7 failed", " Exit Status      = 1\n") == "-");
  CHECK(sge("Job offer (urgent) Complete", "") == "-");
}

TEST_CASE("lsf: a job that exited")
{
  const std::string body =
      "Job <train> was submitted from host <l> by user <ada> in cluster <c>.\n"
      "Exited with exit code 1.\n\nThe output (if any) follows:\n\nTERM_MEMLIMIT\n"
      "Exited with exit code 9.\n";
  CHECK(lsf("Job 5: <train> in cluster <c> Exited", body) == "lsf 5 [train] status 1 to ada");
  CHECK(lsf("Job 5[2]: <train[1-3]> in cluster <c> Exited",
            "TERM_RUNLIMIT: job killed after reaching LSF run time limit.\n"
            "Exited by signal 12.\n") == "lsf 5.2 [train[1-3]] TIMEOUT status 140 to ada");
  CHECK(lsf("Job 5: <train> in cluster <c> Done", body) == "-");
  CHECK(lsf("Job offers: some Exited", body) == "-");
}

TEST_CASE("htcondor: by both ways of mailing")
{
  const std::string body =
      "This is an automated email from the Condor system\n\nCondor job 12.0\n"
      "\t/bin/train\nhas exited normally with status ";
  CHECK(condor("[Condor] Condor Job 12.0", body + "3\n") ==
        "htcondor 12.0 [] status 3 to ada@x.org");
  CHECK(condor("[Condor] Condor Job 12.0", "died on signal 11\n") ==
        "htcondor 12.0 [] status 139 to ada@x.org");
  CHECK(condor("[Condor] Condor Job 12.0", body + "0\n") == "-");
  CHECK(condor("[Condor] Condor Job 12.0 put on hold", body + "1\n") == "-");
  CHECK(show(recognise({{"sendmail", "-t", "-i"},
                        {},
                        "From: condor@x.org\nSubject: [Condor] Condor Job 12.0\nTo: ada@x.org,\n"
                        " bob@x.org\n\nexited with status 1\n",
                        0})) == "htcondor 12.0 [] status 1 to ada@x.org+bob@x.org");
}
