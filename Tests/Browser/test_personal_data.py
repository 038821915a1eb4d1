"""The export of all stored data of a person: a long job whose progress the page shows."""

import json
import re

import pytest

from support.layers import TOP, navigate, stack
from support.overlay import let_toasts_stay
from support.people import rename
from support.portico import PASSWORD, Portico
from support.session import wait_until_prepared
from support.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.holds("D6", "D7")

DATA = "/account/data"
HUD = ".hud .hud-panel"
#: The cookie of a browser that has started a job.
JOB = [{"name": "portico-job", "value": "1"}]


@pytest.fixture
def slow(portico):
    """Every step of the job takes longer than several checks."""
    portico.set(jobDelay=30_000)
    return portico


def results(portico):
    return [path for method, path in portico.gate.requests if re.fullmatch(r"/jobs/\w+/result", path)]


def begin(tab):
    tab.goto(DATA)
    tab.click("#export-button")


def wait_for_hud(tab):
    tab.wait_for(f"document.querySelector('{HUD} progress')?.checkVisibility()", "the HUD")


def wait_for_no_hud(tab):
    tab.wait_for("!document.querySelector('.hud[open]')", "the HUD to go")


def test_the_file_downloads_when_it_is_ready(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new("/account")
    navigate(tab, "#personal-data-link")
    assert (stack(tab), tab.text(f"{TOP} h1")) == ([DATA], "Your data")
    let_toasts_stay(tab)
    before = len(results(portico))
    tab.click("#export-button")
    wait_until(lambda: len(results(portico)) > before, "the download")
    tab.wait_for_text(".toast .toast-text", "Ready: Your data")
    wait_for_no_hud(tab)
    assert (tab.path, stack(tab)) == (DATA, [DATA]), "the page stays"
    assert tab.count(".toast") == 1
    status, headers, text = portico.ask(tab.attribute(".toast-action", "href"), tab.brought)
    assert (status, headers["Content-Disposition"]) == (200, f"attachment; filename*=UTF-8''Portico%20{tab.username}.json")
    data = json.loads(text)
    assert (data["account"]["user"], data["signIns"][0]["method"]) == (tab.username, "password")
    assert "argon2" not in text


def test_progress_is_shown_and_comes_back_after_a_reload(visit_as_somebody_new, slow):
    slow.set(jobDelay=6000)
    tab = visit_as_somebody_new("/")
    before = len(results(slow))
    begin(tab)
    wait_for_hud(tab)
    # The other steps take long enough for a reload.
    tab.wait_for(f"document.querySelector('{HUD} progress').value > 0", "progress")
    tab.reload()
    wait_for_hud(tab)
    slow.set(jobDelay=0)
    assert tab.path == DATA
    wait_until(lambda: len(results(slow)) > before, "the download")
    wait_for_no_hud(tab)


def test_it_can_be_cancelled(visit_as_somebody_new, slow):
    tab = visit_as_somebody_new("/")
    begin(tab)
    wait_for_hud(tab)
    wait_until_prepared(tab)
    tab.wait_for("!document.querySelector('[aria-busy=true]')", "the answer to the form")
    tab.evaluate("void (window.isOld = true)")
    slow.gate.requests.clear()
    # By script: after the HUD, a pointer would rest on a link and prefetch its page.
    tab.of(f"{HUD} form button", "e.click()")
    wait_for_no_hud(tab)
    # Afterwards the page refreshes itself.
    wait_until(lambda: slow.gate.count("GET", DATA) >= 1, "the page to look")
    assert [path for method, path in slow.gate.requests if method == "POST" and re.fullmatch(r"/jobs/\w+/cancel", path)]
    asked = {path.partition("?")[0] for method, path in slow.gate.requests if method == "GET" and not path.startswith("/assets/")}
    assert asked <= {DATA, "/events"}
    assert tab.evaluate("window.isOld"), "the page itself stays"
    assert "job-" not in slow.ask(DATA, tab.brought + JOB)[2]
    assert results(slow) == []


def test_a_download_ends_no_navigation(visit_as_somebody_new, portico, engine):
    if engine == "webkit":
        pytest.skip("the driver of this engine downloads nothing")
    if engine == "firefox":
        pytest.skip("a navigation ends what the page asks for, so no download begins any more")
    tab = visit_as_somebody_new(DATA)
    before = len(results(portico))
    with tab.leaving():
        with portico.gate.keeping("GET", "/settings/appearance") as wait_for_navigation:
            with portico.gate.holding("POST", DATA):
                tab.click("#export-button")
                tab.evaluate("void location.assign('/settings/appearance')")
                assert wait_for_navigation(PATIENCE)
            wait_until(lambda: len(results(portico)) > before, "the download")
    assert tab.path == "/settings/appearance"


def test_another_page_of_the_person_is_not_covered(visit_as_somebody_new, slow):
    tab = visit_as_somebody_new("/")
    begin(tab)
    wait_for_hud(tab)
    other = slow.sign_in(tab.username)
    assert JOB[0]["name"] in {cookie["name"] for cookie in tab.cookies()}
    assert "job-" in slow.ask(DATA, tab.brought + JOB)[2]
    for path, cookies in [("/", tab.brought), (DATA, other), ("/", other)]:
        assert "job-" not in slow.ask(path, cookies + JOB)[2], path


def test_only_its_page_announces_the_result(visit_as_somebody_new, portico):
    tab = visit_as_somebody_new(DATA)
    other = tab.new_tab()
    other.goto("/")
    before = len(results(portico))
    tab.click("#export-button")
    tab.wait_for_text(".toast .toast-text", "Ready: Your data")
    wait_until(lambda: len(results(portico)) > before, "the download")
    # Events arrive in order: after this one, the others have arrived too.
    rename(portico, tab, portico.sign_in(tab.username), "Ada King")
    other.wait_for_text("#profile-name .cell-value", "Ada King")
    assert (other.count(".toast"), len(results(portico))) == (0, before + 1)


def test_without_script_a_page_loads_itself_again_until_it_is_done(visit_as_somebody_new, slow):
    slow.set(jobDelay=500)
    tab = visit_as_somebody_new("/", script=False)
    before = len(results(slow))
    tab.goto(DATA)
    with tab.leaving():
        tab.click("#export-button")
    assert re.fullmatch(r"/jobs/\w+", tab.path)
    wait_until(lambda: tab.count("#job-progress, #job-result") == 1, "the page, which loads itself again")
    wait_until(lambda: tab.count("#job-result") == 1, "the end")
    assert tab.text("#job-text") == "Ready: Your data"
    wait_until(lambda: len(results(slow)) > before, "the download")


def test_without_script_it_can_be_cancelled(visit_as_somebody_new, slow):
    tab = visit_as_somebody_new(DATA, script=False)
    with tab.leaving():
        tab.click("#export-button")

    def is_cancelled():  # The page may be reloading at this moment.
        if tab.count("#job-cancel"):
            tab.click("#job-cancel")
        return tab.text("#job-text") == "Cancelled: Your data"

    wait_until(is_cancelled, "the end")


def test_a_job_of_a_dead_server_is_interrupted_and_can_be_repeated(browse, engine):
    portico = Portico()
    try:
        portico.users("add", "ada", "--name", "Ada Lovelace", password=PASSWORD)
        portico.start().set(jobDelay=60_000)
        tab = browse(engine, portico, cookies=portico.sign_in())
        # In development, a new server makes the page reload, which removes the toast.
        with portico.gate.refusing("GET", "/dev/reload"):
            begin(tab)
            wait_for_hud(tab)
            portico.crash()
            portico.start()
            tab.wait_for_text(".toast .toast-text", "Interrupted: Your data. Start it again.")
            wait_for_no_hud(tab)
            assert tab.attribute(".toast-action", "href") == DATA
        tab.goto(DATA)
        assert tab.count(".toast") == 0, "it is shown once"
        tab.click("#export-button")
        tab.wait_for_text(".toast .toast-text", "Ready: Your data")
    finally:
        portico.close()
