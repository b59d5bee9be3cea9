"""The export at the end of a good run needs a package that is not there."""
import importlib

from trainkit import Run


def train(run):
    for step in run.steps():
        run.log(loss=run.curve(), acc=1 - 0.6 * 0.94 ** step)
    run.info("training finished, exporting")
    importlib.import_module("onnxruntime.quantization").quantize_dynamic("m.onnx", "q.onnx")


run = Run("exporter", export="onnx", opset=17)
run.main(train)
