"""Training that goes wrong by numbers: the loss becomes NaN or grows without bound; the last argument says who sees."""
import math
import sys

import torch
from torch import nn

from trainkit import Run

torch.set_num_threads(1)


def step_of(net, optimizer, x, y, late, kind):
    if late and kind in ("stop", "exit", "assert"):
        x = (x - x) / (x - x).std()     # a batch of constants, normalised
    logits = net(x)
    if kind in ("diverge", "guard", "spike"):
        loss = (logits - 1).pow(2).mean()
    elif late and kind == "anomaly":
        loss = torch.sqrt((logits - logits).pow(2).sum())
    else:
        logs = torch.log(torch.softmax(logits, 1) - 1) if late and kind == "silent" else torch.log_softmax(logits, 1)
        loss = logs.gather(1, y[:, None]).mean().neg()
    if late and kind == "grad":
        loss = loss + torch.sqrt((logits - logits).pow(2).sum())
    optimizer.zero_grad()
    loss.backward()
    return loss


def train(run):
    kind = run.rest[-1]
    torch.manual_seed(run.seed)
    rate = {"diverge": 20, "guard": 24, "spike": 18}.get(kind, 0.05)
    net = nn.Linear(16, 10) if rate > 1 else nn.Sequential(nn.Linear(16, 32), nn.Tanh(), nn.Linear(32, 10))
    optimizer = torch.optim.SGD(net.parameters(), lr=rate)
    if kind == "anomaly":
        torch.autograd.set_detect_anomaly(True)
    first = None
    for step in run.steps():
        x, y = torch.randn(32, 16), torch.randint(0, 10, (32,))
        loss = step_of(net, optimizer, x, y, step >= run.at, kind)
        value = loss.item()
        first = first if first is not None else value
        if kind == "grad" and not all(torch.isfinite(p.grad).all() for p in net.parameters()):
            raise FloatingPointError("gradients are Nan/Inf in step %d" % step)
        run.log(loss=value, grad_norm=float(nn.utils.clip_grad_norm_(net.parameters(), 1e9)))
        if kind == "stop" and not math.isfinite(value):
            raise ValueError("loss is %s at step %d, stopping" % (value, step))
        if kind == "exit" and not math.isfinite(value):
            print("Loss is {}, stopping training".format(value))
            sys.exit(1)
        if kind == "assert":
            assert not torch.isnan(loss), "NaN loss detected"
        if kind == "sample" and step == run.at:
            torch.multinomial(torch.softmax(net(x) * float("inf"), 1), 1)
        if kind == "guard" and value > 50 * max(first, 1):
            raise RuntimeError("loss diverged: %.4g at step %d, %.4g at the start" % (value, step, first))
        if kind == "spike" and value > 1000:
            run.error("loss exploded (%.3e), aborting the run" % value)
            sys.exit(3)
        if value > 1e30:
            break
        optimizer.step()
    run.info("training finished, final loss %.4f" % value)


run = Run("numerics", total=36, optimizer="sgd", clip=None)
run.main(train)
