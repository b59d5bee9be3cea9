"""A regression check against a reference result, as numpy reports it."""
import numpy

from trainkit import Run


def train(run):
    generator = numpy.random.default_rng(run.seed)
    for step in run.steps():
        weights = generator.normal(size=(4, 3)).astype(numpy.float32)
        reference = weights.astype(numpy.float64) @ numpy.ones(3)
        result = (weights @ numpy.ones(3, numpy.float32)).astype(numpy.float64)
        if step == run.at:
            result[2] += 0.05
        run.log(loss=run.curve(), max_error=float(abs(result - reference).max()))
        numpy.testing.assert_allclose(result, reference, rtol=1e-4)


run = Run("kernel-parity", rtol=1e-4, dtype="float32")
run.main(train)
