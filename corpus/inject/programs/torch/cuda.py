"""Programs that expect a GPU, run where there is none; the last argument is the way they ask for it."""
import torch

from trainkit import Run

torch.set_num_threads(1)


def gpu_checkpoint(path):
    """A checkpoint as a GPU job leaves it: its storages are tagged cuda:0."""
    import torch.serialization as serialization
    original = serialization.location_tag
    serialization.location_tag = lambda storage: "cuda:0"
    try:
        torch.save({"w": torch.randn(20)}, path)
    finally:
        serialization.location_tag = original


def train(run):
    kind = run.rest[-1]
    run.info("torch %s, cuda available: %s" % (torch.__version__, torch.cuda.is_available()))
    if kind == "model":
        torch.nn.Linear(4, 4).cuda()
    elif kind == "device":
        torch.zeros(3, device="cuda:0")
    elif kind == "name":
        run.info("running on %s" % torch.cuda.get_device_name(0))
    elif kind == "load":
        gpu_checkpoint("epoch_9.pt")
        run.info("loading epoch_9.pt")
        torch.load("epoch_9.pt")
    elif kind == "stream":
        torch.cuda.synchronize()
    elif kind == "late":
        for step in run.steps():
            run.log(loss=run.curve())
            if step == run.at:
                run.info("moving the evaluation to the GPU")
                torch.randn(8, 8).to("cuda")


run = Run("gpu-job", device="cuda", amp=True)
run.main(train)
