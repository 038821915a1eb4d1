"""A virtual screen, for the engine without a headless mode."""

import os
import subprocess


class Display:
    #: Width and height in pixels.
    SIZE = 1400, 1000

    def __init__(self):
        read, write = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "{}x{}x24".format(*self.SIZE), "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as numbers:
            self.name = ":" + numbers.readline().strip()

    def close(self):
        self._server.terminate()
        self._server.wait(timeout=10)
