"""When does text get colours? On a terminal where NO_COLOR is unset; everywhere else it is plain, letter for letter."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

Rule = tuple[str, str]
"""A regular expression, and the style (as rich names it) of whatever it matches; of two, the later one wins."""

REPORT: tuple[Rule, ...] = (
    (r"\A.*", "bold"),
    (r"(?m)^answered: .*", "bold green"),
    (r"(?m)^impossible: .*", "bold red"),
    (r"(?m)^stopped: .*", "bold yellow"),
    (r"(?m)^formulation .*", "dim"),
    (r"(?m)^(time: .*|size    .*|effort  .*)", "dim"),
    (r"(?m)^answer \d+$", "bold"),
    (r"(?m)^There is at least one more answer.*", "yellow"),
)
"""How the report of a run is coloured."""

STEPS: tuple[Rule, ...] = (
    (r"(?m)^ *\d+\. ", "dim"),
    (r"(?m)(?<=\. )\S.*?(?=    )", "bold green"),
    (r"(?m)(?<=    )[a-z][a-z ]*$", "cyan"),
    (r"(?m)^       (by the rule|since|suppose)\b.*", "dim"),
)
"""How the steps of an explanation are coloured."""

CONFLICTS: tuple[Rule, ...] = ((r"(?m)^(There is no answer|Conflict \d+).*", "bold red"),)
"""How conflicts are coloured."""


def show(text: str, rules: Iterable[Rule]) -> None:
    """Print ``text``, in colours where they are wanted; rich is loaded for that and for nothing else."""
    if not wanted():
        print(text, flush=True)
        return
    from rich.console import Console
    from rich.text import Text

    painted = Text(text)
    for pattern, style in rules:
        painted.highlight_regex(pattern, style)
    Console(highlight=False, soft_wrap=True).print(painted)


def wanted() -> bool:
    """Whether standard output is a terminal and nobody said NO_COLOR (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
