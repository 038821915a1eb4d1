"""The first start: one link creates the first account."""

from support.steps import sign_in, sign_out

PASSWORD = "a violin under nine bridges"


def test_the_link_makes_the_administrator_once(browse, engine, fresh):
    tab = browse(engine, fresh)
    tab.goto("/")
    assert (tab.screen, tab.heading, tab.count("form")) == ("login", "Create the first account", 0)
    assert "setup-link" in tab.text("#no-accounts")

    link = fresh.setup_path
    tab.goto(link)
    assert tab.heading == "Create the first account"
    assert tab.focus == "name"
    fill_in(tab, name="Grace Hopper", username="grace", password="too short")
    assert tab.text("#password-problem") == "This password is too short. Use at least 15 characters."
    assert (tab.value("#name"), tab.value("#username"), tab.value("#password")) == ("Grace Hopper", "grace", "")
    assert (tab.attribute("#password", "aria-invalid"), tab.focus) == ("true", "password")

    fill_in(tab, name="Grace Hopper", username="grace", password=PASSWORD)
    assert (tab.path, tab.screen) == ("/", "main")
    assert tab.text("#profile-role .cell-value") == "Administrator"
    assert not (fresh.data / "setup-link").exists()

    tab.goto(link)
    assert (tab.screen, tab.heading) == ("error", "Not allowed")
    tab.goto("/")
    sign_out(tab)
    assert tab.count("#no-accounts") == 0
    sign_in(tab, username="grace", password=PASSWORD)
    assert tab.screen == "main"


def fill_in(tab, **values):
    for field, value in values.items():
        tab.fill(f"#{field}", value)
    with tab.leaving():
        tab.click("#make-account")
