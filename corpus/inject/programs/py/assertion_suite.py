"""A small test suite that runs before training, and fails."""
import sys
import unittest

from trainkit import Run


class TokenizerTest(unittest.TestCase):
    def test_round_trip(self):
        self.assertEqual("a b", " ".join("a b".split()))

    def test_padding(self):
        self.assertEqual([1, 2, 0, 0], ([1, 2] + [0] * 4)[:3], "padding to a multiple of four")


run = Run("preflight", suite="tokenizer")
result = unittest.main(exit=False, argv=["preflight"], verbosity=2).result
if not result.wasSuccessful():
    run.error("preflight tests failed, not starting the training")
    sys.exit(1)
