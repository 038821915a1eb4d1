"""A network of two machines on one: the other machine is a network namespace. A process forwards each packet, with a delay, or drops
it. It needs root, and only `tun` from the kernel."""

import contextlib
import fcntl
import heapq
import multiprocessing
import os
import random
import select
import shutil
import struct
import subprocess
import time

from database import CAP_NET_ADMIN, CAP_SYS_ADMIN, may

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000


def missing():
    """The reason why this cannot run here; None if it can."""
    if not may(CAP_SYS_ADMIN, CAP_NET_ADMIN) or not shutil.which("ip") or not os.path.exists("/dev/net/tun"):
        return "a network of its own needs root, ip and /dev/net/tun"
    return None


class Network:
    """`with Network() as network`; `prefix` runs a command on the other machine, whose address is `there`."""

    def __enter__(self):
        self.name = f"portico-{os.getpid()}"
        here, self.there = (f"10.213.{os.getpid() % 250}.{number}" for number in (1, 2))
        self.prefix = ["ip", "netns", "exec", self.name]
        self._run("ip", "netns", "add", self.name)
        ends = [self._end(0), self._end(1)]
        self._run("ip", "link", "set", self._interface(1), "netns", self.name)
        machines = [(here, self.there, ["ip"]), (self.there, here, ["ip", "-n", self.name])]
        for number, (own, other, command) in enumerate(machines):
            self._run(*command, "address", "add", own, "peer", other, "dev", self._interface(number))
            self._run(*command, "link", "set", self._interface(number), "up")
        context = multiprocessing.get_context("fork")
        #: The minimum and maximum delay of a packet in seconds, and the fraction of lost packets.
        self._settings = context.Array("d", [0, 0, 0])
        self._process = context.Process(target=carry, args=(ends, self._settings), daemon=True)
        self._process.start()
        for end in ends:
            os.close(end)
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.join()
        self._run("ip", "netns", "delete", self.name)

    def set(self, least=0, most=0, loss=0):
        self._settings[:] = [least, max(least, most), loss]

    def _interface(self, number):
        return f"door{os.getpid() % 100_000}-{number}"

    def _end(self, number):
        end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(end, TUNSETIFF, struct.pack("16sH22x", self._interface(number).encode(), IFF_TUN | IFF_NO_PI))
        return end

    def _run(self, *command):
        subprocess.run(command, check=True)


def carry(ends, settings):
    """Forwards packets from each end to the other, in order."""
    waiting, last, number = [], [0.0, 0.0], 0
    while True:
        rest = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        for end in select.select(ends, [], [], rest)[0]:
            packet = os.read(end, 65_536)
            least, most, loss = settings
            if random.random() < loss:
                continue
            way = ends.index(end)
            last[way] = max(last[way], time.monotonic() + random.uniform(least, most))
            number += 1
            heapq.heappush(waiting, (last[way], number, ends[1 - way], packet))
        while waiting and waiting[0][0] <= time.monotonic():
            _, _, end, packet = heapq.heappop(waiting)
            # A full queue drops packets, as in real networks.
            with contextlib.suppress(BlockingIOError):
                os.write(end, packet)
