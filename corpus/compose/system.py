"""Storage, network, environment, data."""
from collateral import *
from core import shape
from parts import *
from noise import MEGATRON_FRAMES, hf_frames, main_frames, mix, nn_frames, pl_frames, pre, tb

# ---------------------------------------------------------- file_not_found


@shape("file_not_found", "config-or-data", "file_not_found", "pytorch", 3)
def _(c, v):
    m = "FileNotFoundError: [Errno 2] No such file or directory: '%s'"
    if v == 0:
        lines = slurm_head(c) + ["@@python: can't open file '%s/trian.py': [Errno 2] No such file or directory" % c.dir]
        c.exit, c.multi = 2, False
    elif v == 1:
        lines = begin(c, "ds", 0) + tb(c, main_frames(c) + [("./data.py", 40, "__init__", "self.index = np.load(path + '.idx')")], "@@" + m % (c.home + "/data/" + c.data + ".idx")) + ds_kill(c, 4)
        c.rank = None
    else:
        c.rank = 3
        lines = begin(c, "hf", 8) + pre("[rank3]: ", tb(c, hf_frames(c) + [("./data.py", 77, "__getitem__", "with open(self.paths[i], 'rb') as f:")], "@@" + m % ("/local/stage/%s/shard_%05d.tar" % (c.data, c.i(0, 900))))) + watchdogs(c, [0, 1, 2], "2.4", ms=1800000) + elastic(c, 0, -6, others=[(3, 1)], world=4)
    c.why = "A path does not exist; launcher and peers react."
    return lines


@shape("file_not_found", "warned-before", "file_not_found", "megatron", 2)
def _(c, v):
    lines = begin(c, "megatron", 0) + ["WARNING: could not find the metadata file %s/ckpt/latest_checkpointed_iteration.txt" % c.dir, "    will not load any checkpoints and will start from random"] + p_megatron(c, 5) + ["Evaluating on %s" % c.data] + pre("[rank0]: ", tb(c, MEGATRON_FRAMES[:2] + [("/workspace/megatron-lm/megatron/core/datasets/indexed_dataset.py", 310, "__init__", "raise FileNotFoundError(")], "@@FileNotFoundError: One or both of the .idx and .bin files cannot be found at the path prefix %s/valid_text_document" % c.data))
    lines += store_noise(c, [9]) + (elastic(c, 0, 1) if v == 0 else srun_tail(c, 0, rest="1-15"))
    c.rank = 0
    c.why = "The missing metadata at the start was only a warning (training went on); the missing validation file is fatal."
    return lines


@shape("file_not_found", "hydra-offline", "file_not_found", "huggingface", 2)
def _(c, v):
    lines = warnings(c, 2)
    if v == 0:
        lines += tb(c, main_frames(c) + [("./ckpt.py", 19, "resume", "state = torch.load(path, map_location='cpu')"), ("torch/serialization.py", 1065, "load", "with _open_file_like(f, 'rb') as opened_file:")], "@@FileNotFoundError: [Errno 2] No such file or directory: '%s/outputs/last.ckpt'" % c.dir) + ["", "Set the environment variable HYDRA_FULL_ERROR=1 for a complete stack trace."]
    else:
        lines += tb(c, main_frames(c), "@@FileNotFoundError: Couldn't find a dataset script at %s/%s/%s.py or any data file in the same directory." % (c.dir, c.data, c.data)) + leak(c)
    c.multi = False
    c.why = "The named path is not there."
    return lines

# -------------------------------------------------------------- permission


@shape("permission", "paths", "permission", "pytorch", 3)
def _(c, v):
    lines = begin(c, "simple", 2)
    if v == 0:
        lines += tb(c, main_frames(c) + [("./train.py", 33, "setup", "os.makedirs(cfg.out, exist_ok=True)")], "@@PermissionError: [Errno 13] Permission denied: '/shared/models/%s'" % c.user)
    elif v == 1:
        lines = slurm_head(c) + ["@@/var/spool/slurmd/job%d/slurm_script: line 9: ./launch.sh: Permission denied" % c.job]
        c.exit = 126
    else:
        c.rank = 2
        lines += pre("[rank2]: ", tb(c, hf_frames(c)[:3] + [("huggingface_hub/file_download.py", 1400, "_create_symlink", "os.symlink(src, dst)")], "@@PermissionError: [Errno 13] Permission denied: '%s/.cache/huggingface/hub/models--%s/.no_exist'" % ("/shared", c.model))) + watchdogs(c, [0], "2.4") + elastic(c, 0, -6, others=[(2, 1)], world=4)
    c.multi = v == 2
    c.why = "The user may not read or write that path."
    return lines


@shape("permission", "operation", "permission", "docker", 2)
def _(c, v):
    lines = warnings(c, 3) + tb(c, main_frames(c), ["@@PermissionError: [Errno 1] Operation not permitted: '/data/%s/.lock'" % c.data, "@@PermissionError: [Errno 13] Permission denied: '/workspace/outputs'"][v]) + wandb_tail(c)
    c.why = "The container's user has no right there; the matplotlib-style cache warnings were harmless."
    return lines

# --------------------------------------------------------------- disk_full


@shape("disk_full", "checkpoint-save", "runtime_error", "pytorch", 3)
def _(c, v):
    lines = begin(c, ["hf", "megatron", "pl"][v], 12)
    a = "RuntimeError: [enforce fail at inline_container.cc:%d] . unexpected pos %d vs %d" % (c.pick(337, 424, 603), c.i(10**6, 10**9), c.i(10**6, 10**9))
    if v == 0:
        lines += ckpt_ok(c, "hf")[:1] + tb(c, hf_frames(c)[:3] + [("torch/serialization.py", 850, "_save", "zip_file.write_record(name, storage.data_ptr(), num_bytes)")], "@@RuntimeError: [enforce fail at inline_container.cc:588] . PytorchStreamWriter failed writing file data/%d: file write failed" % c.i(5, 400)) + ["", "During handling of the above exception, another exception occurred:", ""] + tb(c, hf_frames(c)[:3] + [("torch/serialization.py", 690, "__exit__", "self.file_like.write_end_of_file()")], a)
    elif v == 1:
        c.rank = 0
        c.cls = "traceback"
        lines += ["saving checkpoint at iteration   12000 to %s/ckpt in torch_dist format" % c.dir] + pre("[rank0]: ", tb(c, MEGATRON_FRAMES[:2] + [("torch/distributed/checkpoint/filesystem.py", 300, "_write_item", "stream.write(data)")], "@@OSError: [Errno 28] No space left on device")) + watchdogs(c, [1, 8], "2.5") + elastic(c, 8, -6, others=[(0, 1)])
    else:
        c.cls = "traceback"
        lines += tb(c, pl_frames(c)[:3] + [("lightning/fabric/utilities/cloud_io.py", 89, "_atomic_save", "f.write(bytesbuffer.getvalue())")], "@@OSError: [Errno 122] Disk quota exceeded") + ["Exception ignored in: <_io.BufferedWriter name='%s/lightning_logs/metrics.csv'>" % c.dir, "OSError: [Errno 122] Disk quota exceeded"]
    c.why = "The disk or quota is full while a checkpoint is written; later messages repeat it or come from waiting ranks."
    return lines


@shape("disk_full", "logs-cache", "traceback", "huggingface", 2)
def _(c, v):
    lines = begin(c, "hf", 0) + ["Map:  %d%%|%s| %d/1200000 [%02d:11<1:02:00, 310.20 examples/s]" % (k, "█" * (k // 10), k * 12000, k) for k in range(3, 60, 7)]
    lines += tb(c, [("./prep.py", 44, "<module>", "ds = ds.map(tok, batched=True, num_proc=32)"), ("datasets/arrow_writer.py", 593, "write_table", "self.pa_writer.write_table(pa_table, writer_batch_size)")], ["@@OSError: [Errno 28] No space left on device", "@@datasets.exceptions.DatasetGenerationError: An error occurred while generating the dataset"][0]) + (["", "The above exception was the direct cause of the following exception:", ""] + tb(c, [("datasets/builder.py", 1925, "_prepare_split_single", "raise DatasetGenerationError(\"An error occurred while generating the dataset\") from e")], "datasets.exceptions.DatasetGenerationError: An error occurred while generating the dataset") if v else leak(c))
    c.multi = v == 1
    c.why = "The cache's file system is full; the dataset error wraps it."
    return lines

# -------------------------------------------------------------- storage_io


@shape("storage_io", "errno", "traceback", "pytorch", 4)
def _(c, v):
    m = ["OSError: [Errno 5] Input/output error: '%s/shard_0031.tar'", "OSError: [Errno 116] Stale file handle: '%s/index.json'", "OSError: [Errno 107] Transport endpoint is not connected: '%s'", "OSError: [Errno 108] Cannot send after transport endpoint shutdown: '%s/x.bin'"][v] % (c.home + "/" + c.data)
    c.rank = [1, None, 4, None][v]
    lines = begin(c, ["timm", "simple", "hf", "megatron"][v], 12)
    if v in (0, 2):
        lines += pre("[rank%d]: " % c.rank, tb(c, main_frames(c), "@@" + m)) + watchdogs(c, [0, 5], "2.4", ms=1800000) + elastic(c, 0, -6, others=[(c.rank, 1)])
    elif v == 1:
        lines += tb(c, main_frames(c), "@@" + m) + ["", "During handling of the above exception, another exception occurred:", ""] + tb(c, main_frames(c) + [("./log.py", 8, "close", "self.f.flush()")], "ValueError: I/O operation on closed file.")
    else:
        lines += ["LustreError: 11-0: lfs-OST0007-osc-ffff: operation ost_write to node 10.2.0.7@o2ib failed: rc = -107"] + tb(c, MEGATRON_FRAMES[:2], "@@" + m) + srun_tail(c, 0, rest="1-7")
    c.why = "The file system returned an I/O error; what follows is the job coming down."
    return lines


@shape("storage_io", "nfs-kernel", "other", "pytorch", 2)
def _(c, v):
    lines = begin(c, "simple", 12) + ["@@[%d.551122] %s" % (c.i(10**4, 10**6), ["nfs: server nas03 not responding, timed out", "EXT4-fs (nvme1n1p1): Remounting filesystem read-only"][v])]
    if v == 0:
        lines += ["[%d.551122] INFO: task python:%d blocked for more than 120 seconds." % (c.i(10**4, 10**6), c.pid()), "[runner] no output for 1800 s, giving up", "Terminated"]
        c.exit = 143
    else:
        c.cls = "traceback"
        lines += tb(c, main_frames(c) + [("./ckpt.py", 55, "save", "torch.save(state, tmp)")], "OSError: [Errno 30] Read-only file system: '/local/ckpt/step_2000.tmp'")
    c.why = "The storage went away under the job."
    return lines


@shape("storage_io", "s3", "traceback", "pytorch", 2)
def _(c, v):
    lines = begin(c, "titan", 6) + ["WARNING:botocore:retrying PutObject (attempt %d of 5)" % k for k in range(1, 6)] + pre(["[rank0]: ", ""][v], tb(c, main_frames(c) + [("botocore/client.py", 1023, "_make_api_call", "raise error_class(parsed_response, operation_name)")], "@@botocore.exceptions.ClientError: An error occurred (%s) when calling the PutObject operation (reached max retries: 4): Please reduce your request rate." % ["SlowDown", "InternalError"][v]))
    c.rank = [0, None][v]
    if v == 0:
        lines += elastic(c, 0, 1)
    c.why = "The object store kept refusing writes after all retries."
    return lines

# ----------------------------------------------------------------- network


@shape("network", "hub", "traceback", "huggingface", 3)
def _(c, v):
    url = "/%s/resolve/main/config.json" % c.model
    lines = warnings(c, 2)
    lines += ["'(ReadTimeoutError(\"HTTPSConnectionPool(host='huggingface.co', port=443): Read timed out. (read timeout=10)\"), '(Request ID: %s)')' thrown while requesting HEAD https://huggingface.co%s" % (c.hex(8), url), "Retrying in 1s [Retry 1/5]."] * c.i(1, 3)
    if v == 0:
        lines += tb(c, [("urllib3/connection.py", 198, "_new_conn", "sock = connection.create_connection(")], "@@socket.gaierror: [Errno -3] Temporary failure in name resolution") + ["", "The above exception was the direct cause of the following exception:", ""] + tb(c, [("urllib3/connectionpool.py", 793, "urlopen", "response = self._make_request(")], "urllib3.exceptions.NameResolutionError: <urllib3.connection.HTTPSConnection object at %s>: Failed to resolve 'huggingface.co' ([Errno -3] Temporary failure in name resolution)" % c.addr()) + ["", "The above exception was the direct cause of the following exception:", ""] + tb(c, main_frames(c), "OSError: We couldn't connect to 'https://huggingface.co' to load the files, and couldn't find them in the cached files.\nCheck your internet connection or see how to run the library in offline mode at 'https://huggingface.co/docs/transformers/installation#offline-mode'.")
    elif v == 1:
        lines += tb(c, main_frames(c), "@@requests.exceptions.ConnectionError: (MaxRetryError(\"HTTPSConnectionPool(host='huggingface.co', port=443): Max retries exceeded with url: %s (Caused by NewConnectionError('<urllib3.connection.HTTPSConnection object at %s>: Failed to establish a new connection: [Errno 101] Network is unreachable'))\"), '(Request ID: %s)')" % (url, c.addr(), c.hex(8)))
    else:
        c.rank = 0
        lines += pre("[rank0]: ", tb(c, main_frames(c) + [("huggingface_hub/utils/_http.py", 482, "hf_raise_for_status", "raise _format(HfHubHTTPError, str(e), response) from e")], "@@huggingface_hub.errors.HfHubHTTPError: 429 Client Error: Too Many Requests for url: https://huggingface.co/api/models/%s" % c.model)) + watchdogs(c, [1], "2.4") + elastic(c, 1, -6, others=[(0, 1)], world=2)
    c.why = "The hub could not be reached or refused the load; the retry warnings before did not help."
    return lines


@shape("network", "services", "traceback", "python", 3)
def _(c, v):
    c.framework = ["mlflow", "python", "ray"][v]
    lines = begin(c, "simple", [10, 3, 6][v])
    if v == 0:
        lines += ["WARNING mlflow.utils: retrying request to /api/2.0/mlflow/runs/log-batch"] * 3 + tb(c, main_frames(c), "@@mlflow.exceptions.MlflowException: API request to http://mlflow.%s:5000/api/2.0/mlflow/runs/log-batch failed with exception HTTPConnectionPool(host='mlflow.%s', port=5000): Max retries exceeded with url: /api/2.0/mlflow/runs/log-batch (Caused by ResponseError('too many 503 error responses'))" % (c.project, c.project)) + dl_del(c)
    elif v == 1:
        lines += tb(c, main_frames(c) + [("redis/connection.py", 699, "connect", "raise ConnectionError(self._error_message(e))")], "@@ConnectionRefusedError: [Errno 111] Connection refused") + atexit_noise(c)
    else:
        lines += ["%s\tINFO scripts.py:%d -- Did not find any active Ray processes." % (c.ts(), 1187)] + tb(c, main_frames(c), "@@ConnectionError: Could not find any running Ray instance at %s:6379. Please specify the one to connect to by setting `--address` flag or `RAY_ADDRESS` environment variable." % c.ip[0])
    c.why = "A network service that the job needs does not answer."
    return lines

# -------------------------------------------------------------------- auth


@shape("auth", "hub-gated", "traceback", "huggingface", 3)
def _(c, v):
    lines = warnings(c, 2)
    if v == 0:
        lines += tb(c, [("huggingface_hub/utils/_http.py", 406, "hf_raise_for_status", "response.raise_for_status()")], "requests.exceptions.HTTPError: 403 Client Error: Forbidden for url: https://huggingface.co/meta-org/%s/resolve/main/config.json" % c.model) + ["", "The above exception was the direct cause of the following exception:", ""] + tb(c, main_frames(c), "@@huggingface_hub.errors.GatedRepoError: 403 Client Error. (Request ID: Root=1-%s)\n\nCannot access gated repo for url https://huggingface.co/meta-org/%s/resolve/main/config.json.\nYour request to access model meta-org/%s is awaiting a review from the repo authors." % (c.hex(8), c.model, c.model)) + ["", "The above exception was the direct cause of the following exception:", ""] + tb(c, main_frames(c), "OSError: You are trying to access a gated repo.\nMake sure to have access to it at https://huggingface.co/meta-org/%s." % c.model)
    elif v == 1:
        lines += tb(c, main_frames(c), "@@huggingface_hub.utils._errors.RepositoryNotFoundError: 401 Client Error. (Request ID: Root=1-%s)\n\nRepository Not Found for url: https://huggingface.co/%s/%s/resolve/main/config.json.\nPlease make sure you specified the correct `repo_id` and `repo_type`.\nIf you are trying to access a private or gated repo, make sure you are authenticated.\nInvalid username or password." % (c.hex(8), c.user, c.model))
    else:
        c.rank = 0
        lines += pre("[rank0]: ", tb(c, main_frames(c), "@@wandb.errors.errors.AuthenticationError: The API key you provided is either invalid or missing.  If the `WANDB_API_KEY` environment variable is set, make sure it is correct. Otherwise, to resolve this issue, you may try running the 'wandb login --relogin' command.")) + store_noise(c, [1]) + elastic(c, 0, 1, others=[(1, -15)], world=2)
    c.multi = v != 1
    c.why = "No right or no valid token; the network works."
    return lines


@shape("auth", "wandb-s3", "traceback", "python", 2)
def _(c, v):
    lines = begin(c, "pl", 0) if v == 0 else begin(c, "simple", 5)
    lines += tb(c, main_frames(c), ["@@wandb.errors.UsageError: api_key not configured (no-tty). call wandb.login(key=[your_api_key])", "@@botocore.exceptions.NoCredentialsError: Unable to locate credentials"][v]) + (leak(c) if v else [])
    c.multi = False
    c.why = "A credential is missing."
    return lines

# ---------------------------------------------------------- missing_module


@shape("missing_module", "plain", "missing_module", "python", 3)
def _(c, v):
    lines = ["WARNING: Could not import apex.amp, mixed precision through apex is not available (No module named 'apex')"] + warnings(c, 2)
    mod = c.pick("einops", "deepspeed", "sentencepiece", "flash_attn", "timm")
    m = ["ModuleNotFoundError: No module named '%s'" % mod, "ImportError: cannot import name 'packaging' from 'pkg_resources' (%s/pkg_resources/__init__.py)" % c.site, "ImportError: This modeling file requires the following packages that were not found in your environment: %s. Run `pip install %s`" % (mod, mod)][v]
    lines += tb(c, [("./train.py", c.i(1, 30), "<module>", "from model import build"), ("./model.py", 4, "<module>", "import %s" % mod)], "@@" + m)
    if v == 1:
        c.rank = None
        lines += elastic(c, 2, 1, others=[(0, 1), (1, 1)], world=4)
    c.multi = v == 1
    c.why = "An import fails for good; the optional import at the top was handled."
    return lines


@shape("missing_module", "chain", "missing_module", "huggingface", 2)
def _(c, v):
    lines = tb(c, [("./train.py", 3, "<module>", "from transformers import Trainer"), ("transformers/utils/import_utils.py", c.i(1100, 1600), "_get_module", "return importlib.import_module('.' + module_name, self.__name__)"), ("transformers/integrations/bits.py", 9, "<module>", "import bitsandbytes as bnb")], "@@ModuleNotFoundError: No module named '%s'" % ["triton.ops", "torch.distributed.tensor"][v]) + ["", "The above exception was the direct cause of the following exception:", ""] + tb(c, [("./train.py", 3, "<module>", "from transformers import Trainer")], "RuntimeError: Failed to import transformers.trainer because of the following error (look up to see its traceback):\nNo module named '%s'" % ["triton.ops", "torch.distributed.tensor"][v])
    c.why = "The lazy importer wraps the missing module in a RuntimeError."
    return lines

# ---------------------------------------------------------- shared_library


@shape("shared_library", "import", "missing_module", "pytorch", 4)
def _(c, v):
    m = ["ImportError: libcudart.so.%s: cannot open shared object file: No such file or directory" % c.pick("11.0", "12", "13"), "ImportError: %s/flash_attn_2_cuda.cpython-310-x86_64-linux-gnu.so: undefined symbol: _ZN3c104cuda9SetDeviceEi" % c.site, "ImportError: /lib/x86_64-linux-gnu/libstdc++.so.6: version `GLIBCXX_3.4.29' not found (required by %s/scipy/_lib/_uarray.so)" % c.site, "ImportError: /lib/aarch64-linux-gnu/libgomp.so.1: cannot allocate memory in static TLS block"][v]
    lines = warnings(c, 2) + tb(c, [("./train.py", 6, "<module>", "import ops")], "@@" + m)
    if v == 1:
        lines += ["", "During handling of the above exception, another exception occurred:", ""] + tb(c, [("./train.py", 9, "<module>", "import ops_fallback")], "ModuleNotFoundError: No module named 'ops_fallback'") + elastic(c, 0, 1, world=2)
        c.rank = None
    c.multi = v == 1
    c.why = "A native library is missing or of another build."
    return lines


@shape("shared_library", "loader", "missing_module", "c++", 2)
def _(c, v):
    c.exit = 127
    lines = slurm_head(c) + ["@@./build/train_fsdp: error while loading shared libraries: libnccl.so.2: cannot open shared object file: No such file or directory"] if v == 0 else pre(lambda: "%d: " % c.i(0, 3), ["./bin/solver: symbol lookup error: ./bin/solver: undefined symbol: ncclCommSplit"] * 4) + srun_tail(c, 1, "Exited with exit code 127", rest="0,2-3")
    if v:
        lines[0] = "@@" + lines[0]
        c.rank = int(lines[0][2])
    c.multi = v == 1
    c.why = "The dynamic loader cannot satisfy the program."
    return lines

# ----------------------------------------------------------------- compile


@shape("compile", "extension", "runtime_error", "deepspeed", 3)
def _(c, v):
    lines = ["Using %s/.cache/torch_extensions/py310_cu118 as PyTorch extensions root..." % c.home, "Creating extension directory %s/.cache/torch_extensions/py310_cu118/cpu_adam..." % c.home, "Detected CUDA files, patching ldflags", "Emitting ninja build file %s/.cache/torch_extensions/py310_cu118/cpu_adam/build.ninja..." % c.home, "Building extension module cpu_adam...", "[1/3] /usr/local/cuda/bin/nvcc  -DTORCH_EXTENSION_NAME=cpu_adam -gencode arch=compute_90,code=sm_90 -c custom_cuda_kernel.cu -o custom_cuda_kernel.cuda.o"]
    root = ["nvcc fatal   : Unsupported gpu architecture 'compute_90'", "/usr/include/python3.10/pyconfig.h:9:12: fatal error: Python.h: No such file or directory", "c++: fatal error: Killed signal terminated program cc1plus"][v]
    lines += ["FAILED: custom_cuda_kernel.cuda.o ", "@@" + root] + (["compilation terminated."] if v else []) + ["ninja: build stopped: subcommand failed."]
    lines += tb(c, [("torch/utils/cpp_extension.py", 1900, "_run_ninja_build", "subprocess.run(")], "subprocess.CalledProcessError: Command '['ninja', '-v']' returned non-zero exit status 1.") + ["", "The above exception was the direct cause of the following exception:", ""] + tb(c, main_frames(c) + [("torch/utils/cpp_extension.py", 1916, "_run_ninja_build", "raise RuntimeError(message) from e")], "RuntimeError: Error building extension 'cpu_adam'") + ["Exception ignored in: <function DeepSpeedCPUAdam.__del__ at %s>" % c.addr()] + tb(c, [("deepspeed/ops/adam/cpu_adam.py", 102, "__del__", "self.ds_opt_adam.destroy_adam(self.opt_id)")], "AttributeError: 'DeepSpeedCPUAdam' object has no attribute 'ds_opt_adam'") + ds_kill(c, 2)
    c.why = "The compiler's own line says why the build failed; ninja, CalledProcessError, RuntimeError and the destructor's AttributeError are wrappers."
    return lines


@shape("compile", "torch-compile", "traceback", "pytorch", 3)
def _(c, v):
    m = ["torch._inductor.exc.InductorError: CalledProcessError: Command '['/usr/bin/gcc', '/tmp/tmp%s/main.c', '-O3', '-shared', '-fPIC']' returned non-zero exit status 1." % c.hex(6), "triton.compiler.errors.CompilationError: at 12:34:\n        acc += tl.dot(a, b, allow_tf32=ALLOW)\n                      ^\nIncompatibleTypeErrorImpl('invalid operands of type pointer<fp32> and float32')", "torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:\nRuntimeError: Found Tesla P100-PCIE-16GB which is too old to be supported by the triton GPU compiler, which is used as the backend."][v]
    lines = begin(c, "nano", 0) + tb(c, main_frames(c) + [("torch/_dynamo/eval_frame.py", c.i(490, 660), "_fn", "return fn(*args, **kwargs)")], "@@" + m) + ["", "Set TORCHDYNAMO_VERBOSE=1 for the internal stack trace (please do this especially if you're reporting a bug to PyTorch). For even more developer context, set TORCH_LOGS=\"+dynamo\"", ""]
    if v == 0:
        c.rank = 0
        lines = pre("[rank0]: ", lines) + elastic(c, 0, 1, world=2)
    c.why = "Just-in-time compilation failed."
    return lines

# ------------------------------------------------------- command_not_found


@shape("command_not_found", "shell", "other", "shell", 3)
def _(c, v):
    cmd = c.pick("torchrun", "nvidia-smi", "deepspeed", "conda", "accelerate")
    lines = slurm_head(c) + env_dump(c) + ["@@" + ["/var/spool/slurmd/job%d/slurm_script: line 17: %s: command not found" % (c.job, cmd), "sh: 1: %s: not found" % cmd, "bash: line 1: %s: command not found" % cmd][v]]
    c.exit, c.multi = 127, False
    if v == 2:
        lines += ["E: no checkpoint written, skipping upload"]
    c.why = "The command is not in the job's PATH."
    return lines


@shape("command_not_found", "slurm-oci", "other", "slurm", 2)
def _(c, v):
    lines = slurm_head(c)
    if v == 0:
        c.rank = 0
        lines += ["@@slurmstepd: error: execve(): torchrun: No such file or directory"] + ["slurmstepd: error: execve(): torchrun: No such file or directory"] * 3 + ["srun: error: %s: tasks 0-3: Exited with exit code 2" % c.host]
        c.exit, c.rank = 2, None
    else:
        lines += ["@@docker: Error response from daemon: failed to create task for container: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: \"torchrun\": executable file not found in $PATH: unknown.", "time=\"%sZ\" level=error msg=\"error waiting for container: context canceled\"" % c.iso()]
        c.exit, c.framework = 127, "docker"
    c.why = "The launcher cannot find the program to start."
    return lines

# ---------------------------------------------------------- resource_limit


@shape("resource_limit", "emfile", "traceback", "pytorch", 3)
def _(c, v):
    lines = begin(c, ["timm", "hf", "simple"][v], 8)
    if v == 0:
        lines += tb(c, main_frames(c) + [("torch/multiprocessing/reductions.py", 355, "reduce_storage", "fd, size = storage._share_fd_cpu_()")], "@@OSError: [Errno 24] Too many open files") + ["", "During handling of the above exception, another exception occurred:", ""] + tb(c, [("/usr/lib/python3.10/multiprocessing/resource_sharer.py", 57, "detach", "with _resource_sharer.get_connection(self._id) as conn:")], "ConnectionRefusedError: [Errno 111] Connection refused")
    elif v == 1:
        lines += ["@@OpenBLAS blas_thread_init: pthread_create failed for thread %d of 64: Resource temporarily unavailable" % c.i(5, 60), "OpenBLAS blas_thread_init: RLIMIT_NPROC 4096 current, 4096 max"] + tb(c, main_frames(c), "RuntimeError: can't start new thread")
        c.cls = "runtime_error"
    else:
        lines += ["@@./run.sh: fork: retry: Resource temporarily unavailable", "./run.sh: fork: retry: Resource temporarily unavailable", "./run.sh: fork: Resource temporarily unavailable"]
        c.exit, c.cls = 254, "other"
    c.multi = v < 2
    c.why = "A limit on open files, processes or threads."
    return lines


@shape("resource_limit", "ranks", "runtime_error", "pytorch", 2)
def _(c, v):
    c.rank = 3
    lines = begin(c, "ds", 3) + (["libgomp: Thread creation failed: Resource temporarily unavailable"] if v else [])
    body = pre("[rank3]: ", tb(c, main_frames(c) + [("/usr/lib/python3.10/threading.py", 935, "start", "_start_new_thread(self._bootstrap, ())")], "RuntimeError: can't start new thread"))
    k = [i for i, x in enumerate(body) if "RuntimeError" in x][0]
    if v:
        i = [j for j, x in enumerate(lines) if x.startswith("libgomp")][0]
        lines[i] = "@@" + lines[i]
    else:
        body[k] = "@@" + body[k]
    lines += body + ds_kill(c, 4)
    c.why = "The process limit of the node or cgroup is reached."
    return lines

# -------------------------------------------------------------- checkpoint


@shape("checkpoint", "torch-load", "runtime_error", "pytorch", 4)
def _(c, v):
    m = ["RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central directory", "RuntimeError: Error(s) in loading state_dict for %s:\n\tsize mismatch for head.weight: copying a param with shape torch.Size([1000, 768]) from checkpoint, the shape in current model is torch.Size([21843, 768])." % c.pick("VisionTransformer", "GPT"), "_pickle.UnpicklingError: invalid load key, 'v'.", "_pickle.UnpicklingError: Weights only load failed. This file can still be loaded, to do so you have two options, do those steps only if you trust the source of the checkpoint. "][v]
    c.cls = "runtime_error" if v < 2 else "traceback"
    lines = begin(c, ["timm", "mae", "hf", "ds"][v], 0) + ["=> loading checkpoint '%s/ckpt/last.pth'" % c.dir] + pre(["", "", "", "[rank1]: "][v], tb(c, main_frames(c) + [("torch/serialization.py", c.i(700, 1500), "load", "with _open_zipfile_reader(opened_file) as opened_zipfile:")], "@@" + m))
    if v == 0:
        lines += ["", "During handling of the above exception, another exception occurred:", ""] + tb(c, main_frames(c), "AttributeError: 'NoneType' object has no attribute 'items'")
    if v == 3:
        c.rank = 1
        lines += ds_kill(c, 2)
    c.multi = v in (0, 3)
    c.why = "The checkpoint is damaged, foreign or of another shape."
    return lines


@shape("checkpoint", "safetensors-ddp", "traceback", "huggingface", 2)
def _(c, v):
    c.rank = 0
    lines = begin(c, "hf", 0) + ["Loading checkpoint shards:   0%|          | 0/4 [00:00<?, ?it/s]"] + pre("[rank0]: ", tb(c, hf_frames(c)[:2] + [("safetensors/torch.py", 311, "load_file", "with safe_open(filename, framework='pt', device=device) as f:")], ["@@safetensors_rust.SafetensorError: Error while deserializing header: incomplete metadata, file not fully covered", "@@EOFError: Ran out of input"][v])) + watchdogs(c, [1, 2], "2.4") + elastic(c, 1, -6, others=[(0, 1), (2, -6)], world=4)
    c.why = "Rank 0 could not read a truncated checkpoint file; the others waited for its broadcast."
    return lines

# ------------------------------------------------------------ data_corrupt


@shape("data_corrupt", "worker", "traceback", "pytorch", 3)
def _(c, v):
    inner = ["PIL.UnidentifiedImageError: cannot identify image file '%s/train/n0%d/img_%d.JPEG'" % (c.data, c.i(10**6, 10**7), c.i(1, 9999)), "OSError: image file is truncated (%d bytes not processed)" % c.i(1, 90), "UnicodeDecodeError: 'utf-8' codec can't decode byte 0x%s in position %d: invalid start byte" % (c.hex(2), c.i(1, 9999))][v]
    cls = inner.split(":")[0].split(".")[-1]
    lines = begin(c, ["timm", "mae", "hf"][v], 15)
    c.rank = [None, 1, 2][v]
    lines += pre(["", "", "[rank2]: "][v], tb(c, main_frames(c) + [("torch/_utils.py", c.i(640, 730), "reraise", "raise exception")], ["%s: Caught %s in DataLoader worker process %d." % (cls, cls, c.i(0, 15)), "Original Traceback (most recent call last):", '  File "%s/torch/utils/data/_utils/worker.py", line 308, in _worker_loop' % c.site, "    data = fetcher.fetch(index)  # type: ignore[possibly-undefined]", '  File "%s/data.py", line %d, in __getitem__' % (c.dir, c.i(20, 200)), "    img = Image.open(p).convert('RGB')", "@@" + inner]))
    if v:
        lines += watchdogs(c, [0], ["", "2.0", "2.4"][v], ms=1800000) + elastic(c, 0, -6, others=[(c.rank, 1)], old=v == 1, world=4)
    c.why = "A damaged input file read by a worker: the inner exception of the wrapped traceback."
    return lines


@shape("data_corrupt", "tables", "traceback", "python", 3)
def _(c, v):
    m = ["json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)", "pyarrow.lib.ArrowInvalid: Parquet magic bytes not found in footer. Either the file is corrupted or this is not a parquet file.", "OSError: Unable to open file (truncated file: eof = %d, sblock->base_addr = 0, stored_eof = %d)" % (c.i(10**6, 10**7), c.i(10**7, 10**8))][v]
    lines = warnings(c, 2) + ["Generating train split: %d examples [00:%02d, 81000 examples/s]" % (c.i(10**4, 10**6), c.i(1, 59))] + tb(c, [("./prep.py", 31, "<module>", "build()")], "@@" + m)
    if v < 2:
        lines += ["", "The above exception was the direct cause of the following exception:", ""] + tb(c, [("datasets/builder.py", 1997, "_prepare_split_single", "raise DatasetGenerationError")], "datasets.exceptions.DatasetGenerationError: An error occurred while generating the dataset")
    c.multi = v < 2
    c.why = "An input file is not what it should be; the generation error only wraps it."
    return lines


@shape("command_not_found", "locale", "other", "shell", 2)
def _(c, v):
    lines = slurm_head(c) + ["@@" + ["start.sh: Zeile 12: torchrun: Kommando nicht gefunden.", "start.sh: ligne 12: torchrun : commande introuvable"][v]]
    c.exit, c.multi = 127, False
    c.why = "The shell cannot find the command and says so in the user's language."
    return lines


@shape("permission", "locale", "permission", "shell", 2)
def _(c, v):
    lines = slurm_head(c) + ["@@" + ["start.sh: Zeile 3: ./train.bin: Keine Berechtigung", "bash: ./train.bin: Permission non accordée"][v]]
    c.exit, c.multi = 126, False
    c.why = "The program is not executable for this user; status 126."
    return lines
