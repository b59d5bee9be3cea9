"""How training jobs print: a dozen styles of progress lines, one function each."""
import json
import os
import sys
import time

T0 = time.time()


def stamp(fmt="%Y-%m-%d %H:%M:%S"):
    return time.strftime(fmt)


def pairs(values, sep=" ", fmt="%s %.4f"):
    return sep.join(fmt % kv for kv in values.items())


def plain(name, step, total, values):
    print("[%s] step %d/%d  %s" % (name, step, total, pairs(values)), flush=True)


def nano(name, step, total, values):
    values = dict(values)
    loss = values.pop("loss", 0.0)
    print("iter %d: loss %.4f, time %.2fms, mfu %.2f%%" % (step, loss, 13.0 + (step * 7 % 5), 1.31), flush=True)


def logging_(name, step, total, values):
    print("%s,%03d INFO     %s.trainer: step=%d/%d %s" % (stamp(), (time.time() * 1000) % 1000, name, step, total,
                                                       pairs(values, fmt="%s=%.5f")), file=sys.stderr, flush=True)


def bar(name, step, total, values):
    width = 24 * step // total
    end = "\n" if step == total else ""
    sys.stderr.write("\r%s: %3d%%|%s%s| %d/%d [00:%02d<00:%02d, %5.2fit/s, loss=%.3f]%s" % (
        name, 100 * step // total, "#" * width, " " * (24 - width), step, total, int(time.time() - T0),
        total - step, 9.7 + step % 3, values.get("loss", 0.0), end))
    sys.stderr.flush()


def hf(name, step, total, values):
    bar("", step, total, values)
    if step % 3 == 0:
        print("\n" + str({**{k: round(float(v), 4) for k, v in values.items()},
                          "learning_rate": 5e-05 * (1 - step / (total + 1)),
                          "epoch": round(step / total * 3, 2)}), flush=True)


def keras(name, step, total, values):
    done = 30 * step // total
    sys.stdout.write("\r%4d/%d [%s>%s] - ETA: %ds - %s" % (step, total, "=" * done, "." * (29 - done), total - step,
                                                        pairs(values, " - ", "%s: %.4f")))
    if step == total:
        sys.stdout.write("\n")
    sys.stdout.flush()


def jsonl(name, step, total, values):
    print(json.dumps({"ts": round(time.time(), 3), "level": "info", "logger": name, "event": "train_step", "step": step,
                      **{k: float(v) for k, v in values.items()}}), flush=True)


def fairseq(name, step, total, values):
    print("%s | INFO | train_inner | epoch 001: %6d / %d %s, wps=%.1f, ups=3.2, num_updates=%d, lr=0.0003, wall=%d" % (
        stamp(), step, total, pairs(values, ", ", "%s=%.3f"), 5120.4 + step, step, time.time() - T0), flush=True)


def megatron(name, step, total, values):
    print(" [%s] iteration %8d/%8d | consumed samples: %12d | elapsed time per iteration (ms): %.1f | "
          "learning rate: 1.500E-04 | global batch size: %5d | lm loss: %.6E | loss scale: 1.0 | "
          "number of skipped iterations:   0 | number of nan iterations:   0 |" % (
              stamp(), step, total, step * 64, 21.3, 64, values.get("loss", 0.0)),
          flush=True)


def table(name, step, total, values):
    if step % 10 == 1:
        print("%10s%10s%s" % ("Epoch", "Instances", "".join("%12s" % k for k in values)))
    print("%10s%10d%s" % ("%d/%d" % (step, total), 64 + step % 9, "".join("%12.4g" % v for v in values.values())),
          flush=True)


def glog(name, step, total, values):
    print("I%s.%06d %7d %s.py:%d] step %d of %d, %s" % (stamp("%m%d %H:%M:%S"), (time.time() * 1e6) % 1e6, os.getpid(),
                                                        name, 88, step, total, pairs(values, ", ", "%s = %.5g")),
          file=sys.stderr, flush=True)


def detectron(name, step, total, values):
    print("[%s d2.utils.events]: eta: 0:00:%02d  iter: %d  total_loss: %.4g  time: 0.0213  data_time: 0.0011  "
          "lr: 0.0005  max_mem: 0M" % (stamp("%m/%d %H:%M:%S"), max(0, total - step), step, values.get("loss", 0.0)),
          flush=True)


STYLES = {"plain": plain, "nano": nano, "logging": logging_, "bar": bar, "hf": hf, "keras": keras, "json": jsonl,
          "fairseq": fairseq, "megatron": megatron, "table": table, "glog": glog, "detectron": detectron}


def say(style, name, level, text):
    """One message in the job's manner; level is info, warning or error."""
    if style == "json":
        print(json.dumps({"ts": round(time.time(), 3), "level": level, "logger": name, "event": text}), flush=True)
    elif style in ("logging", "hf"):
        print("%s,%03d %-8s %s.trainer: %s" % (stamp(), (time.time() * 1000) % 1000, level.upper(), name, text),
              file=sys.stderr, flush=True)
    elif style == "fairseq":
        print("%s | %s | %s | %s" % (stamp(), level.upper(), name, text), flush=True)
    elif style == "glog":
        print("%s%s.%06d %7d %s.py:%d] %s" % (level[0].upper(), stamp("%m%d %H:%M:%S"), (time.time() * 1e6) % 1e6,
                                              os.getpid(),
                                             name, 40 + len(text) % 50, text), file=sys.stderr, flush=True)
    elif style == "detectron":
        print("[%s %s]: %s%s" % (stamp("%m/%d %H:%M:%S"), name, "" if level == "info" else level.upper() + ": ", text),
              flush=True)
    else:
        print(("" if level == "info" else level.upper() + ": ") + text,
              file=sys.stderr if level != "info" else sys.stdout,
              flush=True)


def banner(style, name, config):
    """What the job says of itself before it starts."""
    if style == "megatron":
        print("------------------------ arguments ------------------------")
        for key in sorted(config):
            print("  %s %s %s" % (key, "." * (46 - len(key)), config[key]))
        print("-------------------- end of arguments ---------------------", flush=True)
    elif style == "json":
        print(json.dumps({"ts": round(time.time(), 3), "level": "info", "logger": name, "event": "config", **config}),
              flush=True)
    elif style in ("plain", "table", "keras"):
        print("=" * 60 + "\n%s  (pid %d, python %s)\n" % (name, os.getpid(), sys.version.split()[0]) + "=" * 60)
        for key, value in config.items():
            print("  %-24s %s" % (key, value))
        print(flush=True)
    elif style == "nano":
        for key, value in config.items():
            print("Overriding: %s = %r" % (key, value))
        print("tokens per iteration will be: 16,384", flush=True)
    else:
        say(style, name, "info", "Namespace(%s)" % ", ".join("%s=%r" % kv for kv in config.items()))
