"""A page taken apart by the standard library's parser, so that tests can ask what is on it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = {"br", "input", "meta"}
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


class Page(HTMLParser):
    """The elements of a page, its ids, its text; complaints are what is wrong with its structure.

    Attributes:
        elements: each element's name and attributes, in order.
        text: what a person reads, without scripts and style sheets.
        scripts: the text of each script that runs.
    """

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.scripts: list[str] = []
        self.complaints: list[str] = []
        self._open: list[str] = []
        assert source.startswith("<!DOCTYPE html>\n")
        self.feed(source)
        self.close()
        self.complaints += [f"<{name}> is never closed" for name in self._open]

    def all(self, name: str, class_: str = "") -> list[dict[str, str | None]]:
        """The attributes of every element called ``name``, of a class if one is given."""
        return [
            values
            for element, values in self.elements
            if element == name and (not class_ or class_ in (values.get("class") or "").split())
        ]

    @property
    def ids(self) -> list[str]:
        return [values["id"] or "" for _, values in self.elements if "id" in values]

    def strangers(self) -> list[str]:
        """Whatever would be fetched from elsewhere."""
        found = [
            f"{name} {key}={value}"
            for name, values in self.elements
            for key, value in values.items()
            if key in ("src", "href", "xlink:href", "action", "data", "poster", "srcset")
            and not (value or "").startswith("#")
        ]
        named = [value for _, values in self.elements for value in values.values() if value and "://" in value]
        return found + [value for value in named if value not in NAMESPACES]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        self.complaints += [f"<{tag}> has {name} twice" for name in set(names) if names.count(name) > 1]
        values = dict(attrs)
        self.elements.append((tag, values))
        if tag not in VOID:
            self._open.append(tag)
        if tag == "script" and values.get("type") == "module":
            self.scripts.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if "svg" not in self._open:
            self.complaints.append(f"<{tag}/> closes itself outside a picture")
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.complaints.append(f"</{tag}> where {self._open[-1:]} is open")
        else:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        inside = self._open[-1] if self._open else ""
        if inside == "script" and self.elements[-1][1].get("type") == "module":
            self.scripts[-1] += data
        elif inside == "style":
            self.complaints += [f"a style sheet fetches {url}" for url in re.findall(r"@import|url\((?!#)[^)]*", data)]
        elif inside != "script":
            self.text += data


def faultless(source: str) -> Page:
    """The page, once it is sure that it is whole and stands alone."""
    page = Page(source)
    assert not page.complaints
    assert not page.strangers()
    assert len(page.ids) == len(set(page.ids))
    assert page.all("html")[0]["lang"] == "en"
    assert len(page.all("h1")) == len(page.all("main")) == 1
    return page
