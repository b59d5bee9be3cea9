"""A check of the data layout with a message."""
from trainkit import Run


def patchify(height, width, patch):
    whole = height % patch == 0 and width % patch == 0
    assert whole, f"image {height}x{width} does not divide into {patch}x{patch} patches"
    return (height // patch) * (width // patch)


def train(run):
    for step in run.steps():
        tokens = patchify(224, 224 if step != run.at else 225, 16)
        run.log(loss=run.curve(), tokens=tokens)


run = Run("mae-tiny", image=224, patch=16, mask_ratio=0.75)
run.main(train)
