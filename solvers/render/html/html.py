"""The shell of a page that stands alone: one file, no network, everything escaped.

A page's style sheets and scripts are files beside this module and are copied into it. Its security
policy allows these very scripts, known by their hashes, and no other: a script smuggled in by the
name of an instance would not run even if the escaping below failed.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from shlex import join
from typing import Any

from models.kit.svg import Markup, plain
from models.puzzle import Puzzle
from models.registry import instance_files
from solvers.cli.files import check_name, write_whole
from solvers.cli.text import READABLY, display_path

SUFFIXES = (".html", ".htm")
VOID = {"br", "input", "meta"}  # elements without content or end tag

FILES = {"--html", "--output", "--plot", "--proof", "--sheet", "--svg"}
"""The options that name a file to write to: such a path means nothing elsewhere."""

Attribute = str | int | float | bool | None  # True is written as a bare name; False and None are left out


def document(title: str, body: Iterable[Markup], styles: Iterable[str] = (), scripts: Iterable[str] = ()) -> str:
    """The whole page; ``styles`` and ``scripts`` are files below ``solvers``; the shell's own come first."""
    code = [_file(name) for name in ("render/html/shell.js", *scripts)]
    head = [
        Markup('<meta charset="utf-8">'),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(code)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="generator", content="Puzzlebench"),
        tag("title", plain(title)),
        *(Markup(f"<style>\n{_file(name)}</style>") for name in ("render/html/shell.css", *styles)),
    ]
    end = [Markup(f'<script type="module">{text}</script>') for text in code]
    parts = ["<!DOCTYPE html>", '<html lang="en">', "<head>", *head, "</head>", "<body>", *body, *end, "</body>"]
    return "\n".join([*parts, "</html>", ""])


def tag(name: str, /, *children: Markup, **attributes: Attribute) -> Markup:
    """One element; ``class_`` is written ``class``, other underscores become hyphens."""
    start = f"<{name}{_written(attributes)}>"
    return Markup(start if name in VOID else f"{start}{''.join(children)}</{name}>")


def section(id_: str, heading: str, *children: Markup) -> Markup:
    title = tag("h2", plain(heading), id=f"{id_}-heading")
    return tag("section", title, *children, id=id_, class_="card", aria_labelledby=f"{id_}-heading")


def details(summary: Markup, *children: Markup, on_paper: bool = False, is_open: bool = False) -> Markup:
    """What is shown when it is asked for, and ``on_paper`` in any case."""
    return tag("details", tag("summary", summary), *children, data_on_paper=on_paper, open=is_open)


def puzzle_header(
    puzzle: Puzzle[Any, Any], instance: Any, file: Path | None, verdict: str, tone: str, lead: str
) -> Markup:
    """The top of a page about ``instance``; the file it was read from is named, unless it comes with the puzzle."""
    above = [] if puzzle.title == instance.name else [puzzle.title]
    if file is not None and file not in instance_files(puzzle).values():
        above.append(f"read from {display_path(file)}")
    return header(" – ".join(above), instance.name, verdict, tone, lead)


def header(eyebrow: str, title: str, verdict: str, tone: str, lead: str) -> Markup:
    """The top of a page; ``tone`` is ``good``, ``bad`` or ``open``."""
    mark = {"good": "✓", "bad": "✕", "open": "…"}[tone]
    badge = tag("span", Markup(mark), class_="mark", aria_hidden="true")
    return tag(
        "header",
        tag("p", plain(eyebrow or "Puzzlebench"), class_="eyebrow"),
        tag("h1", plain(title)),
        tag("p", badge, plain(verdict), class_=f"verdict {tone}"),
        tag("p", plain(lead), class_="lead") if lead else Markup(""),
    )


def terms(pairs: Mapping[str, str]) -> Markup:
    rows = (tag("div", tag("dt", plain(name)), tag("dd", plain(value))) for name, value in pairs.items() if value)
    return tag("dl", *rows, class_="terms")


def command(verb: str, arguments: Sequence[str], **pinned: object) -> str:
    """``arguments`` as a command line without the files that were written.

    What the program chose is ``pinned``, unless it is given already: it may choose otherwise where other libraries are.
    """
    words: list[str] = []
    rest = iter(arguments)
    for word in rest:
        option, joined, _ = word.partition("=")
        if option not in FILES:
            words.append(word)
        elif not joined:
            next(rest, None)
    given = {word.partition("=")[0] for word in words}
    for name, value in pinned.items():
        option = f"--{name}"
        if option not in given and value not in ("", None):
            words += [option, str(value)]
    return join(["python", "-m", f"solvers.{verb}", *words])


def repeat_section(line: str, note: str) -> Markup:
    button = tag("button", plain("Copy"), type="button", data_copy="command", hidden=True)
    shown = tag("div", tag("code", plain(line), id="command"), button, class_="command")
    return section("repeat", "Do it again", shown, tag("p", plain(note), class_="remark"))


def footer() -> Markup:
    return tag("footer", tag("p", plain("Made by Puzzlebench. This page is complete: it needs no network.")))


def check_page(path: Path) -> None:
    """Whether a page could be written to ``path``, asked before the work that leads to it."""
    check_name(path, SUFFIXES, "page")


def write_page(page: str, path: Path) -> None:
    write_whole(path, page.encode(errors=READABLY), "the page ")


def _policy(scripts: Iterable[str]) -> str:
    hashes = " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in scripts)
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src {hashes}; base-uri 'none'; form-action 'none'"


def _file(name: str) -> str:
    return files("solvers").joinpath(name).read_text(encoding="utf-8")


def _written(attributes: Mapping[str, Attribute]) -> str:
    spelled = ((name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items())
    return "".join(
        f" {name}" if value is True else f' {name}="{plain(str(value))}"'
        for name, value in spelled
        if value is not None and value is not False
    )
