"""In front of an application without a proxy: the cover replaces a page, or appears over a page with the script for
it."""

import json
import uuid

import pytest

from support.in_front import in_front
from support.portico import PASSWORD
from support.session import IDLE
from support.steps import assert_cover, sign_in


@pytest.fixture(scope="module")
def installation():
    with in_front("none") as portico:
        yield portico


def wait_until_connected(tab):
    """Waits until the WebSocket of the page is open, because the browser complains if it is refused."""
    tab.wait_for_text("#echo", "hello")


def orders(browse, engine, portico):
    """The application's page, for a signed-in person. Its WebSocket is open, and the script knows the account of the
    page."""
    tab = browse(engine, portico, cookies=portico.sign_in())
    tab.goto(f"{portico.path}/app/orders")
    wait_until_connected(tab)
    tab.wait_for("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/portico/session'))")
    return tab


def test_the_cover_takes_the_place_of_the_page(browse, engine, portico):
    tab = browse(engine, portico)
    address = f"{portico.path}/app/orders?a=b"
    tab.goto(address)
    assert_cover(tab)
    assert tab.address == address
    sign_in(tab)
    tab.wait_for_text("#Remote-User", "ada")
    assert tab.address == address
    tab.wait_for_text("#echo", "hello")


def test_a_sign_out_in_one_tab_ends_the_other(browse, engine, portico):
    cookies = portico.sign_in()
    tab = browse(engine, portico, cookies=cookies)
    tab.goto(f"{portico.path}/app/orders")
    tab.wait_for_text("#echo", "hello")
    other = tab.new_tab()
    other.goto(f"{portico.origin}/session/end")
    other.click("#sign-out-button")
    tab.wait_for_text("#echo", "closed")
    tab.reload()
    assert_cover(tab)


def test_an_expired_session_asks_again(browse, engine, portico):
    tab = orders(browse, engine, portico)
    assert tab.text("#Remote-User") == "ada"
    portico.set(clockOffset=IDLE)
    try:
        tab.wait_for_text("#echo", "closed")
        tab.reload()
        assert_cover(tab)
        sign_in(tab)
        tab.wait_for_text("#Remote-User", "ada")
    finally:
        portico.set(clockOffset=0)


@pytest.mark.every_engine
def test_the_script_shows_the_cover_over_a_page_that_continues_afterwards(browse, engine, portico):
    tab = orders(browse, engine, portico)
    tab.fill("[name=text]", "not sent yet")
    portico.set(clockOffset=IDLE)
    # Both requests are refused, but only one cover appears.
    tab.evaluate("void [1, 2].forEach(() => document.querySelector('#ask').click())")
    tab.wait_for(f"!!{FRAME}?.querySelector('[name=password]')", "the cover")
    sign_in_within(tab)
    tab.wait_for_text("#answer", "ada")
    assert tab.count("dialog") == 0
    assert tab.value("[name=text]") == "not sent yet"


def test_the_cover_of_the_script_does_its_work_before_its_own_script_is_there(browse, engine, portico):
    tab = orders(browse, engine, portico)
    tab.fill("[name=text]", "not sent yet")
    portico.set(clockOffset=IDLE)
    tab.click("#ask")
    for password, sentence in [("wrong horse battery", ""), (PASSWORD, "doesn’t match")]:
        tab.wait_for(f"!!{FRAME}?.querySelector('#sign-in-message')?.textContent.includes({json.dumps(sentence)})", "the cover")
        values = json.dumps({"username": "ada", "password": password})
        tab.evaluate(f"""Object.entries({values}).forEach(([name, value]) => {{
            const field = {FRAME}.querySelector(`[name=${{name}}]`);
            field.value = value;
        }})""")
        # Submits without an event for script, as before the script is loaded.
        tab.evaluate(f"void HTMLFormElement.prototype.submit.call({FRAME}.querySelector('#sign-in'))")
    tab.wait_for_text("#answer", "ada")
    assert tab.count("dialog") == 0
    assert tab.value("[name=text]") == "not sent yet"


def test_the_script_loads_the_page_anew_for_another_person(browse, engine, portico):
    portico.users("add", "grace", "--name", "Grace Hopper", password=PASSWORD)
    tab = orders(browse, engine, portico)
    tab.fill("[name=text]", "not sent yet")
    portico.set(clockOffset=IDLE)
    tab.click("#ask")
    tab.wait_for(f"!!{FRAME}?.querySelector('[name=password]')", "the cover")
    with tab.leaving():
        sign_in_within(tab, "grace")
    assert tab.text("#Remote-User") == "grace"
    assert (tab.value("[name=text]"), tab.text("#answer")) == ("", "")


def test_the_script_reloads_a_page_of_unknown_account(browse, portico):
    tab = browse("chromium", portico, cookies=portico.sign_in())
    tab.context.route("**/portico/session", lambda route: route.abort(), times=1)
    tab.goto(f"{portico.path}/app/orders")
    wait_until_connected(tab)
    tab.fill("[name=text]", "not sent yet")
    portico.set(clockOffset=IDLE)
    tab.click("#ask")
    tab.wait_for(f"!!{FRAME}?.querySelector('[name=password]')", "the cover")
    with tab.leaving():
        sign_in_within(tab)
    assert (tab.value("[name=text]"), tab.text("#answer")) == ("", "")


def test_a_person_can_send_the_cover_of_the_script_away(browse, engine, portico):
    tab = orders(browse, engine, portico)
    portico.set(clockOffset=IDLE)
    tab.click("#ask")
    tab.wait_for(f"!!{FRAME}?.querySelector('[name=password]')", "the cover")
    tab.evaluate("document.querySelector('dialog').close()")
    tab.wait_for_text("#answer", "401")


@pytest.fixture
def asking(browse, engine, portico):
    """A page whose application asks for a proof, the first time; the person's last one is old. With the id of the
    request."""
    tab = orders(browse, engine, portico)
    id = uuid.uuid4().hex
    portico.set(clockOffset=601)
    tab.evaluate(f"""window.answer = fetch('pay.json?refuse=1&id={id}', {{ method: 'POST', body: '7' }})
        .then(async (answer) => answer.ok ? await answer.json() : answer.status), 0""")
    tab.wait_for(f"!!{FRAME}?.querySelector('#reauthentication')", "the question")
    # Firefox complains about modules whose page leaves while they load.
    tab.wait_for(f"""{FRAME}?.defaultView?.performance.getEntriesByType('resource')
        .some(({{ name, responseEnd }}) => name.endsWith('/plural.js') && responseEnd > 0)""", "the last module")
    yield tab, id
    portico.set(clockOffset=0)


@pytest.mark.every_engine
@pytest.mark.holds("G5")
def test_the_script_asks_for_the_proof_that_the_application_wants_and_repeats_the_request_once(asking):
    tab, _ = asking
    tab.evaluate(f"""(() => {{
        const field = {FRAME}.querySelector("#reauthentication");
        field.value = {json.dumps(PASSWORD)};
        field.dispatchEvent(new Event("input", {{ bubbles: true }}));
        {FRAME}.querySelector("#reauthenticate").click();
    }})()""")
    assert tab.evaluate("window.answer") == [["POST", "7"], ["POST", "7"]]
    assert tab.count("dialog") == 0
    # A proof that is there already asks nobody; an application that is not content gets no second one.
    other = uuid.uuid4().hex
    assert tab.evaluate(f"fetch('pay.json?refuse=9&id={other}').then(({{ status }}) => status)") == 401
    assert sent(tab, other) == [["GET", ""], ["GET", ""]]


def test_without_the_proof_the_page_gets_the_answer_of_the_application(asking):
    tab, id = asking
    tab.evaluate("document.querySelector('dialog').close()")
    assert tab.evaluate("window.answer") == 401
    assert sent(tab, id) == [["POST", "7"]]


def sent(tab, id):
    """The requests with an id that the application has got, as methods and bodies."""
    return tab.evaluate(f"fetch('pay.json?refuse=0&id={id}').then((answer) => answer.json())")[:-1]


#: The document in the frame of the script.
FRAME = "document.querySelector('dialog iframe')?.contentDocument"


def sign_in_within(tab, username="ada"):
    """Signs in on the cover that the script shows."""
    values = json.dumps({"username": username, "password": PASSWORD})
    tab.evaluate(f"""Object.entries({values}).forEach(([name, value]) => {{
        const field = {FRAME}.querySelector(`[name=${{name}}]`);
        field.value = value;
        field.dispatchEvent(new Event("input", {{ bubbles: true }}));
    }})""")
    tab.wait_for(f"!{FRAME}.querySelector('[type=submit]').disabled", "the button")
    tab.evaluate(f"{FRAME}.querySelector('[type=submit]').click()")
