"""gpualert run while a real Slurm job goes on, and when it is ended from outside:
during_test.py CLASS. See cluster.py."""

import json
import os
import unittest

from slurm_test import SlurmTest

# A job that says when it is ready, and then what it is told to do on SIGTERM.
WAITS = "trap '{}' TERM; echo ready; while :; do sleep 0.1; done"


class DuringTest(SlurmTest):
    def records(self):
        runs = os.path.join(self.cluster.home, ".local/state/gpualert/runs")
        found = []
        for directory, _, names in sorted(os.walk(runs)):
            if "run.json" in names:
                with open(os.path.join(directory, "run.json")) as file:
                    found.append(json.load(file))
        return sorted(found, key=lambda record: record["id"])

    def outbox(self):
        directory = os.path.join(self.cluster.home, ".local/state/gpualert/outbox")
        names = os.listdir(directory) if os.path.isdir(directory) else []
        return [name for name in names if not name.startswith(".") and
                os.path.exists(os.path.join(directory, name, "message.eml"))]

    def start(self, script, *options, name="train"):
        """Submits it; gives its id once it printed that it is ready."""
        job = self.cluster.submit(script, "-J", name, *options)
        self.cluster.until(lambda: "ready" in self.cluster.read(f"slurm-{job}.out"),
                           what=lambda: f"job {job} is not ready")
        return job

    def run_line(self, on_term, prefix="exec "):
        return f'{prefix}gpualert run /bin/bash -c "{WAITS.format(on_term)}"\n'


class Identity(DuringTest):
    def test_the_ranks_of_a_step_know_each_other(self):
        job = self.cluster.submit("srun -n3 gpualert run --no-notify true\n", "-n3", "-J", "ranks")
        self.assertEqual(self.cluster.wait(job)["JobState"], "COMPLETED")
        records = self.records()
        self.assertEqual(sorted(r["scheduler"]["rank"] for r in records), ["0", "1", "2"])
        for record in records:
            self.assertEqual(record["group"], f"slurm-{job}.0")
            self.assertEqual(record["scheduler"]["ntasks"], "3")
            self.assertIn(f"-job{job}-step0-rank", record["id"])

    def test_a_job_submitted_from_within_a_step_is_no_rank_of_it(self):
        job = self.cluster.submit("srun -n1 sbatch -W -o inner.out "
                                  "--wrap 'exec gpualert run --no-notify true'\n")
        self.cluster.wait(job)
        (record,) = self.records()
        self.assertNotEqual(record["scheduler"]["job"], job)
        for key in ("step", "rank", "ntasks"):
            self.assertNotIn(key, record["scheduler"])

    def test_an_array_task_is_found_by_the_name_that_squeue_shows(self):
        job = self.cluster.submit("exec gpualert run --no-notify echo hello\n", "--array=4")
        self.cluster.until(lambda: self.records() and "ended" in self.records()[0])
        shown = self.cluster.as_user("gpualert", "logs", f"{job}_4")
        self.assertEqual(shown.stdout, "hello\n")


class Ended(DuringTest):
    def test_scancel_of_a_job_that_ends_in_time_sends_one_report(self):
        job = self.start(self.run_line("sleep 1; exit 1"))
        self.cluster.as_user("scancel", job)
        self.cluster.wait(job)
        (report,) = self.wait_for_reports()
        self.assertRegex(report["Subject"], rf"^(CANCELLED|FAILED) train \(job {job}\): ")
        (record,) = self.records()
        self.assertEqual([s["name"] for s in record["signals"]].count("SIGTERM"), 1)
        self.assertEqual(record["ending"], {"exited": 1})
        self.assertEqual(self.outbox(), [])

    def test_what_does_not_end_in_time_leaves_a_provisional_report(self):
        for prefix, options in (("exec ", ()), ("srun ", ("-n1",))):
            with self.subTest(prefix=prefix):
                job = self.start(self.run_line("", prefix), *options)
                self.cluster.as_user("scancel", job)
                self.cluster.wait(job)
                self.cluster.until(lambda: "ended" in self.records()[0] or self.outbox())
                record = self.records()[-1]
                self.assertIn("SIGTERM", [s["name"] for s in record["signals"]])
                self.assertNotIn("ended", record)
                self.assertEqual(len(self.outbox()), 1)
                self.cluster.as_user("gpualert", "outbox", "flush")
                (report,) = self.wait_for_reports()
                self.assertRegex(report["Subject"], rf"^PROVISIONAL train \(job {job}")
                self.cluster.clean()

    def test_a_requeue_is_an_attempt_of_its_own_in_the_same_thread(self):
        script = ('if [ "${SLURM_RESTART_COUNT:-0}" = 1 ]; then exec gpualert run false; fi\n'
                  + self.run_line("exit 1"))
        job = self.start(script, "--requeue")
        self.cluster.as_root("scontrol", "requeue", job)
        self.wait_for_reports()
        self.cluster.until(lambda: self.cluster.job(job).get("Restarts") == "1")
        self.cluster.wait_for_requeued(job, ["FAILED"])
        reports = self.wait_for_reports(2)
        self.assertEqual(len({report["Message-ID"] for report in reports}), 2)
        self.assertEqual(len({report["References"] for report in reports}), 1)
        self.assertEqual(sum("restart 1" in report["Subject"] for report in reports), 1)
        first, second = self.records()
        self.assertEqual(first["group"], second["group"])
        self.assertTrue(second["id"].endswith(f"-job{job}-restart1"), second["id"])


class TimeLimit(DuringTest):
    def test_it_is_announced_and_is_the_cause(self):
        script = self.run_line("exit 1").replace("echo ready", "for i in 1 2 3; do echo step $i/9000 loss 1;"
                                                 " sleep 0.2; done; echo ready").replace("$i", "\\$i")
        job = self.start(script, "--time=1")
        self.cluster.until(lambda: self.records()[0].get("job"), what=lambda: "the limit is not known")
        (record,) = self.records()
        start = record["started"]["wall_ns"] / 1e9
        self.assertAlmostEqual(record["job"]["limit_ns"] / 1e9, start + 60, delta=10)
        self.assertEqual(self.cluster.wait(job, timeout=180)["JobState"], "TIMEOUT")
        reports = self.wait_for_reports(2)
        subjects = sorted(report["Subject"] for report in reports)
        self.assertRegex(subjects[0], rf"^LIMIT NEAR train \(job {job}\): \S+ s left, step 3 of 9000, ")
        self.assertRegex(subjects[1], rf"^TIMED OUT train \(job {job}\): ")
        self.assertEqual(len({report["References"] for report in reports}), 1)
        with open(os.path.join(record["path"], "verdict.json")) as file:
            self.assertEqual(json.load(file)["cause"], "time_limit")


if __name__ == "__main__":
    unittest.main(verbosity=2)
