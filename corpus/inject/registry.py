"""The list of injectors: what each runs, and what the truth about its log is.

An injector's label is written here, before the run, from what the injector does; `root` only finds the line that
states it. Names of causes and classes are those of ../check.py.
"""
import dataclasses
import re

ALL = []


@dataclasses.dataclass
class Injector:
    cause: str
    name: str
    mode: str            # class
    command: str         # for /bin/bash -c, formatted with the variant's values
    root: str            # regular expression for the decisive line; "" for unknown and success
    why: str
    framework: str
    variants: list       # one log each: values for `command`; keys below override the injector's own
    multi: bool = False  # the log always has other error lines
    rank: object = None
    pick: str = "first"  # which matching line is the root: first or last
    needs: tuple = ()    # see needs.py
    files: dict = dataclasses.field(default_factory=dict)  # name in the working directory -> path in programs/
    timeout: int = 120
    status: object = None   # expected wait status, when it matters
    absent: str = ""     # must not be in the log

    @property
    def shape(self):
        return "%s-cap-%s" % (self.cause, self.name)


# What a variant may override instead of passing it to the command.
OWN = {"rank", "multi", "root", "mode", "why", "status"}

# Neutral names for the main program, so that a path in a traceback never tells the cause.
MAINS = ["train.py", "main.py", "run_training.py", "finetune.py", "pretrain.py", "fit.py", "trainer.py"]


def add(cause, name, mode, command, root, why, framework="python", variants=({},), **more):
    """Registers one injector. In `command`, {main} is the neutral name under which files["main"] is installed."""
    if any(i.cause == cause and i.name == name for i in ALL):
        raise ValueError("injector %s-%s is registered twice" % (cause, name))
    re.compile(root.encode())
    ALL.append(Injector(cause, name, mode, command, root, why, framework, list(variants), **more))


# Mishaps that print warnings or notes but nothing that reads as an error.
MILD = {"caution", "overflow", "leak", "-"}


def variants_of(looks, multi=False):
    """One variant per look; a mishap or a wrapper makes the log one with several errors."""
    variants = []
    for look in looks:
        style, seed, trouble, wrap = (look.split() + ["-", "none"][len(look.split()) - 2:])[:4]
        variants.append({"look": "--style %s --seed %s --trouble %s --wrap %s" % (style, seed, trouble, wrap),
                         "multi": multi or not set(trouble.split(",")) <= MILD or wrap in ("chain", "parent")})
    return variants


def script(cause, name, mode, root, why, looks, framework="python", folder="py", before="", **more):
    """A Python program programs/FOLDER/CAUSE_NAME.py (or `program`) with the kit; `looks` is one string per variant.

    A look is "STYLE SEED [TROUBLE,TROUBLE|-] [WRAP]": how the job prints, its random seed, which handled mishaps it
    meets, and who catches the failure (see programs/lib/trainkit.py).
    """
    program = more.pop("program", "%s_%s" % (cause, name.replace("-", "_")))
    files = {"main": "%s/%s.py" % (folder, program)}
    files.update(more.pop("files", {}))
    add(cause, name, mode, before + "/usr/bin/python3 {main} {look} " + more.pop("after", ""), root, why, framework,
        variants_of(looks, more.pop("multi", False)), files=files, **more)


def held_out(labels):
    """shape -> held out: what labels.jsonl says, else every third injector of a cause, beginning with the second."""
    known, place, held = {label["shape"]: label["holdout"] for label in labels}, {}, {}
    for injector in ALL:
        index = place[injector.cause] = place.get(injector.cause, -1) + 1
        held[injector.shape] = known.get(injector.shape, index % 3 == 1)
    return held
