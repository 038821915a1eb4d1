"""Links into the application, and the targets after a sign-in."""

import pytest

from support.steps import assert_cover, sign_in

pytestmark = pytest.mark.holds("A9", "B4")

PROTECTED = "/settings/automatic-sign-in"


def test_after_signing_in_the_page_that_was_asked_for_is_there(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/session/new?next=/%3Fx=1")
    assert_cover(tab)
    sign_in(tab)
    assert (tab.path, tab.screen) == ("/?x=1", "main")


@pytest.mark.every_engine(asked="/settings/appearance#theme")
@pytest.mark.parametrize("asked", ["/settings/appearance#theme", "/session/new?next=/settings/appearance#theme"],
                         ids=["there", "at an address of its own"])
def test_after_signing_in_the_part_of_the_page_is_there_too(browse, engine, portico, asked):
    tab = browse(engine, portico)
    tab.goto(asked)
    assert_cover(tab)
    sign_in(tab)
    assert (tab.address, tab.screen) == (f"{portico.origin}/settings/appearance#theme", "main")


def test_continuing_with_another_account_keeps_the_fragment(browse, portico):
    tab = browse("chromium", portico)
    cover = '<div class="cover">'
    form = '<form id="go-on" method="post" action="/session/profile"><button name="profile" value="7">Other</button></form>'
    tab.page.route("**/settings/appearance", lambda route: route.fulfill(
        content_type="text/html", body=route.fetch().text().replace(cover, cover + form)), times=1)
    tab.goto("/settings/appearance#theme")
    with tab.leaving():
        tab.click("#go-on button")
    # Redirects keep the fragment of the requested address.
    assert tab.evaluate("location.hash") == "#theme"


@pytest.mark.holds("A9")
def test_a_hostile_next_leads_to_the_start(browse, engine, portico):
    tab = browse(engine, portico)
    # Browsers remove the tab, and then read the rest as another host.
    tab.goto("/session/new?next=/%09/evil.example/")
    assert_cover(tab)
    sign_in(tab)
    assert (tab.evaluate("location.origin"), tab.path, tab.screen) == (portico.origin, "/", "main")


@pytest.mark.holds("B1")
def test_script_gets_the_path_of_the_cover(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    tab.evaluate(
        f"void fetch('{PROTECTED}', {{ method: 'POST', body: new URLSearchParams({{ value: 'on' }}) }})"
        ".then(async a => { window.answer = [a.status, a.headers.get('Portico-Cover'), a.redirected, /password/.test(await a.text())] })")
    tab.wait_for("!!window.answer", "the answer")
    assert tab.evaluate("window.answer") == [401, "/session/new", False, False]


def test_signed_in_people_skip_the_cover(browse, engine, portico):
    tab = browse(engine, portico)
    tab.goto("/")
    sign_in(tab)
    tab.goto("/session/new?next=/%3Fx=2")
    assert (tab.path, tab.screen) == ("/?x=2", "main")
