"""A minute of scores over HTTP, then a minute of them while a thousand phones ask for the tables: `make load`."""

import asyncio
from collections.abc import Iterator

from benchmarks.common import Goal, Row
from benchmarks.http import Device, Scoring, checked, hall_served

MINUTE, PHONES, EVERY = 60, 1000, 10  # seconds after which a phone asks again


def run() -> Iterator[Row]:
    with hall_served(boards=8) as (tournament, scoring):
        yield from asyncio.run(scoring.bursting())
        yield from asyncio.run(scoring.steady(MINUTE, Goal(seconds=0.1)))
        yield from asyncio.run(_among_phones(scoring))
        yield checked(tournament, scoring)


async def _among_phones(scoring: Scoring) -> list[Row]:
    answers: list[int] = []
    phones = [asyncio.create_task(_phone(scoring, number, answers)) for number in range(PHONES)]
    rows = await scoring.steady(MINUTE, Goal(seconds=0.25), note=f"{PHONES} phones, each every {EVERY} s")
    for one in phones:
        one.cancel()
    await asyncio.gather(*phones, return_exceptions=True)
    if set(answers) - {200, 304}:
        raise RuntimeError(f"phones were answered {set(answers)}")
    return rows


async def _phone(scoring: Scoring, number: int, answers: list[int]) -> None:
    """Asks for the tables, and again after some seconds with the tag of what it has, until it is stopped."""
    await asyncio.sleep(number * EVERY / PHONES)
    tag = '""'
    while True:
        device = Device(scoring.port)
        status, headers, _body = await device.ask(f"/tornei/{scoring.slug}/", If_None_Match=tag, Accept_Encoding="gzip")
        tag = headers.get("etag", tag)
        answers.append(status)
        device.hang_up()
        await asyncio.sleep(EVERY)
