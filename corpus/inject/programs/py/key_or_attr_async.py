"""An asynchronous feature store client with a typing mistake in a late branch."""
import asyncio

from trainkit import Run


async def fetch(step, limit):
    await asyncio.sleep(0)
    rows = [step] * 4
    if step >= limit:
        rows = rows.appendleft(0)
    return rows


async def gather(run):
    for step in run.steps():
        parts = await asyncio.gather(*(fetch(step, run.at) for _ in range(3)))
        run.log(loss=run.curve(), rows=sum(map(len, parts)))


def train(run):
    asyncio.run(gather(run))


run = Run("online-ranker", clients=3)
run.main(train)
