"""Mixed precision by hand: a loss scale that is halved at each overflow, to its end."""
import torch
from torch import nn

from trainkit import Run

torch.set_num_threads(1)


def train(run):
    torch.manual_seed(run.seed)
    net = nn.Linear(16, 16)
    scale, floor, skipped = 65536.0, 1.0 / 1024, 0
    for step in run.steps():
        for _ in range(40 if step >= run.at else 1):
            x = torch.randn(8, 16) * (1e30 if step >= run.at else 1.0)
            loss = net(x).pow(2).mean()
            net.zero_grad()
            (loss * scale).backward()
            if any(not torch.isfinite(p.grad).all() for p in net.parameters()):
                scale, skipped = scale / 2, skipped + 1
                run.info("OVERFLOW! Skipping step. Attempted loss scale: %g, reducing to %g" %
                         (scale * 2, scale))
                if scale < floor:
                    raise FloatingPointError("Minimum loss scale reached (%g). Your loss is probably exploding." %
                                             floor)
        if step < run.at:
            run.log(loss=float(loss), scale=scale)


run = Run("amp-manual", total=34, fp16=True, init_scale=65536)
run.main(train)
