"""A small classifier or language model whose last argument picks a variant of the code; each has one mistake."""
import torch
import torch.nn.functional as F
from torch import nn

from trainkit import Run

torch.set_num_threads(1)


class Net(nn.Module):
    def __init__(self, kind, width=32):
        super().__init__()
        self.kind = kind
        self.embed = nn.Embedding(50, width)
        self.conv = nn.Conv2d(3, 8, 3, padding=1)
        self.body = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 64))
        self.head = nn.Linear(48 if kind == "head" else 64, 10)

    def forward(self, x, late):
        if late and self.kind == "channels":
            self.conv(torch.zeros(4, 4, 8, 8))
        if late and self.kind == "view":
            return self.head(self.body(x).view(-1, 60))
        if late and self.kind == "cat":
            x = torch.cat([x, torch.zeros(x.shape[0] + 1, x.shape[1])], dim=1)
        if late and self.kind == "add":
            x = x + torch.ones(x.shape[0], x.shape[1] + 1)
        if late and self.kind == "double":
            x = x.double()
        if late and self.kind == "half":
            x, _ = x.half(), self.half()
        if late and self.kind == "index":
            x = self.embed(torch.tensor([3, 50]))
        if late and self.kind == "index-type":
            x = self.embed(x[:, 0])
        if late and self.kind == "inplace":
            hidden = torch.sigmoid(self.body(x))
            hidden += 1
            return self.head(hidden)
        if late and self.kind == "einsum":
            return torch.einsum("bd,dk->bk", x, torch.ones(x.shape[1] + 3, 10))
        return self.head(self.body(x))


def train(run):
    kind = run.rest[-1]
    torch.manual_seed(run.seed)
    net = Net(kind)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    run.info("parameters: %d" % sum(p.numel() for p in net.parameters()))
    losses = 0
    for step in run.steps():
        late = step == run.at
        x, y = torch.randn(16, 32), torch.randint(0, 10, (16,))
        if late and kind == "target":
            y[3] = 10
        if late and kind == "target-type":
            y = torch.rand(16)
        if late and kind == "target-shape":
            y = y[:12]
        loss = F.cross_entropy(net(x, late), y)
        if late and kind == "binary":
            loss = F.binary_cross_entropy(net(x, late)[:, 0], (y > 4).float())
        if late and kind == "leaf":
            net.head.weight += 0.1
        if late and kind == "numpy":
            print(loss.numpy())
        if late and kind == "meta":
            net.head.to("meta")(net.body(x))
        if late and kind == "meta-copy":
            nn.Linear(8, 8, device="meta").to("cpu")
        if late and kind == "meta-mix":
            loss = (net.body(x) - torch.zeros(16, 64, device="meta")).pow(2).mean()
        optimizer.zero_grad()
        if late and kind == "twice":
            loss.backward()
        if kind == "graph":
            losses = losses + loss
            (losses if late else loss).backward(retain_graph=False)
            late and losses.backward()
        elif late and kind == "scalar":
            (net(x, late) ** 2).backward()
        elif late and kind == "detached":
            loss.detach().backward()
        else:
            loss.backward()
        optimizer.step()
        run.log(loss=loss.item(), grad_norm=float(nn.utils.clip_grad_norm_(net.parameters(), 1.0)))


run = Run("mlp-torch", lr=1e-3, batch_size=16, device="cpu")
run.main(train)
