"""One mail for a step of a real Slurm: steps_test.py CLASS. See cluster.py."""

import os
import sys
import unittest

from slurm_test import SlurmTest

# Each rank waits for all, rank 17 fails, and a while later the others give up, as NCCL makes them.
RANK = """#!/bin/bash
touch here.$SLURM_PROCID
until [ "$(ls here.* | wc -l)" = "$SLURM_NTASKS" ]; do sleep 0.2; done
if [ "$SLURM_PROCID" = 17 ]; then
  echo "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"
  touch failed
  exit 7
fi
until [ -e failed ]; do sleep 0.2; done
sleep 1
echo "[E ProcessGroupNCCL.cpp:563] [Rank $SLURM_PROCID] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=4, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600001 milliseconds before timing out."
exit 1
"""


class Steps(SlurmTest):
    def submit(self, script, ranks, *options):
        with open(os.path.join(self.cluster.home, "rank.sh"), "w") as file:
            file.write(script)
        os.chmod(os.path.join(self.cluster.home, "rank.sh"), 0o755)
        return self.cluster.submit(
            f"exec srun -n {ranks} --overcommit {' '.join(options)} gpualert run ./rank.sh\n",
            "-N", str(len(self.cluster.nodes)), "-n", "2", "--mem-per-cpu=0",
            "--overcommit", "-J", "steps")

    def test_sixty_four_ranks_of_which_one_fails_first_make_one_mail(self):
        job = self.submit(RANK, 64, "--kill-on-bad-exit=0")
        self.assertEqual(self.cluster.wait(job, timeout=240)["JobState"], "FAILED")
        (report,) = self.wait_for_reports()
        text = " ".join(self.text(report).split())
        self.assertEqual(report["X-GPUAlert-Cause"], "cuda_oom")
        self.assertIn("64 of 64 ranks ended", text)
        self.assertRegex(text, r"rank 17 on \S+ failed first \(cuda_oom\)")
        self.assertIn("nccl_timeout: ranks 0-16, 18-63", text)
        waiting = os.listdir(os.path.join(self.cluster.home, ".local/state/gpualert/outbox"))
        self.assertEqual([name for name in waiting if name.startswith("slurm-")], [])

    def test_ranks_that_srun_kills_are_in_the_mail_of_the_next_run_or_sweep(self):
        script = RANK.replace("sleep 1\n", "exec sleep 1000\n")
        job = self.submit(script, 64, "--kill-on-bad-exit=1")
        self.cluster.wait(job, timeout=240)
        # What is left of the step: some ranks may have been killed before they could say a word.
        self.cluster.as_user("gpualert", "sweep", timeout=120)
        self.cluster.as_user("gpualert", "outbox", "flush", check=False, timeout=120)
        (report,) = self.wait_for_reports()
        self.assertEqual(report["X-GPUAlert-Cause"], "cuda_oom")
        self.assertIn("rank 17 on", " ".join(self.text(report).split()))


if __name__ == "__main__":
    unittest.main(verbosity=2, argv=[sys.argv[0], *sys.argv[1:]])
