"""Communication, rendezvous, stalls and nodes."""
from collateral import *
from core import shape
from parts import *
from noise import MEGATRON_FRAMES, hf_frames, main_frames, mix, nn_frames, pl_frames, pre, tb

# ------------------------------------------------------------ nccl_timeout


@shape("nccl_timeout", "all-ranks", "nccl", "pytorch", 3)
def _(c, v):
    era = ["2.0", "2.4", "2.5"][v]
    lines = begin(c, ["fairseq", "hf", "titan"][v], c.i(10, 50))
    c.tick(1800)
    first = c.i(0, 7)
    c.rank = None
    blocks = [watchdog(c, r, era, op=c.pick("ALLREDUCE", "_ALLGATHER_BASE", "BROADCAST"), ms=[1800000, 600000, 600000][v]) for r in range(8)]
    b0 = blocks.pop(first)
    lines += ["@@" + b0[0]] + mix(c, b0[1:], *blocks)
    lines += elastic(c, first, -6, others=[(r, -6) for r in range(8) if r != first][:4], old=v == 0)
    c.why = "Every rank reports the same collective timing out and nothing earlier explains it: the time-out itself is all the log knows."
    return lines


@shape("nccl_timeout", "missing-rank", "nccl", "megatron", 2)
def _(c, v):
    lines = begin(c, "megatron", c.i(15, 60))
    seq = c.i(4000, 900000)
    ranks = [r for r in range(16) if r != 11]
    c.rank = 11
    c.tick(600)
    blocks = [pre("%s: " % c.hosts[r // 8], watchdog(c, r, "2.5", op="_REDUCE_SCATTER_BASE", seq=seq)) for r in ranks[: [6, 15][v]]]
    hb = pre("%s: " % c.hosts[1], ["[rank11]:[%s ProcessGroupNCCL.cpp:1484] [PG ID 0 PG GUID 0(default_pg) Rank 11] Received a dump signal due to a collective timeout from  rank %d and we will try our best to dump the debug info. Last enqueued NCCL work: %d, last completed NCCL work: %d.This is most likely caused by incorrect usages of collectives, e.g., wrong sizes used across ranks, the order of collectives is not same for all ranks or the scheduled collective, for some reason, didn't run. Additionally, this can be caused by GIL deadlock or other reasons such as network errors or bugs in the communications library (e.g. NCCL), etc. " % (c.glog(), ranks[0], seq - 1, seq - 1),
                                "[rank11]:[%s ProcessGroupNCCL.cpp:1288] [PG ID 0 PG GUID 0(default_pg) Rank 11] ProcessGroupNCCL preparing to dump debug info. Include stack trace: 1" % c.glog()])
    lines += ["@@" + blocks[0][0]] + mix(c, blocks[0][1:], hb, *blocks[1:])
    lines += srun_tail(c, 3, "Aborted (core dumped)", rest="0-2,4-15")
    c.exit = 134
    c.why = "All ranks but 11 time out; rank 11 enqueued nothing more (last enqueued equals last completed), so it is the suspect. No error precedes."
    return lines


@shape("nccl_timeout", "heartbeat", "nccl", "pytorch", 2)
def _(c, v):
    lines = begin(c, ["hf", "simple"][v], c.i(5, 30))
    c.tick(480)
    sec = c.pick(480, 600)
    rk = c.i(0, 3)
    c.rank = rk
    g = "[rank%d]:[%s ProcessGroupNCCL.cpp:%d] [PG ID 0 PG GUID 0(default_pg) Rank %d] "
    lines += ["@@" + g % (rk, c.glog(), 1375, rk) + "First PG on this rank that detected no heartbeat of its watchdog.", g % (rk, c.glog(), 1413, rk) + "Heartbeat monitor timed out! Process will be terminated after dumping debug info. workMetaList_.size()=%d" % c.i(1, 120)] if v else ["@@" + g % (rk, c.glog(), 1316, rk) + "Heartbeat monitor timed out! Process will be terminated after dumping debug info. workMetaList_.size()=%d" % c.i(1, 120)]
    lines += [g % (rk, c.glog("F"), 1224, rk) + "[PG ID 0 PG GUID 0(default_pg) Rank %d] ProcessGroupNCCL's watchdog got stuck for %d seconds without making progress in monitoring enqueued collectives. This typically indicates a NCCL/CUDA API (e.g., CudaEventDestroy) hang blocking the watchdog, and could be triggered by another thread holding the GIL inside a CUDA api (for example, CudaEventDestroy), or other deadlock-prone behaviors.If you suspect the watchdog is not actually stuck and a longer timeout would help, you can either increase the timeout (TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC) to a larger value or disable the heartbeat monitor (TORCH_NCCL_ENABLE_MONITORING=0).If either of aforementioned helps, feel free to file an issue to PyTorch about the short timeout or false positive abort; otherwise, please attempt to debug the hang. " % (rk, sec),
              "[rank%d]:[%s ProcessGroupNCCL.cpp:1420] [PG ID 0 PG GUID 0(default_pg) Rank %d] Could not acquire GIL within 300 ms on exit, possible GIL induced hang" % (rk, c.glog(), rk)]
    lines += elastic(c, rk, -6, others=[((rk + 1) % 4, -6)], world=4)
    c.why = "The watchdog made no progress for %d s; no other failure is printed before it." % sec
    return lines


@shape("nccl_timeout", "first-collective", "nccl", "lightning", 2)
def _(c, v):
    lines = pl_head(c) + nccl_info(c, 2)
    c.tick(1800)
    if v == 0:
        c.rank = 0
        lines += watchdog(c, 0, "2.2", op="BROADCAST", seq=1, ms=1800000, mark="@@") + elastic(c, 0, -6, world=2)
    else:
        c.rank = 1
        lines += pre("[rank1]: ", tb(c, pl_frames(c)[:3] + [("torch/distributed/distributed_c10d.py", 4159, "barrier", "work = group.barrier(opts=opts)")], ["@@torch.distributed.DistBackendError: [1] is setting up NCCL communicator and retrieving ncclUniqueId from [0] via c10d key-value store by key '0', but store->get('0') got error: wait timeout after 1800000ms, keys: /default_pg/0//cuda//0", "Exception raised from throwTimeoutError at ../torch/csrc/distributed/c10d/TCPStore.cpp:284 (most recent call first):"] + frames(c, 5)))
        lines += pg_warn(c, 1)
    c.why = "The very first collective never completes: ranks did not all arrive."
    return lines


@shape("nccl_timeout", "gloo-monitored", "nccl", "pytorch", 2)
def _(c, v):
    lines = begin(c, "simple", 15)
    c.rank = 1
    if v == 0:
        lines += pre("[rank0]: ", tb(c, main_frames(c) + [("torch/distributed/distributed_c10d.py", 4290, "monitored_barrier", "return group_to_use.monitored_barrier(timeout, wait_all_ranks=wait_all_ranks)")], "@@RuntimeError: Rank 1 failed to pass monitoredBarrier in 300000 ms"))
        lines += elastic(c, 0, 1, others=[(1, -15)], world=4)
    else:
        lines += ["@@[E ProcessGroupGloo.cpp:137] Rank 3 successfully reached monitoredBarrier, but received errors while waiting for send/recv from rank 1. Please check rank 1 logs for faulty rank."] + tb(c, main_frames(c), "RuntimeError: [../third_party/gloo/gloo/transport/tcp/unbound_buffer.cc:81] Timed out waiting 1800000ms for recv operation to complete") + elastic(c, 3, 1, old=True, world=4)
    c.why = "A barrier time-out that names rank 1 as the one that never came."
    return lines


@shape("nccl_timeout", "deepspeed-eval", "nccl", "deepspeed", 2)
def _(c, v):
    lines = begin(c, "ds", 12) + ["[%s] [INFO] running evaluation on rank 0 only, others wait" % c.ts()] + ["Evaluating:  %d%%|%s| %d/4100 [%02d:%02d<%02d:%02d, %.2fit/s]" % (k // 41, "#" * (k // 410), k, k // 130, k // 3 % 60, 30, 1, 2.2) for k in range(100, 4000, c.i(60, 400))]
    c.tick(1800)
    blk = [watchdog(c, r, "2.2", op="ALLREDUCE", ms=1800000) for r in (3, 1, 2)]
    lines += ["@@" + blk[0][0]] + mix(c, blk[0][1:], *blk[1:]) + ds_kill(c, 4, -6)
    c.rank = 3
    c.exit = 250
    c.why = "Rank 0 evaluates longer than the collective time-out; ranks 1-3 time out. No failure came before."
    return lines


@shape("nccl_timeout", "ray-blocking", "nccl", "ray", 2)
def _(c, v):
    w = [(c.pid(k * 7), c.ip[k // 4]) for k in range(8)]
    lines = mix(c, ray(c, w[0][0], w[0][1], p_hf(c, 15, bar=False)), ray(c, w[4][0], w[4][1], warnings(c, 2)))
    c.tick(1800)
    c.rank = 2
    if v == 0:
        lines += ray(c, w[2][0], w[2][1], tb(c, main_frames(c), "@@torch.distributed.DistBackendError: NCCL communicator was aborted on rank 2.  Original reason for failure was: [Rank 2] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=%d, OpType=ALLREDUCE, Timeout(ms)=1800000) ran for 1800512 milliseconds before timing out." % c.i(99, 9000)))
    else:
        lines += ray(c, w[2][0], w[2][1], ["@@" + watchdog(c, 2, "2.5")[0]] + watchdog(c, 2, "2.5")[1:] + ["[repeated 7x across cluster] (Ray deduplicates logs by default. Set RAY_DEDUP_LOGS=0 to disable log deduplication, or see https://docs.ray.io/en/master/ray-observability/user-guides/configure-logging.html#log-deduplication for more options.)"])
    lines += ray_tail(c, "ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task." if v else "torch.distributed.DistBackendError: NCCL communicator was aborted on rank 2.", ip=w[2][1])
    c.why = "The collective's time-out is the first thing that goes wrong; the actor's death follows from it."
    return lines

# -------------------------------------------------------------- nccl_error


def nccl_exc(c, text, sub, last, file="ProcessGroupNCCL.cpp", ver=None):
    return ["torch.distributed.DistBackendError: NCCL error in: %storch/csrc/distributed/c10d/%s:%d, %s, NCCL version %s" % (c.pick("../", "/pytorch/"), c.pick(file, "NCCLUtils.hpp"), c.i(77, 2300), text, ver or c.pick("2.18.1", "2.20.5", "2.21.5", "2.26.2")), sub] + (["Last error:", last] if last else [])


REMOTE = ("remote process exited or there was a network error", "ncclRemoteError: A call failed possibly due to a network error or a remote process exiting prematurely.")
SYSTEM = ("unhandled system error (run with NCCL_DEBUG=INFO for details)", "ncclSystemError: System call (e.g. socket, malloc) or external library call failed or device error. ")
USAGE = ("invalid usage (run with NCCL_DEBUG=WARN for details)", "ncclInvalidUsage: This usually reflects invalid usage of NCCL library.")


@shape("nccl_error", "ib-completion", "nccl", "megatron", 3)
def _(c, v):
    lines = begin(c, ["megatron", "titan", "ds"][v], c.i(10, 40))
    bad = 12
    c.rank = bad
    w = "%s:%d:%d [4] %s NCCL WARN NET/IB : Got completion from peer %s<%d> with status=12 opcode=%d len=%d vendor err 129 (%s)%s" % (c.hosts[1], c.pid(4), c.pid(90), ["transport/net_ib.cc:1295", "ib_plugin.c:1615", "transport/net_ib.cc:1881 (ncclIbTest)"][v], c.ip[2], c.i(30000, 60000), c.i(0, 129), c.pick(0, 65536), c.pick("Recv", "Send"), ["", " localGid fd00:1148::%s remoteGidsfd00:1148::%s" % (c.hex(4), c.hex(4)), " hca mlx5_3"][v])
    lines += ["@@" + w] + ["%s:%d:%d [4] NCCL INFO transport/net.cc:1302 -> 6" % (c.hosts[1], c.pid(4), c.pid(90)), "%s:%d:%d [4] NCCL INFO proxy.cc:698 -> 6" % (c.hosts[1], c.pid(4), c.pid(90)), "%s:%d:%d [4] NCCL INFO proxy.cc:878 -> 6 [Progress Thread]" % (c.hosts[1], c.pid(4), c.pid(90))]
    for k in range(4):
        lines += ["%s:%d:%d [%d] transport/net_ib.cc:1295 NCCL WARN NET/IB : Got completion from peer %s<%d> with status=5 opcode=48 len=0 vendor err 249 (Recv)" % (c.hosts[2], c.pid(k), c.pid(80 + k), k, c.ip[1], c.i(30000, 60000))]
    lines += mix(c, *[pre("[rank%d]: " % r, tb(c, MEGATRON_FRAMES[:4], nccl_exc(c, *REMOTE, "NET/IB : Got completion from peer %s<%d> with status=%d opcode=0 len=0 vendor err 129 (Recv)" % (c.ip[2], c.i(30000, 60000), 12 if r == bad else 5)))) for r in (bad, 16, 17)])
    lines += watchdogs(c, [0, 3], "2.5") + elastic(c, 16, 1, others=[(17, 1)], host=c.hosts[2])
    c.why = "status=12 (retry exceeded) between two hosts is the link fault; status=5 lines are flushes and the time-outs come later."
    return lines


@shape("nccl_error", "duplicate-gpu", "nccl", "pytorch", 2)
def _(c, v):
    lines = torchrun_head(c) + nccl_info(c, 2) if v == 0 else warnings(c, 2)
    w = ["Duplicate GPU detected : rank 1 and rank 0 both on CUDA device %x000" % c.pick(0x1b, 0x50, 0x87), "Multiple Ranks are using the same GPU/Partition. Set NCCL_MULTI_RANK_GPU_ENABLE=1 to enable multi-rank-per-GPU support."][v]
    c.rank = 1
    lines += ["", "@@%s:%d:%d [0] init.cc:%d %sNCCL WARN %s" % (c.host, c.pid(1), c.pid(31), c.i(700, 1600), ["", "(initTransportsRank) "][v], w)]
    lines += mix(c, *[pre("[rank%d]: " % r, tb(c, main_frames(c) + [("torch/nn/parallel/distributed.py", c.pick(674, 798, 835), "__init__", "_verify_param_shape_across_processes(self.process_group, parameters)")], nccl_exc(c, *USAGE, w))) for r in (1, 0)])
    lines += elastic(c, 1, 1, others=[(0, 1)], world=2)
    c.why = "Two ranks on one GPU: NCCL says so before Python raises the generic invalid usage."
    return lines


@shape("nccl_error", "old-system-error", "nccl", "pytorch", 2)
def _(c, v):
    c.rank = 0
    lines = warnings(c, 2) + nccl_info(c, 2)
    if v == 0:
        lines += ["", "@@%s:%d:%d [0] include/socket.h:%d NCCL WARN Net : Connect to %s<%d> failed : No route to host" % (c.host, c.pid(), c.pid(20), c.i(390, 440), c.ip[3], c.i(30000, 60000)), "%s:%d:%d [0] NCCL INFO transport/net_socket.cc:333 -> 2" % (c.host, c.pid(), c.pid(20)), "%s:%d:%d [0] NCCL INFO bootstrap.cc:286 -> 2" % (c.host, c.pid(), c.pid(20))]
        lines += tb(c, main_frames(c) + [("torch/nn/parallel/distributed.py", 578, "__init__", "dist._verify_model_across_ranks(self.process_group, parameters)")], ["RuntimeError: NCCL error in: ../torch/lib/c10d/ProcessGroupNCCL.cpp:%d, unhandled system error, NCCL version 2.%d.%d" % (c.i(825, 911), c.i(7, 8), c.i(0, 9)), "ncclSystemError: System call (socket, malloc, munmap, etc) failed."])
    else:
        lines += tb(c, main_frames(c) + [("torch/nn/parallel/distributed.py", 578, "__init__", "dist._verify_model_across_ranks(self.process_group, parameters)")], ["@@RuntimeError: NCCL error in: ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:1191, internal error, NCCL version 2.10.3", "ncclInternalError: Internal check failed. This is either a bug in NCCL or due to memory corruption"])
    lines += elastic(c, 0, 1, others=[(1, 1)], old=True, world=2) if v else elastic(c, 1, 1, others=[(0, 1)], old=True, world=2)
    c.why = "Old-format NCCL error at set-up; the WARN line, when printed, says what failed."
    return lines


@shape("nccl_error", "async-event-port", "nccl", "pytorch", 2)
def _(c, v):
    lines = begin(c, "titan", c.i(8, 40))
    c.rank = 3
    p = "%s:%d:%d [3] " % (c.host, c.pid(3), c.pid(70))
    lines += [[p + "misc/ibvwrap.cc:252 NCCL WARN Call to ibv_modify_qp failed with error Connection timed out errno 110", p + "transport/net_ib.cc:215 NCCL WARN NET/IB : mlx5_3:1 async fatal event on HCA: local catastrophic error"][v]]
    lines[-1] = "@@" + lines[-1]
    lines += [p + "NCCL INFO transport/net_ib.cc:%d -> 2" % c.i(400, 1100), p + "NCCL INFO transport/net_ib.cc:1003 -> 2", p + "NCCL INFO proxy.cc:%d -> 2" % c.i(900, 1500), p + "proxy.cc:1458 NCCL WARN [Service thread] Error encountered progressing operation=Connect, res=2, closing connection"]
    lines += pre("[rank3]: ", tb(c, main_frames(c), nccl_exc(c, *SYSTEM, ["Call to ibv_modify_qp failed with error Connection timed out errno 110", "NET/IB : mlx5_3:1 async fatal event on HCA: local catastrophic error"][v])))
    lines += store_noise(c, [1]) + srun_tail(c, 0, rest="1-7")
    c.why = "The InfiniBand adapter or its path fails on rank 3's host; srun names task 0, which only reports first."
    return lines


@shape("nccl_error", "version-mismatch", "nccl", "pytorch", 2)
def _(c, v):
    lines = slurm_head(c, 2) + nccl_info(c, 2)
    w = ["Mismatched NCCL version detected : rank 8 version 21805 rank 0 version 22105", "Bootstrap Root : rank 0 of 16 ranks has already checked in"][v]
    c.rank = [8, 0][v]
    lines += pre("%d: " % c.rank, ["@@%s:%d:%d [0] %s NCCL WARN %s" % (c.hosts[1], c.pid(8), c.pid(50), ["init.cc:1036", "bootstrap.cc:125"][v], w)])
    lines += mix(c, *[pre("%d: " % r, tb(c, main_frames(c), nccl_exc(c, *(USAGE if v == 0 else ("internal error - please report this issue to the NCCL developers", "ncclInternalError: Internal check failed.")), w))) for r in (8, 9, 0)])
    lines += srun_tail(c, 8, host=c.hosts[1], rest="0-7")
    c.why = "NCCL's WARN line names the real disagreement between ranks; the exceptions repeat it."
    return lines


@shape("nccl_error", "nccl-tests", "nccl", "nccl-tests", 2, multi=False)
def _(c, v):
    lines = ["# nThread 1 nGpus 1 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0", "#", "# Using devices"] + ["#  Rank %2d Group  0 Pid %6d on %10s device %2d [0x%02x] %s" % (r, c.pid(r), c.hosts[r // 8], r % 8, 16 + r, c.gpu) for r in range(16)] + ["#", "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong"]
    for k in range(3, c.i(14, 28)):
        lines.append("%12d %12d     float     sum      -1  %7.2f  %6.2f  %6.2f      0  %7.2f  %6.2f  %6.2f      0" % (2 ** k, 2 ** k // 4, c.f(20, 300, 2), c.f(0, 200, 2), c.f(0, 370, 2), c.f(20, 300, 2), c.f(0, 200, 2), c.f(0, 370, 2)))
    c.rank = 9
    if v == 0:
        lines += ["@@%s:%d:%d [1] transport/net_ib.cc:1295 NCCL WARN NET/IB : Got completion from peer %s<51444> with status=12 opcode=0 len=0 vendor err 129 (Send)" % (c.hosts[1], c.pid(9), c.pid(60), c.ip[0]), "%s: Test NCCL failure common.cu:303 'remote process exited or there was a network error / NET/IB : Got completion from peer'" % c.hosts[1], " .. %s pid %d: Test failure common.cu:413" % (c.hosts[1], c.pid(9)), " .. %s pid %d: Test failure all_reduce.cu:90" % (c.hosts[1], c.pid(9))] + mpi_tail(c, 9, 3)
        c.exit, c.multi = 3, True
    else:
        lines = lines[:3] + ["@@%s: Test NCCL failure common.cu:958 'unhandled system error (run with NCCL_DEBUG=INFO for details) / '" % c.hosts[1], " .. %s pid %d: Test failure common.cu:842" % (c.hosts[1], c.pid(9))] + ["-" * 74, "prterun detected that one or more processes exited with non-zero status,", "thus causing the job to be terminated. The first process to do so was:", "", "   Process name: [prterun-%s-%d@1,9]" % (c.host, c.pid()), "   Exit code:    2", "-" * 74]
        c.exit = 2
    c.why = "The benchmark reports an NCCL failure directly."
    return lines


@shape("nccl_error", "ray-vllm-socket", "nccl", "ray", 2)
def _(c, v):
    w = [(c.pid(k * 7), c.ip[k]) for k in range(4)]
    c.rank = 1
    lines = ["%s\tINFO worker.py:1821 -- Connecting to existing Ray cluster at address: %s:6379..." % (c.ts(), c.ip[0])]
    lines += ray(c, w[1][0], w[1][1], nccl_info(c, 1, host=c.hosts[1])) + ray(c, w[1][0], w[1][1], ["@@%s:%d:%d [0] misc/socket.cc:%d NCCL WARN socketStartConnect: Connect to %s<%d> failed : Software caused connection abort" % (c.hosts[1], w[1][0], w[1][0] + 90, c.i(440, 560), "fe80::%s%%eth0" % c.hex(4), c.i(30000, 60000))])
    body = nccl_exc(c, *SYSTEM, "socketStartConnect: Connect to fe80::%s%%eth0<%d> failed : Software caused connection abort" % (c.hex(4), c.i(30000, 60000)))
    lines += ray(c, w[1][0], w[1][1], tb(c, main_frames(c), body)) + ray(c, w[2][0], w[2][1], tb(c, main_frames(c), nccl_exc(c, *REMOTE, None))) if v == 0 else ray(c, w[1][0], w[1][1], body)
    lines += ray_tail(c, body[0], ip=w[1][1])
    c.why = "NCCL picked an interface that cannot reach the peer; the Ray error repeats the exception."
    return lines

# -------------------------------------------------------------- rendezvous


@shape("rendezvous", "port-in-use", "runtime_error", "pytorch", 3)
def _(c, v):
    port = c.pick(29500, 29501, 12355, 6000)
    lines = [] if v == 2 else slurm_head(c)
    c.rank = 0
    if v == 0:
        lines += ["[W socket.cpp:426] [c10d] The server socket has failed to bind to [::]:%d (errno: 98 - Address already in use)." % port, "[W socket.cpp:426] [c10d] The server socket has failed to bind to ?UNKNOWN? (errno: 98 - Address already in use).", "[E socket.cpp:462] [c10d] The server socket has failed to listen on any local network address."]
        lines += tb(c, main_frames(c) + [("torch/distributed/rendezvous.py", 186, "_create_c10d_store", "return TCPStore(")], "@@RuntimeError: The server socket has failed to listen on any local network address. The server socket has failed to bind to [::]:%d (errno: 98 - Address already in use). The server socket has failed to bind to ?UNKNOWN? (errno: 98 - Address already in use)." % port)
    elif v == 1:
        c.cls = "traceback"
        lines += tb(c, [("torch/distributed/run.py", 910, "run", "elastic_launch("), ("torch/distributed/elastic/rendezvous/static_tcp_rendezvous.py", 66, "next_rendezvous", "self._store = TCPStore(  # type: ignore[call-arg]")], "@@torch.distributed.DistNetworkError: The server socket has failed to listen on any local network address. port: %d, useIpv6: 0, code: -98, name: EADDRINUSE, message: address already in use" % port)
    else:
        c.rank = 0
        lines += pl_head(c) + pre("[rank0]: ", tb(c, pl_frames(c)[:3] + [("torch/distributed/rendezvous.py", 258, "_env_rendezvous_handler", "store = _create_c10d_store(")], "@@RuntimeError: The server socket has failed to listen on any local network address. port: %d, useIpv6: 1, code: -98, name: EADDRINUSE, message: address already in use" % port)) + ["[rank: 1] Child process with PID %d terminated with code 1. Forcefully terminating all other processes to avoid zombies 🧟" % c.pid(1)]
        c.framework = "lightning"
    c.why = "The rendezvous port is taken by another job on the node; nothing had started yet."
    return lines


@shape("rendezvous", "client-timeout", "traceback", "pytorch", 2)
def _(c, v):
    port = c.i(20000, 60000)
    lines = slurm_head(c, 4) + torchrun_head(c)
    c.rank = None
    lines += ["[W%s socket.cpp:%d] [c10d] The client socket has failed to connect to [%s]:%d (errno: 110 - Connection timed out)." % (c.glog("")[0:], c.pick(663, 697, 752), c.host, port)] * c.i(2, 6)
    for k in range(3):
        lines.append("[rank%d]:[%s socket.cpp:1011] [c10d] The client socket has timed out after 600000ms while trying to connect to (%s, %d)." % (8 + k, c.glog(), c.host, port))
        if k == 0:
            lines[-1] = "@@" + lines[-1]
            c.rank = 8
    lines += tb(c, main_frames(c) + [("torch/distributed/rendezvous.py", 189, "_create_c10d_store", "return TCPStore(")], "torch.distributed.DistNetworkError: The client socket has timed out after 600000ms while trying to connect to (%s, %d)." % (c.host, port))
    if v:
        lines += ["[E TCPStore.cpp:346] [c10d] TCP client failed to connect/validate to host %s:%d - timed out (try=1, timeout=600000ms): The client socket has timed out after 600000ms while trying to connect to (%s, %d)." % (c.host, port, c.host, port)]
    lines += srun_tail(c, 1, host=c.hosts[1], rest="0,2-3")
    c.why = "The other nodes never reach MASTER_ADDR: wrong address, firewall or a master that did not start."
    return lines


@shape("rendezvous", "elastic-errors", "traceback", "pytorch", 3)
def _(c, v):
    name = ["RendezvousTimeoutError", "RendezvousConnectionError", "RendezvousClosedError"][v]
    lines = torchrun_head(c) + ["I%s %d torch/distributed/launcher/api.py:194] Starting elastic_operator with launch configs:" % (c.glog("", False), c.pid()), "  entrypoint       : train.py", "  min_nodes        : 2", "  max_nodes        : 4", "  nproc_per_node   : 8", "  run_id           : %s" % c.job, "  rdzv_backend     : c10d", "  rdzv_endpoint    : %s:29400" % c.host, "  rdzv_configs     : {'timeout': 900}", "  max_restarts     : 3", "  monitor_interval : 5", "  log_dir          : None", "  metrics_cfg      : {}", ""]
    mod = "torch.distributed.elastic.rendezvous.api."
    if v == 1:
        lines += tb(c, [("torch/distributed/elastic/rendezvous/c10d_rendezvous_backend.py", 147, "_create_tcp_store", "store = TCPStore(")], "torch.distributed.DistNetworkError: The client socket has failed to connect to any network address of (%s, 29400). The name %s resolved, but the client socket has failed to connect to %s:29400 (errno: 113 - No route to host)." % (c.host, c.host, c.host)) + ["", "The above exception was the direct cause of the following exception:", ""]
        k = len(lines) - 4
        lines[k] = "@@" + lines[k]
        lines += tb(c, [("torch/distributed/run.py", 919, "main", "run(args)"), ("torch/distributed/elastic/rendezvous/c10d_rendezvous_backend.py", 155, "_create_tcp_store", "raise RendezvousConnectionError(")], mod + "RendezvousConnectionError: The connection to the C10d store has failed. See inner exception for details.")
        c.multi = True
    else:
        extra = ["W%s %d torch/distributed/elastic/rendezvous/dynamic_rendezvous.py:1267] The node '%s_%d_0' has failed to shutdown the rendezvous '%d' due to an error of type RendezvousConnectionError." % (c.glog("", False), c.pid(), c.host, c.pid(), c.job)]
        lines += (p_simple(c, 5) if v == 2 else []) + tb(c, [("torch/distributed/run.py", 919, "main", "run(args)"), ("torch/distributed/elastic/agent/server/api.py", 711, "run", "result = self._invoke_run(role)"), ("torch/distributed/elastic/rendezvous/dynamic_rendezvous.py", c.i(1080, 1260), "next_rendezvous", "self._op_executor.run(join_op, deadline, self._get_deadline)")], "@@" + mod + name + (": " if v == 0 else "")) + extra
    c.why = "Agents could not meet (%s): a matter of hosts, ports or node counts before any rank trained." % name
    return lines


@shape("rendezvous", "jax-barrier", "runtime_error", "jax", 2)
def _(c, v):
    lines = jax_head(c)
    c.rank = 0
    if v == 0:
        lines += tb(c, [("./train.py", 40, "<module>", "jax.distributed.initialize(addr, num_processes=8, process_id=pid)"), ("jax/_src/distributed.py", 119, "initialize", "self.client.connect()")], ["@@jaxlib.xla_extension.XlaRuntimeError: DEADLINE_EXCEEDED: Barrier timed out. Barrier_id: PjRT_Client_Connect. Timed out task names:", "/job:jax_worker/replica:0/task:3", "/job:jax_worker/replica:0/task:7", "", "Additional GRPC error information from remote target unknown_target_for_coordination_leader while calling /tensorflow.CoordinationService/Barrier:", ':{"created":"@17%d.%d","description":"Error received from peer ipv4:%s:1234","file_line":1056,"grpc_message":"Barrier timed out.","grpc_status":4}' % (c.i(10000000, 50000000), c.i(1000, 9999999), c.ip[0])])
    else:
        lines += ["%s: E external/xla/xla/pjrt/distributed/client.cc:96] Coordination service agent in error status: DEADLINE_EXCEEDED: Deadline Exceeded" % c.ts("%Y-%m-%d %H:%M:%S.%f", 0)] + tb(c, [("./train.py", 40, "<module>", "jax.distributed.initialize()"), ("jax/_src/distributed.py", 119, "initialize", "self.client.connect()")], "@@jaxlib.xla_extension.XlaRuntimeError: DEADLINE_EXCEEDED: Failed to connect to coordination service: Connect() timed out after 300s with 14 attempts. Most recent failure was: UNAVAILABLE: failed to connect to all addresses") + ["Error in atexit._run_exitfuncs:"] + tb(c, [("jax/_src/distributed.py", 168, "shutdown", "global_state.shutdown()")], "jaxlib.xla_extension.XlaRuntimeError: FAILED_PRECONDITION: Client not connected")
        c.rank = None
    c.why = "Processes did not all reach the start barrier; the atexit trace is teardown."
    return lines


@shape("rendezvous", "gloo-peer", "runtime_error", "pytorch", 2)
def _(c, v):
    lines = warnings(c, 1) + ["| distributed init (rank %d): tcp://%s:23456" % (c.i(0, 3), c.ip[0])]
    c.rank = [2, 0][v]
    if v == 0:
        lines += tb(c, main_frames(c) + [("torch/distributed/distributed_c10d.py", 932, "_new_process_group_helper", "backend_class = ProcessGroupGloo(backend_prefix_store, group_rank, group_size, timeout=timeout)")], "@@RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:799] connect [127.0.1.1]:%d: Connection refused" % c.i(2000, 60000)) + ["[1, 3] peers gave up: " + "RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:534] Connection closed by peer [%s]:%d" % (c.ip[2], c.i(2000, 60000))]
    else:
        lines += tb(c, main_frames(c) + [("torch/distributed/rendezvous.py", 237, "_env_rendezvous_handler", "master_addr = _get_env_or_raise('MASTER_ADDR')")], "@@ValueError: Error initializing torch.distributed using env:// rendezvous: environment variable MASTER_ADDR expected, but not set")
        c.cls, c.multi = "traceback", False
    c.why = "The group could not be formed: an address that does not answer or is not given."
    return lines


@shape("rendezvous", "mpi-ssh", "other", "mpi", 2)
def _(c, v):
    bar = "-" * 74
    c.exit = 1
    if v == 0:
        lines = ["Warning: Permanently added '%s' (ED25519) to the list of known hosts." % c.hosts[0], "ssh: connect to host %s port 22: No route to host" % c.hosts[1], bar, "ORTE was unable to reliably start one or more daemons.", "This usually is caused by:", "", "* not finding the required libraries and/or binaries on", "  one or more nodes. Please check your PATH and LD_LIBRARY_PATH", "  settings, or configure OMPI with --enable-orterun-prefix-by-default", "", "* lack of authority to execute on one or more specified nodes.", "  Please verify your allocation and authorities.", bar]
        lines[3] = "@@" + lines[3]
    else:
        lines = ["[mpiexec@%s] Timeout was reached in wait_for_handshake" % c.host] + ["[proxy:0@%s] HYDU_sock_connect (lib/utils/sock.c:209): unable to connect from \"%s\" to \"%s\" (Connection refused)" % (c.hosts[2], c.hosts[2], c.host), "[proxy:0@%s] main (proxy/pmip.c:105): unable to connect to server %s at port %d (check for firewalls!)" % (c.hosts[2], c.host, c.i(30000, 60000))]
        lines[1] = "@@" + lines[1]
        lines = slurm_head(c, 4) + lines
    c.why = "The MPI launcher could not start or reach its daemons on the other nodes."
    return lines

# ------------------------------------------------------------------- stall


@shape("stall", "silent-end", "other", "pytorch", 2)
def _(c, v):
    lines = begin(c, ["timm", "megatron"][v], c.i(10, 60))
    c.exit = -9 if v == 0 else 137
    lines += ["[stall-guard] no output for 3600 s (last step time %.1f s), stack dump follows" % c.f(1, 30, 1), "Process %d: python train.py" % c.pid(), "Python v%s.%d" % (c.py, c.i(1, 9)), "", "Thread %d (active): \"MainThread\"" % c.pid(), "    wait (threading.py:320)", "    _try_get_data (torch/utils/data/dataloader.py:1146)", "    _next_data (torch/utils/data/dataloader.py:1329)", "    main (train.py:%d)" % c.i(90, 400), "[stall-guard] killing process group %d" % c.pid()]
    k = [i for i, x in enumerate(lines) if x.startswith("[stall-guard] no output")][0]
    lines[k] = "@@" + lines[k]
    c.why = "The job stopped making progress and printed no error; a guard script killed it after an hour."
    c.multi = False
    return lines


@shape("stall", "internevo", "other", "internevo", 2)
def _(c, v):
    lines = ["%s INFO pipeline.py:%d in record_current_batch_training_metrics -- tflops=%.2f step=%d loss=%.5f tgs (tokens/gpu/second)=%.1f lr=%.2e loss_scale=65536.0 grad_norm={'0_default': %.3f} inf_nan_skip_batches=0 fwd_bwd_time=%.2f" % (c.ts(), c.i(500, 610), c.f(120, 190, 2), k, c.f(2, 6, 5), c.f(3000, 4400, 1), c.f(1e-5, 4e-4, 6), c.f(0.4, 2), c.f(2, 8, 2)) for k in range(c.i(100, 400), 440)]
    c.tick(900)
    lines += ["@@%s ERROR monitor.py:%d in run -- Training may be in stuck status, please check it." % (c.ts(), c.i(60, 130))] * 1 + ["%s WARNING monitor.py:%d in send_alert -- alert address is not set, message dropped" % (c.ts(), c.i(20, 60))]
    for _ in range(c.i(1, 5)):
        c.tick(900)
        lines += ["%s ERROR monitor.py:88 in run -- Training may be in stuck status, please check it." % c.ts()]
    c.tick(4000)
    lines += ["slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s ***" % (c.job, c.host, c.iso()), "srun: Job step aborted: Waiting up to 32 seconds for job step to finish."] if v == 0 else ["Terminated"]
    c.exit = [-15, 143][v]
    c.why = "The monitor reports no progress; the operator's cancel afterwards ends what was already stuck."
    return lines


@shape("stall", "nvrx-heartbeat", "other", "nvrx", 2)
def _(c, v):
    lines = begin(c, "megatron", c.i(10, 40))
    rk = c.i(0, 31)
    c.rank = rk
    lines += ["@@[%s] [ERROR] [ft_launcher] [Cycle 0] Did not get subsequent heartbeat. Waited %.2f seconds." % (c.ts(), c.f(600, 1800, 2)), "[%s] [INFO] [rank_monitor_server] [Cycle 0] rank=%d Sending signal 9 to the rank, pid=%d" % (c.ts(), rk, c.pid(rk % 8))]
    lines += elastic(c, rk, -9, others=[((rk + 1) % 8, -15)])
    if v:
        lines += ["[%s] [INFO] [ft_launcher] [Cycle 0] restart budget exhausted (max_restarts=0); exiting" % c.ts()]
    c.why = "The fault-tolerance monitor killed a rank that had stopped; the -9 in the table is the monitor's own signal, not a memory kill."
    return lines


@shape("stall", "tf-jax-watchdog", "other", "jax", 2)
def _(c, v):
    lines = begin(c, "jax", c.i(10, 40))
    t = c.ts("%Y-%m-%d %H:%M:%S.%f", 0)
    lines += ["@@%s: E external/xla/xla/service/gpu/runtime/nccl_clique.cc:163] This thread has been waiting for `acquire clique for rank 3; clique=devices=[0,1,2,3,4,5,6,7]` for 10 seconds and may be stuck. Expected 8 threads to join the rendezvous, but not all of them arrived on time." % t if v else "@@%s: E external/xla/xla/service/rendezvous.cc:93] [id=0] This thread has been waiting for `first call to collective operation 2; run_id=%d` for 40 seconds and may be stuck. Expected 8 threads to join the rendezvous, but only 7 of them arrived on time." % (t, c.i(10**8, 10**9)),
              "%s: F external/xla/xla/service/rendezvous.cc:127] Termination timeout for `first call to collective operation 2` of 240 seconds exceeded. Exiting to ensure a consistent program state. Expected 8 threads to join the rendezvous, but only 7 of them arrived on time." % t, "Fatal Python error: Aborted", "", "Thread 0x00007fbd2dffb640 (most recent call first):", '  File "%s/threading.py", line 320 in wait' % c.site.rsplit("/", 1)[0], "", "Current thread 0x00007fc41c1d8740 (most recent call first):", '  File "%s/jax/_src/array.py", line 628 in _value' % c.site, "Aborted (core dumped)"]
    c.exit = 134
    c.why = "XLA waited for a participant that never came and ended the process itself; nothing failed before."
    return lines


@shape("stall", "timeout-wrapper", "other", "pytorch", 2)
def _(c, v):
    lines = begin(c, "hf", c.i(6, 30)) + ckpt_ok(c, "hf")[:1]
    if v == 0:
        lines += ["@@[watch] %s heartbeat file untouched for 5400s, last step 1820; sending SIGTERM to %d" % (c.iso(), c.pid()), "[watch] still alive after 60s, sending SIGKILL", "/var/spool/slurm/d/job%d/slurm_script: line 22: %d Killed                  python finetune.py --config c.yaml" % (c.job, c.pid())]
        c.exit = 137
    else:
        lines += ["@@INFO 2025: hang detector: rank 0 step counter has not moved in 45 min (NFS write of checkpoint still open)", "Terminated"]
        c.exit = 143
    c.why = "No progress after a checkpoint began; the watcher's kill (not memory) ends the job."
    return lines

# --------------------------------------------------------------- node_fail


@shape("node_fail", "slurm", "other", "pytorch", 3)
def _(c, v):
    lines = slurm_head(c, 4) + begin(c, ["megatron", "hf", "simple"][v], c.i(8, 40), head=False)
    bad = c.hosts[2]
    c.exit = [1, 1, 143][v]
    c.tick(60)
    msgs = ["srun: error: Node failure on %s" % bad, "srun: Job step aborted: Waiting up to 32 seconds for job step to finish.", "slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s DUE TO NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS ***" % (c.job, c.hosts[0], c.iso())]
    if v == 1:
        noise = watchdogs(c, [0, 4], "2.5")
        lines += ["@@" + msgs[0]] + noise[: len(noise) // 2] + msgs[2:] + ["srun: error: %s: task 0: Terminated" % c.host]
    elif v == 0:
        lines += store_noise(c, [1, 5]) + ["@@" + msgs[0]] + msgs[1:] + ["srun: error: %s: tasks 0-7: Killed" % c.host]
    else:
        lines += ["@@slurmstepd: error: *** JOB %d ON %s CANCELLED AT %s DUE TO NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS ***" % (c.job, c.host, c.iso()), "slurmstepd: error: *** JOB %d ON %s CANCELLED AT %s DUE TO JOB REQUEUE ***" % (c.job, c.host, c.iso())]
    c.why = "Slurm lost node %s; communication errors, cancels and the requeue follow from that." % bad
    return lines


@shape("node_fail", "ssh-lost", "other", "deepspeed", 2)
def _(c, v):
    bad = c.hosts[1]
    lines = pre("%s: " % c.host, begin(c, "ds", 10))
    if v == 0:
        lines += ["@@%s: client_loop: send disconnect: Broken pipe" % bad, "pdsh@login1: %s: ssh exited with exit code 255" % bad] + pre("%s: " % c.host, watchdogs(c, [0, 1], "2.2", ms=1800000)) + ["pdsh@login1: %s: ssh exited with exit code 250" % c.host]
        c.exit = 255
    else:
        lines += ["-" * 74, "@@ORTE has lost communication with a remote daemon.", "", "  HNP daemon   : [[%d,0],0] on node %s" % (c.i(1000, 60000), c.host), "  Remote daemon: [[%d,0],1] on node %s" % (c.i(1000, 60000), bad), "", "This is usually due to either a failure of the TCP network", "connection to the node, or possibly an internal failure of", "the daemon itself. We cannot recover from this failure, and", "therefore will terminate the job.", "-" * 74]
        c.exit = 1
    c.why = "The launcher's connection to %s died with the machine; the NCCL time-outs are the remaining ranks waiting." % bad
    return lines


@shape("node_fail", "kernel-lockup", "other", "pytorch", 2)
def _(c, v):
    lines = begin(c, "titan", 20)
    h = c.hosts[1]
    st = c.t.strftime("%b %d %H:%M:%S")
    m = ["watchdog: BUG: soft lockup - CPU#%d stuck for 22s! [pt_main_thread:%d]" % (c.i(0, 127), c.pid(2)), "Kernel panic - not syncing: Fatal machine check on current CPU"][v]
    lines += ["%s %s kernel: %s" % (st, h, "mce: [Hardware Error]: CPU 34: Machine Check Exception: 5 Bank 1: be00000000800400") if v else "%s %s kernel: Modules linked in: nvidia_uvm(POE) nvidia(POE) lustre(OE)" % (st, h), "@@%s %s kernel: %s" % (st, h, m), "srun: error: Node failure on %s" % h, "slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s DUE TO NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS ***" % (c.job, c.host, c.iso())] + srun_tail(c, 0, "Terminated", cancelled=False)
    c.why = "The machine itself stopped (lock-up or panic), which Slurm then reports as node failure."
    return lines


@shape("node_fail", "ray-k8s", "other", "ray", 2)
def _(c, v):
    lines = ray(c, c.pid(3), c.ip[1], p_hf(c, 12, bar=False))
    if v == 0:
        lines += ["@@(autoscaler) Node %s (ip: %s) is marked dead because its health check failed: missed 5 heartbeats." % (c.hex(12), c.ip[1]), "%s\tWARNING worker.py:2107 -- The node with node id: %s and address: %s and node name: %s has been marked dead because the detector has missed too many heartbeats from it. This can happen when a \t(1) raylet crashes unexpectedly (OOM, etc.) " % (c.ts(), c.hex(56), c.ip[1], c.ip[1]), "\t(2) raylet has lagging heartbeats due to slow network or busy workload."]
        lines += ray_tail(c, "ray.exceptions.ActorDiedError: The actor died because its node has died. Node Id: %s" % c.hex(56), ip=c.ip[1])
    else:
        c.framework = "kubernetes"
        lines = begin(c, "simple", 20) + ["@@{\"level\":\"warning\",\"ts\":\"%sZ\",\"logger\":\"pytorchjob\",\"msg\":\"pod %s-worker-1 on node %s: NodeNotReady: Node is not ready\"}" % (c.iso(), c.project, c.hosts[1]), "{\"level\":\"info\",\"ts\":\"%sZ\",\"msg\":\"TaintManagerEviction: Marking for deletion Pod %s-worker-1\"}" % (c.iso(), c.project)] + watchdogs(c, [0], "2.5")
        c.exit = 134
    c.why = "The node disappeared; actor deaths and time-outs are how the rest of the job learnt of it."
    return lines
