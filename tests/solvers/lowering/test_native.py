"""What a solver posts as it was stated is left out as it was lowered, and what anybody reads of that stays."""

from __future__ import annotations

from copy import copy

import pytest

from models.language.constraints import Clause
from models.language.declarations import DEFINITION, Lowered
from models.language.model import IntVar, Model
from models.language.scheduling import Interval
from solvers.core.registry import backend_names, load_backend
from solvers.formats.document import Export
from solvers.formats.registry import FORMATS, writer
from solvers.lowering.native import native_form
from tests.random_models import answers_of, brute_force
from tests.tables import rows

BACKENDS = [name for name in ("backtracking", "kernel", "cpsat") if not load_backend(name)[0].missing()]


def every(stated: Lowered) -> bool:
    return True


class WithNewKinds(Model):
    """A language with kinds that no solver and no format has heard of."""

    def add_new(self, kind: str, one: IntVar, other: IntVar, task: Interval) -> None:
        """``one`` is twice ``other``, or both are 0."""
        lowered = (one - 2 * other == 0, Clause((one != 3,)))
        self._all(lowered, {}, kind, (one.as_sum(), other.as_sum()), (task,), one.as_sum())


def of_a_new_kind(kind: str) -> Model:
    model = WithNewKinds()
    one, other = model.new_int_vars(2, 0, 3, "x{}")
    model.add_new(kind, one, other, model.new_fixed_size_interval_var(one, 2))
    assert [stated.kind for stated in model.lowered] == [kind]
    return model


NEW_KINDS = ["a_kind_of_its_own", "lexicographic_more", "circuit_of_all"]


@rows("kind", NEW_KINDS)
@rows("backend", [name for name in backend_names() if not load_backend(name)[0].missing()])
def test_a_new_kind_is_lowered_for_every_backend(kind: str, backend: str) -> None:
    model = of_a_new_kind(kind)
    loaded = load_backend(backend)[0]
    if loaded.unsupported_reason(model) is None:
        assert answers_of(loaded.load(model)) == brute_force(model) == {(0, 0), (2, 1)}


@rows("kind", NEW_KINDS)
@rows("name", [known.name for known in FORMATS.values() if known.writes and known.name != "dlx"])
def test_a_new_kind_is_lowered_for_every_format(kind: str, name: str) -> None:
    """Not for ``dlx``, which of sums takes those of ones alone."""
    model = of_a_new_kind(kind)
    text = "".join(writer(FORMATS[name]).write(Export(model, "a test")))
    model.lowered.clear()
    assert text == "".join(writer(FORMATS[name]).write(Export(model, "a test")))


def letters_of_a_word(model: Model) -> list[IntVar]:
    """Three letters, no two of which are 1 one after the other."""
    letters = list(model.new_bool_vars(3, "letter{}"))
    model.add_automaton(letters, 0, [0, 1], [(0, 0, 0), (0, 1, 1), (1, 0, 0)])
    return letters


def test_all_that_only_the_lowering_speaks_of_is_absent() -> None:
    model = Model()
    letters_of_a_word(model)
    form = native_form(model, every)
    assert [one.kind for one in form.stated] == ["automaton"]
    assert not form.constraints
    assert form.absent == {*model.auxiliaries}
    other = copy(model)
    assert native_form(other, every).absent == {*other.auxiliaries} != set()


def test_where_a_state_is_read_the_tables_stay() -> None:
    model = Model()
    letters_of_a_word(model)
    state, _ = model.auxiliaries
    model.add(state == 1)
    assert native_form(model, every).stated == ()
    for name in BACKENDS:
        assert answers_of(load_backend(name)[0].load(model)) == brute_force(model) == {(1, 0, 0), (1, 0, 1)}


def test_what_defines_a_variable_that_is_read_elsewhere_stays() -> None:
    model = Model()
    x, y = model.new_int_vars(2, 0, 5, "x{}")
    model.add_no_overlap([model.new_fixed_size_interval_var(one, 2) for one in (x, y)])
    assert native_form(model, every).absent
    model.add((x + 2 <= y) + (x == 4) == 1)  # the truth of the first comparison is the one that was made before
    form = native_form(model, every)
    assert not form.absent
    assert {one.key for one in form.constraints} == {DEFINITION, ()}
    for name in BACKENDS:
        assert answers_of(load_backend(name)[0].load(model)) == brute_force(model)


def test_what_others_call_a_definition_is_read_as_well() -> None:
    model = Model()
    x, y = model.new_int_vars(2, 0, 5, "x{}")
    model.add_no_overlap([model.new_fixed_size_interval_var(one, 2) for one in (x, y)])
    (first,) = model.auxiliaries
    model.add(first + x == 1, key=DEFINITION)
    assert native_form(model, every).absent == frozenset()
    for name in BACKENDS:
        assert answers_of(load_backend(name)[0].load(model)) == brute_force(model) == {(0, y) for y in range(2, 6)}


@pytest.mark.parametrize("how", ["a condition", "one of its parts removed"])
def test_what_was_changed_since_is_not_stated(how: str) -> None:
    model = Model()
    starts = model.new_int_vars(3, 0, 4, "s{}")
    posted = model.add_cumulative([model.new_fixed_size_interval_var(one, 2) for one in starts], [1, 1, 1], 1)
    if how == "a condition":
        posted.only_enforce_if(starts[0] <= 1)
    else:
        model.constraints.remove(posted.constraints[-1])
    assert native_form(model, every).stated == ()
    for name in BACKENDS:
        assert answers_of(load_backend(name)[0].load(model)) == brute_force(model)


def test_an_answer_has_the_values_of_what_was_absent() -> None:
    model = Model()
    starts = model.new_int_vars(3, 0, 4, "s{}")
    model.add_no_overlap([model.new_fixed_size_interval_var(one, 2) for one in starts])
    for name in BACKENDS:
        for answer in load_backend(name)[0].load(model).solutions():
            assert {*answer} == {*model.variables}
            assert model.first_violation(answer) is None
