"""Files, rights, modules, syntax, arithmetic: Python programs whose surroundings or divisors are wrong."""
from registry import add, script

script("assertion", "grid", "assertion", r"^AssertionError: image 224x225", "The image does not divide into patches.",
       ["plain 31 sample", "json 32 tracker log"])
script("assertion", "bare", "assertion", r"^AssertionError$", "A batch repeats a sample; the assertion has no text.",
       ["nano 33", "logging 34 retry,finalizer"])
script("assertion", "close", "assertion", r"^AssertionError: *$", "One value is off by more than the tolerance.",
       ["table 35 caution", "glog 36"], framework="numpy", needs=("numpy",), pick="last")
script("assertion", "suite", "assertion", r"^AssertionError: Lists differ", "A unit test before training failed.",
       ["detectron 37", "plain 38 optional"], framework="unittest")

script("div_zero", "empty-split", "div_zero", r"^ZeroDivisionError: division by zero", "A mean over an empty split.",
       ["plain 41", "hf 42 tracker", "fairseq 43 sample,hook chain"])
script("div_zero", "schedule", "div_zero", r"^ZeroDivisionError: division by zero",
       "The schedule has no steps after the warm-up.",
       ["megatron 44 overflow", "keras 45 caution log"])
script("div_zero", "modulo", "div_zero", r"^ZeroDivisionError: integer modulo by zero", "The interval became zero.",
       ["detectron 46", "bar 47 badlog,leak parent"])
script("div_zero", "throughput", "div_zero", r"^ZeroDivisionError: float division by zero", "A rate over no time.",
       ["json 48 thread", "nano 49"])

script("file_not_found", "manifest", "file_not_found", r"^FileNotFoundError: .*train-clean-100.tsv",
       "The data set is not there.",
       ["fairseq 51", "logging 52 optional,cache"])
script("file_not_found", "shard", "file_not_found", r"^FileNotFoundError: .*shards/part-",
       "One shard of many is missing.",
       ["nano 53 sample", "megatron 54"], framework="numpy", needs=("numpy",))
script("file_not_found", "resume", "file_not_found", r"^FileNotFoundError: .*'runs/exp42/checkpoints'",
       "Neither the marker nor the directory of checkpoints exists; the first exception was an expected probe.",
       ["plain 55", "glog 56 tracker parent"], multi=True)
script("file_not_found", "table", "file_not_found", r"^FileNotFoundError: .*holdout_2026w48", "The table is missing.",
       ["table 57 caution", "bar 58 evaluator,hook"], framework="pandas", needs=("pandas",))
add("file_not_found", "script", "file_not_found",
    "echo 'Mon: starting {what}'; echo \"python: $({py} --version)\"; {py} -u {what}; s=$?; "
    "echo \"$0: job step failed with status $s\" >&2; exit $s", r"can't open file", "The script itself is not there.",
    "python",
    [{"what": "src/train_v3.py"}, {"what": "tools/finetune_lora.py"}], status=2)

NOBODY = "setpriv --reuid nobody --regid nogroup --clear-groups "
script("permission", "output", "permission", r"^PermissionError: \[Errno 13\] .*'/etc/experiments'",
       "The directory is not ours.",
       ["plain 61", "json 62 sample log"], before=NOBODY, needs=("root",))
script("permission", "weights", "permission", r"^PermissionError: \[Errno 13\] .*'weights.json'",
       "The file is not readable for us.",
       ["hf 63 optional", "logging 64 cache chain"],
       before="echo '[]' >weights.json; chmod 600 weights.json; exec " + NOBODY,
       needs=("root",))
script("permission", "port", "permission", r"^PermissionError: \[Errno 13\] Permission denied",
       "A port below 1024 needs a right that the job has not.", ["glog 65", "table 66 retry,thread"], before=NOBODY,
       needs=("root",))
script("permission", "nice", "permission", r"^PermissionError: \[Errno 13\] Permission denied",
       "Only root may raise a priority.", ["plain 67 older", "fairseq 68"], before=NOBODY, needs=("root",))
add("permission", "not-executable", "permission", "./launch.sh {arg}", r"Permission denied",
    "The start script is not executable.", "shell", [{"arg": "--gpus 1"}, {"arg": "--config base.yaml"}],
    files={"launch.sh": "sh/hello.sh"}, status=126)

KINDS = [("paren", r"^SyntaxError: '\(' was never closed"), ("indent", r"^IndentationError: unexpected indent"),
         ("print", r"^SyntaxError: Missing parentheses"), ("tab", r"^TabError: inconsistent use of tabs"),
         ("assign", r"^SyntaxError: invalid syntax\. Maybe you meant"),
         ("await", r"^SyntaxError: 'await' outside async")]
LOOKS = ["--style plain --seed 71", "--style logging --seed 72 --trouble tracker",
         "--style json --seed 73 --wrap chain",
         "--style hf --seed 74 --trouble optional,cache", "--style fairseq --seed 75",
         "--style nano --seed 76 --trouble hook"]
for (kind, text), look in zip(KINDS, LOOKS):
    add("syntax_error", kind, "traceback", "{py} {main} {look} {kind}", text, "A module does not parse.", "python",
        [{"look": look, "kind": kind, "multi": "trouble" in look or "wrap" in look}],
        files={"main": "py/syntax_error_broken.py"})

script("missing_module", "package", "missing_module", r"^ModuleNotFoundError: No module named 'sentencepiece'",
       "A required package is missing; the optional one is handled.", ["plain 81", "hf 82 optional,tracker"],
       multi=True)
script("missing_module", "name", "missing_module", r"^ImportError: cannot import name 'Mapping'", "The name moved.",
       ["megatron 83", "table 84 sample chain"])
script("missing_module", "lazy", "missing_module", r"^ModuleNotFoundError: No module named 'onnxruntime'",
       "The export needs a package that is not installed.", ["bar 85 thread", "glog 86"])
script("missing_module", "spawn", "missing_module", r"^ModuleNotFoundError: No module named 'helpers_for_workers'",
       "The worker's module does not exist; the second traceback is the parent's.",
       ["logging 87", "detectron 88 retry"], multi=True)
add("missing_module", "dash-m", "missing_module", "{py} -m {what} --nproc_per_node 2 train.py", r"No module named",
    "The launcher's package is not installed.", "python", [{"what": "accelerate.commands.launch"},
                                                           {"what": "deepspeed.launcher.runner"}])
