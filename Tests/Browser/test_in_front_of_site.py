"""The script for the end of sessions, on another host of the door's site, over TLS."""

import json
import subprocess

import pytest

from support.authenticator import code
from support.enrolment import enrol, enter_password
from support.in_front import in_front_over_tls
from support.passkeys import NO_AUTOFILL, Authenticator, add_passkey, wait_for_passkeys
from support.portico import PASSWORD
from support.steps import assert_cover, fill_in, go, sign_in
from support.waiting import wait_until


@pytest.fixture(scope="module")
def installation():
    with in_front_over_tls() as portico:
        yield portico


@pytest.fixture
def portico(installation):
    return installation


#: By a request that the page's script does not intercept.
IS_REFUSED = """(() => {
    const request = new XMLHttpRequest();
    request.open("GET", "/who.json", false);
    request.send();
    return request.status === 401;
})()"""


def end_sign_ins(portico):
    subprocess.run([portico.command[0], "sessions", "end", "--user", "ada", "--yes", "--data", portico.data], check=True,
                   capture_output=True, timeout=30)


@pytest.fixture
def tab(browse, portico):
    """A page of the application, for a signed-in person."""
    tab = browse("chromium", portico)
    tab.goto(f"{portico.application}/orders?a=b#c")
    assert_cover(tab)
    sign_in(tab)
    tab.wait_for_text("#Remote-User", "ada")
    assert tab.address == f"{portico.application}/orders?a=b#c"
    return tab


def cover_of(tab):
    """The frame with the door's cover."""
    # Calls also deliver news of the page's frames.
    return wait_until(lambda: tab.evaluate("true") and next(
        (frame for frame in tab.page.frames if frame.url.startswith(f"{tab.origin}/portico/start?")), None), "the cover")


def interrupt(tab, portico):
    """Ends the session while the page asks who is there: the cover comes, and the answer after the login."""
    end_sign_ins(portico)
    tab.wait_for(IS_REFUSED, "the server to notice")
    tab.evaluate("window.answer = fetch('/who.json').then((answer) => answer.json()), 0")


def enter_password_in(cover):
    cover.fill("[name=username]", "ada")
    cover.fill("[name=password]", PASSWORD)
    cover.click("[type=submit]")


def test_the_cover_comes_over_a_page_of_another_host_that_continues_afterwards(tab, portico):
    tab.fill("[name=text]", "not sent yet")
    interrupt(tab, portico)
    cover = cover_of(tab)
    enter_password_in(cover)
    assert tab.evaluate("window.answer")["Remote-User"] == "ada"
    assert tab.count("dialog") == 0
    assert tab.value("[name=text]") == "not sent yet"


@pytest.mark.holds("G1")
def test_the_cover_in_a_frame_takes_a_passkey(browse, portico):
    tab = browse("chromium", portico)
    tab.context.add_init_script(NO_AUTOFILL)
    device = Authenticator(tab)
    tab.goto("/")
    sign_in(tab)
    add_passkey(tab)
    wait_for_passkeys(tab, 1)
    assert device.passkeys[0]["rpId"] == "door.portico.test"
    tab.goto(f"{portico.application}/orders")
    tab.wait_for_text("#Remote-User", "ada")
    interrupt(tab, portico)
    cover_of(tab).click("#log-in-passkey")
    assert tab.evaluate("window.answer")["Remote-User"] == "ada"


@pytest.mark.holds("G4")
def test_within_a_frame_a_second_factor_is_an_app(browse):
    """Browsers make no passkeys there."""
    with in_front_over_tls(PORTICO_ACCOUNTS_SECOND_FACTOR="all") as portico:
        tab = browse("chromium", portico)
        Authenticator(tab)
        tab.goto(f"{portico.application}/orders")
        enter_password(tab, "ada")
        tab.wait_for("document.querySelector('#add-passkey:not([hidden])')", "the button for a passkey")
        enrol(tab)
        go(tab, "#log-in")
        tab.wait_for_text("#Remote-User", "ada")
        portico.users("reset-factors", "ada", "--yes")
        interrupt(tab, portico)
        cover = cover_of(tab)
        enter_password_in(cover)
        cover.wait_for_selector("#enrolment #copy-key:not([hidden])")
        assert not cover.is_visible("#add-passkey")
        cover.fill("#code", code(cover.get_attribute("#copy-key", "data-portico-copy")))
        cover.click("#log-in")
        cover.wait_for_selector("#recovery-code-list")
        cover.click("#log-in")
        assert tab.evaluate("window.answer")["Remote-User"] == "ada"
        # The script of the cover gives the focus.
        assert all("Blocked autofocusing" in complaint for complaint in tab.complaints)
        tab.complaints.clear()


def test_no_other_page_of_the_door_can_be_in_a_frame(tab, portico):
    for path in ["/", "/session/new", "/session/end"]:
        tab.evaluate(f"""new Promise((end) => {{
            const frame = document.createElement("iframe");
            frame.onload = end;
            frame.src = {json.dumps(portico.origin + path)};
            document.body.append(frame);
        }}).then(() => 0)""")

    def are_refused():
        tab.evaluate("0")  # The browser's messages arrive only during calls.
        return [frame.url for frame in tab.page.frames[1:]] == ["chrome-error://chromewebdata/"] * 3 and len(tab.complaints) >= 3

    wait_until(are_refused, "a complaint about each")
    assert all("frame-ancestors" in complaint for complaint in tab.complaints)
    tab.complaints.clear()
