"""Reads a data set in one of many formats, in which one file is damaged."""
import csv
import gzip
import io
import json
import lzma
import os
import sqlite3
import struct
import tarfile
import zipfile
import zlib

from trainkit import Run


def spoil(path, keep, patch=b""):
    """Cuts a file and perhaps appends other bytes, as an interrupted copy does."""
    with open(path, "r+b") as out:
        out.truncate(int(os.path.getsize(path) * keep))
        out.seek(0, os.SEEK_END)
        out.write(patch)


def jsonl(path, bad):
    rows = [json.dumps({"id": n, "text": "x" * n}) for n in range(20)]
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(rows[:14] + ([rows[14][:20]] if bad else rows[14:])))
    return [json.loads(line) for line in open(path, encoding="utf-8")]


def archive(path, bad):
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("a.txt", "a" * 5000)
    if bad:
        spoil(path, 0.5)
    return zipfile.ZipFile(path).namelist()


def compressed(path, bad):
    with gzip.open(path, "wb") as out:
        out.write(os.urandom(40000))
    if bad:
        spoil(path, 0.7)
    return gzip.open(path).read()


def crc(path, bad):
    with gzip.open(path, "wb") as out:
        out.write(b"tokens " * 9000)
    if bad:
        spoil(path, 0.97, b"\0" * 8)
    return gzip.open(path).read()


def tarball(path, bad):
    with tarfile.open(path, "w") as out:
        for n in range(4):
            info = tarfile.TarInfo("%06d.txt" % n)
            info.size = 3000
            out.addfile(info, io.BytesIO(b"t" * 3000))
    if bad:
        spoil(path, 0.3)
    return [tarfile.open(path).extractfile(m).read() for m in tarfile.open(path)]


def text(path, bad):
    with open(path, "wb") as out:
        out.write("naïve café\n".encode("latin-1" if bad else "utf-8") * 30)
    return open(path, encoding="utf-8").read()


def table(path, bad):
    with open(path, "w", encoding="ascii") as out:
        out.writelines("%d,%s\n" % (n, "0.5" if n != 17 or not bad else "0.5\0") for n in range(30))
        out.write("31,%s\n" % ("q" * (200_000 if bad else 3)))
    return [float(row[1]) if row[1][0] != "q" else row for row in csv.reader(open(path, encoding="ascii"))]


def records(path, bad):
    with open(path, "wb") as out:
        out.writelines(struct.pack("<If", n, n / 2) for n in range(50))
    if bad:
        spoil(path, 0.81)
    data = open(path, "rb").read()
    return [struct.unpack("<If", data[at:at + 8]) for at in range(0, len(data), 8)]


def database(path, bad):
    if os.path.exists(path):
        os.unlink(path)
    base = sqlite3.connect(path)
    base.execute("create table d (id integer primary key, t text)")
    base.executemany("insert into d (t) values (?)", [("row " * 60,)] * 900)
    base.commit()
    base.close()
    if bad:
        spoil(path, 0.4, b"\xff" * 9000)
    return sqlite3.connect(path).execute("select count(t), sum(length(t)) from d").fetchall()


def xz(path, bad):
    with lzma.open(path, "wb") as out:
        out.write(os.urandom(9000))
    if bad:
        spoil(path, 0.6, b"\0" * 4000)
    return lzma.open(path).read()


def blocks(path, bad):
    data = zlib.compress(os.urandom(4000))
    return zlib.decompress(data[:-900] + (b"\1" * 900 if bad else data[-900:]))


def train(run):
    kind = run.rest[-1]
    os.makedirs("data", exist_ok=True)
    for step in run.steps():
        rows = globals()[kind]("data/part-%04d.%s" % (step, kind), step == run.at)
        run.log(loss=run.curve(), rows=len(rows))


run = Run("reader", data="data", prefetch=2)
run.main(train)
