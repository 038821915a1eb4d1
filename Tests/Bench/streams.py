"""Measures open event streams: memory of each, and how soon a change has reached them all.

Every count has a server of its own, just started. The streams are those of one account, in many connections, as many
tabs and browsers would hold them; a change of its profile is what is broadcast.
"""

import asyncio
import http.client
import pathlib
import statistics
import time
import urllib.parse

from servers import Server, free_port, start_portico

COUNTS = (100, 1_000, 5_000)
BROADCASTS = 5
#: Connections opened at once.
AT_ONCE = 100


class Streams:
    """Many readers of one account's events."""

    def __init__(self, port: int, cookie: str):
        self.request = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n".encode()
        self.port = port
        self.readers: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def open(self, count: int) -> None:
        for start in range(0, count, AT_ONCE):
            self.readers += await asyncio.gather(*(self._one() for _ in range(min(AT_ONCE, count - start))))

    async def _one(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=4096)
        writer.write(self.request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        await reader.readuntil(b"retry:")
        return reader, writer

    async def heard(self, word: bytes) -> list[float]:
        """When each of them has heard of it."""
        async def one(reader):
            await reader.readuntil(word)
            return time.monotonic()

        return await asyncio.gather(*(one(reader) for reader, _ in self.readers))

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


async def measure_count(server: Server, count: int, cookie: str, account: str = "local/ada") -> dict:
    before = server.memory_megabytes()
    streams = Streams(server.port, cookie)
    await streams.open(count)
    memory = (server.memory_megabytes() - before) * 1024 / count
    firsts, lasts, processor = [], [], []
    for number in range(BROADCASTS):
        waiting = asyncio.create_task(streams.heard(b"event: config"))
        await asyncio.sleep(0)
        used, began = server.cpu_seconds(), time.monotonic()
        await asyncio.to_thread(save_profile, server.port, cookie, account, f"Ada {number}")
        times = await waiting
        firsts.append((min(times) - began) * 1000)
        lasts.append((max(times) - began) * 1000)
        processor.append((server.cpu_seconds() - used) / count * 1e6)
    await streams.close()
    return {
        "count": count, "memory": memory, "first": statistics.median(firsts), "last": statistics.median(lasts),
        "worst": max(lasts), "cpu": statistics.median(processor)}


def measure(binary: pathlib.Path, data: pathlib.Path, folder: pathlib.Path, sign_in) -> list[dict]:
    limits = {"PORTICO_EVENTS_STREAMS": "20000", "PORTICO_EVENTS_STREAMS_PER_ACCOUNT": "20000"}
    figures = []
    for count in COUNTS:
        copy = folder / f"streams-{count}"
        with start_portico(binary, copy, free_port(), limits, copy_of=data) as server:
            figures.append(asyncio.run(measure_count(server, count, sign_in(server.port))))
    return figures


def table(figures: list[dict]) -> str:
    lines = [
        "| open streams | KB each | first ms | all ms | worst of 5 ms | server µs/stream |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {case['count']:,} | {case['memory']:.1f} | {case['first']:.0f} | {case['last']:.0f} | {case['worst']:.0f} "
        f"| {case['cpu']:.0f} |" for case in figures]
    return "\n".join(lines)
