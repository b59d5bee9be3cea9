#!/usr/bin/env python3
"""A small training loop that fails as real ones do: hours in, in a line nobody suspected.

Logistic regression on two clouds of points, in plain Python. After a warm-up each epoch trains on
the examples that the model still finds hard. It has one bug; run it to see which.
"""
import math
import random
import time

EXAMPLES = 2000
LEARNING_RATE = 0.1
WARM_UP_EPOCHS = 3
HARD_LOSS = 0.2


def make_data(rng):
    data = []
    for _ in range(EXAMPLES):
        label = rng.randrange(2)
        centre = 2.0 if label else -2.0
        data.append((rng.gauss(centre, 0.5), rng.gauss(centre, 0.5), label))
    return data


def predict(weights, x, y):
    return 1 / (1 + math.exp(-(weights[0] * x + weights[1] * y + weights[2])))


def loss_of(weights, example):
    x, y, label = example
    p = predict(weights, x, y)
    return -math.log(max(p if label else 1 - p, 1e-12))


def train_on(weights, batch):
    """One step of gradient descent; gives the mean loss."""
    gradient = [0.0, 0.0, 0.0]
    total = 0.0
    for x, y, label in batch:
        error = predict(weights, x, y) - label
        gradient[0] += error * x
        gradient[1] += error * y
        gradient[2] += error
        total += loss_of(weights, (x, y, label))
    mean_loss = total / len(batch)
    for i in range(3):
        weights[i] -= LEARNING_RATE * gradient[i] / len(batch)
    return mean_loss


def main():
    rng = random.Random(7)
    data = make_data(rng)
    weights = [0.0, 0.0, 0.0]
    print(f"training on {len(data)} examples")
    for epoch in range(1, 101):
        batch = data
        if epoch > WARM_UP_EPOCHS:
            batch = [e for e in data if loss_of(weights, e) > HARD_LOSS]
        loss = train_on(weights, batch)
        print(f"epoch {epoch:3d}  examples {len(batch):5d}  loss {loss:.4f}")
        time.sleep(0.12)
    print("done")


if __name__ == "__main__":
    main()
