"""Full, read-only and broken file systems: small tmpfs mounts and a file system in user space."""
from registry import add, script

FULL = "bash small_disk.sh {size} runs "


def full(name, program, arg, root, why, looks, framework="python", needs=(), mode="traceback", **more):
    script("disk_full", name, mode, root, why, looks, framework, program=program, after=arg,
           multi=more.get("always", False),
           before="bash small_disk.sh 1m runs ", needs=("root", "mount") + tuple(needs))


full("checkpoint", "disk_full_checkpoint", "", r"^OSError: \[Errno 28\] No space left on device",
     "The volume of the checkpoints is full.",
     ["plain 201", "megatron 202 overflow", "json 203 tracker log"])
full("array-save", "disk_full_array", "save", r"^OSError: \[Errno 28\]|^OSError: \d+ requested and \d+ written",
     "The volume is full; numpy reports the bytes that went in.", ["fairseq 204", "nano 205 sample"], "numpy",
     ("numpy",))
full("array-append", "disk_full_array", "raw", r"^OSError: \[Errno 28\]|^OSError: \d+ requested and \d+ written",
     "The volume is full; numpy reports the bytes that went in.", ["bar 206 caution,finalizer chain"], "numpy",
     ("numpy",))
full("database", "disk_full_database", "", r"^sqlite3.OperationalError: database or disk is full",
     "The database's volume is full.",
     ["table 207", "glog 208 evaluator"])
full("logger", "disk_full_logger", "", r"^OSError: \[Errno 28\] No space left on device",
     "The volume is full; the logging module survived it, the model did not.", ["logging 209", "hf 210 retry"],
     always=True)
full("copy", "disk_full_copy", "copy", r"^OSError: \[Errno 28\] No space left on device", "The scratch volume is full.",
     ["detectron 211", "keras 212 badlog parent"])
full("archive", "disk_full_copy", "tar", r"^OSError: \[Errno 28\] No space left on device",
     "The scratch volume is full.",
     ["plain 213 coroutine"])
add("disk_full", "tools", "other", FULL + "bash pack.sh {tool}", r"No space left on device",
    "The scratch volume is full.", "shell",
    [{"tool": "cp", "size": "2m"}, {"tool": "tar", "size": "2m", "root": "tar: .*Wrote only"},
     {"tool": "dd", "size": "2m"}], files={"pack.sh": "sh/pack.sh"}, needs=("root", "mount"))
add("disk_full", "shell-echo", "other", FULL + "bash pack.sh echo", r"write error: No space left on device",
    "The scratch volume is full.", "shell", [{"size": "2m"}, {"size": "1m"}], files={"pack.sh": "sh/pack.sh"},
    needs=("root", "mount"))

script("storage_io", "read-only", "traceback", r"^OSError: \[Errno 30\] Read-only file system",
       "The volume is mounted read-only.",
       ["plain 221", "hf 222 optional,thread"], before="bash read_only.sh runs ", needs=("root", "mount"))
script("storage_io", "memory", "traceback", r"^OSError: \[Errno 5\] Input/output error", "The region cannot be read.",
       ["glog 223", "json 224 tracker chain"])
SHARE = [("io", r"^OSError: \[Errno 5\] Input/output error", "The share returns I/O errors."),
         ("stale", r"^OSError: \[Errno 116\] Stale file handle", "The share's file handles went stale."),
         ("remote", r"^OSError: \[Errno 121\] Remote I/O error", "The share's server fails."),
         ("dead", r"^OSError: \[Errno (107\] Transport endpoint|103\] Software)", "The share's server went away.")]
for at, (kind, text, reason) in enumerate(SHARE):
    add("storage_io", "share-" + kind, "traceback", "bash share.sh " + kind + " /usr/bin/python3 {main} {look}", text,
        reason, "python",
        [{"look": "--style %s --seed %d --trouble %s" % look, "multi": True} for look in
         [("logging", 225 + at, "retry"), ("fairseq", 235 + at, "caution")]],
        files={"main": "py/storage_io_shards.py"}, needs=("root", "mount", "fuse"), multi=True)
