"""Reads a configuration file with a mistake in it."""
import configparser
import tomllib

from trainkit import Run

YAML = "model:\n  name: resnet50\n  depth: 50\noptim:\n  lr: 0.1\n   momentum: 0.9\n"
TOML = '[model]\nname = "vit"\npatch = 16\n\n[optim]\nlr = 3e-4\nbetas = [0.9, 0.95\n'
INI = "[optim]\nlr = 0.1\n[model]\nname = vit\n"


def train(run):
    kind = run.rest[-1]
    run.info("reading the configuration")
    if kind == "yaml":
        import yaml
        with open("base.yaml", "w", encoding="ascii") as out:
            out.write(YAML)
        yaml.safe_load(open("base.yaml", encoding="ascii"))
    elif kind == "toml":
        with open("base.toml", "w", encoding="ascii") as out:
            out.write(TOML)
        tomllib.load(open("base.toml", "rb"))
    elif kind == "ini":
        parser = configparser.ConfigParser()
        parser.read_string(INI, "base.ini")
        run.info("lr %s" % parser["optim"]["lr"])
        parser.getint("model", "num_layers")
    elif kind == "omega":
        from omegaconf import OmegaConf
        config = OmegaConf.create({"optim": {"lr": 0.1}, "model": {"name": "vit", "dim": "???"}})
        OmegaConf.set_struct(config, True)
        OmegaConf.update(config, "optim.momentun", 0.9)
    elif kind == "mandatory":
        from omegaconf import OmegaConf
        config = OmegaConf.create({"optim": {"lr": 0.1}, "model": {"name": "vit", "dim": "???"}})
        run.info("dim %d" % config.model.dim)
    elif kind == "model":
        from pydantic import BaseModel, Extra

        class Optim(BaseModel, extra=Extra.forbid):
            lr: float
            betas: tuple[float, float] = (0.9, 0.999)
        Optim(lr="fast", weight_decy=0.1)


run = Run("configured", config="base", strict=True)
run.main(train)
