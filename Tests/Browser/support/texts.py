"""The texts of the string catalogue in one language, and all texts of a page."""

import functools
import json
import re
from html.parser import HTMLParser

from .portico import ROOT

CATALOGUE = json.loads((ROOT / "Sources/PorticoComponents/Localizable.xcstrings").read_text(encoding="utf-8"))
SOURCE = CATALOGUE["sourceLanguage"]
#: The languages that texts are translated into.
LANGUAGES = sorted({tag for text in CATALOGUE["strings"].values() for tag in text["localizations"]} - {SOURCE})
RIGHT_TO_LEFT = {"ar"}
PLACEHOLDER = re.compile(r"%(?:\d\$)?(?:@|lld)")
#: The marks around values, which keep their direction apart from that of the text, and the mark of a text without letters.
ISOLATES = dict.fromkeys([0x200F, *range(0x2066, 0x206A)])
#: Attributes that people see or hear.
ATTRIBUTES = {
    "alt", "aria-description", "aria-label", "aria-placeholder", "aria-roledescription", "aria-valuetext", "label",
    "placeholder", "title"}
#: Elements without an end tag.
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
#: Text in Latin letters in every language: addresses, paths, keys of options, versions, digests.
IDENTIFIER = re.compile(r"\S*[@/_=\\#&]\S*|\S+[.:]\S+|\S*\d\S*")


def bare(text):
    """A text without marks of direction, and with single spaces."""
    return " ".join(text.translate(ISOLATES).split())


def forms_of(key, language):
    """The text of a key, or its plural forms."""
    localization = CATALOGUE["strings"][key]["localizations"][language]
    plural = localization.get("variations", {}).get("plural")
    return [form["stringUnit"]["value"] for form in plural.values()] if plural else [localization["stringUnit"]["value"]]


def words_of(text):
    return re.findall(r"[^\W\d_]{2,}", text)


class Texts:
    """The texts in one language, by key: `texts("logIn")`."""

    def __init__(self, language):
        self.language = language
        self.direction = "rtl" if language in RIGHT_TO_LEFT else "ltr"
        own = "\n".join(form for key in CATALOGUE["strings"] for form in forms_of(key, language))
        self._latin = set(re.findall(r"[A-Za-z]{2,}", own))
        #: Whether a text in Latin letters may be one of this language.
        self.is_latin = len(re.findall("[A-Za-z]", own)) > len(words_of(own))
        english = {form for key in CATALOGUE["strings"] for form in forms_of(key, SOURCE)} if language != SOURCE else set()
        parts = {(bare(part), text) for text in english for part in PLACEHOLDER.split(text)}
        #: Parts of English texts that no text of this language has: several words are sought in texts, a single one as
        #: the only word of a text.
        parts = {(part, text) for part, text in parts if words_of(part) and part not in own}
        self._phrases = sorted({part for part, _ in parts if len(words_of(part)) > 1})
        self._sentences = [
            re.compile(".*".join(map(re.escape, PLACEHOLDER.split(bare(text)))), re.DOTALL)
            for text in sorted({text for part, text in parts if len(part) > 2 or part == text})]
        # Pages share most of their texts.
        self._is_english = functools.cache(self._is_english)

    def __call__(self, key, *values):
        """A text without plural forms, with these values."""
        [text] = forms_of(key, self.language)
        for position, value in enumerate(values, 1):
            text = text.replace(f"%{position}$@", value).replace("%@", value, 1)
        return bare(text)

    def english(self, texts):
        """Those of the texts that the catalogue has in English, although it has others in this language."""
        return sorted({text for text in map(bare, texts) if any(map(self._is_english, {text, *text.split(" · ")}))})

    def _is_english(self, text):
        # A value at the end of a text may be an element of its own.
        return any(phrase in text for phrase in self._phrases) \
            or any(one.fullmatch(text) or one.fullmatch(f"{text} ") for one in self._sentences)

    def strange(self, texts, known):
        """Those of the texts with words in Latin letters that are neither identifiers nor in a text of this language, nor
        known. None in a language of Latin letters."""
        if self.is_latin:
            return []
        words = lambda text: set(re.findall(r"[A-Za-z]{2,}", IDENTIFIER.sub(" ", text)))
        return sorted({text for text in map(bare, texts) if words(text) - self._latin - known})


class PageTexts(HTMLParser):
    """All texts of a page, also hidden ones, but not those that are marked as being in another language."""

    def __init__(self, page, language):
        super().__init__()
        self._expected = language
        #: The name of each open element, and the conditions of its content.
        self._open = [("", frozenset())]
        #: The language and the direction of the document.
        self.language = self.direction = None
        #: Texts, and attributes that people see or hear.
        self.texts = []
        #: Those of them that are no code, address or name of something technical.
        self.prose = []
        #: Texts that script shows.
        self.data = []
        #: The targets of links on this site.
        self.links = []
        self.feed(page)
        self.close()

    def handle_starttag(self, name, attributes):
        attributes = {key: value or "" for key, value in attributes}
        conditions = self._open[-1][1]
        if name == "html":
            self.language, self.direction = attributes.get("lang"), attributes.get("dir")
        elif "lang" in attributes:
            conditions = conditions - {"foreign"} if attributes["lang"] == self._expected else conditions | {"foreign"}
        if name in ("script", "style"):
            conditions |= {"foreign"}
        if name in ("code", "kbd", "pre", "samp") or name != "html" and attributes.get("dir") == "ltr":
            conditions |= {"technical"}
        if name not in VOID:
            self._open.append((name, conditions))
        for key, value in attributes.items():
            if key in ATTRIBUTES:
                self._add(value, conditions)
            elif key.startswith("data-") and "foreign" not in conditions and value.strip():
                self.data.append(value)
        if name == "a" and attributes.get("href", "").startswith("/"):
            self.links.append(attributes["href"].partition("#")[0])

    def handle_startendtag(self, name, attributes):
        self.handle_starttag(name, attributes)
        self.handle_endtag(name)

    def handle_endtag(self, name):
        if any(name == open_name for open_name, _ in self._open):
            while self._open.pop()[0] != name:
                pass

    def handle_data(self, data):
        self._add(data, self._open[-1][1])

    def _add(self, text, conditions):
        if "foreign" in conditions or not text.strip():
            return
        self.texts.append(text)
        if "technical" not in conditions:
            self.prose.append(text)


def assert_translated(page, texts, place, known=None):
    """Asserts that a page is in this language and direction, and has no English text of the catalogue. With `known`, also
    that it has no other words in Latin letters than these."""
    read = PageTexts(page, texts.language)
    assert (read.language, read.direction) == (texts.language, texts.direction), place
    left = texts.english(read.texts + read.data) + (texts.strange(read.prose, known) if known is not None else [])
    assert left == [], f"{place} in {texts.language}: {left}"
    return read
