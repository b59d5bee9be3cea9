"""Builds an extension with setuptools before the training starts."""
import sys

from setuptools import Extension, setup

from trainkit import Run

SOURCE = """#include <Python.h>
static PyObject* f(PyObject* self, PyObject* args) { return PyLong_FromLong(tensor_size(args)); }
static struct PyMethodDef methods[] = {{"f", f, METH_VARARGS, 0}, {0, 0, 0, 0}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "ext", 0, -1, methods, 0, 0, 0, 0}
PyMODINIT_FUNC PyInit_ext(void) { return PyModule_Create(&def); }
"""

run = Run("jit-ops", build="setuptools", cache="build")
with open("ext.c", "w", encoding="ascii") as out:
    out.write(SOURCE)
sys.argv = ["setup.py", "build_ext", "--inplace"]
setup(name="ext", version="0.1", ext_modules=[Extension("ext", ["ext.c"])], script_args=["build_ext", "--inplace"])
for _ in run.steps():
    run.log(loss=run.curve())
