"""The compiled judge accepts what the model finds nothing wrong with, and a wrong answer is told by the model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.language.model import AllDifferent, Assignment, Model
from solvers.backends.shared.judging import compiled_judge
from solvers.core.backend import WrongAnswer
from solvers.core.limits import ANSWERS_BY_MODEL
from solvers.core.registry import load_backend
from tests.solvers.backends.everyone import latin
from tests.solvers.kernel.built import kernel

kernel()  # without it there is no compiled judge

VALUES = st.integers(0, 5)


@given(st.data())
def test_it_accepts_what_the_model_finds_nothing_wrong_with(data: st.DataObject) -> None:
    model = Model()
    domains = data.draw(st.lists(st.sets(VALUES, min_size=1), min_size=2, max_size=5))
    variables = [model.new_int_var_from_values(domain, f"x{at}") for at, domain in enumerate(domains)]
    some = st.lists(st.sampled_from(variables), min_size=1, max_size=4, unique=True)
    for unit in data.draw(st.lists(some, min_size=1, max_size=3)):
        model.add_all_different(unit)
    accepts = compiled_judge(model)
    assert accepts is not None
    values = st.one_of(VALUES, st.sampled_from([-1, 256, 2**70, None]))
    entries = data.draw(st.tuples(*(st.one_of(values, st.sampled_from(sorted(domain))) for domain in domains)))
    givens = data.draw(st.dictionaries(st.sampled_from(variables), VALUES, max_size=2))
    assignment = dict(zip(variables, entries, strict=True))
    assert accepts(assignment, givens) == (model.first_violation(assignment, givens) is None)
    assert not accepts({var: assignment[var] for var in variables[1:]}, {}), "a variable has no value"


def test_values_that_are_no_bytes_are_left_to_the_model() -> None:
    model = Model()
    numbers = [model.new_int_var_from_values([-1, 7, 300], name) for name in "xyz"]
    model.add_all_different(numbers)
    search = load_backend("sat")[0].load(model)
    for _ in range(ANSWERS_BY_MODEL):
        assert len(list(search.solutions())) == 6


def test_a_model_that_says_more_has_no_compiled_judge() -> None:
    model = latin(3)
    assert compiled_judge(model) is not None
    model.add(model.variables[0] + model.variables[1] >= 3)
    assert compiled_judge(model) is None


@pytest.mark.parametrize("name", ["sat", "kernel"])
def test_a_wrong_answer_is_told_by_the_model_however_late_it_comes(name: str) -> None:
    model = latin(4)
    search = load_backend(name)[0].load(model)
    solutions = search.solutions()
    for _ in range(ANSWERS_BY_MODEL + 5):
        right = next(solutions)
    assert search._accepts is not None, "the compiled judge is asked by now"
    unit = next(one for one in model.constraints if isinstance(one, AllDifferent))
    wrong: Assignment = {**right, unit.variables[0]: right[unit.variables[1]]}
    solutions._source = (answer for answer in [wrong])  # type: ignore[assignment]
    with pytest.raises(WrongAnswer, match="does not hold"):
        next(solutions)
