"""Compiles an operator when it is first used; a header that it needs is not there."""
from torch.utils.cpp_extension import load_inline

from trainkit import Run

SOURCE = "#include <cutlass/gemm/device/gemm.h>\ntorch::Tensor scale(torch::Tensor x) { return x; }"


def train(run):
    run.info("building extension scale_op")
    load_inline("scale_op", SOURCE, functions=["scale"], build_directory=".", verbose=run.seed % 2 == 0)


run = Run("custom-op", jit=True)
run.main(train)
