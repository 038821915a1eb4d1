"""The terminal front end in the package of Tests/MountedPages."""

import subprocess

from .portico import MOUNTED

TERMINAL = MOUNTED.with_name("Terminal")


def run(portico, *lines):
    """The output for these typed lines. Without a terminal, the program reads the password from them too."""
    text = "".join(f"{line}\n" for line in lines)
    return subprocess.run(
        [TERMINAL, portico.data], input=text, text=True, capture_output=True, timeout=60, start_new_session=True)
