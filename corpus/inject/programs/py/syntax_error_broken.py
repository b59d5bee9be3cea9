"""Imports a module that an editor left half finished."""
import os

from trainkit import Run

SOURCES = {
    "paren": "def forward(x):\n    return (x + 1\n\n\nWIDTH = 3\n",
    "indent": "def forward(x):\n    y = x + 1\n      return y\n",
    "print": "def report(x):\n    print 'loss', x\n",
    "tab": "def forward(x):\n        y = x\n\treturn y\n",
    "assign": "def forward(x):\n    if x = 3:\n        return x\n",
    "await": "def forward(x):\n    return await x\n",
}


def train(run, kind):
    with open("layers.py", "w", encoding="utf-8") as out:
        out.write(SOURCES[kind])
    run.info("building the model")
    import layers
    layers.forward(1)


run = Run("experimental", model="layers", compile=False)
kind = run.rest[-1]
run.main(lambda r: train(r, kind))
