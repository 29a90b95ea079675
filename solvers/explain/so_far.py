"""What a person has found so far: entries in a half-filled puzzle, read, and held against its answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.formulation import Formulation
from models.kit.files import is_there, read_lines
from models.kit.names import hint, shown
from models.language.model import Givens, Literal
from models.puzzle import Puzzle
from solvers.backends.sat.rules import EncodedRules, Reasoner
from solvers.core.backend import Clock

Stated = Formulation[Any, Any]

GIVEN, ANSWER, TOGETHER = "given", "answer", "together"
"""What entries can be at odds with: what is given, the only answer, or each other."""

_SIGN = re.compile("≠|!=|<>|=")


@dataclass(frozen=True)
class WrongEntries:
    """Entries that no answer has: ``against`` a given each, the only answer each, or all answers ``TOGETHER``.

    Of several answers each contradicts some of the entries, and any one entry fewer could be.
    """

    facts: tuple[Literal, ...]
    against: str


def entries(puzzle: Puzzle[Any, Any], instance: Any, stated: Stated, so_far: Any) -> tuple[Literal, ...]:
    """What ``so_far`` says beyond the givens of ``instance``, as facts about variables of ``stated``.

    It is the puzzle half filled, written out, in a file or as an instance; or facts in the words of explanations,
    such as ``R1C1 = 5; R1C2, R1C3 != 4`` or ``not Moonshine``; or a fact; or several of these.

    Raises:
        InputError: when it is none of these.
    """
    several = so_far if isinstance(so_far, list | tuple) else (so_far,)
    givens = stated.givens(instance)
    facts = [fact for one in several for fact in _facts(puzzle, instance, stated, one)]
    new = {(fact.var, fact.values): fact for fact in facts if givens.get(fact.var) not in fact.values}
    return tuple(new.values())


def facts_in(name: str, stated: Stated, text: str) -> tuple[Literal, ...]:
    """What ``text`` says in the words of explanations, of an instance of the puzzle called ``name``.

    Raises:
        InputError: when it says nothing of it.
    """
    return tuple(_FactReader(name, stated, may_be_file=False).read(text))


def wrong_entries(
    stated: Stated, givens: Givens, facts: Sequence[Literal], encoded: EncodedRules | None, clock: Clock
) -> WrongEntries | None:
    """What is wrong with ``facts``, where there are answers but none has all of them; else None."""
    changed = tuple(fact for fact in facts if fact.var in givens)
    if changed:
        return WrongEntries(changed, GIVEN)
    reasoner = Reasoner(encoded or EncodedRules(stated.model, clock), stated.background, clock)
    base = [reasoner.selector(rule.key) for rule in reasoner.rules]
    base += [reasoner.literal(var == value) for var, value in givens.items()]
    literals = {reasoner.literal(fact): fact for fact in facts}
    if reasoner.holds([*base, *literals]) or not reasoner.holds(base):
        return None
    answer = reasoner.solution()
    goal = stated.model.projection or stated.model.variables
    others = [-literal for var in goal for literal in reasoner.values(var).values() if literal in answer]
    wrong = tuple(fact for literal, fact in literals.items() if literal not in answer)
    if wrong and not (others and reasoner.holds([*base, reasoner.either(others)])):
        return WrongEntries(wrong, ANSWER)
    return WrongEntries(tuple(literals[literal] for literal in reasoner.minimal(literals, base)), TOGETHER)


def _facts(puzzle: Puzzle[Any, Any], instance: Any, stated: Stated, so_far: Any) -> Iterable[Literal]:
    if isinstance(so_far, Literal):
        known = {var.name: var for var in stated.model.variables}  # it may be one of the same model stated before
        return [known[so_far.var.name].is_in(so_far.values)]
    half = puzzle.half_filled(instance, so_far)
    if half is not None:
        return (var == value for var, value in stated.givens(half).items())
    if not isinstance(so_far, str | Path):
        expected = f"a half-filled {puzzle.name}, or a text that says what is found so far, is expected"
        raise InputError(f"so_far is {shown(so_far)}; {expected}")
    reader = _FactReader(puzzle.name, stated)
    if isinstance(so_far, Path) or is_there(so_far):
        return (fact for _, line in read_lines(so_far) for fact in reader.read(line.partition("#")[0]))
    return reader.read(so_far)


class _FactReader:
    """Reads facts in the words of explanations."""

    def __init__(self, name: str, stated: Stated, may_be_file: bool = True) -> None:
        self._no = "there is no file {} and nothing called so" if may_be_file else "nothing is called {}"
        self._name = name
        self._stated = stated
        self._variables = {_plain(var.name): var for var in stated.model.variables if var.name}

    def read(self, text: str) -> Iterator[Literal]:
        """The facts in ``text``, which are set apart by semicolons or lines, and alike ones by commas."""
        for clause in filter(None, map(str.strip, re.split("[;\n]", text))):
            yield from self._clause(clause)

    def _clause(self, clause: str) -> Iterator[Literal]:
        """``x = 1, y = 2``, ``x, y ≠ 1, 2`` or ``this, not that``."""
        whole = self._boolean(clause)
        if whole is not None:  # names may have commas and signs in them
            yield whole
            return
        waiting: list[str] = []  # names whose value is yet to come
        apart: list[str] = []  # names of which a value was just ruled out; there may be more values
        for part in filter(None, map(str.strip, clause.split(","))):
            *names, value = _SIGN.split(part)
            sign = _SIGN.search(part)
            if sign:
                waiting += names
                yield from (self._fact(name, value, sign[0] == "=") for name in waiting)
                waiting, apart = [], [] if sign[0] == "=" else waiting
            elif (fact := self._boolean(part)) is not None:
                yield fact
            elif apart and _plain(part) not in self._variables:
                yield from (self._fact(name, part, is_so=False) for name in apart)
            else:
                waiting.append(part)
                apart = []
        if waiting:
            raise self._unknown(waiting[0])

    def _fact(self, name: str, value: str, is_so: bool) -> Literal:
        var = self._variables.get(_plain(name))
        if var is None:
            raise self._unknown(name.strip())
        known = {_plain(self._stated.value_name(var, number)): number for number in var.domain}
        number = known.get(_plain(value))
        if number is None:
            values = [self._stated.value_name(var, number) for number in var.domain[:21]]
            there_are = f"it is one of {', '.join(values)}" if len(known) <= 20 else f"it has {len(known)} others"
            raise InputError(f"{var.name} cannot be {shown(value.strip())}; {there_are}")
        return var == number if is_so else var != number

    def _boolean(self, text: str) -> Literal | None:
        """``this`` or ``not that``; None where there is no such Boolean variable."""
        plain = _plain(text)
        var = self._variables.get(plain)
        if var is not None:
            return (var == 1) if var.is_boolean else None
        var = self._variables.get(plain.removeprefix("not "))
        return (var == 0) if var is not None and var.is_boolean else None

    def _unknown(self, name: str) -> InputError:
        if _plain(name) in self._variables:
            return InputError(f"say what {shown(name)} is or is not, for example {name} = …")
        names = [var.name for var in self._variables.values()]
        instead = hint(name, names, f"explanations speak of {', '.join(names[:3])} …")
        return InputError(f"{self._no.format(shown(name))} in this {self._name}; {instead}")


def example(stated: Stated) -> str:
    """A fact in the words of explanations."""
    var = (stated.model.projection or stated.model.variables)[0]
    return stated.fact(var == var.domain[-1])


def _plain(name: str) -> str:
    """A name as it is compared: without regard to letter case and spaces around it."""
    return " ".join(name.casefold().split())
