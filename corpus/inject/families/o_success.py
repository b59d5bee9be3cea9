"""Runs that end with status 0 although their logs look frightening."""
from registry import add, script, variants_of

script("success", "mishaps-early", "success", "", "Everything that goes wrong before the training is dealt with.",
       ["plain 1201 tracker,optional,retry,older", "json 1202 cache,caution,tracker", "hf 1203 older,retry,optional"],
       program="success_loop")
script("success", "mishaps-middle", "success", "", "Everything that goes wrong during the training is dealt with.",
       ["logging 1204 sample,thread,evaluator", "fairseq 1205 halve,overflow,badlog",
        "glog 1206 coroutine,thread,sample"], program="success_loop")
script("success", "mishaps-late", "success", "", "Hooks and destructors fail after the training has ended well.",
       ["nano 1207 hook,finalizer", "table 1208 finalizer,leak,badlog", "detectron 1209 hook,leak,thread"],
       program="success_loop")
SHOW = [("notebook", ["plain 1211", "logging 1212 caution"], "Cells fail and are interrupted; the notebook goes on."),
        ("halve", ["hf 1213", "json 1214 tracker"], "Batches that are too large are halved."),
        ("restart", ["fairseq 1215 retry", "keras 1216"], "Children that crash are started again."),
        ("pool-again", ["glog 1217", "bar 1218 thread"], "A broken pool is replaced."),
        ("background", ["nano 1219 hook", "detectron 1220"], "A thread and a child fail beside the training."),
        ("preflight", ["megatron 1221", "table 1222 optional"], "Tests that speak of failures pass."),
        ("scale", ["plain 1223 overflow", "json 1224"], "The loss scale finds its level."),
        ("save", ["logging 1225 badlog", "hf 1226 cache"], "The checkpoint goes to the third location.")]
for kind, looks, why in SHOW:
    script("success", kind, "success", "", why, looks, program="success_handled", after=kind,
           needs=("numpy",) if kind == "halve" else ())
for kind, looks, why in [("loader", ["plain 1231 tracker", "fairseq 1232"], "Workers skip samples."),
                         ("shape", ["json 1233 thread", "nano 1234"], "A profile fails and is skipped."),
                         ("resume", ["hf 1235 finalizer", "logging 1236"], "A broken checkpoint is left aside.")]:
    script("success", "torch-" + kind, "success", "", why, looks, framework="pytorch", folder="torch",
           program="success_torch", after=kind, needs=("torch",))
add("success", "elastic-restart", "success",
    "/usr/bin/python3 elastic.py --nproc_per_node 2 --max_restarts 2 --master_addr 127.0.0.1 "
    "--master_port $((20000 + RANDOM % 20000)) {main} {look} restart", "",
    "The first attempt of torchrun failed, the second one ended well.", "pytorch",
    variants_of(["plain 1241", "logging 1242 caution"]), files={"main": "torch/success_torch.py",
        "elastic.py": "torch/elastic.py"}, needs=("torch",))
add("success", "job-script", "success", "bash good_job.sh /usr/bin/python3 {main} {look}", "",
    "Steps of the script fail without harm.", "shell",
    variants_of(["plain 1251 sample", "hf 1252 retry,thread"]), files={"main": "py/success_loop.py",
        "good_job.sh": "sh/good_job.sh"})
add("success", "mpi-warnings", "success",
    "mpicc -O1 -Wall -Wextra -o heat heat.c; exec mpirun --allow-run-as-root --oversubscribe "
    "--mca btl_tcp_if_include eth9 "
    "--mca btl self,vader,tcp -np {n} ./heat none 9 {step}", "",
    "Open MPI warns of an interface that does not exist and works without it.", "mpi",
    [{"n": 2, "step": -380}, {"n": 3, "step": -370}], files={"heat.c": "mpi/heat.c"}, needs=("mpi", "cxx"))
