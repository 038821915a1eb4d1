"""Tests of an application with pytest, in a browser: runs its program with data of its own, and opens its pages in a
browser in which somebody is logged in. docs/testing-your-pages.md shows how.

Needs `pytest`; the fixtures `browser` and `visit` also need `playwright`.
"""

import contextlib
import email
import email.policy
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import pytest

#: The password of all accounts.
PASSWORD = "seven lanterns over Ullapool"
#: Maximum time of any wait on a busy machine, in seconds.
PATIENCE = 30


def wait_until(condition, what, seconds=PATIENCE):
    """Repeats `condition()` until it is true, and returns its value. An exception means "not yet"."""
    deadline = time.monotonic() + seconds
    problem = None
    pause = 0.02
    while True:
        try:
            if value := condition():
                return value
            problem = None
        except Exception as error:  # A page that is being replaced gives no useful answers.
            problem = error
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s in vain for {what}" + (f" ({problem})" if problem else ""))
        time.sleep(pause)
        # Every call slows down the page by some milliseconds.
        pause = min(pause * 1.5, 0.1)


@dataclass(frozen=True)
class Mail:
    recipient: str
    subject: str
    text: str
    html: str

    @classmethod
    def of(cls, content):
        message = email.message_from_bytes(content, policy=email.policy.default)
        text, html = (message.get_body(kind).get_content() for kind in (("plain",), ("html",)))
        return cls(message["To"].addresses[0].addr_spec, str(message["Subject"]), text, html)

    @property
    def link(self):
        """The only address in the text, which is also the target of the link in the HTML form."""
        [address] = re.findall(r"https?://\S+", self.text)
        assert set(re.findall(r'href="([^"]+)"', self.html)) == {address}
        return address


class _Unredirected(urllib.request.HTTPErrorProcessor):
    def http_response(self, request, response):
        return response


def _environment():
    """The environment without options for another installation, such as the address of its database."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PORTICO_")}


class Program:
    """The program of an application, which serves in development with a new data folder on a free port of this machine.

    `command` is the program, or a list of it and its arguments. `options` are environment variables such as
    PORTICO_APP_NAME; one that is None is not set. `with Program(…) as program` starts it, and ends it with its data.
    """

    #: The address of the pages, such as http://127.0.0.1:40123, once the program has started.
    origin = None

    def __init__(self, command, **options):
        self.command = [command, "serve"] if isinstance(command, (str, os.PathLike)) else list(command)
        self.options = options
        self._folder = tempfile.TemporaryDirectory(prefix="portico-test-")
        self.data = Path(self._folder.name)
        #: The port that the program listens on.
        self.port = None
        self._process = None
        self._lines = []
        self._accounts = set()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.close()

    def start(self):
        """Starts the program, and waits until it serves."""
        options = {
            "PORTICO_HTTP_PORT": "0", "PORTICO_DATA_DIRECTORY": str(self.data), "PORTICO_ENVIRONMENT": "development",
            # Tests sign in to one account more often than people do.
            "PORTICO_LIMITS_RATE": "10000",
            # No program that draws: a server that is built for debugging takes seconds to make icons of a drawing.
            "PATH": "", **self.options,
            # The server uses no proxy, whatever the environment contains.
            "http_proxy": "http://127.0.0.1:1", "all_proxy": "http://127.0.0.1:1",
        }
        environment = {name: value for name, value in (_environment() | options).items() if value is not None}
        self._lines = []
        self._process = subprocess.Popen(
            self.command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        threading.Thread(target=self._read, args=(self._process,), daemon=True).start()
        wait_until(lambda: any("serving" in line for line in self._lines) or self._process.poll() is not None, "the server")
        listening = re.search(r"listening on \S+:(\d+)", self.log)
        assert listening, f"the server did not start:\n{self.log}"
        self.port = int(listening[1])
        self.origin = re.search(r" origin=(\S+).* serving$", self.log, re.MULTILINE)[1]
        return self

    def stop(self):
        """Ends the program like an administrator; it must exit without an error. It keeps its data."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0, self.log

    def crash(self):
        """Ends the program like a power cut."""
        process, self._process = self._process, None
        process.kill()
        process.wait()

    def close(self):
        """Ends the program, and deletes its data."""
        try:
            self.stop()
        finally:
            self._folder.cleanup()

    @property
    def log(self):
        return "".join(self._lines)

    def users(self, *arguments, password=None):
        """The output of the command `users …`; it passes a password on standard input."""
        how = ["--password-stdin"] if password is not None else []
        command = [self.command[0], "users", *arguments, *how, "--data", self.data]
        done = subprocess.run(
            command, input=password or "", text=True, check=True, capture_output=True, timeout=30, env=_environment())
        return done.stdout

    def add(self, username, name=None, email=None, groups=(), administrator=False):
        """Adds an account with the password PASSWORD, unless this program has added it before."""
        if username in self._accounts:
            return
        mail = ["--email", email] if email else []
        self.users("add", username, "--name", name or username, *mail, *["--administrator"] * administrator, password=PASSWORD)
        if groups:
            self.users("set-groups", username, *groups)
        self._accounts.add(username)

    def sign_in(self, username="ada", password=PASSWORD, beside=(), **more):
        """The cookies of a browser after a sign-in, without a browser. `beside` are the cookies of a browser with other
        accounts."""
        form = {"username": username, "password": password, "remember": "on", **({"add": "on"} if beside else {}), **more}
        status, headers, _ = self.ask("/session", beside, {"Portico-Request": "script"}, **form)
        assert status == 204, status
        cookies = {cookie["name"]: cookie["value"] for cookie in beside}
        for line in headers.get_all("Set-Cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            cookies[name] = value
        brought = [{"name": name, "value": value} for name, value in cookies.items() if value]
        # Uses the cookies: a sign-in whose browser never sends them ends, also when a test moves the clock.
        self.ask("/about", brought)
        return brought

    def ask(self, path, cookies, headers=(), **form):
        """The status, headers and text of the response to a request with these cookies; a POST if there is a form."""
        cookie = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies)
        data = urllib.parse.urlencode(form).encode() if form else None
        headers = {"Origin": self.origin, "Cookie": cookie, **dict(headers)}
        request = urllib.request.Request(self.origin + path, data=data, headers=headers)
        with urllib.request.build_opener(_Unredirected).open(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read().decode()

    def move_clock(self, seconds):
        """Sets the clock of the server to so many seconds after the present."""
        self.set(clockOffset=seconds)

    def set(self, **settings):
        """Development settings: clockOffset, launchDelay, launchFails, layerDelay, layerFails, script,
        deletedRecord."""
        body = urllib.parse.urlencode(settings).encode()
        # The program itself, also if the origin is another one in front of it.
        address, host = f"http://127.0.0.1:{self.port}/dev/settings", self.origin.partition("//")[2]
        urllib.request.urlopen(urllib.request.Request(address, data=body, headers={"Host": host}), timeout=10).close()

    def mail(self, address, subject=""):
        """Waits for a mail to an address whose subject begins with `subject`, and returns the newest one."""
        def newest():
            files = sorted(self.data.glob("outbox/*.eml"), reverse=True)
            mails = (Mail.of(file.read_bytes()) for file in files)
            return next(mail for mail in mails if mail.recipient == address and mail.subject.startswith(subject))

        return wait_until(newest, f"a mail “{subject}” to {address}")

    def _read(self, process):
        for line in process.stderr:
            self._lines.append(line)


@pytest.fixture(scope="session")
def browser():
    """Chromium: that of the system if it is installed, else that of Playwright. A test suite may replace this fixture by
    another browser of Playwright."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Chromium has no sandbox for root.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def visit(program, browser):
    """Opens a path of the fixture `program` in a new browser in which somebody is logged in, and waits until its scripts
    are ready. The account is added with its groups, unless it exists. Without a username, nobody is logged in; further
    arguments are those of Playwright's `new_context`. At the end of the test, no script may have failed."""
    contexts, failures = [], []

    def visit(path, username="ada", groups=(), administrator=False, **look):
        context = browser.new_context(base_url=program.origin, **look)
        contexts.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        if username is not None:
            program.add(username, groups=groups, administrator=administrator)
            context.add_cookies([{**cookie, "url": program.origin} for cookie in program.sign_in(username)])
        page = context.new_page()
        page.on("pageerror", lambda error: failures.append(error))
        page.goto(path)
        if look.get("java_script_enabled", True):
            wait_until_ready(page)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not failures, f"a script failed: {failures}"


def wait_until_ready(page):
    """Waits until the behaviours of a page are connected."""
    page.locator("html[data-ready]").wait_for(state="attached")


def wait_for_toast(page, text):
    """Waits for a visible toast with this text, and returns its element."""
    toast = page.locator(".toast:not([data-leaving])").filter(has_text=text).last
    toast.wait_for()
    return toast


def wait_for_hud(page, text=""):
    """Waits until the HUD shows a content with this text, and returns its element."""
    content = page.locator(".hud-content").filter(has_text=text).last
    content.wait_for()
    return content


def wait_for_sheet(page, path):
    """Waits until the page at this path is presented, and returns its element."""
    sheet = page.locator(f'dialog[open][data-url="{path}"]')
    sheet.wait_for()
    return sheet


@contextlib.contextmanager
def downloading(page):
    """Waits for a file that the block brings. Yields a list that has its path at the end."""
    files = []
    with page.expect_download() as download:
        yield files
    files.append(Path(download.value.path()))
