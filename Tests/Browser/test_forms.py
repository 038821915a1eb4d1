"""Problems with fields are shown beside them, in the words of the page, before a form is sent; and the parts of fields that script
adds."""

import pytest

from support.layers import press
from support.people import new_address
from support.steps import choose_file, tab_to

pytestmark = pytest.mark.holds("B13", "C12")

PEOPLE = "/administration/people"
INVITE = f"{PEOPLE}/invite"
GALLERY = "/dev/components"


@pytest.mark.every_engine
def test_problems_are_shown_beside_their_fields_before_the_form_is_sent(administer, portico):
    tab = administer(INVITE)
    portico.gate.requests.clear()
    tab_to(tab, "email")
    name, _, host = new_address().partition("@")
    for typed, problem in (("", "Enter an email address."), (f"{name}@", "Enter a valid email address, such as name@example.com.")):
        tab.type(typed)
        tab.press("Enter")
        tab.wait_for_text("#email-problem", problem)
        assert (tab.focus, tab.attribute("#email", "aria-invalid")) == ("email", "true")
        assert "email-problem" in tab.attribute("#email", "aria-describedby").split()
        assert tab.attribute("#email-problem", "aria-live") == "polite", "the focus does not move"
    tab.type(host)
    tab.wait_for("!document.querySelector('#email').ariaInvalid && !document.querySelector('#email-problem').textContent")
    assert portico.gate.count("POST", INVITE) == 0
    tab.press("Enter")
    tab.wait_for("!document.querySelector('dialog[open][data-url]')", "the end of the sheet")
    assert (tab.path, portico.gate.count("POST", INVITE)) == (PEOPLE, 1)


def test_the_first_of_several_problems_gets_the_focus_from_the_button(visit, portico):
    tab = visit("/account/password")
    tab_to(tab, "password")
    tab.type("a new password of some length")
    press(tab, "dialog[open] button[form='password-form']")
    tab.wait_for_text("#current-problem", "Enter your current password.")
    assert (tab.focus, tab.text("#password-problem")) == ("current", "")
    assert portico.gate.count("POST", "/account/password") == 0


def test_each_kind_of_field_has_its_own_words(visit):
    tab = visit(GALLERY)
    for field, value in (("copies", "21"), ("weight", "")):
        tab.fill(f"#{field}", value)
    tab.fill("#arrival", "")
    tab.fill("#cover-color", "blue")
    tab.click("#field-values .button")
    assert {field: tab.text(f"#{field}-problem") for field in ("copies", "weight", "arrival", "cover-color", "opens")} == {
        "copies": "Enter a value in this range: 1 – 20", "weight": "Fill in this field.", "arrival": "Fill in this field.",
        "cover-color": "Enter # and six digits, such as #0a5bd6.", "opens": ""}
    assert tab.focus == "copies"


def test_choices_files_and_long_texts_have_theirs(visit):
    tab = visit(GALLERY)
    tab.of("#binding-cloth", "void (e.checked = false)")
    tab.of("#shelf", "void (e.value = '')")
    said = []
    assert tab.attribute("#blurb-count", "aria-live") == "polite"
    for length in (179, 180, 199, 201):
        tab.fill("#blurb", "é" * length)
        said.append(tab.of("#blurb-count", "e.checkVisibility() && e.textContent"))
    assert said == [False, "20 characters left", "1 character left", "1 character too many"]
    tab.click("#field-choices .button")
    assert {field: tab.text(f"#{field}-problem") for field in ("blurb", "shelf", "binding", "cover-picture")} == {
        "blurb": "Enter at most 200 characters.", "shelf": "Choose one.", "binding": "Choose one.",
        "cover-picture": "Choose a file."}
    tab.click("#binding-paper")
    choose_file(tab, "#cover-picture", "a.png", "picture")
    assert (tab.text("#binding-problem"), tab.text("#cover-picture-problem")) == ("", "")
    assert tab.count("#field-choices [aria-invalid]") == 2


def test_a_colour_and_its_swatch_are_equal(visit):
    tab = visit(GALLERY)
    swatch = "#cover-color ~ .swatch"
    assert tab.of(swatch, "e.checkVisibility() && e.value") == "#0a5bd6"
    tab.fill("#cover-color", "")
    assert tab.value(swatch) == "#ffcc00", "the usual colour"
    tab.fill("#cover-color", "#7A1F5C")
    assert tab.value(swatch) == "#7a1f5c"
    tab.of(swatch, "void (e.value = '#003366', e.dispatchEvent(new Event('input', { bubbles: true })))")
    assert tab.value("#cover-color") == "#003366"
