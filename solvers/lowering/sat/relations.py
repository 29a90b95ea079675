"""All-different, Element, tables and the constraints over literals as clauses.

``unless`` holds the negated literals of a condition; it is appended to the clauses that would otherwise forbid
something, and left out of those that only say what an auxiliary variable means.
"""

from __future__ import annotations

from collections import Counter
from typing import cast

from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from solvers.lowering.sat.clauses import Unless, at_most_one, exactly_one
from solvers.lowering.sat.variables import Integers


def all_different(constraint: AllDifferent, integers: Integers, unless: Unless) -> None:
    """Each value at most once; with as many values as variables, each value also at least once.

    The second half follows from the first, but not by unit propagation. With fewer values than
    variables there is nothing to try (the pigeon-hole principle, which clauses alone prove slowly).
    """
    takers = constraint.takers()
    if len(takers) < len(constraint.variables):
        integers.clauses.append(unless)
        return
    permutation = len(takers) == len(constraint.variables)
    for value, variables in takers.items():
        integers.clauses.check_clock()
        literals = [integers.equals[var.index][value] for var in variables]
        if permutation:
            exactly_one(literals, integers.clauses, unless)
        else:
            at_most_one(literals, integers.clauses, unless)


def element(constraint: Element, integers: Integers, unless: Unless) -> None:
    """``target = array[index]`` over numbers, with n places and d values of the target: n + d clauses.

    - index = i ⇒ target = array[i], or index ≠ i where the target cannot be array[i]
    - target = v ⇒ the index is one of the places of v (support; makes unit propagation complete:
      Gent, "Arc consistency in SAT", ECAI 2002)
    """
    clauses = integers.clauses
    array = cast("tuple[int, ...]", constraint.array)  # arrays of variables were split before
    target = integers.equals[constraint.target.index]
    places: dict[int, list[int]] = {value: [] for value in target}
    for place, here in integers.equals[constraint.index.index].items():
        clauses.check_clock()
        entry = array[place]
        if entry in target:
            clauses.append((-here, target[entry], *unless))
            places[entry].append(here)
        else:
            clauses.append((-here, *unless))
    clauses += [(-target[value], *here, *unless) for value, here in places.items()]


def table(constraint: Table, integers: Integers, unless: Unless) -> None:
    """One of the rows, with a literal for each: r rows over k variables make up to r·k + Σ d + 1 clauses.

    - row ⇒ x = v, for each of its values
    - x = v ⇒ one of the rows with v there (support), or x ≠ v where there is none
    - one of the rows

    Bacchus, "GAC via unit propagation" (CP 2007); unit propagation is complete. A row that is alone
    with its value in some column needs no variable: it is the literal ``x = v``.
    """
    clauses = integers.clauses
    columns = [integers.equals[var.index] for var in constraint.variables]
    rows = [[column[value] for column, value in zip(columns, row, strict=True)] for row in constraint.rows()]
    if not rows:
        clauses.append(unless)
        return
    occurrences = [Counter(entries) for entries in zip(*rows, strict=True)]
    supports: list[dict[int, list[int]]] = [{equal: [] for equal in column.values()} for column in columns]
    for row in rows:
        clauses.check_clock()
        alone = next((equal for equal, count in zip(row, occurrences, strict=True) if count[equal] == 1), None)
        chosen = clauses.new_variable() if alone is None else alone
        free = () if alone is None else unless
        clauses += [(-chosen, equal, *free) for equal in row if equal != chosen]
        for equal, support in zip(row, supports, strict=True):
            support[equal].append(chosen)
    for column in supports:
        clauses += [(-equal, *chosen, *unless) for equal, chosen in column.items() if chosen != [equal]]


def clause(constraint: Clause, integers: Integers, unless: Unless) -> None:
    literals = integers.disjunction(constraint.literals)
    if literals is not None:
        integers.clauses.append((*literals, *unless))


def at_most_one_literal(constraint: AtMostOne, integers: Integers, unless: Unless) -> None:
    at_most_one([integers.literal(literal) for literal in constraint.literals], integers.clauses, unless)


def exactly_one_literal(constraint: ExactlyOne, integers: Integers, unless: Unless) -> None:
    exactly_one([integers.literal(literal) for literal in constraint.literals], integers.clauses, unless)
