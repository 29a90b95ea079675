"""Unit propagation knows the closure of the constraints that are there, whatever was tried and removed before."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from solvers.proofs.formula import PBConstraint, normal
from solvers.proofs.propagation import UnitPropagator, refuted

BOOLEANS = 7


def closure(constraints: Sequence[PBConstraint], assumed: Sequence[int]) -> set[int] | None:
    """All that follows one by one, found by looking at every constraint until nothing is new; None on a conflict."""
    true = set(assumed)
    while not any(literal ^ 1 in true for literal in true):
        new = set()
        for constraint in constraints:
            slack = sum(c for literal, c in constraint.terms.items() if literal ^ 1 not in true) - constraint.degree
            if slack < 0:
                return None
            new |= {literal for literal, c in constraint.terms.items() if c > slack and literal ^ 1 not in true}
        if new <= true:
            return true
        true |= new
    return None


def random_constraint(random: Random) -> PBConstraint:
    """A clause, an at-most-one, a unit, or any sum."""
    chosen = random.sample(range(BOOLEANS), random.choice([1, 2, 3, 4, 5]))
    literals = [2 * boolean + random.randrange(2) for boolean in chosen]
    match random.randrange(3):
        case 0:
            return PBConstraint(dict.fromkeys(literals, 1), 1)
        case 1:
            return PBConstraint(dict.fromkeys(literals, 1), len(literals) - 1)
    terms = [(random.randint(1, 4), literal) for literal in literals]
    return normal(terms, random.randint(1, sum(coefficient for coefficient, _ in terms) - 1 or 1))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_known_is_the_closure_of_what_is_there(seed: int) -> None:
    random = Random(seed)
    for _ in range(60):
        propagator = UnitPropagator()
        propagator.reach(BOOLEANS)
        there: list[tuple[PBConstraint, object]] = []
        for _ in range(30):
            if there and random.random() < 0.4:
                propagator.remove(there.pop(random.randrange(len(there)))[1])
            else:
                constraint = random_constraint(random)
                there.append((constraint, propagator.add(constraint)))
            constraints = [constraint for constraint, _ in there]
            if closure(constraints, ()) is None:
                assert propagator.conflict(())
                break  # a contradiction is never forgotten
            assumed = [2 * boolean + random.randrange(2) for boolean in random.sample(range(BOOLEANS), 2)]
            found, expected = propagator.consequences(assumed), closure(constraints, assumed)
            assert (None if found is None else set(found)) == expected
            tried = random_constraint(random)
            refuting = closure([*constraints, tried.negated()], ()) is None
            assert propagator.conflict((), tried.negated()) == refuting == refuted([*constraints, tried.negated()])


@pytest.mark.parametrize("degree", [1, 2, 3], ids=["clause", "sum", "group"])
def test_constraints_that_are_removed_leave_nothing_in_the_lists(degree: int) -> None:
    """Emptied ones were gone through for ever: each step took longer than the one before."""
    propagator = UnitPropagator()
    propagator.reach(4)
    constraint = PBConstraint(dict.fromkeys(range(0, 8, 2), 1), degree)
    for _ in range(1_000):
        propagator.remove(propagator.add(constraint))
        propagator.conflict((), constraint)
    lists = [*propagator._watching, *propagator._groups, *propagator._sums]
    assert sum(map(len, lists)) < 50
