"""Single-process PyTorch: shapes, types, devices, graphs, checkpoints, numbers."""
from e_data import MISHAPS, STYLES, WRAPS
from registry import add, script

NEED = ("torch",)


def looks(at, count, start):
    return ["%s %d %s %s" % (STYLES[(at * 5 + k * 7 + start) % 12], start + at * 3 + k,
                             MISHAPS[(at * 7 + k * 5 + start) % 12],
                             WRAPS[(at * 3 + k * 2 + start) % 7]) for k in range(count)]


def model(cause, kind, mode, root, why, at, count=2, program="models", name=None, **more):
    script(cause, "torch-" + (name or kind), mode, root, why, looks(at, count, 601), framework="pytorch",
           folder="torch",
           program=program, after=kind, needs=NEED, timeout=90, **more)


RT = "runtime_error"
MODELS = [
    ("shape_mismatch", "head", RT, r"^RuntimeError: mat1 and mat2 shapes cannot be multiplied",
     "The head has another width than the body."),
    ("shape_mismatch", "channels", RT, r"^RuntimeError: Given groups=1, weight of size",
     "The pictures have another number of channels."),
    ("shape_mismatch", "view", RT, r"^RuntimeError: shape '\[-1, 60\]' is invalid",
     "The view does not fit the number of elements."),
    ("shape_mismatch", "cat", RT, r"^RuntimeError: Sizes of tensors must match",
     "The batches to be joined differ in size."),
    ("shape_mismatch", "add", RT, r"^RuntimeError: The size of tensor a \(32\) must match",
     "The sizes cannot be broadcast."),
    ("shape_mismatch", "einsum", RT, r"^RuntimeError: einsum\(\): subscript d has size",
     "The operands disagree on a dimension."),
    ("shape_mismatch", "target-shape", "traceback", r"^ValueError: Expected input batch_size \(16\)",
     "Fewer labels than samples."),
    ("dtype_mismatch", "double", RT, r"^RuntimeError: (mat1 and mat2 must have the same dtype|expected scalar type)",
     "Double inputs for float weights."),
    ("dtype_mismatch", "half", RT, r"^RuntimeError: \"addmm_impl_cpu_\" not implemented for 'Half'",
     "Half precision on a CPU."),
    ("dtype_mismatch", "target-type", RT, r"^RuntimeError: (expected scalar type Long|Expected floating|\"nll_loss)",
     "Labels of a floating type."),
    ("dtype_mismatch", "index-type", RT, r"^RuntimeError: Expected tensor for argument #1 'indices'",
     "Indices of a floating type."),
    ("device_mismatch", "meta-mix", "device_mismatch", r"RuntimeError: .*(meta|device)",
     "One operand lives on the meta device."),
    ("device_mismatch", "meta-copy", "device_mismatch", r"^NotImplementedError: Cannot copy out of meta tensor",
     "A module without data is moved."),
    ("device_mismatch", "meta", "device_mismatch", r"(RuntimeError|NotImplementedError): .*(meta|device)",
     "The head lives on the meta device."),
    ("key_or_attr", "index", "traceback", r"^IndexError: index out of range in self", "A token beyond the vocabulary."),
    ("key_or_attr", "target", "traceback", r"^IndexError: Target 10 is out of bounds",
     "A label beyond the number of classes."),
    (RT, "twice", RT, r"^RuntimeError: Trying to backward through the graph a second time",
     "backward was called twice."),
    (RT, "inplace", RT, r"^RuntimeError: one of the variables needed for gradient computation has been modified",
     "An activation was changed in place."),
    (RT, "leaf", RT, r"^RuntimeError: a (view of a )?leaf Variable that requires grad is being used in an in-place",
     "A weight was changed in place."),
    (RT, "numpy", RT, r"^RuntimeError: Can't call numpy\(\) on Tensor that requires grad",
     "A tensor with a gradient was turned into an array."),
    (RT, "scalar", RT, r"^RuntimeError: grad can be implicitly created only for scalar outputs",
     "backward of something that is no scalar."),
    (RT, "detached", RT, r"^RuntimeError: element 0 of tensors does not require grad", "backward of a detached loss."),
    (RT, "binary", RT, r"^RuntimeError: all elements of input should be between 0 and 1",
     "Logits where probabilities are expected."),
]
for at, (cause, kind, mode, text, reason) in enumerate(MODELS):
    model(cause, kind, mode, text, reason, at, count=2 if at % 2 == 0 else 1)

RESUME = [
    ("width", RT, r"size mismatch for 0.weight|^RuntimeError: Error\(s\) in loading state_dict",
     "The model has another width than the checkpoint."),
    ("layers", RT, r"^RuntimeError: Error\(s\) in loading state_dict",
     "The model has more layers than the checkpoint."),
    ("prefix", RT, r"^RuntimeError: Error\(s\) in loading state_dict", "The keys lack the prefix of DataParallel."),
    ("head", RT, r"^RuntimeError: Error\(s\) in loading state_dict", "The head has another number of classes."),
    ("cut", "traceback", r"^OSError: \[Errno 22\] Invalid argument",
     "The checkpoint is cut short; this release of torch fails while it looks for the end of the archive."),
    ("empty", "traceback", r"^EOFError: Ran out of input", "The checkpoint is an empty file."),
    ("html", "traceback", r"^_pickle.UnpicklingError: ", "The checkpoint is a web page."),
    ("flip", RT, r"^RuntimeError: PytorchStreamReader failed|^RuntimeError: .*(archive|corrupt)",
     "The checkpoint's directory is damaged."),
    ("legacy", RT, r"^RuntimeError: Invalid magic number; corrupt file", "The file is no checkpoint of torch."),
    ("groups", "traceback", r"^ValueError: loaded state dict has a different number of parameter groups",
     "The optimizer has other groups."),
    ("members", "traceback", r"^ValueError: loaded state dict contains a parameter group",
     "The optimizer has other parameters."),
]
for at, (kind, mode, text, reason) in enumerate(RESUME):
    model("checkpoint", kind, mode, text, reason, at + 40, count=2 if at % 3 == 0 else 1, program="resume")

NUMBERS = [
    ("nan_loss", "stop", r"(?i)loss.{0,20}nan|: nan", "The logarithm of a negative number; the loop stops itself.",
     None),
    ("nan_loss", "exit", r"(?i)loss.{0,20}nan|: nan", "The logarithm of a negative number; the loop stops itself.", 1),
    ("nan_loss", "assert", r"(?i)loss.{0,20}nan|: nan", "The loss became NaN; an assertion notices.", None),
    ("nan_loss", "anomaly", r"^RuntimeError: Function '\w+' returned nan values",
     "The backward pass made NaN; anomaly detection stops it.", None),
    ("nan_loss", "sample", r"^RuntimeError: probability tensor contains either", "Probabilities are NaN.", None),
    ("nan_loss", "grad", r"^FloatingPointError: gradients are Nan/Inf",
     "The gradients became NaN while the loss was finite.", None),
    ("nan_loss", "silent", r"(?i)loss.{0,20}nan|: nan",
     "The loss became NaN and nobody noticed; status 0, the result is worthless.", 0),
]
for at, (cause, kind, text, reason, status) in enumerate(NUMBERS):
    variants = [s for s in ("plain", "hf", "fairseq", "json", "nano", "logging", "detectron", "keras")]
    script(cause, "torch-" + kind, "nan_loss", text, reason,
           ["%s %d %s" % (variants[(at * 3 + k) % 8], 701 + at * 4 + k,
                          MISHAPS[(at * 5 + k * 3) % 12]) for k in range(3 if kind == "silent" else 2)],
           framework="pytorch", folder="torch", program="numerics", after=kind, needs=NEED, status=status)
BIG = r"loss\D{1,4}\d{4,}"
script("loss_divergence", "torch-diverge", "nan_loss", BIG,
       "The learning rate is far too high; the loss grows without bound, status 0.",
       ["plain 741", "fairseq 742 caution", "json 743", "logging 744 tracker"], framework="pytorch", folder="torch",
       program="numerics",
       after="diverge", needs=NEED, status=0)
script("loss_divergence", "torch-guard", "nan_loss", r"^RuntimeError: loss diverged",
       "The loss grew by orders of magnitude; a guard stops it.",
       ["nano 745", "hf 746 retry"], framework="pytorch", folder="torch", program="numerics", after="guard", needs=NEED,
       pick="last")
script("loss_divergence", "torch-spike", "nan_loss", BIG, "The loss exploded; the program gives up.",
       ["logging 747", "plain 748 sample"], framework="pytorch", folder="torch", program="numerics", after="spike",
       needs=NEED)
script("loss_divergence", "torch-scale", "nan_loss", r"^FloatingPointError: Minimum loss scale reached",
       "Every step overflows until the scale is at its minimum.",
       ["plain 749", "glog 750 optional"], framework="pytorch", folder="torch", program="scaler", needs=NEED,
       multi=True)
