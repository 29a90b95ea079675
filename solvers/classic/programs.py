"""The published programs by name, each giving answers in its puzzle's terms and the figures that were published.

``run PUZZLE --backend classic`` runs a puzzle's first program, ``--backend classic:NAME`` another one. The programs
of a puzzle are the ``PROGRAMS`` of the module here that has its name.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from models.errors import InputError
from models.kit.names import hint, shown

Figures = dict[str, int]  # what a program counted so far, by what it is
Answers = Generator[Any, None, None]


@dataclass(frozen=True)
class PublishedProgram:
    """A published program, ``about`` which there is a sentence.

    ``answers`` go lazily from an instance to its answers; at the end the figures are in the dictionary that was given
    and, where there is a trace, the trace in words in the list. It ``ends_at_first`` answer where its original did.
    """

    about: str
    answers: Callable[[Any, Figures, list[str]], Answers]
    ends_at_first: bool = False
    as_published: bool = True


def programs_of(puzzle: str) -> Mapping[str, PublishedProgram]:
    """The programs of a puzzle by name, the first one the default; none where there is no published program."""
    module = f"{__package__}.{puzzle}"
    found: Mapping[str, PublishedProgram] = import_module(module).PROGRAMS if find_spec(module) else {}
    return found


def program_for(puzzle: str, name: str) -> tuple[str, PublishedProgram]:
    """The program called ``name`` for ``puzzle``, or its first one; and what it is called."""
    programs = programs_of(puzzle)
    if not programs:
        raise InputError(f"there is no published program for {puzzle}")
    chosen = name or next(iter(programs))
    if chosen not in programs:
        instead = hint(name, programs, f"it has {', '.join(programs)}")
        raise InputError(f"{puzzle} has no published program {shown(name)}; {instead}")
    return chosen, programs[chosen]
