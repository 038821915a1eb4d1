"""The end of a start: a greeting on a terminal, and nothing of it in a log."""

import os
import pty
import re
import select
import subprocess
import time

from support.portico import EXECUTABLE, PASSWORD
from support.waiting import PATIENCE, wait_until


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, *command, **environment):
        self.text = ""
        self._pid, self._descriptor = pty.fork()
        if self._pid == 0:
            os.execve(command[0], [str(part) for part in command], os.environ | environment)

    def read_until(self, end):
        """The text so far, which contains `end`."""
        deadline = time.monotonic() + PATIENCE
        while end not in self.text:
            assert select.select([self._descriptor], [], [], max(0, deadline - time.monotonic()))[0], self.text
            try:
                # A read may end within a line.
                self.text = (self.text + os.read(self._descriptor, 65_536).decode()).replace("\r\n", "\n")
            except OSError as error:
                raise AssertionError(f"the program has ended:\n{self.text}") from error
        return self.text

    def interrupt(self):
        """Types Ctrl-C. Returns the exit status."""
        os.write(self._descriptor, b"\x03")
        status = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        os.close(self._descriptor)
        return status


def start(data, **environment):
    return Terminal(EXECUTABLE, "serve", "--port", "0", "--data", data, **environment)


def greeting(terminal):
    """The lines of the greeting, after those of the log."""
    log, _, text = terminal.read_until("Ctrl-C to stop.\n\n").partition("\nServing on ")
    assert " serving" in log
    return ["Serving on " + text.split("\n")[0], *text.split("\n")[1:]]


def test_a_terminal_shows_the_address_the_link_and_the_place_of_mails(tmp_path):
    data = tmp_path / "data"
    terminal = start(data)
    lines = greeting(terminal)
    link = (data / "setup-link").read_text().strip()
    origin = re.match(r"http://127\.0\.0\.1:\d+", link)[0]
    assert lines == [
        f"Serving on {origin}", "",
        "There is no account yet. Create the first one, an administrator, with this link:", link, "",
        f"Mails are files in {data}/outbox, because mail.host is not set.", "Press Ctrl-C to stop.", "", ""]
    assert terminal.interrupt() == 0

    # The next start has an account, and a mail server.
    add = [EXECUTABLE, "users", "add", "ada", "--password-stdin", "--data", data]
    subprocess.run(add, input=PASSWORD, text=True, check=True, capture_output=True, timeout=30)
    terminal = start(data, PORTICO_MAIL_HOST="mail.example")
    assert [re.sub(r":\d+$", "", line) for line in greeting(terminal)] == [
        "Serving on http://127.0.0.1", "", "Mails go to mail.example:587.", "Press Ctrl-C to stop.", "", ""]
    assert terminal.interrupt() == 0


def test_a_log_has_nothing_of_it(tmp_path):
    command = [EXECUTABLE, "serve", "--port", "0", "--data", tmp_path / "data"]
    log = tmp_path / "log"
    with log.open("w") as file, subprocess.Popen(command, stderr=file, stdout=file) as server:
        wait_until(lambda: "no account yet" in log.read_text(), "the end of the start")
        # The greeting would be there before the server ends.
        server.terminate()
    text = log.read_text()
    assert (tmp_path / "data/setup-link").read_text().strip() not in text
    assert "Ctrl-C" not in text and "\n\n" not in text
