#include <gpualert/scheduler.hpp>

#include <catch2/catch.hpp>

using namespace gpualert;

namespace {

JobNames job(const std::string& id)
{
  JobNames names;
  names.job = id;
  names.name = "wrap";
  names.user = "nobody";
  names.host = "vm";
  return names;
}

std::string of(const std::string& pattern, const std::string& id)
{
  return expand_output_path(pattern, job(id), "/w");
}

std::string of_task(const std::string& pattern)
{
  JobNames names = job("18");
  names.array_job = "16";
  names.array_task = "7";
  return expand_output_path(pattern, names, "/w");
}

}  // namespace

// The files that Slurm 22.05.8 made of these patterns.
TEST_CASE("output patterns give the files that Slurm made")
{
  CHECK(of("p1_%J_%s_%t_%n_%N_%u_%x_%5j_%%.out", "10") ==
        "/w/p1_10_batch_0_0_vm_nobody_wrap_00010_%.out");
  CHECK(of("p2_%12j_%5x_%5N_%5u_%3s_%4J_%2t_%0j.out", "11") ==
        "/w/p2_0000000011_wrap_vm_nobody_batch_0011_00_11.out");
  CHECK(of("p5_%A_%a.out", "14") == "/w/p5_14_4294967294.out");
  CHECK(of("p6_%q_%5_%", "15") == "/w/p6_%q_5_%");
  CHECK(of("p9_%%j_%5%_x%", "20") == "/w/p9_%j_5%_x%");
  CHECK(of_task("p7_%A_%a_%j_%4a_%3A") == "/w/p7_16_7_18_0007_016");
}

TEST_CASE("a backslash turns the letters off")
{
  CHECK(of(R"(p3_\%j_%x.out)", "12") == "/w/p3_%j_%x.out");
  CHECK(of(R"(p4_\\%j_a\b.out)", "13") == R"(/w/p4_\%j_ab.out)");
  CHECK(of(R"(p\)", "13") == "/w/p");
}

TEST_CASE("without a pattern there is a default, and an absolute one stays")
{
  CHECK(of("", "7") == "/w/slurm-7.out");
  CHECK(of_task("") == "/w/slurm-16_7.out");
  CHECK(of("/tmp/%j", "7") == "/tmp/7");
}

TEST_CASE("in a step the letters are the step's")
{
  JobNames names = job("7");
  names.step = "0";
  names.task = "3";
  names.node = "1";
  CHECK(expand_output_path("%J_%s_%2t_%n", names, "/w") == "/w/7.0_0_03_1");
}

// %b is newer than 22.05 (sbatch(1) of 23.02).
TEST_CASE("%b is the last digit of the task")
{
  JobNames names = job("18");
  names.array_task = "127";
  CHECK(expand_output_path("%b", names, "/w") == "/w/7");
}
