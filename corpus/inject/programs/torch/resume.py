"""Saves a checkpoint and resumes from it; the last argument says how the two do not fit."""
import io
import os
import pickle

import torch
from torch import nn

from trainkit import Run

torch.set_num_threads(1)


def build(width, layers=2):
    return nn.Sequential(*[m for _ in range(layers) for m in (nn.Linear(width, width), nn.ReLU())],
                         nn.Linear(width, 10))


def train(run):
    kind = run.rest[-1]
    torch.manual_seed(run.seed)
    net = build(24)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for step in run.steps():
        loss = net(torch.randn(8, 24)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        run.log(loss=loss.item())
        if step == 6:
            break
    os.makedirs("runs", exist_ok=True)
    path = "runs/epoch_3.pt"
    torch.save({"model": net.state_dict(), "optimizer": optimizer.state_dict(), "step": 6}, path)
    run.info("job restarted, resuming from %s" % path)
    if kind == "cut":
        os.truncate(path, os.path.getsize(path) * 2 // 3)
    elif kind == "empty":
        os.truncate(path, 0)
    elif kind == "html":
        with open(path, "wb") as out:
            out.write(b"<html><head><title>Login</title></head></html>")
    elif kind == "flip":
        data = bytearray(open(path, "rb").read())
        at = data.index(b"PK\x01\x02")
        data[at:at + 4] = b"\xff\xff\xff\x7f"
        open(path, "wb").write(data)
    elif kind == "legacy":
        with open(path, "wb") as out:
            pickle.dump({"magic": 1}, out, protocol=2)
    state = torch.load(path, map_location="cpu")
    if kind == "width":
        net = build(32)
    elif kind == "layers":
        net = build(24, layers=3)
    elif kind == "prefix":
        net = nn.DataParallel(net)
    elif kind == "head":
        net[-1] = nn.Linear(24, 100)
    net.load_state_dict(state["model"])
    if kind == "groups":
        optimizer = torch.optim.SGD([{"params": [p]} for p in net.parameters()], lr=0.1)
    elif kind == "members":
        optimizer = torch.optim.SGD(list(net.parameters())[:2], lr=0.1)
    optimizer.load_state_dict(state["optimizer"])
    if kind == "buffer":
        torch.load(io.BytesIO(torch.randn(10).numpy().tobytes()))
    run.info("resumed at step %d" % state["step"])


run = Run("resume-torch", resume="runs/epoch_3.pt")
run.main(train)
