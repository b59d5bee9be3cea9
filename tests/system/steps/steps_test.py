"""One mail for a job step, not one for each rank. The environment of srun is made by hand here;
tests/system/slurm does it with a real Slurm. GPUALERT and DELIVER name the programs."""

import email
import email.policy
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

GPUALERT = os.environ["GPUALERT"]
PATIENCE = 120
OOM = "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"
NCCL = ("[rank0]:[E ProcessGroupNCCL.cpp:563] [Rank 0] Watchdog caught collective operation "
        "timeout: WorkNCCL(SeqNum=4, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600001 "
        "milliseconds before timing out.")


class StepTest(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp(prefix="gpualert-steps.")
        self.addCleanup(shutil.rmtree, self.root, True)
        self.state = os.path.join(self.root, "state")
        self.runs = os.path.join(self.state, "runs")
        self.go = os.path.join(self.root, "go")
        self.processes = {}
        self.addCleanup(self.stop)

    def stop(self):
        for process in self.processes.values():
            process.kill()
            process.wait()

    def environment(self, rank, ranks, **more):
        return {"PATH": os.environ["PATH"], "HOME": self.root, "TMPDIR": self.root,
                "GPUALERT_STATE_DIR": self.state, "SLURM_JOB_ID": "123", "SLURM_STEP_ID": "0",
                "SLURM_PROCID": str(rank), "SLURM_STEP_NUM_TASKS": str(ranks),
                "SLURMD_NODENAME": f"n{rank // 32 + 1}", **more}

    def start(self, rank, ranks, script, *options, **more):
        self.processes[rank] = subprocess.Popen(
            [GPUALERT, "run", *options, "sh", "-c", script],
            env=self.environment(rank, ranks, **more), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

    def wait_for(self, what, message):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            answer = what()
            if answer:
                return answer
            time.sleep(0.01)
        self.fail(message)

    def when(self, then):
        return f"until [ -e {self.go} ]; do sleep 0.02; done; {then}"

    def ended(self):
        return len(glob.glob(f"{self.runs}/*/slurm-123.0/.step*/[0-9]*"))

    def status(self, rank):
        return self.processes[rank].wait(PATIENCE)

    def statuses(self):
        return {rank: self.status(rank) for rank in self.processes}

    def mails(self):
        texts = []
        for path in sorted(glob.glob(os.path.join(self.state, "mail", "new", "*"))):
            with open(path, "rb") as file:
                texts.append(email.message_from_binary_file(file, policy=email.policy.default))
        return texts

    def text(self, mail):
        return mail.get_body(("plain",)).get_content()

    def waiting(self):
        return [os.path.basename(path) for path in glob.glob(self.state + "/outbox/*.*")]

    def command(self, *words):
        environment = {key: value for key, value in self.environment(0, 1).items()
                       if not key.startswith("SLURM")}
        return subprocess.run([GPUALERT, *words], env=environment, capture_output=True, text=True,
                              timeout=PATIENCE)

    def one_mail(self):
        self.wait_for(self.mails, "no mail")
        self.assertEqual(len(self.mails()), 1)
        self.assertEqual(self.waiting(), [])
        return self.mails()[0]


class Together(StepTest):
    def all_ranks(self, ranks, first):
        for rank in range(ranks):
            if rank != first:
                self.start(rank, ranks, self.when(f"echo '{NCCL}'; exit 1"))
        self.wait_for(lambda: len(glob.glob(self.runs + "/.open/*-*")) >= ranks - 1, "not started")
        self.start(first, ranks, f"echo '{OOM}'; exit 7")
        self.assertEqual(self.status(first), 7)
        self.assertEqual(self.mails(), [])
        self.assertEqual(self.waiting(), ["slurm-123.0.maildir"])
        open(self.go, "w").close()
        statuses = self.statuses()
        self.assertEqual(statuses.pop(first), 7)
        self.assertEqual(set(statuses.values()), {1})
        return self.one_mail()

    def test_one_mail_names_the_rank_that_failed_first_and_what_became_of_the_others(self):
        mail = self.all_ranks(ranks=8, first=5)
        self.assertEqual(mail["X-GPUAlert-Cause"], "cuda_oom")
        self.assertIn("rank 5", mail["Subject"])
        text = " ".join(self.text(mail).split())
        self.assertIn("8 of 8 ranks ended, on 1 host: n1", text)
        self.assertIn("rank 5 on n1 failed first (cuda_oom)", text)
        self.assertIn("nccl_timeout: ranks 0-4, 6, 7", text)
        self.assertIn("nccl_timeout: in the logs of 7 other ranks", text)
        self.assertIn("CUDA out of memory. Tried to allocate 2.00 GiB", text)
        self.assertIn("Watchdog caught collective operation timeout", text)

    def test_sixty_four_ranks_that_end_at_once_make_one_mail(self):
        mail = self.all_ranks(ranks=64, first=17)
        text = " ".join(self.text(mail).split())
        self.assertIn("64 of 64 ranks ended, on 2 hosts: n1, n2", text)
        self.assertIn("rank 17 on n1 failed first (cuda_oom)", text)


class Apart(StepTest):
    def test_all_well_is_one_mail_where_it_is_wanted_and_none_where_not(self):
        for rank in range(3):
            self.start(rank, 3, "exit 0", "--notify", "always")
        self.assertEqual(set(self.statuses().values()), {0})
        mail = self.one_mail()
        self.assertIn("3 of 3 ranks ended", " ".join(self.text(mail).split()))
        self.processes.clear()
        for rank in range(3):
            self.start(rank, 3, "exit 0", SLURM_STEP_ID="1")
        self.statuses()
        self.assertEqual((len(self.mails()), self.waiting()), (1, []))

    def test_a_requeued_step_is_another_one(self):
        for restart in ("0", "1"):
            for rank in range(2):
                self.start(rank, 2, f"echo '{OOM}'; exit 1", SLURM_RESTART_COUNT=restart)
            self.statuses()
            self.processes.clear()
        self.wait_for(lambda: len(self.mails()) == 2, "not two mails")
        self.assertEqual(self.waiting(), [])

    def test_a_directory_of_one_host_means_one_mail_for_the_host_which_says_so(self):
        for rank in range(2):
            self.start(rank, 4, f"echo '{OOM}'; exit 1", SLURM_STEP_TASKS_PER_NODE="2(x2)",
                       SLURM_NODEID="0")
        self.statuses()
        text = " ".join(self.text(self.one_mail()).split())
        self.assertIn("2 of 4 ranks ended, on 1 host: n1", text)
        self.assertIn("on a disk of n1 alone: each other host reports its own ranks", text)

    def test_another_cause_that_comes_to_light_after_delivery_makes_a_second_mail(self):
        self.start(1, 3, self.when(f"echo '{OOM}'; exit 1"))
        self.start(2, 3, f"echo '{NCCL}'; exit 1")
        self.status(2)
        self.assertEqual(self.command("outbox", "flush").returncode, 0)
        self.assertEqual([m["X-GPUAlert-Cause"] for m in self.mails()], ["nccl_timeout"])
        # Of another host, whose clock is an hour behind: it failed before the one that was told of.
        index = glob.glob(f"{self.runs}/*/slurm-123.0/.step/2,*")[0]
        first, second = index.rsplit("/", 1)
        fields = second.split(",")
        fields[2] = str(int(fields[2]) + 3_600_000_000_000)
        fields[4] = "otherone"
        os.rename(index, f"{first}/{','.join(fields)}")
        open(self.go, "w").close()
        self.status(1)
        self.assertEqual(self.command("outbox", "flush").returncode, 0)
        self.assertEqual(sorted(m["X-GPUAlert-Cause"] for m in self.mails()),
                         ["cuda_oom", "nccl_timeout"])


class Cut(StepTest):
    """Some ranks die with everything around them."""

    def cut(self):
        for rank in (0, 2, 3):
            self.start(rank, 4, "echo waiting; exec sleep 1000")
        marks = lambda: [m for m in glob.glob(self.runs + "/.open/*") if ".tmp" not in m]
        self.wait_for(lambda: len(marks()) == 3, "not started")
        open(self.runs + "/.swept", "w").close()  # lest rank 1 start a sweep beside ours
        self.start(1, 4, f"echo '{OOM}'; exit 1")
        self.assertEqual(self.status(1), 1)
        self.assertEqual((self.mails(), self.waiting()), ([], ["slurm-123.0.maildir"]))
        for what in (signal.SIGSTOP, signal.SIGKILL):
            for rank in (0, 2, 3):
                self.kill_tree(self.processes[rank].pid, what)
        for rank in (0, 2, 3):
            self.status(rank)

    def ended(self):
        records = [json.load(open(path)) for path in glob.glob(self.runs + "/2*/*/*/run.json")]
        return sum("ending" in record for record in records)

    def kill_tree(self, pid, what):
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            victims = [pid, *map(int, file.read().split())]
        for victim in victims:
            os.kill(victim, what)

    def test_what_is_held_back_is_delivered_by_a_flush_and_a_sweep_adds_nothing(self):
        self.cut()
        self.assertEqual(self.command("outbox", "flush").returncode, 0)
        text = " ".join(self.text(self.one_mail()).split())
        self.assertIn("1 of 4 ranks ended", text)
        self.assertIn("not seen to end: ranks 0, 2, 3", text)
        self.assertEqual(self.command("sweep").returncode, 0)
        self.assertEqual(self.ended(), 4)
        self.one_mail()

    def test_a_sweep_completes_what_is_held_back_and_has_it_delivered(self):
        self.cut()
        self.assertEqual(self.command("sweep").returncode, 0)
        text = " ".join(self.text(self.one_mail()).split())
        self.assertIn("4 of 4 ranks ended", text)
        self.assertIn("rank 1 on n1 failed first (cuda_oom)", text)


if __name__ == "__main__":
    names = sys.argv[1:] or ["Together", "Apart", "Cut"]
    suite = unittest.TestSuite(
        unittest.defaultTestLoader.loadTestsFromName(name, sys.modules[__name__]) for name in names)
    sys.exit(0 if unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful() else 1)
