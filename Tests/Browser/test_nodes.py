"""Three nodes on one PostgreSQL behind nginx: each request reaches another node, and people see one server."""

import os
import re
import signal
import urllib.parse

import pytest

from nodes import Nodes, missing
from support.authenticator import code, set_up
from support.installation import Installation
from support.layers import SAVE, press, present, wait_for_stack
from support.overlay import wait_for_toasts
from support.passkeys import NO_AUTOFILL, Authenticator, add_passkey, use_passkey, wait_for_passkeys
from support.people import rename
from support.portico import PASSWORD, ROOT
from support.session import IDLE, NOTE, come_back, look, type_a_note, wait_for_cover
from support.steps import assert_cover, sign_in, sign_out
from support.waiting import wait_until

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

DATA = "/account/data"
HUD = ".hud .hud-panel"
NAME = "#profile-name .cell-value"


@pytest.fixture(scope="module")
def engine():
    """Always Chromium, because some of these journeys kill nodes, and the engine does not affect the nodes."""
    return "chromium"


@pytest.fixture(scope="module")
def installation():
    options = {
        "PORTICO_ENVIRONMENT": "development", "PORTICO_PUBLIC_DIRECTORY": str(ROOT / "Public/dist"),
        # Journeys sign in to one account more often than people do.
        "PORTICO_LIMITS_RATE": "10000"}
    with Nodes(**options) as nodes:
        yield Installation(nodes)


@pytest.fixture
def nodes(installation):
    return installation.nodes


@pytest.fixture
def tab(visit_as_somebody_new):
    return visit_as_somebody_new("/")


def cookies(tab):
    return {cookie["name"]: cookie["value"] for cookie in tab.brought}


def texts(nodes, tab, path):
    """A page as each node shows it."""
    return [nodes.ask(path, cookies(tab), node=node)[2] for node in nodes.nodes]


@pytest.mark.holds("A3", "A4", "A5", "B1")
def test_a_person_signs_in_works_and_signs_out(browse, engine, portico, nodes):
    portico.users("add", "grace", "--name", "Grace Hopper", password=PASSWORD)
    tab = browse(engine, portico)
    tab.goto("/")
    sign_in(tab, "grace")
    assert (tab.screen, tab.text(NAME)) == ("main", "Grace Hopper")
    for path in ("/about", "/account", "/settings/appearance", "/"):
        tab.goto(path)
        assert tab.screen == "main"
    kept = {cookie["name"]: cookie["value"] for cookie in tab.context.cookies()}
    sign_out(tab)
    assert_cover(tab)
    wait_until(lambda: {nodes.ask("/account", kept, node=node)[0] for node in nodes.nodes} == {401}, "every node to know its end")


@pytest.mark.holds("B14")
def test_a_session_that_ends_is_covered_in_place_and_continues(tab, portico):
    type_a_note(tab)
    portico.set(clockOffset=IDLE)
    look(tab)
    wait_for_cover(tab)
    come_back(tab, tab.username)
    assert tab.value("#note") == NOTE
    press(tab, SAVE)
    wait_for_toasts(tab, "Profile saved")
    wait_for_stack(tab)


@pytest.mark.holds("G2")
def test_a_code_works_once_on_all_nodes(tab, nodes):
    secret, recovery_codes = set_up(tab)

    def begin(node):
        """The token of a login that waits for the code."""
        page = nodes.ask("/session", form={"username": tab.username, "password": PASSWORD}, node=node)[2]
        return re.search('name="pending" value="([^"]+)"', page)[1]

    def finish(pending, node, fields):
        return nodes.ask("/session/code", form={"pending": pending} | fields, node=node)[0]

    first, second, third = nodes.nodes
    # The code of the set-up is used up.
    for fields in ({"code": code(secret, 30)}, {"recovery": recovery_codes[0]}):
        pending, late = begin(first), begin(third)
        assert finish(pending, second, fields) == 303
        assert [finish(late, node, fields) for node in nodes.nodes] == [401] * 3


@pytest.mark.holds("G1")
def test_a_passkey_works_on_all_nodes_and_an_answer_on_one_of_them(browse, portico, somebody, nodes):
    tab = browse("chromium", portico, cookies=portico.sign_in(somebody.username))
    tab.context.add_init_script(NO_AUTOFILL)
    Authenticator(tab)
    add_passkey(tab)
    wait_for_passkeys(tab, 1)
    tab.goto("/")
    for _ in nodes.nodes:
        sign_out(tab)
        with tab.leaving():
            use_passkey(tab)
        assert somebody.is_known_in(tab)
    sign_out(tab)
    tab.page.route("**/session", lambda route: route.abort(), times=1)
    with tab.page.expect_event("requestfailed") as unsent:
        use_passkey(tab)
    form = dict(urllib.parse.parse_qsl(unsent.value.post_data))
    kept = {cookie["name"]: cookie["value"] for cookie in tab.context.cookies()}
    assert [nodes.ask("/session", kept, form, node)[0] for node in nodes.nodes] == [303, 401, 401]


@pytest.mark.holds("E10")
def test_changes_in_another_browser_are_shown_at_once(tab, portico):
    tab.evaluate("window.isOld = true")
    for name in ("Ada King", "Ada Byron", "Ada Lovelace"):
        rename(portico, tab, portico.sign_in(tab.username), name)
        tab.wait_for_text(NAME, name)
    assert tab.evaluate("window.isOld"), "the page itself stays"


@pytest.mark.holds("D9")
def test_a_toast_is_shown_once_whichever_node_sends_it(tab, nodes):
    tab.evaluate("""void (window.shown = [], new MutationObserver((changes) => shown.push(...changes.flatMap(
        ({ addedNodes }) => [...addedNodes].map((toast) => toast.querySelector('.toast-text').textContent))))
        .observe(document.querySelector('.presenter .toasts ul'), { childList: true }))""")
    for number, node in enumerate(nodes.nodes, 1):
        form = {"served-text": f"From {number}", "what": "toast", "audience": "browser", "account": f"local/{tab.username}"}
        nodes.ask("/dev/hud/served", cookies(tab), form, node)
        tab.wait_for(f"shown.length === {number}", "the toast")
    assert tab.evaluate("shown") == ["From 1", "From 2", "From 3"]
    tab.reload()
    assert tab.count(".toast") == 0


@pytest.mark.holds("D9")
def test_a_notice_of_a_form_is_shown_on_the_next_page_of_another_node(tab, nodes):
    for node, next_node in zip(nodes.nodes, [*nodes.nodes[1:], nodes.nodes[0]]):
        form = {"account": f"local/{tab.username}", "name": "Grace", "pronouns": "", "note": ""}
        status, headers, _ = nodes.ask("/profile", cookies(tab), form, node)
        assert status == 303
        kept = cookies(tab) | dict([headers["Set-Cookie"].partition(";")[0].split("=")])
        headers = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        shown = [nodes.ask("/", kept, node=other, headers=headers)[2].count("Profile saved") for other in (next_node, node)]
        assert shown == [1, 0]


@pytest.mark.holds("E6")
def test_a_choice_is_known_to_every_node(tab, nodes):
    present(tab, "#appearance-link")
    for choice in ("dark", "light"):
        tab.click(f"label:has(#appearance-{choice})")
        tab.wait_for(f"document.documentElement.dataset.theme === '{choice}'")
        wait_until(lambda: all(f'data-theme="{choice}"' in text for text in texts(nodes, tab, "/")), "every node to know")


@pytest.mark.holds("D7")
def test_the_progress_of_a_job_is_shown_by_every_node_and_its_file_comes_from_any(tab, portico, nodes):
    portico.set(jobDelay=4000)
    before = {cookie["name"] for cookie in tab.context.cookies()}
    tab.goto(DATA)
    tab.click("#export-button")
    tab.wait_for(f"document.querySelector('{HUD} progress')?.checkVisibility()", "the HUD")
    kept = {cookie["name"]: cookie["value"] for cookie in tab.context.cookies()}
    assert set(kept) - before == {"portico-job"}
    assert ["job-" in nodes.ask(DATA, kept, node=node)[2] for node in nodes.nodes] == [True, True, True]
    tab.reload()
    tab.wait_for(f"document.querySelector('{HUD} progress')?.checkVisibility()", "the HUD again")
    portico.set(jobDelay=0)
    tab.wait_for_text(".toast .toast-text", "Ready: Your data")
    path = tab.attribute(".toast-action", "href")
    files = [nodes.ask(path, kept, node=node) for node in nodes.nodes]
    assert {status for status, _, _ in files} == {200} and len({text for _, _, text in files}) == 1
    page = path.removesuffix("/result")
    assert ["Ready: Your data" in nodes.ask(page, kept, node=node)[2] for node in nodes.nodes] == [True, True, True]
    tab.reload()
    assert tab.count(".toast, .hud") == 0, "it is shown once"


@pytest.mark.holds("D7")
def test_a_job_is_cancelled_at_another_node(tab, portico, nodes):
    portico.set(jobDelay=30_000)
    page = begin(nodes, tab)
    working = nodes.node_of_job()
    other = next(node for node in nodes.nodes if node != working)
    assert nodes.ask(f"{page}/cancel", cookies(tab), {"account": f"local/{tab.username}"}, other)[0] == 303
    wait_until(lambda: nodes.sql("SELECT count(*) FROM jobs WHERE is_at_work = 1") == ["0"], "its work to end, before the step would", 20)
    assert ["Cancelled: Your data" in nodes.ask(page, cookies(tab), node=node)[2] for node in nodes.nodes] == [True] * 3


def begin(nodes, tab):
    """Starts a job, and returns its page."""
    status, headers, _ = nodes.ask(
        DATA, cookies(tab), {"account": f"local/{tab.username}"}, headers={"Referer": nodes.origin + DATA})
    assert status == 303 and re.fullmatch(r"/jobs/\w+", headers["Location"])
    return headers["Location"]


@pytest.mark.holds("D7")
def test_a_job_of_a_dead_node_is_interrupted_and_can_be_repeated(tab, portico, nodes):
    portico.set(jobDelay=60_000)
    tab.goto(DATA)
    tab.click("#export-button")
    tab.wait_for(f"document.querySelector('{HUD} progress')?.checkVisibility()", "the HUD")
    working = nodes.node_of_job()
    os.kill(working.pid, signal.SIGKILL)
    nodes.nodes.remove(working)
    # Half a minute, and more on a busy machine.
    wait_until(lambda: tab.count(".toast"), "the job to count as lost", seconds=60)
    wait_for_toasts(tab, "Interrupted: Your data. Start it again.")
    assert tab.attribute(".toast-action", "href") == DATA
    tab.wait_for("!document.querySelector('.hud[open]')", "the HUD to go")
    tab.goto(DATA)
    assert tab.count(".toast") == 0, "it is shown once"
    portico.set(jobDelay=0)
    tab.click("#export-button")
    tab.wait_for_text(".toast .toast-text", "Ready: Your data")
