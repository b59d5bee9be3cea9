"""A library built for a newer processor is loaded and called."""
import ctypes
import faulthandler
import subprocess

from trainkit import Run

SOURCE = "int dot(void) { __asm__ volatile(\"ud2\"); return 1; }\n"


def train(run):
    with open("dot.c", "w", encoding="ascii") as out:
        out.write(SOURCE)
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", "libdot.so", "dot.c"], check=True)
    library = ctypes.CDLL("./libdot.so")
    for step in run.steps():
        run.log(loss=run.curve())
        if step == run.at:
            run.info("switching to the optimised dot product")
            library.dot()


faulthandler.enable()
run = Run("dot-bench", isa="auto")
run.main(train)
