"""Measures open event streams: the memory of each, and the time until a change has reached all.

Every count has a new server; the last one has three servers on one PostgreSQL. All streams belong to one account, in many
connections, like those of many tabs and browsers. The first server broadcasts a change of the profile.
"""

import asyncio
import contextlib
import http.client
import itertools
import pathlib
import statistics
import time
import urllib.parse

from engines import postgresql
from servers import Server, free_port, start_portico

COUNTS = (100, 1_000, 5_000)
BROADCASTS = 5
#: The number of connections opened at once.
AT_ONCE = 100


class Streams:
    """Many readers of the events of one account, at several servers in turn."""

    def __init__(self, ports: list[int], cookie: str):
        self.cookie = cookie
        self.ports = itertools.cycle(ports)
        self.readers: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def open(self, count: int) -> None:
        for start in range(0, count, AT_ONCE):
            self.readers += await asyncio.gather(*(self._one() for _ in range(min(AT_ONCE, count - start))))

    async def _one(self):
        port = next(self.ports)
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=4096)
        writer.write(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {self.cookie}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        await reader.readuntil(b"retry:")
        return reader, writer

    async def heard(self, word: bytes) -> list[float]:
        """The times at which each stream received the change."""
        async def one(reader):
            await reader.readuntil(word)
            return time.monotonic()

        return await asyncio.gather(*(one(reader) for reader, _ in self.readers))

    async def quiet(self) -> None:
        """Reads until the streams are silent for a while: one change is several events, and `heard` takes the first."""
        async def one(reader):
            with contextlib.suppress(TimeoutError):
                while True:
                    await asyncio.wait_for(reader.read(4096), 0.3)

        await asyncio.gather(*(one(reader) for reader, _ in self.readers))

    async def close(self) -> None:
        for _, writer in self.readers:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for _, writer in self.readers), return_exceptions=True)


def save_profile(port: int, cookie: str, account: str, name: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    body = urllib.parse.urlencode({"account": account, "name": name, "pronouns": "", "note": ""})
    connection.request("POST", "/profile", body, {
        "Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie,
        "Origin": f"http://127.0.0.1:{port}"})
    status = connection.getresponse().status
    assert status == 303, status


async def measure_count(servers: list[Server], count: int, cookie: str, account: str = "local/ada") -> dict:
    def memory_now():
        return sum(server.memory_megabytes() for server in servers)

    def processor_now():
        return sum(server.cpu_seconds() for server in servers)

    before = memory_now()
    streams = Streams([server.port for server in servers], cookie)
    await streams.open(count)
    memory = (memory_now() - before) * 1024 / count
    firsts, lasts, processor = [], [], []
    for number in range(BROADCASTS):
        await streams.quiet()
        waiting = asyncio.create_task(streams.heard(b"event: config"))
        await asyncio.sleep(0)
        used, began = processor_now(), time.monotonic()
        await asyncio.to_thread(save_profile, servers[0].port, cookie, account, f"Ada {number}")
        times = await waiting
        firsts.append((min(times) - began) * 1000)
        lasts.append((max(times) - began) * 1000)
        processor.append((processor_now() - used) / count * 1e6)
    await streams.close()
    return {
        "count": count, "servers": len(servers), "memory": memory, "first": statistics.median(firsts), "last": statistics.median(lasts),
        "worst": max(lasts), "cpu": statistics.median(processor)}


def measure(binary: pathlib.Path, data: pathlib.Path, folder: pathlib.Path, make_data, sign_in) -> list[dict]:
    limits = {"PORTICO_EVENTS_STREAMS": "20000", "PORTICO_EVENTS_STREAMS_PER_ACCOUNT": "20000"}
    figures = []
    for count in COUNTS:
        copy = folder / f"streams-{count}"
        with start_portico(binary, copy, free_port(), limits, copy_of=data) as server:
            figures.append(asyncio.run(measure_count([server], count, sign_in(server.port))))
    with contextlib.ExitStack() as stack:
        options = limits | {"PORTICO_DATABASE_URL": stack.enter_context(postgresql())}
        nodes = [make_data(folder / "streams-node-0", options)] + [folder / f"streams-node-{number}" for number in (1, 2)]
        servers = [stack.enter_context(start_portico(binary, node, free_port(), options)) for node in nodes]
        figures.append(asyncio.run(measure_count(servers, COUNTS[-1], sign_in(servers[0].port))))
    return figures


def table(figures: list[dict]) -> str:
    lines = [
        "| open streams | servers | KB each | first ms | all ms | worst of 5 ms | server µs/stream |", "|---|---|---|---|---|---|---|"]
    lines += [
        f"| {case['count']:,} | {case['servers']} | {case['memory']:.1f} | {case['first']:.0f} | {case['last']:.0f} | {case['worst']:.0f} "
        f"| {case['cpu']:.0f} |" for case in figures]
    return "\n".join(lines)
