"""Choco: what it is given natively means the same, and what is asked of an absent variable is answered too."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from models.language.model import IntVar, Model
from solvers.backends.external.choco import BACKEND, ChocoPosting
from tests.examples import examples
from tests.random_models import answers_of, brute_force
from tests.solvers.formats.foreign import needs

pytestmark = needs("pychoco")

ARITHMETIC = {
    "absolute value": lambda model, x, y, z: model.add_abs_equality(x, y),
    "minimum": lambda model, x, y, z: model.add_min_equality(x, [y, z, 1]),
    "maximum": lambda model, x, y, z: model.add_max_equality(x, [y, 1, z]),
    "product": lambda model, x, y, z: model.add_multiplication_equality(x, y, z),
    "quotient": lambda model, x, y, z: model.add_division_equality(x, y, z),
    "remainder": lambda model, x, y, z: model.add_modulo_equality(x, y, z),
}


def agrees(model: Model, kind: str = "") -> None:
    posted = ChocoPosting(model)
    assert not kind or [one.kind for one in posted.form.stated] == [kind]
    found = list(BACKEND.load(model).solutions())
    assert {tuple(one[var] for var in model.projection) for one in found} == brute_force(model)
    assert all(model.first_violation(one) is None for one in found)


@pytest.mark.parametrize("what", ARITHMETIC)
@settings(max_examples=examples(100), deadline=None)
@given(data=st.data())
def test_arithmetic_means_the_same(what: str, data: st.DataObject) -> None:
    model, domains = Model(), st.sets(st.integers(-4, 5).filter(bool), min_size=1)
    three = [model.new_int_var_from_values(sorted(data.draw(domains)), name) for name in "xyz"]
    terms = data.draw(st.permutations([*three, 2, three[0]]))[:3]
    assume(any(isinstance(one, IntVar) for one in terms))
    ARITHMETIC[what](model, *terms)
    agrees(model)


@settings(max_examples=examples(90), deadline=None)
@given(data=st.data())
def test_cumulative_means_the_same(data: st.DataObject) -> None:
    model, several = Model(), st.sets(st.integers(-4, 5), min_size=1)
    starts = [model.new_int_var_from_values(sorted(data.draw(several))) for _ in range(3)]
    tasks = [model.new_fixed_size_interval_var(one, data.draw(st.integers(1, 4))) for one in starts]
    capacity = data.draw(st.integers(0, 4) | st.just(model.new_int_var(0, 3)))
    model.add_cumulative(tasks, [data.draw(st.integers(1, 3)) for _ in tasks], capacity)
    agrees(model)


@settings(max_examples=examples(150), deadline=None)
@given(data=st.data())
def test_a_circuit_by_successors_means_the_same(data: st.DataObject) -> None:
    model, nodes = Model(), range(data.draw(st.integers(2, 5)))
    others = [st.sets(st.sampled_from([head for head in nodes if head != tail]), min_size=1) for tail in nodes]
    following = [model.new_int_var_from_values(sorted(data.draw(heads))) for heads in others]
    model.add_circuit((tail, head, var == head) for tail, var in enumerate(following) for head in var.domain)
    agrees(model, "circuit" if model.lowered else "")


@settings(max_examples=examples(120), deadline=None)
@given(data=st.data())
def test_counts_and_orders_mean_the_same(data: st.DataObject) -> None:
    model, values = Model(), st.integers(-2, 3)
    variables = [model.new_int_var_from_values(sorted(data.draw(st.sets(values, min_size=1)))) for _ in range(4)]
    term = st.sampled_from(variables) | values
    if data.draw(st.booleans()):
        add = data.draw(st.sampled_from([Model.add_lexicographic_less, Model.add_lexicographic_less_equal]))
        add(model, *zip(*data.draw(st.lists(st.tuples(term, term), min_size=1, max_size=4)), strict=True))
    else:
        counted = data.draw(st.lists(values, unique=True, min_size=1, max_size=3))
        spans = st.builds(range, st.integers(-1, 2), st.integers(0, 4))
        counts = data.draw(st.sampled_from([term, spans | st.integers(0, 3)]))
        things = data.draw(st.lists(st.sampled_from(variables), min_size=1, max_size=4))
        closed = data.draw(st.booleans())
        model.add_global_cardinality(things, counted, [data.draw(counts) for _ in counted], closed)
    agrees(model)


def test_what_is_asked_of_a_variable_that_is_not_posted_is_answered_by_the_lowering() -> None:
    model = Model()
    x, y, z = model.new_int_var(-3, 3, "x"), model.new_int_var(1, 3, "y"), model.new_int_var(-3, 3, "z")
    model.add_modulo_equality(z, x, y)
    (quotient, *_) = ChocoPosting(model).form.absent
    search = BACKEND.load(model)
    answers = [(one, one[quotient]) for one in search.solutions()]
    for value in quotient.domain:
        assert len(list(search.solutions({quotient: value}))) == sum(there == value for _, there in answers)
    assert answers_of(search) == brute_force(model)
