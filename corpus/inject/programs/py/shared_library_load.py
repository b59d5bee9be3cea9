"""A native extension that cannot be loaded: missing, wrong, or with symbols and versions that are not there."""
import ctypes
import importlib
import os
import subprocess

from trainkit import Run

MODULE = """#include <Python.h>
%s
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "fused_ops", 0, -1, 0, 0, 0, 0, 0};
PyMODINIT_FUNC PyInit_fused_ops(void) { %s return PyModule_Create(&def); }
"""


def shell(line):
    subprocess.run(line, shell=True, check=True)


def train(run):
    kind = run.rest[-1]
    include = "-I/usr/include/python3.11"
    os.makedirs("lib", exist_ok=True)
    run.info("loading native operators")
    if kind == "missing":
        ctypes.CDLL("libcudart.so.11.0")
    elif kind == "symbol":
        with open("m.c", "w", encoding="ascii") as out:
            out.write(MODULE % ("extern int _ZN3c1015SmallVectorBaseIjE8grow_podEPKvmm(void);",
                                "if (_ZN3c1015SmallVectorBaseIjE8grow_podEPKvmm()) return 0;"))
        shell("gcc -shared -fPIC %s -o fused_ops.so m.c" % include)
        importlib.import_module("fused_ops")
    elif kind == "dependency":
        with open("m.c", "w", encoding="ascii") as out:
            out.write(MODULE % ("int nvrtc_version(void);", "nvrtc_version();"))
        with open("d.c", "w", encoding="ascii") as out:
            out.write("int nvrtc_version(void) { return 11; }\n")
        shell("gcc -shared -fPIC -Wl,-soname,libnvrtc.so.11.2 -o lib/libnvrtc.so d.c && "
              "gcc -shared -fPIC %s -o fused_ops.so m.c -Llib -lnvrtc && rm lib/libnvrtc.so" % include)
        importlib.import_module("fused_ops")
    elif kind == "version":
        with open("d.c", "w", encoding="ascii") as out:
            out.write("int kernel_v(void) { return 3; }\n")
        for version in ("FUSED_2.4", "FUSED_2.1"):
            with open("map", "w", encoding="ascii") as out:
                out.write("%s { global: kernel_v; local: *; };\n" % version)
            shell("gcc -shared -fPIC -Wl,--version-script=map -Wl,-soname,libfused.so.2 -o lib/libfused.so.2 d.c")
            if version == "FUSED_2.4":
                with open("m.c", "w", encoding="ascii") as out:
                    out.write(MODULE % ("int kernel_v(void);", "kernel_v();"))
                shell("gcc -shared -fPIC %s -o fused_ops.so m.c lib/libfused.so.2 -Wl,-rpath,$PWD/lib" % include)
        importlib.import_module("fused_ops")
    elif kind == "header":
        with open("fused_ops.so", "wb") as out:
            out.write(b"version https://git-lfs.github.com/spec/v1\noid sha256:90ab\nsize 1822044\n")
        importlib.import_module("fused_ops")
    for _ in run.steps():
        run.log(loss=run.curve())


import sys  # noqa: E402
sys.path.insert(0, ".")
run = Run("native-ops", ops="fused", fallback="error")
run.main(train)
