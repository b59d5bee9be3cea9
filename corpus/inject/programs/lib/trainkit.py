"""A small training harness, as every lab has one: configuration, progress, and somebody who catches what goes wrong.

    run = Run("tagger", lr=3e-4)
    for step in run.steps():
        run.log(loss=0.3)
"""
import argparse
import logging
import os
import random
import subprocess
import sys
import time

import looks
import services


class TrainingError(RuntimeError):
    """What a runner raises when the function it runs has failed."""


class Run:
    def __init__(self, name, total=None, quiet=False, **config):
        parser = argparse.ArgumentParser(add_help=False)
        parser.add_argument("--style", default="plain")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--trouble", default="-")
        parser.add_argument("--wrap", default="none")
        parser.add_argument("--pause", type=float, default=0.01)
        self.options, self.rest = parser.parse_known_args()
        self.name, self.style, self.seed, self.keep = name, self.options.style, self.options.seed, []
        self.rng = random.Random(self.seed)
        self.total = total or self.rng.randint(18, 60)
        self.at = self.rng.randint(self.total // 2, self.total - 4)   # where the program's own story happens
        self.trouble = [t for t in self.options.trouble.split(",") if t != "-"]
        self.config = dict(config, seed=self.seed, output_dir="runs/%s-%04d" % (name, 1000 + self.seed * 37 % 9000))
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
        if not quiet:
            looks.banner(self.style, name, self.config)
            self.service(services.EARLY)
            self.service(services.AT_END)

    def service(self, kind):
        for name in self.trouble:
            if name in kind:
                kind[name](self)

    def info(self, text):
        looks.say(self.style, self.name, "info", text)

    def warn(self, text):
        looks.say(self.style, self.name, "warning", text)

    def error(self, text):
        looks.say(self.style, self.name, "error", text)

    def steps(self):
        """Counts steps; the mishaps of the middle come after a few of them."""
        for step in range(1, self.total + 1):
            self.step = step
            yield step
            if step == max(2, self.at // 2):
                self.service(services.MID)
            time.sleep(self.options.pause)

    def log(self, **values):
        looks.STYLES[self.style](self.name, self.step, self.total, values)

    def curve(self, start=2.5, floor=0.4):
        """A loss that looks like one, for programs whose model is not the point."""
        decay = 0.93 ** getattr(self, "step", 1)
        return floor + (start - floor) * decay + self.rng.uniform(-0.03, 0.03)

    def main(self, function):
        """Calls function(run) under the wrapper that the job was given."""
        wrap = self.options.wrap
        if wrap == "chain":
            try:
                function(self)
            except Exception as error:
                raise TrainingError("%s failed at step %d" % (self.name, getattr(self, "step", 0))) from error
        elif wrap == "log":
            try:
                function(self)
            except Exception:
                logging.getLogger(self.name).exception("training stopped")
                self.info("cleaning up %s" % self.config["output_dir"])
                sys.exit(1)
        else:
            function(self)


def launch():
    """With --wrap parent the job is a child of this process, which checks its status as launchers do."""
    if "--wrap parent" in " ".join(sys.argv) and "TRAINKIT_CHILD" not in os.environ:
        subprocess.run([sys.executable] + sys.argv, check=True, env=dict(os.environ, TRAINKIT_CHILD="1"))
        sys.exit(0)


launch()
