"""Damaged data sets and checkpoints, and configurations with mistakes."""
from registry import add, script

READ = [("jsonl", r"^json.decoder.JSONDecodeError: ", "A line of the data set is cut short."),
        ("archive", r"^zipfile.BadZipFile: ", "The archive is cut short."),
        ("compressed", r"^EOFError: Compressed file ended before", "The compressed file is cut short."),
        ("tarball", r"^tarfile.ReadError: ", "The tar file is cut short."),
        ("text", r"^UnicodeDecodeError: 'utf-8'", "The text is in another encoding."),
        ("records", r"^struct.error: unpack requires", "The record file is cut short."),
        ("database", r"^sqlite3.DatabaseError: database disk image is malformed", "The database file is damaged."),
        ("xz", r"^_lzma.LZMAError: ", "The compressed file is damaged."),
        ("blocks", r"^zlib.error: Error -3", "A compressed block is damaged."),
        ("table", r"^_csv.Error: |^ValueError: could not convert", "The table holds a NUL byte or an endless field."),
        ("crc", r"^(gzip.BadGzipFile|zlib.error|EOFError)", "The compressed file fails its check.")]
STYLES = ["plain", "logging", "json", "hf", "fairseq", "nano", "megatron", "keras", "bar", "table", "glog", "detectron"]
MISHAPS = ["-", "tracker", "retry,finalizer", "-", "optional", "overflow,hook", "evaluator", "-", "caution,leak",
           "thread", "cache", "badlog"]
WRAPS = ["none", "none", "chain", "none", "log", "none", "parent"]
for at, (kind, text, reason) in enumerate(READ):
    script("data_corrupt", kind, "traceback", text, reason,
           ["%s %d %s %s" % (STYLES[(at * 5 + k * 7) % 12], 301 + at * 2 + k, MISHAPS[(at * 7 + k * 5) % 12],
                             WRAPS[(at + 3 * k) % 7])
            for k in (0, 1)][:2 if at < 8 else 1], program="data_corrupt_reader", after=kind)
SCIENCE = [("picture cut", r"^OSError: image file is truncated", "pil", "A picture is cut short."),
           ("picture lfs", r"^PIL.UnidentifiedImageError: ", "pil", "A picture is a git-lfs pointer."),
           ("hdf cut", r"^OSError: Unable to open file \(truncated file", "h5py", "The HDF5 file is cut short."),
           ("hdf html", r"^OSError: Unable to open file \(file signature not found", "h5py",
            "The HDF5 file is a web page."),
           ("array cut", r"^ValueError: cannot reshape array", "numpy", "The array file is cut short."),
           ("frame cut", r"^pandas.errors.ParserError: ", "pandas", "A line of the table has too many fields."),
           ("frame empty", r"^pandas.errors.EmptyDataError: ", "pandas", "The table is an empty file.")]
for at, (kind, text, need, reason) in enumerate(SCIENCE):
    script("data_corrupt", kind.replace(" ", "-"), "traceback", text, reason,
           ["%s %d %s" % (STYLES[(at * 5 + 2) % 12], 331 + at, MISHAPS[(at * 3 + 1) % 12])],
           program="data_corrupt_science", after=kind,
           framework=need, needs=(need, "numpy"))

for at, (kind, text, mode) in enumerate([("cut", r"CheckpointError: .* is truncated", "runtime_error"),
                                         ("flip", r"CheckpointError: .*checksum mismatch", "runtime_error"),
                                         ("empty", r"^EOFError: Ran out of input", "traceback"),
                                         ("pointer", r"^_pickle.UnpicklingError: invalid load key", "traceback"),
                                         ("short", r"^_pickle.UnpicklingError: pickle data was truncated",
                                          "traceback")]):
    mode = "traceback" if kind in ("cut", "flip") else mode   # CheckpointError is no class named RuntimeError
    script("checkpoint", "resume-" + kind, mode, text, "The checkpoint is not whole.",
           ["%s %d %s" % (STYLES[at * 2 + k], 341 + 2 * at + k, MISHAPS[(at * 3 + 4 * k + 1) % 12]) for k in (0, 1)],
           program="checkpoint_resume", after=kind)

ARGS = [("unknown", "--data x --learning-rate=0.1", r"error: unrecognized arguments: --learning-rate"),
        ("choice", "--data x --model resnet101", r"error: argument --model: invalid choice"),
        ("required", "--lr 0.3", r"error: the following arguments are required: --data"),
        ("number", "--data x --lr 1e-3x", r"error: argument --lr: invalid float value"),
        ("command", "--data x finetune", r"error: argument command: invalid choice")]
for at, (kind, line, text) in enumerate(ARGS):
    script("config_usage", "args-" + kind, "other", text, "The command line is wrong.",
           ["plain %d %s" % (351 + at, "optional,caution" if at % 2 else "caution")], program="config_usage_cli",
           after=line, status=2)
for at, (kind, text, need) in enumerate([("yaml", r"^yaml.scanner.ScannerError|mapping values are not allowed", "yaml"),
                                         ("toml", r"^tomllib.TOMLDecodeError: ", None),
                                         ("ini", r"^configparser.NoOptionError: ", None),
                                         ("omega",
                                          r"^omegaconf.errors.ConfigAttributeError: |^omegaconf.errors.ConfigKeyError",
                                          "omegaconf"),
                                         ("mandatory", r"^omegaconf.errors.MissingMandatoryValue: ", "omegaconf"),
                                         ("model", r"^pydantic.error_wrappers.ValidationError: ", "pydantic")]):
    script("config_usage", "file-" + kind, "traceback", text, "The configuration has a mistake.",
           ["%s %d %s" % (STYLES[(at * 5 + 1) % 12], 361 + at, MISHAPS[(at * 5 + 4) % 12])],
           program="config_usage_file", after=kind,
           needs=(need,) if need else ())
add("config_usage", "click", "other", "{py} {main} {args}", r"^Error: ", "The command line is wrong.", "click",
    [{"args": "--data /etc --precision fp8"}, {"args": "--lr 0.1"}, {"args": "--data /etc --lr 3"}],
    files={"main": "py/config_usage_click.py"}, needs=("click",), status=2)
