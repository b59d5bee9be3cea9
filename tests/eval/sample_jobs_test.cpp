#include "eval/experiments/sample_jobs.hpp"
#include "eval/predict.hpp"

#include <gpualert/catalogue.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gpualert;
using namespace gpualert::eval;

TEST_CASE("isolation: there is a sample job for every cause")
{
  for (const std::string_view cause : known_causes()) {
    INFO(cause);
    CHECK(std::count_if(sample_jobs().begin(), sample_jobs().end(),
                        [&](const SampleJob& job) { return job.cause == cause; }) == 1);
  }
}

TEST_CASE("isolation: every sample job fails of the cause that it stands for")
{
  for (const SampleJob& job : sample_jobs()) {
    Label label;
    label.exit_code = job.exit_code;
    INFO(job.output);
    CHECK(predict(label, job.output).answer(Method::ours).cause == job.cause);
  }
}
