"""DIMACS, read by python-sat and counted by Ganak."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.errors import InputError
from models.language.model import Model
from tests.random_features import FEATURES, stated
from tests.random_models import brute_force, models
from tests.solvers.formats.foreign import Reading, in_order_of_declaration, models_of, needs, written

pytestmark = needs("pysat")


def _read(text: str) -> tuple[list[list[int]], list[int]]:
    """The clauses as python-sat reads them, and the variables that are counted."""
    from pysat.formula import CNF

    formula = CNF(from_string=text)
    (shown,) = (line for line in text.splitlines() if line.startswith("c p show "))
    return formula.clauses, [int(number) for number in shown.split()[3:-1]]


def _agrees(model: Model) -> None:
    text = written("dimacs", model)
    clauses, shown = _read(text)
    reading = Reading(text, "c ")
    found = [reading.decided(one) for one in models_of(clauses, shown)]
    assert len(found) == len(set(found)), "one answer is several assignments of the variables that are counted"
    assert set(found) == in_order_of_declaration(model, brute_force(model))


@settings(max_examples=25, deadline=None)
@given(model=models())
def test_python_sat_finds_the_answers_of_a_model(model: Model) -> None:
    _agrees(model)


@pytest.mark.slow
@settings(max_examples=800, deadline=None)
@given(model=models())
def test_python_sat_finds_the_answers_of_many_models(model: Model) -> None:
    _agrees(model)


@pytest.mark.slow
@pytest.mark.parametrize("feature", FEATURES)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_python_sat_finds_the_answers_where_the_model_has_variables_of_its_own(
    feature: str, data: st.DataObject
) -> None:
    meant = data.draw(stated(feature))
    text = written("dimacs", meant.model)
    clauses, shown = _read(text)
    assert {Reading(text, "c ").decided(one) for one in models_of(clauses, shown)} == meant.answers()


def counted_by_ganak(text: str) -> int:
    """How many models there are over the variables that are counted."""
    from pyganak import Counter

    clauses, shown = _read(text)
    header = next(line for line in text.splitlines() if line.startswith("p cnf "))
    counter = Counter()
    counter.new_vars(int(header.split()[2]))
    for clause in clauses:
        counter.add_clause(clause)
    counter.set_sampling_set(shown)
    return counter.count()  # type: ignore[no-any-return]


@needs("pyganak")
@settings(max_examples=12, deadline=None)
@given(model=models())
def test_the_projected_count_is_the_number_of_answers(model: Model) -> None:
    assert counted_by_ganak(written("dimacs", model)) == len(brute_force(model))


@pytest.mark.slow
@needs("pyganak")
@settings(max_examples=150, deadline=None)
@given(model=models())
def test_the_projected_count_is_the_number_of_answers_of_many_models(model: Model) -> None:
    assert counted_by_ganak(written("dimacs", model)) == len(brute_force(model))


def test_the_header_announces_what_follows() -> None:
    model = Model()
    model.add_all_different(model.new_int_var(0, 2, name) for name in "abc")
    lines = written("dimacs", model).splitlines()
    ((_, _, variables, clauses),) = (line.split() for line in lines if line.startswith("p "))
    body = [list(map(int, line.split())) for line in lines if not line.startswith(("c ", "p "))]
    assert len(body) == int(clauses)
    assert max(abs(literal) for clause in body for literal in clause) == int(variables)


def test_an_objective_is_refused_with_what_can_say_it() -> None:
    model = Model()
    model.minimize(model.new_int_var(0, 2, "x"))
    with pytest.raises(InputError, match="DIMACS has no objective and cannot say minimize x; wcnf and opb can"):
        written("dimacs", model)


@pytest.mark.parametrize("name", ["dimacs", "wcnf", "opb"])
def test_too_many_values_are_refused_in_a_sentence(name: str) -> None:
    model = Model("wide")
    model.new_int_var(0, 10**9, "x")
    with pytest.raises(InputError, match=r"cannot say .*1,000,000"):
        written(name, model)


@pytest.mark.parametrize("name", ["dimacs", "wcnf", "opb"])
def test_a_name_that_would_end_a_comment_does_not(name: str) -> None:
    model = Model("odd")
    model.add(model.new_bool_var("a\n1 2 0\nb = 1:x1") == 1, because="it\nis so")
    comment = "* " if name == "opb" else "c "
    assert not [line for line in written(name, model).splitlines() if "b = 1" in line and not line.startswith(comment)]
