"""The check of the string catalogues."""

import importlib.machinery
import importlib.util
import pathlib

import pytest

pytestmark = pytest.mark.holds("H5")

SCRIPT = pathlib.Path(__file__).parents[2] / "Scripts/check-texts"
LOADER = importlib.machinery.SourceFileLoader("check_texts", str(SCRIPT))


@pytest.fixture(scope="module")
def check():
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_texts", LOADER))
    LOADER.exec_module(module)
    return module


def plain(text: str) -> dict:
    return {"stringUnit": {"state": "translated", "value": text}}


def plural(**forms: str) -> dict:
    return {"variations": {"plural": {form: plain(text) for form, text in forms.items()}}}


COPIES = plural(one="%lld copy", other="%lld copies")
ARABIC = {"zero": "لا", "one": "واحدة", "two": "اثنتان", "few": "%lld", "many": "%lld", "other": "%lld"}


@pytest.mark.parametrize(
    "language, text, source, problem",
    [
        ("zh-Hans", plain("%lld 本"), COPIES, None),
        ("ar", plural(**ARABIC), COPIES, None),
        ("ru", plural(one="%lld a", few="%lld b", many="%lld c"), COPIES, None),
        ("id", plain("%2$@ dari %1$@"), plain("%1$@ of %2$@"), None),
        ("ar", plural(**ARABIC | {"few": "قليل"}), COPIES, "lacks placeholder 1 in the plural form few"),
        ("ru", plural(one="a", few="%lld b", many="%lld c"), COPIES, "lacks placeholder 1 in the plural form one"),
        ("ru", plural(one="%lld a", few="%lld b"), COPIES, "lacks the plural form many"),
        ("ru", plain("%lld a"), COPIES, "needs the plural forms one, few, many"),
        ("id", plural(one="%lld", other="%lld"), COPIES, "has the plural form one"),
        ("id", plain("Halo %2$@"), plain("Hello %@"), "has other placeholders"),
        ("id", plain("Halo\u0007"), plain("Hello"), "has the character U+0007"),
        ("ar", plain("\u202bمرحبا"), plain("Hello"), "has the character U+202B"),
        ("id", plain("Halo\\n"), plain("Hello"), "has a backslash"),
        ("id", plain("Halo "), plain("Hello"), "has other white space"),
        ("id", plain(""), plain("Hello"), "is empty"),
        ("id", plain("Pengaturan aplikasi ini"), plain("Settings"), "is longer than the 10 characters"),
        ("id", {}, plain("Hello"), "has neither a text nor plural forms"),
    ],
)
def test_text(check, language, text, source, problem):
    rule = check.rule_of(language, check.plural_rules())
    found = check.problems_of_text(text, source, "Title; at most about 10 characters.", language, rule)
    assert [one for one in found if problem and one.startswith(problem)] == found
    assert bool(found) == (problem is not None)


def test_catalogue(check, tmp_path):
    strings = {
        "a": {"localizations": {"en": plain("A"), "ru": plain("А")}}, "b": {"localizations": {"en": plain("B")}},
        "c": {"localizations": {"ru": plain("В")}},
    }
    file = tmp_path / "Localizable.xcstrings"
    file.write_text(check.json.dumps({"sourceLanguage": "en", "strings": strings}))
    assert check.problems_of_catalogue(file, check.plural_rules(), ["en", "ru"]) == [
        f"{file}: b has no text in ru",
        f"{file}: c has no text in en, so its texts in other languages are superfluous",
    ]
