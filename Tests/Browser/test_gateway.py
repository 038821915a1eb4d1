"""Accounts on another server: sign-in, its faults, and a launch without it."""

import pytest

from support.gateway import SAMPLE, Gateway
from support.layers import press, present, wait_for_stack
from support.people import ROOMY
from support.portico import PASSWORD, Portico
from support.steps import COVER, assert_cover, fill_in, go, sign_in, sign_out
from support.waiting import wait_until

pytestmark = pytest.mark.holds("A2", "E4")

NAME = "The works"
GRACE = "sample-lantern-grace"
BOTH = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])


@pytest.fixture(scope="module")
def gateway():
    with Gateway() as gateway:
        yield gateway


def served(gateway, **options):
    portico = Portico(
        PORTICO_SERVERS_LIST="local,works", PORTICO_SERVERS_WORKS_NAME=NAME, PORTICO_SERVERS_WORKS_URL=gateway.url,
        **ROOMY, **options)
    portico.users("add", "ada", "--name", "Ada Lovelace", "--administrator", password=PASSWORD)
    yield portico.start()
    portico.close()


@pytest.fixture(scope="module")
def installation(gateway):
    """With long time limits, so that a gateway on a busy machine causes no fault."""
    yield from served(gateway, PORTICO_GATEWAY_TIMEOUT="30", PORTICO_GATEWAY_LAUNCH_TIMEOUT="8")


@pytest.fixture(scope="module")
def impatient_installation(gateway):
    """With short time limits, for calls that never end. A single failed attempt reaches the limit of an account."""
    yield from served(
        gateway, PORTICO_GATEWAY_TIMEOUT="2", PORTICO_GATEWAY_LAUNCH_TIMEOUT="1", PORTICO_LIMITS_ACCOUNT="1",
        PORTICO_LIMITS_BROWSER="1")


@pytest.fixture
def impatient(impatient_installation):
    """As `impatient_installation`, with its development settings restored afterwards."""
    yield impatient_installation
    impatient_installation.set(script="on")


@pytest.fixture(autouse=True)
def _at_its_best(gateway):
    yield
    gateway.fault("none")


@pytest.fixture
def at_work(browse, engine, portico):
    """Opens the main screen in a browser signed in to an account at the works, by default Grace's."""

    def at_work(username="grace", password=GRACE, **look):
        tab = browse(engine, portico, cookies=portico.sign_in(username, password, server="works"), **look)
        tab.goto("/")
        assert tab.screen == "main"
        return tab

    return at_work


@pytest.mark.holds("B5", "E3", "E8")
@BOTH
def test_a_person_with_an_account_there_signs_in_and_out(browse, engine, portico, script):
    tab = browse(engine, portico, script=script)
    tab.goto("/")
    sign_in_at_work(tab)
    assert tab.attribute("#screen", "data-account") == "works/grace"
    assert [tab.text(f"#profile-{what} .cell-value") for what in ["name", "server", "employee"]] == [
        "Grace Hopper", NAME, "0107"]
    assert banner(tab) == ""
    tab.reload()
    assert tab.attribute("#screen", "data-account") == "works/grace"
    sign_out(tab)
    assert_cover(tab)
    assert tab.value("#server") == "works", "the last server is remembered"


@pytest.mark.holds("A10", "E4")
def test_the_same_name_on_two_servers_is_two_people(browse, engine, portico, at_work):
    tab = at_work()
    tab.goto("/session/new?add=on")
    tab.evaluate("void (document.querySelector('#server').value = 'local')")
    sign_in(tab)
    assert tab.attribute("#screen", "data-account") == "local/ada"
    tab.goto("/session/new?add=on")
    sign_in_at_work(tab, "ada", "sample-lantern-ada")
    assert tab.attribute("#screen", "data-account") == "works/ada"
    assert tab.text("#profile-employee .cell-value") == "0042"
    tab.goto("/accounts")
    assert tab.count("#profile-list .cell") == 3


@pytest.mark.holds("B13")
def test_a_wrong_password_is_a_wrong_password(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    tab.evaluate("void (document.querySelector('#server').value = 'works')")
    fill_in(tab, "grace", "not this one")
    tab.click("#log-in")
    tab.wait_for_text("#sign-in-message", "The user name, email address or password doesn’t match. Check them and try again.")
    assert (tab.value("#server"), tab.value("#username")) == ("works", "grace")


@pytest.mark.every_engine(fault="down")
@pytest.mark.holds("B13", "E7")
@pytest.mark.parametrize("fault, words", [("down", "We can’t reach"), ("silent", "We waited too long for")])
def test_a_failure_of_the_server_is_shown_on_the_cover_and_not_counted(browse, engine, impatient, gateway, fault, words):
    tab = browse(engine, impatient)
    tab.goto("/")
    tab.evaluate("void (document.querySelector('#server').value = 'works')")
    gateway.fault(fault)
    fill_in(tab, "grace", GRACE)
    tab.click("#log-in")
    tab.wait_for(f"document.querySelector('#sign-in-message').textContent.includes('{words} {NAME}.')", fault)
    assert tab.heading == COVER
    gateway.fault("none")
    # A limit would last for minutes.
    assert sign_in_until_it_answers(impatient)


@pytest.mark.every_engine(script=True)
@pytest.mark.holds("A2", "E9")
@BOTH
def test_a_launch_works_without_the_server_and_says_so(browse, engine, impatient, gateway, script):
    tab = browse(engine, impatient, script=script, cookies=sign_in_until_it_answers(impatient))
    tab.goto("/")
    gateway.fault("silent", on="me")
    tab.reload()
    assert tab.attribute("#screen", "data-account") == "works/grace"
    assert tab.attribute("#screen", "data-follows-splash") == "", "the splash comes first"
    assert tab.text("#profile-name .cell-value") == "Grace Hopper"
    assert banner(tab) == f"We waited too long for {NAME}. You’re seeing saved data, and you can continue."
    gateway.fault("none")
    if script:
        tab.wait_for("document.querySelector('#gateway').textContent === ''", "the banner to go by itself")
    else:
        # The endless call may still be running.
        wait_until(lambda: tab.reload() or banner(tab) == "", "a page without the banner")


def test_a_launch_of_a_sign_in_that_the_server_ended_is_the_cover(at_work, gateway):
    tab = at_work()
    gateway.fault("revoked", on="me")
    tab.reload()
    assert_cover(tab)
    assert tab.text("#sign-in-message") == "You were logged out by The works. Please log in again."
    assert (tab.value("#server"), tab.value("#username")) == ("works", "grace")
    gateway.fault("none")
    sign_in(tab, "grace", GRACE)
    assert tab.attribute("#screen", "data-account") == "works/grace"


def test_the_password_is_changed_at_its_server(at_work):
    tab = at_work()
    present(tab, "#account-link")
    assert tab.count("#change-password") == 0
    assert tab.text("#account-access-footer") == "Your password is managed by The works. Change it there."
    tab.goto("/account/password")
    assert tab.screen == "error"


def test_the_administrator_tells_two_of_one_name_apart_and_disables_one(browse, engine, portico, at_work):
    theirs = at_work(username="ada", password="sample-lantern-ada")
    tab = browse(engine, portico, cookies=portico.sign_in())
    tab.goto("/administration/people?text=ada")
    rows = "[...document.querySelectorAll('#people-list a')].map(e => [e.getAttribute('href'), e.innerText])"
    (local, ours), (there, others) = tab.evaluate(rows)
    assert (local, there) == ("/administration/person/ada", "/administration/person/works%3Aada")
    assert NAME not in ours and NAME in others and "works:ada" in others
    go(tab, f'a[href="{there}"]')
    assert [tab.text(f"#person-{what} .cell-value") for what in ["user", "server", "employee", "kept"]] == [
        "works:ada", NAME, "0042", f"Managed by {NAME}"]
    assert tab.count("#reset-password-link") == 0
    present(tab, "#disable-link")
    press(tab, "#disable-button")
    tab.wait_for_text("#person-state .cell-value", "Disabled")
    wait_for_stack(tab)
    theirs.wait_for("document.querySelector('#screen').dataset.screen === 'login'", "the cover")
    assert tab.attribute("#screen", "data-account") == "local/ada", "another person with the same name stays"
    present(tab, "#enable-link")
    press(tab, "#enable-button")
    tab.wait_for("!document.querySelector('#person-state')", "the account to be enabled")
    assert portico.ask("/session", (), server="works", username="ada", password="sample-lantern-ada")[0] == 303


@pytest.mark.holds("E11")
def test_the_workplaces_are_those_of_the_server(browse, engine, portico, at_work):
    tab = at_work()
    tab.wait_for("!!document.querySelector('#workplace-factory-link')", "the group to come by itself")
    present(tab, "#workplace-factory-link")
    rows = "[...document.querySelectorAll('#workplace-list button')].map(e => e.value)"
    codes = [factory["code"] for factory in SAMPLE["workplaces"]["factories"]]
    assert sorted(tab.evaluate(rows)) == ["", *sorted(codes)]
    press(tab, f"#choose-{codes[0]}")
    wait_for_stack(tab)
    tab.wait_for_text("#workplace-factory .cell-value", SAMPLE["workplaces"]["factories"][0]["name"])
    local = browse(engine, portico, cookies=portico.sign_in())
    local.goto("/")
    assert local.of("#workplace", "e.hidden && e.offsetHeight === 0"), "this server has none"


def banner(tab):
    return tab.text("#gateway")


def sign_in_at_work(tab, username="grace", password=GRACE):
    tab.evaluate("void (document.querySelector('#server').value = 'works')")
    sign_in(tab, username, password)


def sign_in_until_it_answers(portico):
    """The cookies of a browser in which Grace has signed in at the works. Repeats the sign-in, because a busy machine
    may be slow."""
    return wait_until(lambda: portico.sign_in("grace", GRACE, server="works"), "an answer of the works")
