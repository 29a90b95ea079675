"""Simplifications that every backend wants before it posts a constraint, and what several want to know of a kind.

``plain`` yields constraints that mean what the model's mean and are easier to post:

1. a condition that can never be met takes its constraint away, one that is always met goes itself;
2. an Element whose array holds variables becomes one conditional equality for each of its entries;
3. a linear constraint loses the variables that cannot vary and a factor that all coefficients share; one that the
   domains settle goes, or becomes the clause that is never true, so that no number is left that they do not reach;
4. a single test of a very large domain, such as x ≥ 3 or x ≠ 3, becomes linear constraints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from math import gcd

from models.kit.names import shortened
from models.language.domains import MAX_EXPLICIT_VALUES, runs_of
from models.language.model import (
    AllDifferent,
    Clause,
    Constraint,
    Domain,
    Element,
    IntVar,
    Linear,
    Literal,
    Model,
    Objective,
)

MAX_INT64 = 2**63 - 1
"""The largest number of 64 bits: what weights that are added up may come to."""

MAX_MINIZINC_INT = 2**62
"""MiniZinc computes in 64 bits; so does FlatZinc."""

MAX_CPSAT_INT = 2**60
"""CP-SAT computes in 64 bits and keeps some for itself."""


def plain(constraints: Iterable[Constraint], *, split_elements: bool = True) -> Iterator[Constraint]:
    """``constraints`` in fewer forms; a backend that reads arrays of variables itself declines step 2."""
    for constraint in constraints:
        if constraint.condition:
            if any(literal.is_never for literal in constraint.condition):
                continue
            open_literals = [literal for literal in constraint.condition if not literal.is_always]
            if len(open_literals) < len(constraint.condition):
                constraint = constraint.replace(condition=tuple(open_literals))
        if isinstance(constraint, Element) and split_elements and not reads_numbers_only(constraint):
            yield from split_element(constraint)
        elif isinstance(constraint, Linear):
            yield from in_reach(constraint)
        elif isinstance(constraint, Clause) and len(constraint.literals) == 1:
            yield from _as_linear(constraint)
        elif not isinstance(constraint, AllDifferent) or len(constraint.variables) > 1:
            yield constraint


@cache
def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


def kind_of(constraint: Constraint) -> str:
    """What its kind is called in code, such as ``all_different``: a backend has a function of that name for each."""
    return _snake(type(constraint).__name__)


def reads_numbers_only(constraint: Element) -> bool:
    return not constraint.sources


def entries(element: Element) -> Domain:
    """The values that the array of ``element`` can give; with variables in it, all from the least to the greatest."""
    read = [element.array[place] for place in element.index.domain]
    if reads_numbers_only(element):
        return tuple(sorted({entry for entry in read if isinstance(entry, int)}))
    domains = [entry.domain if isinstance(entry, IntVar) else (entry,) for entry in read]
    return range(min(domain[0] for domain in domains), max(domain[-1] for domain in domains) + 1)


def split_element(element: Element) -> Iterator[Constraint]:
    """index = i ⇒ target = array[i], for each place i; a place outside the array is ruled out by declaration.

    Places that hold one and the same variable share an equality, index ∈ {i, j, …} ⇒ target = variable;
    numbers keep a clause each, from which unit propagation rules out a place at once.
    """
    places_of: dict[IntVar, list[int]] = {}
    for place in element.index.domain:
        entry = element.array[place]
        if isinstance(entry, IntVar):
            places_of.setdefault(entry, []).append(place)
        else:
            here = _where(element, [place])
            yield Clause((element.target == entry,), condition=here, because=element.because)
    for entry, places in places_of.items():
        if entry is not element.target:
            terms = ((1, element.target), (-1, entry))
            here = _where(element, places)
            yield from in_reach(Linear(terms, "==", 0, condition=here, because=element.because))


def _where(element: Element, places: list[int]) -> tuple[Literal, ...]:
    picked = element.index.is_in(places)
    return element.condition if picked.is_always else (*element.condition, picked)


def comparison(literal: Literal) -> tuple[str, int] | None:
    """The relation and the constant of a test that is no more than a comparison and can be true; None for any other."""
    runs, gaps = runs_of(literal.values), runs_of((~literal).values)
    if len(literal.values) == 1:
        return "==", runs[0][0]
    if not gaps:
        return None
    if len(gaps) == len(gaps[0]) == 1:
        return "!=", gaps[0][0]
    if gaps[-1][-1] < runs[0][0]:
        return ">=", runs[0][0]
    return ("<=", runs[-1][-1]) if runs[-1][-1] < gaps[0][0] else None


def in_reach(linear: Linear) -> Iterator[Constraint]:
    """Yield ``linear`` in the smallest numbers: nothing where it always holds, a false clause where it never does."""
    terms, relation, constant = linear.terms, linear.relation, linear.constant
    least = most = 0
    varies = True
    for coefficient, var in terms:
        ends = coefficient * var.domain[0], coefficient * var.domain[-1]
        least += min(ends)
        most += max(ends)
        varies = varies and ends[0] != ends[1]
    if not varies:
        fixed = sum(c * var.domain[0] for c, var in terms if len(var.domain) == 1)
        terms = tuple((c, var) for c, var in terms if c and len(var.domain) > 1)
        least, most, constant = least - fixed, most - fixed, constant - fixed
    factor = gcd(*(coefficient for coefficient, _ in terms))
    if factor > 1:
        terms = tuple((coefficient // factor, var) for coefficient, var in terms)
        least, most = least // factor, most // factor
        constant, rest = divmod(constant, factor)
        if rest and relation in ("==", "!="):
            constant = most + 1  # no multiple
        elif rest and relation == ">=":
            constant += 1
    if relation == "<=":
        always, possible = most <= constant, least <= constant
    elif relation == ">=":
        always, possible = least >= constant, most >= constant
    else:
        possible, always = least <= constant <= most, least == most == constant
        if relation == "!=":
            always, possible = not possible, not always
    if not possible:
        yield Clause((), condition=linear.condition, because=linear.because, key=linear.key)
    elif not always:
        is_same = terms is linear.terms
        yield linear if is_same else replace(linear, terms=terms, constant=constant)


def _as_linear(clause: Clause) -> Iterator[Constraint]:
    """A test of a large domain as bounds or as ``≠``, where it is for an interval or for all values but one."""
    (literal,) = clause.literals
    if len(literal.var.domain) <= MAX_EXPLICIT_VALUES:
        yield clause
        return
    var, runs, others = literal.var, runs_of(literal.values), (~literal).values
    bounds: list[tuple[str, int]] = []
    if len(others) == 1:
        bounds = [("!=", next(iter(others)))]
    elif len(runs) == 1 and isinstance(var.domain, range):
        bounds = [(">=", runs[0][0]), ("<=", runs[0][-1])]
    else:
        yield clause
    for relation, constant in bounds:
        yield Linear(((1, var),), relation, constant, condition=clause.condition, because=clause.because)


def reach(terms: Iterable[tuple[int, IntVar]]) -> int:
    """A bound on the absolute value of ``Σ coefficient·variable`` and of every part of it."""
    return sum(abs(c) * max(abs(var.domain[0]), abs(var.domain[-1])) for c, var in terms)


def too_large(model: Model, limit: int, constraints: Iterable[Constraint] | None = None) -> str | None:
    """Return the first sum, domain or array of ``model`` with numbers beyond ``limit``, in words, or None.

    ``constraints`` are those that are posted, where they are others than the model's.
    """
    for var in model.variables:
        domain = var.domain
        if domain[-1] > limit or -domain[0] > limit:
            return f"{var.name}, whose values reach beyond {_written(limit)}"
    for constraint in model.constraints if constraints is None else constraints:
        if isinstance(constraint, Linear) and abs(constraint.constant) + reach(constraint.terms) > limit:
            return f"a sum that reaches beyond {_written(limit)}: {in_brief(constraint)}"
        if isinstance(constraint, Element) and any(
            isinstance(entry, int) and abs(entry) > limit for entry in constraint.array
        ):
            return f"an array with numbers beyond {_written(limit)}: {in_brief(constraint)}"
    return too_large_objective(model, limit)


def too_large_objective(model: Model, limit: int) -> str | None:
    objective = model.objective
    if objective is None or reach(objective.cost.summands()) + abs(objective.cost.constant) <= limit:
        return None
    return f"an objective that reaches beyond {_written(limit)}: {in_brief(objective)}"


def too_many_values(model: Model, limit: int, each: str) -> str | None:
    values = sum(len(var.domain) for var in model.variables)
    if values <= limit:
        return None
    widest = max(model.variables, key=lambda var: len(var.domain))
    return (
        f"variables with {values:,} values in all, {len(widest.domain):,} of them of {widest.name}: "
        f"each would be {each}, and the limit is {limit:,}"
    )


def beside_numbers(model: Model) -> Iterable[Constraint]:
    """Return the constraints of ``model`` without clauses kept as numbers, each of which would be made anew."""
    if isinstance(model.constraints, list):
        return model.constraints
    return chain.from_iterable(block for block in model.constraints.blocks if isinstance(block, list))


def kinds_in(model: Model) -> set[type[Constraint]]:
    kinds = {type(constraint) for constraint in beside_numbers(model)}
    if not isinstance(model.constraints, list) and len(model.constraints.blocks) > 1:
        kinds.add(Clause)
    return kinds


def in_brief(thing: Constraint | Objective) -> str:
    """Write a constraint or an objective, cut to what a sentence bears."""
    return shortened(str(thing), 120)


def _written(limit: int) -> str:
    return f"2^{limit.bit_length() - 1}" if limit.bit_count() == 1 else f"{limit:,}"
