"""WCNF, solved by python-sat's RC2."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.errors import InputError
from models.language.model import Model
from tests.random_models import brute_force, models
from tests.solvers.formats.foreign import Reading, needs, written

pytestmark = needs("pysat")


@st.composite
def with_objective(draw: st.DrawFn, largest: int = 10**6) -> Model:
    """A random model with something to be made small or large."""
    model = draw(models(max_vars=4, max_constraints=3))
    model.project_on(var for var in model.variables if var not in set(model.auxiliaries))
    weights = st.integers(-3, 3) | st.integers(-largest, largest)
    terms = sum((draw(weights) * var for var in draw(st.lists(st.sampled_from(model.variables), max_size=3))), 0)
    optimise = model.minimize if draw(st.booleans()) else model.maximize
    optimise(terms + draw(st.integers(-5, 5)))
    return model


def best_of(model: Model) -> int | None:
    """What the best answer comes to, by brute force."""
    assert model.objective is not None
    totals = [
        model.objective.expression.value(model.complete(dict(zip(model.projection, answer, strict=True))))
        for answer in brute_force(model)
    ]
    return (min if model.objective.sense == "minimize" else max)(totals, default=None)


def _best_by_rc2(model: Model) -> int | None:
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    text = written("wcnf", model)
    with RC2(WCNF(from_string=text)) as solver:
        solution = solver.compute()
        if solution is None:
            return None
        says = re.search(r"^c m.*: (-?\d+) ([+-]) \(the weight that is broken\)$", text, re.MULTILINE)
        assert says is not None
        answer = Reading(text, "c ").decided(solution)
        decided = dict(zip(model.projection, answer, strict=True))
        assert model.first_violation(model.complete(decided)) is None
        best = int(says[1]) + solver.cost * (1 if says[2] == "+" else -1)
        assert model.objective is not None
        assert model.objective.expression.value(model.complete(decided)) == best
        return best


@settings(max_examples=15, deadline=None)
@given(model=with_objective())
def test_rc2_finds_the_best_answer(model: Model) -> None:
    assert _best_by_rc2(model) == best_of(model)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(model=with_objective())
def test_rc2_finds_the_best_answer_of_many_models(model: Model) -> None:
    assert _best_by_rc2(model) == best_of(model)


def test_without_an_objective_all_clauses_are_hard() -> None:
    model = Model()
    model.add_bool_or(model.new_bool_var("a"), model.new_bool_var("b"))
    assert all(line.startswith(("c ", "h ")) for line in written("wcnf", model).splitlines())


def test_weights_of_more_than_64_bits_are_refused() -> None:
    model = Model()
    model.minimize(2**70 * model.new_bool_var("x"))
    with pytest.raises(InputError, match=r"weights add up to less than 2\^63, cannot say minimize"):
        written("wcnf", model)
