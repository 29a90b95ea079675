"""Which command line does the same once more?"""

from __future__ import annotations

from collections.abc import Sequence

from models.kit.svg import Markup, plain
from solvers.render.html.html import section, tag

MADE = ("--html", "--svg", "--plot")
"""The options that name a file for a picture or a page: such a path means nothing elsewhere."""


def command(verb: str, arguments: Sequence[str], **pinned: object) -> str:
    """``arguments`` as a command line without the files that pictures and pages went to.

    What was left to the program's choice is ``pinned``, unless it is said already: the choice may be another
    elsewhere, where other libraries are installed.
    """
    from shlex import join

    words: list[str] = []
    rest = iter(arguments)
    for word in rest:
        option, joined, _ = word.partition("=")
        if option not in MADE:
            words.append(word)
        elif not joined:
            next(rest, None)
    said = {word.partition("=")[0] for word in words}
    for name, value in pinned.items():
        option = f"--{name}"
        if option not in said and value not in ("", None):
            words += [option, str(value)]
    return join(["python", "-m", f"solvers.{verb}", *words])


def repeat_section(line: str, remark: str) -> Markup:
    """The command line with a button that copies it."""
    button = tag("button", plain("Copy"), type="button", data_copy="command", hidden=True)
    shown = tag("div", tag("code", plain(line), id="command"), button, class_="command")
    return section("repeat", "Do it again", shown, tag("p", plain(remark), class_="remark"))
