"""A model that returns three things where the loop expects two."""
from trainkit import Run


def forward(batch, auxiliary):
    logits = [x * 0.5 for x in batch]
    return (logits, sum(logits), 0.01) if auxiliary else (logits, sum(logits))


def train(run):
    for step in run.steps():
        logits, loss = forward([run.rng.random() for _ in range(16)], auxiliary=step >= run.at)
        run.log(loss=loss, grad_norm=abs(loss) / 3)


run = Run("inception", aux_logits=True, lr=0.045)
run.main(train)
