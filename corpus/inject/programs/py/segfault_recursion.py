"""A recursion limit raised too far, in a thread with a small stack."""
import faulthandler
import sys
import threading

from trainkit import Run


class Tree:
    def __init__(self, child):
        self.child = child

    def __eq__(self, other):
        return self.child == other.child


def train(run):
    sys.setrecursionlimit(10 ** 7)
    for step in run.steps():
        run.log(loss=run.curve(), depth=step)
        if step == run.at:
            left = right = None
            for _ in range(200_000):
                left, right = Tree(left), Tree(right)
            run.info("comparing the pruned tree with the reference")
            threading.stack_size(256 * 1024)
            worker = threading.Thread(target=lambda: left == right)
            worker.start()
            worker.join()


faulthandler.enable()
run = Run("tree-prune", max_depth="none")
run.main(train)
