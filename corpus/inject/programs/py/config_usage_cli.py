"""A command line as training scripts have them."""
import argparse

from trainkit import Run

run = Run("image-train", quiet=True)
parser = argparse.ArgumentParser(prog="image_train.py", description="Train an image model.")
parser.add_argument("--model", choices=["resnet18", "resnet50", "vit_s16"], default="resnet18")
parser.add_argument("--lr", type=float, default=0.1)
parser.add_argument("--data", required=True, help="folder with train/ and val/")
parser.add_argument("--amp", action="store_true")
commands = parser.add_subparsers(dest="command")
commands.add_parser("fit").add_argument("--epochs", type=int, default=90)
commands.add_parser("eval")
run.service({"caution": __import__("services").caution, "optional": __import__("services").optional})
options = parser.parse_args(run.rest)
for _ in run.steps():
    run.log(loss=run.curve())
