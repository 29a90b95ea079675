"""How a model is simplified before any backend sees it: steps that are the same for all of them.

``plain`` yields constraints that mean the same as the model's and are easier to post:

1. a condition that can never be met takes its constraint away, one that is always met goes itself;
2. an Element whose array holds variables becomes one conditional equality for each of its entries;
3. a linear constraint loses the variables that cannot vary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from models.csp import Clause, Constraint, Element, IntVar, Linear, Literal


def plain(constraints: Iterable[Constraint], *, split_elements: bool = True) -> Iterator[Constraint]:
    """The same demands in fewer forms; see the module's three steps.

    Args:
        constraints: a model's.
        split_elements: whether step 2 is taken; a backend that reads arrays of variables itself declines.
    """
    for constraint in constraints:
        if constraint.condition:
            if any(literal.is_never for literal in constraint.condition):
                continue
            open_literals = tuple(literal for literal in constraint.condition if not literal.is_always)
            if len(open_literals) < len(constraint.condition):
                constraint = replace(constraint, condition=open_literals)
        if isinstance(constraint, Element) and split_elements and not reads_numbers_only(constraint):
            yield from _split_element(constraint)
        elif isinstance(constraint, Linear):
            yield _drop_fixed(constraint)
        else:
            yield constraint


def reads_numbers_only(constraint: Element) -> bool:
    """Whether the array of an Element holds no variables."""
    return not any(isinstance(entry, IntVar) for entry in constraint.array)


def _split_element(element: Element) -> Iterator[Constraint]:
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
            yield _drop_fixed(Linear(terms, "==", 0, condition=here, because=element.because))


def _where(element: Element, places: list[int]) -> tuple[Literal, ...]:
    """The condition of ``element`` and "its index is one of ``places``"."""
    picked = element.index.is_in(places)
    return element.condition if picked.is_always else (*element.condition, picked)


def _drop_fixed(linear: Linear) -> Linear:
    """Move variables with one possible value, and those with coefficient 0, out of the sum."""
    if all(coefficient and len(var.domain) > 1 for coefficient, var in linear.terms):
        return linear
    kept = tuple((c, var) for c, var in linear.terms if c and len(var.domain) > 1)
    fixed = sum(c * var.domain[0] for c, var in linear.terms if len(var.domain) == 1)
    return replace(linear, terms=kept, constant=linear.constant - fixed)
