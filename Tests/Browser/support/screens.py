"""Every screen, and the steps that lead to it."""

from .layers import wait_until_still
from .steps import arrive_signed_in, fill_in


def login(tab, portico):
    tab.goto("/")


def login_with_error(tab, portico):
    tab.goto("/")
    fill_in(tab, password="not the password at all")
    tab.click("#log-in")
    tab.wait_for("document.querySelector('[role=alert]').textContent.trim() !== ''", "the message")


def main(tab, portico):
    arrive_signed_in(tab, remember=True)
    wait_until_still(tab)


def not_found(tab, portico):
    tab.goto("/nothing/here")


def failed_launch(tab, portico):
    portico.set(launchFails="on")
    tab.goto("/")
    portico.set(launchFails="off")


def set_up(tab, portico):
    tab.goto(portico.setup_path)


def set_up_with_problems(tab, portico):
    tab.goto(portico.setup_path)
    for field, value in {"name": "Ada Lovelace", "username": "Ada!", "password": "aaaaaaaaaaaaaaaa"}.items():
        tab.fill(f"#{field}", value)
    with tab.leaving():
        tab.click("#make-account")


def splash(tab, portico):
    portico.set(launchDelay=3000)
    tab.begin("/")
    shown = "getComputedStyle(document.querySelector('#root').shadowRoot.querySelector('[part=splash]')).visibility"
    tab.wait_for(f"{shown} === 'visible'", "the splash")


#: The screens of an installation with accounts, and of one without.
ORDINARY = {
    "login": login, "login-error": login_with_error, "main": main, "not-found": not_found, "failed-launch": failed_launch}
FIRST = {"set-up": set_up, "set-up-problems": set_up_with_problems}

#: The addresses of pages for everybody, and of those for an administrator.
SIGNED_OUT = ["/", "/registration", "/registration/sent", "/password/reset", "/password/reset/sent", "/account/deleted",
              "/nothing/here"]
_PAGES = ["/", "/menu", "/about", "/about/licences", "/account", "/account/password", "/account/email", "/account/factors",
          "/account/factors/app", "/account/sessions", "/account/activity", "/account/data", "/account/delete", "/accounts", "/profile/edit", "/settings/appearance",
          "/account/settings", "/workplace/factory", "/session/end"]
_ADMINISTRATION = ["", "/people", "/people/invite", "/people/add", "/people/import", "/person/ada", "/person/ada/sessions",
                   "/invitations", "/events", "/mail", "/settings", "/brand"]
BEHIND_THE_DOOR = [*_PAGES, *(f"/administration{path}" for path in _ADMINISTRATION)]
