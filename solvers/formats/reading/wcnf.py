"""WCNF: hard clauses and soft ones with weights, as of 2022 (``h 1 2 0``) or under ``p wcnf`` with a top weight."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO

from models.kit.names import count
from models.language.model import Assignment, IntVar, LinearExpr
from solvers.formats.document import Reading
from solvers.formats.reading.clauses import CLAUSE, Formula, runs, said

_PLAIN = re.compile(rb"(?P<hard>(?:h[ \t]++%b)++)|(?P<weighted>(?:[1-9][0-9]{0,17}[ \t]++%b)++)" % (CLAUSE, CLAUSE))
_CLAUSE = re.compile(rb"(h|[0-9]{1,18})((?:\s+-?[1-9][0-9]{0,8})*)\s+0\s*")


def read(stream: BinaryIO, where: Path | str) -> Reading:
    """A formula whose broken soft clauses are to weigh as little as can be; an answer is a value for each variable."""
    formula = Formula(where)
    soft: list[tuple[int, list[int], int]] = []  # weight, numbers, line
    top: int | None = None
    for formula.line, found, kind in runs(stream, _PLAIN):
        formula.size += len(found)
        if kind == "hard":
            formula.take_lines(found.replace(b"h", b""))
            continue
        words = found.split()
        if not kind and (not words or words[0][:1] == b"c"):
            continue
        if not kind and words[0] == b"p":
            if formula.places or soft:
                raise formula.error("the header stands behind the first clause")
            formula.announce(words, b"wcnf", 5)
            top = int(words[4]) if len(words) == 5 else None
            continue
        if not kind and not _CLAUSE.fullmatch(found.strip()):
            what = "a weight below 10^18 or h, variables' numbers and a 0"
            raise formula.error(f"{said(words)} is no clause: {what}")
        if words[0] == b"h":
            clause = [int(word) for word in words[1:-1]]
            formula.reach(clause)
            formula.add(clause)
            continue
        numbers = [int(word) for word in words]
        at, size, line = 0, len(numbers), formula.line
        while at < size:
            end = numbers.index(0, at + 1)
            weight, clause = numbers[at], numbers[at + 1 : end]
            formula.line, at = line, end + 1
            formula.reach(clause)
            if top is not None and weight >= top:
                formula.add(clause)
            else:
                soft.append((weight, clause, line))
            line += 1
    hard = len(formula.places)
    if not (hard or soft or formula.announced):
        raise formula.error("there is neither a header nor a clause in it")
    variables = formula.variables(hard + len(soft))
    formula.model.project_on(variables)
    formula.model.minimize(_weight(formula, variables, soft))
    formula.close(formula.model.variables)
    about = f"{count(len(variables), 'variable')}, {count(hard, 'hard clause')}, {count(len(soft), 'soft clause')}"
    return Reading(formula.model, _bits, about)


def _weight(formula: Formula, variables: list[IntVar], soft: list[tuple[int, list[int], int]]) -> LinearExpr:
    """The weight of what is broken; a soft clause of more than one literal may be let off by a variable of its own."""
    wide = [line for _, numbers, line in soft if len(numbers) > 1]
    let_off = iter(formula.model.new_bool_vars(f"broken {place}, line {line}" for place, line in enumerate(wide, 1)))
    terms: dict[IntVar, int] = {}
    constant = 0
    for weight, numbers, formula.line in soft:
        if not numbers:
            constant += weight
        elif len(numbers) > 1:
            var = next(let_off)
            terms[var] = weight
            formula.add([*numbers, var.index + 1])
        else:
            var = variables[abs(numbers[0]) - 1]
            terms[var] = terms.get(var, 0) + (weight if numbers[0] < 0 else -weight)
            constant += weight if numbers[0] > 0 else 0
    return LinearExpr(terms, constant)


def _bits(answer: Assignment) -> str:
    """An answer as MaxSAT solvers print it: a digit for each variable."""
    return f"v {''.join(map(str, answer.values()))}"
