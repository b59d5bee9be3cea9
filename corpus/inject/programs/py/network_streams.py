"""An asynchronous reader of a streamed data set."""
import asyncio

import aiohttp

import peers
from trainkit import Run


async def read(run, port):
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=3)) as session:
        for step in run.steps():
            run.log(loss=run.curve(), buffered=3)
            if step == run.at:
                async with session.get("http://127.0.0.1:%d/shards/%05d.tar" % (port, step)) as answer:
                    await answer.read()


def train(run):
    port = {"refused": peers.closed_port, "short": peers.short, "silent": peers.silent}[run.rest[-1]]()
    asyncio.run(read(run, port))


run = Run("webstream", shards="{00000..00999}.tar", buffer=64)
run.main(train)
