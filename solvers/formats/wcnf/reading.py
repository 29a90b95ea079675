"""WCNF: hard clauses and soft ones with weights, as of 2022 (``h 1 2 0``) or under ``p wcnf`` with a top weight."""

from __future__ import annotations

import re
from array import array
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import BinaryIO

from models.kit.names import count
from models.language.model import Assignment, IntVar, LinearExpr
from solvers.core.limits import ENDLESS, Clock
from solvers.formats.dimacs.reading import CLAUSE, MIN_NUMPY_BYTES, ClauseFile, largest, numbered, quotation
from solvers.formats.document import Reading

MAX_WEIGHT = 10**18  # which no soft clause reaches

_PLAIN = re.compile(rb"(?P<hard>(?:h[ \t]++%b)++)|(?P<weighted>(?:(?:h|-?[0-9]{1,18})[ \t]++%b)++)" % (CLAUSE, CLAUSE))


def read(stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS) -> Reading:
    """A formula whose broken soft clauses are to weigh as little as can be; an answer is a value for each variable.

    No standard says so, but where comments show variables as in DIMACS (``c p show``), those alone are the answer.
    """
    formula = _WeightedClauseFile(where, clock)
    for found, kind in formula.runs(stream, _PLAIN):
        if kind == "hard":
            formula.take_lines(found.replace(b"h", b""))
            continue
        if kind:
            formula.take_weighted(found)
            continue
        words = found.split()
        if words[0] != b"p":
            what = "a weight below 10^18 or h, variables' numbers and a 0"
            raise formula.error(f"{quotation(words)} is no clause: {what}")
        if formula.places or formula.weights:
            raise formula.error("the header stands behind the first clause")
        formula.announce(words, b"wcnf", 5)
        formula.heaviest = int(words[4]) if len(words) == 5 else inf
    hard, soft = len(formula.places), len(formula.weights)
    if not (hard or soft or formula.announced):
        raise formula.error("there is neither a header nor a clause in it")
    variables = formula.variables(hard + soft)
    formula.project(variables)
    formula.model.minimize(formula.weigh(variables))
    if formula.note is not None:
        formula.note.restore(formula.model)
    formula.close(formula.model.variables)
    about = f"{count(len(variables), 'variable')}, {count(hard, 'hard clause')}, {count(soft, 'soft clause')}"
    return Reading(formula.model, _bits if formula.shown is None else numbered, about)


class _WeightedClauseFile(ClauseFile):
    def __init__(self, where: Path | str, clock: Clock) -> None:
        super().__init__(where, clock)
        self.heaviest: float = inf  # the weight from which on a clause is hard
        self.weights: list[int] = []
        self.soft = array("i")  # the soft clauses, each ended by a 0
        self.soft_places: list[int] = []

    def take_weighted(self, text: bytes) -> None:
        """Take lines in of which each is a clause, with its weight before it."""
        numbers = _numbers_in(text.replace(b"h", b"%d" % MAX_WEIGHT))
        hard, soft = list[int](), list[int]()
        at, index, heaviest = 0, numbers.index, min(self.heaviest, MAX_WEIGHT)
        for line in range(self.line, self.line + text.count(b"\n")):
            end = index(0, at + 1) + 1
            weight = numbers[at]
            if weight >= heaviest:
                hard += numbers[at + 1 : end]
                self.places.append(line)
            else:
                soft += numbers[at + 1 : end]
                self.weights.append(weight)
                self.soft_places.append(line)
            at = end
        self.reach(largest(hard))
        self.reach(largest(soft))
        self.numbers.extend(hard)
        self.soft.extend(soft)

    def weigh(self, variables: list[IntVar]) -> LinearExpr:
        """Return the weight of what is broken; a soft clause of several literals is let off by a variable of its own.

        A weight below 0 is a gain where the clause is broken: its variable is true only where all literals are false.
        """
        terms: dict[IntVar, int] = {}
        constant = at = 0
        wide, clauses = list[int](), list[int]()  # places among the soft clauses, and the hard ones that come of those
        places = list[int]()  # the lines of these
        number, index, soft = len(variables), self.soft.index, self.soft
        for place, weight in enumerate(self.clock.along(self.weights)):
            end = index(0, at)
            if end == at + 1:
                literal = soft[at]
                var = variables[abs(literal) - 1]
                terms[var] = terms.get(var, 0) + (weight if literal < 0 else -weight)
                constant += weight if literal > 0 else 0
            elif end == at:
                constant += weight
            else:
                number += 1
                clauses += soft[at:end]
                clauses += number, 0
                wide.append(place)
                places.append(self.soft_places[place])
                for literal in soft[at:end] if weight < 0 else ():
                    clauses += -number, -literal, 0
                    places.append(self.soft_places[place])
            at = end + 1
        let_off = self.model.new_bool_vars(f"broken {place}" for place in range(1, len(wide) + 1))
        terms.update(zip(let_off, map(self.weights.__getitem__, wide), strict=True))
        self.numbers.extend(clauses)
        self.places.extend(places)
        return LinearExpr(terms, constant)


def _numbers_in(text: bytes) -> list[int]:
    """The numbers in a text of nothing else."""
    if len(text) >= MIN_NUMPY_BYTES and find_spec("numpy"):
        import numpy as np

        found: list[int] = np.fromstring(text.decode("ascii"), dtype=np.int64, sep=" ").tolist()
        return found
    return [*map(int, text.split())]


def _bits(answer: Assignment) -> str:
    """An answer as MaxSAT solvers print it: a digit for each variable."""
    return f"v {''.join(map(str, answer.values()))}"
