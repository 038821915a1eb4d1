"""Markup for pages, without parsing it in script, which Trusted Types forbid."""

import json
from html.parser import HTMLParser

MAKE = """...%s.map(function make([name, attributes, ...parts]) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...parts.map((part) => typeof part === "string" ? part : make(part)));
    return made;
})"""


def elements(markup):
    """The elements of markup, as arguments of a script call: `e.append({elements('<p>Text</p>')})`."""
    parser = _Elements()
    parser.feed(markup)
    parser.close()
    return MAKE % json.dumps(parser.open[0])


class _Elements(HTMLParser):
    def __init__(self):
        super().__init__()
        #: The children of the open elements, from the outermost.
        self.open = [[]]

    def handle_starttag(self, tag, attributes):
        made = [tag, {name: value or "" for name, value in attributes}]
        self.open[-1].append(made)
        if tag != "input":
            self.open.append(made)

    def handle_endtag(self, tag):
        self.open.pop()

    def handle_data(self, data):
        if data.strip():
            self.open[-1].append(data)
