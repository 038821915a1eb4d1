"""In front of an application that knows nothing of Portico, with the proxies' configurations from docs/in-front-of.md."""

import json

import pytest

from documents import example
from support.in_front import PROXIES, in_front
from support.portico import PASSWORD
from support.session import IDLE
from support.steps import assert_cover, sign_in
from support.waiting import wait_until


@pytest.fixture(scope="module", params=PROXIES)
def installation(request):
    with in_front(request.param) as portico:
        yield portico


@pytest.mark.every_engine(installation="nginx")
def test_the_cover_comes_first_and_leads_back_to_exactly_the_address(browse, engine, portico):
    tab = browse(engine, portico)
    address = f"{portico.application}/orders/a%20b?c=d&e=%2F"
    tab.goto(address)
    assert tab.address.startswith(f"{portico.origin}/portico/start?")
    assert_cover(tab)
    sign_in(tab)
    tab.wait_for_text("#Remote-User", "ada")
    assert (tab.address, tab.text("#Remote-Email")) == (address, "ada@example.org")
    assert len(tab.text("#Portico-Assertion").split(".")) == 3
    tab.fill("[name=text]", "hello")
    with tab.leaving():
        tab.click("button")
    assert tab.text("#sent") == "text=hello"


def test_who_is_signed_in_at_the_door_sees_no_cover(browse, engine, portico):
    tab = browse(engine, portico, cookies=portico.sign_in())
    tab.goto(f"{portico.application}/")
    assert tab.address == f"{portico.application}/"
    assert tab.text("#Remote-User") == "ada"


def test_the_application_gets_its_own_cookies_only(browse, engine, portico):
    if portico.proxy == "none":
        pytest.skip("tried with raw requests")
    tab = browse(engine, portico, cookies=portico.sign_in())
    tab.goto(f"{portico.application}/")
    # All but nginx pass an empty header on.
    assert tab.count("#Cookie") == 0 or tab.text("#Cookie") == ""
    tab.evaluate("void (document.cookie = 'own=1')")
    tab.wait_for("document.cookie.includes('own=1')", "the cookie")
    tab.reload()
    assert tab.text("#Cookie") == "own=1"


def test_a_sign_out_at_the_door_ends_it_everywhere(browse, engine, portico):
    cookies = portico.sign_in()
    tab = browse(engine, portico, cookies=cookies)
    tab.goto(f"{portico.application}/")
    wait_until_connected(tab, portico)
    assert tab.text("#Remote-User") == "ada"
    status, _, _ = portico.ask("/session/end", cookies, scope="all")
    assert status == 303
    tab.goto(f"{portico.application}/")
    assert_cover(tab)


def test_an_expired_session_asks_again_and_leads_back(browse, engine, portico):
    tab = browse(engine, portico, cookies=portico.sign_in())
    tab.goto(f"{portico.application}/orders")
    wait_until_connected(tab, portico)
    assert tab.text("#Remote-User") == "ada"
    portico.set(clockOffset=IDLE)
    try:
        tab.reload()
        assert_cover(tab)
        sign_in(tab)
        tab.wait_for_text("#Remote-User", "ada")
        assert tab.address == f"{portico.application}/orders"
    finally:
        portico.set(clockOffset=0)


def wait_until_connected(tab, portico):
    """Until the page's WebSocket is open, where it has one: a browser complains of one that is refused."""
    if portico.proxy == "none":
        tab.wait_for_text("#echo", "hello")


def without_proxy(portico):
    if portico.proxy != "none":
        pytest.skip("is about the way without a proxy")


def orders_without_a_proxy(browse, engine, portico):
    """The application's page, to somebody who is signed in. Its WebSocket is open, and the script knows whose page it is."""
    without_proxy(portico)
    tab = browse(engine, portico, cookies=portico.sign_in())
    tab.goto(f"{portico.path}/app/orders")
    wait_until_connected(tab, portico)
    tab.wait_for("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/portico/session'))")
    return tab


@pytest.mark.every_engine(installation="none")
def test_without_a_proxy_the_cover_takes_the_place_of_the_page(browse, engine, portico):
    without_proxy(portico)
    tab = browse(engine, portico)
    address = f"{portico.path}/app/orders?a=b"
    tab.goto(address)
    assert_cover(tab)
    assert tab.address == address
    sign_in(tab)
    tab.wait_for_text("#Remote-User", "ada")
    assert tab.address == address
    tab.wait_for_text("#echo", "hello")


def test_without_a_proxy_a_sign_out_in_one_tab_ends_the_other(browse, engine, portico):
    without_proxy(portico)
    cookies = portico.sign_in()
    tab = browse(engine, portico, cookies=cookies)
    tab.goto(f"{portico.path}/app/orders")
    tab.wait_for_text("#echo", "hello")
    other = tab.new_tab()
    other.goto(f"{portico.origin}/session/end")
    other.click("dialog [type=submit]")
    tab.wait_for_text("#echo", "closed")
    tab.reload()
    assert_cover(tab)


def test_without_a_proxy_an_expired_session_asks_again(browse, engine, portico):
    tab = orders_without_a_proxy(browse, engine, portico)
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


@pytest.mark.every_engine(installation="none")
def test_the_script_brings_the_cover_over_a_page_which_goes_on_afterwards(browse, engine, portico):
    tab = orders_without_a_proxy(browse, engine, portico)
    tab.fill("[name=text]", "not sent yet")
    portico.set(clockOffset=IDLE)
    tab.evaluate("void [1, 2].forEach(() => document.querySelector('#ask').click())")  # Both are refused; one cover comes.
    tab.wait_for(f"!!{FRAME}?.querySelector('[name=password]')", "the cover")
    sign_in_within(tab)
    tab.wait_for_text("#answer", "ada")
    assert tab.count("dialog") == 0
    assert tab.value("[name=text]") == "not sent yet"


def test_the_cover_of_the_script_does_its_work_before_its_own_script_is_there(browse, engine, portico):
    tab = orders_without_a_proxy(browse, engine, portico)
    tab.fill("[name=text]", "not sent yet")
    portico.set(clockOffset=IDLE)
    tab.click("#ask")
    for password, sentence in [("wrong horse battery", ""), (PASSWORD, "Wrong user name")]:
        tab.wait_for(f"!!{FRAME}?.querySelector('#sign-in-message')?.textContent.includes({json.dumps(sentence)})", "the cover")
        values = json.dumps({"username": "ada", "password": password})
        tab.evaluate(f"""Object.entries({values}).forEach(([name, value]) => {{
            const field = {FRAME}.querySelector(`[name=${{name}}]`);
            field.value = value;
        }})""")
        # No script hears of it, as before it is there.
        tab.evaluate(f"void HTMLFormElement.prototype.submit.call({FRAME}.querySelector('#sign-in'))")
    tab.wait_for_text("#answer", "ada")
    assert tab.count("dialog") == 0
    assert tab.value("[name=text]") == "not sent yet"


def test_the_script_loads_the_page_anew_for_another_person(browse, engine, portico):
    without_proxy(portico)
    portico.users("add", "grace", "--name", "Grace Hopper", password=PASSWORD)
    tab = orders_without_a_proxy(browse, engine, portico)
    tab.fill("[name=text]", "not sent yet")
    portico.set(clockOffset=IDLE)
    tab.click("#ask")
    tab.wait_for(f"!!{FRAME}?.querySelector('[name=password]')", "the cover")
    with tab.leaving():
        sign_in_within(tab, "grace")
    assert tab.text("#Remote-User") == "grace"
    assert (tab.value("[name=text]"), tab.text("#answer")) == ("", "")


def test_the_script_loads_the_page_anew_where_it_could_not_find_out_whose_it_was(browse, portico):
    without_proxy(portico)
    tab = browse("chromium", portico, cookies=portico.sign_in())
    tab.context.route("**/portico/session", lambda route: route.abort(), times=1)
    tab.goto(f"{portico.path}/app/orders")
    wait_until_connected(tab, portico)
    tab.fill("[name=text]", "not sent yet")
    portico.set(clockOffset=IDLE)
    tab.click("#ask")
    tab.wait_for(f"!!{FRAME}?.querySelector('[name=password]')", "the cover")
    with tab.leaving():
        sign_in_within(tab)
    assert (tab.value("[name=text]"), tab.text("#answer")) == ("", "")


def test_a_person_can_send_the_cover_of_the_script_away(browse, engine, portico):
    tab = orders_without_a_proxy(browse, engine, portico)
    portico.set(clockOffset=IDLE)
    tab.click("#ask")
    tab.wait_for(f"!!{FRAME}?.querySelector('[name=password]')", "the cover")
    tab.evaluate("document.querySelector('dialog').close()")
    tab.wait_for_text("#answer", "401")


def test_the_example_for_scripts_leads_to_the_cover_and_back(browse, engine, portico):
    if portico.proxy == "none":
        pytest.skip("the page has the script")
    tab = browse(engine, portico, cookies=portico.sign_in())
    address = f"{portico.application}/orders?a=b"
    tab.goto(address)
    portico.set(clockOffset=IDLE)
    with tab.leaving():
        tab.evaluate(f"(async () => {{ {example('js', place=-1)} }})()")
    assert_cover(tab)
    sign_in(tab)
    wait_until(lambda: tab.address == address, "the application")


#: The document in the frame of the script.
FRAME = "document.querySelector('dialog iframe')?.contentDocument"


def sign_in_within(tab, username="ada"):
    """Signs in on the cover that the script has brought."""
    values = json.dumps({"username": username, "password": PASSWORD})
    tab.evaluate(f"""Object.entries({values}).forEach(([name, value]) => {{
        const field = {FRAME}.querySelector(`[name=${{name}}]`);
        field.value = value;
        field.dispatchEvent(new Event("input", {{ bubbles: true }}));
    }})""")
    tab.wait_for(f"!{FRAME}.querySelector('[type=submit]').disabled", "the button")
    tab.evaluate(f"{FRAME}.querySelector('[type=submit]').click()")


@pytest.mark.every_engine(installation="nginx")
def test_an_application_on_the_host_of_the_door_needs_no_exchange(browse, engine, portico):
    if portico.proxy not in ("nginx", "none"):
        pytest.skip("stands at a path with nginx only")
    tab = browse(engine, portico)
    tab.goto(f"{portico.path}/app/orders?a=b")
    assert_cover(tab)
    sign_in(tab)
    tab.wait_for_text("#Remote-Name", "Ada Lovelace")
    assert tab.address == f"{portico.path}/app/orders?a=b"
