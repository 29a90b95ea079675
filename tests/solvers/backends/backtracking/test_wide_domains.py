"""Work follows what a constraint mentions, not how wide the domains are; counted, not timed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from models.language.model import IntVar, Model, Select
from solvers.backends.backtracking.element import ElementPropagator, LongElementPropagator
from solvers.backends.backtracking.posting import PostedModel
from solvers.backends.backtracking.store import Store
from solvers.backends.backtracking.table import TablePropagator
from solvers.backends.backtracking.value_index import nth_bit
from solvers.core.backend import Clock, Limits, OutOfTime, Settings
from solvers.core.registry import load_backend
from tests.patience import soon
from tests.random_models import answers_of

WIDE = 10**6


STATED: dict[str, Callable[[Model, IntVar, IntVar], object]] = {
    "a table": lambda m, w, b: m.add_allowed_assignments([w, b], [(7, 0), (9, 0)]),
    "a clause": lambda m, w, b: (m.add_bool_or([w == 7, w == 9]), m.add(b == 0)),
    "a clause of two": lambda m, w, b: (m.add_bool_or([w == 7, b, w == 9]), m.add(b == 0)),
    "exactly one": lambda m, w, b: (m.add_exactly_one([w == 7, w == 9, b]), m.add(b == 0)),
    "a conditional table": lambda m, w, b: (
        m.add_allowed_assignments([w], [(7,), (9,)]).only_enforce_if(~b),
        m.add(b == 0),
    ),
}
"""In different ways: w is 7 or 9, and b is 0."""


def stated(kind: str) -> tuple[Model, IntVar]:
    model = Model("wide")
    w, b = model.new_int_var(0, WIDE, "w"), model.new_bool_var("b")
    STATED[kind](model, w, b)
    return model, w


@pytest.mark.parametrize("name", ["backtracking", "kernel"])
@pytest.mark.parametrize("kind", STATED)
def test_few_values_of_many_take_few_nodes(kind: str, name: str) -> None:
    search = load_backend(name)[0].load(stated(kind)[0])
    assert answers_of(search) == {(7, 0), (9, 0)}
    effort = search.effort()
    assert effort["nodes"] <= 2
    assert effort["propagations"] <= 20


@pytest.mark.parametrize("kind", ["a table", "a clause"])
def test_a_domain_is_kept_to_the_values_that_a_constraint_lists(kind: str) -> None:
    model, w = stated(kind)
    posted = PostedModel(model)
    assert posted.store.domains[w.index].bit_length() <= 3
    assert posted.mask(w, {1, 2, 3}) == 0


def test_a_table_looks_at_the_values_it_mentions() -> None:
    looks: list[int] = []

    class Noted(dict[int, int]):
        def __getitem__(self, bit: int) -> int:
            looks.append(bit)
            return super().__getitem__(bit)

        def get(self, bit: int, default: int = 0) -> int:  # type: ignore[override]
            looks.append(bit)
            return super().get(bit, default)

    store = Store()
    cell, rows = store.new_cell((1 << 5_000) - 1), store.new_cell(0b11)
    store.post(TablePropagator(rows, [(cell, Noted({1 << 7: 0b01, 1 << 4_000: 0b10}))]))
    assert store.settle(Clock(None))
    assert store.domains[cell] == 1 << 7 | 1 << 4_000
    assert len(looks) <= 8


def test_a_long_element_prunes_what_an_element_prunes() -> None:
    entries = [3, 0, -1, 5, 0, 3]
    for index in range(1, 64):
        for target in (0b111111, 0b001000, 0b100001, 0b010110):
            left = []
            for propagator in (ElementPropagator(0, entries, 1), LongElementPropagator(0, entries, 1)):
                store = Store()
                store.new_cell(index)
                store.new_cell(target)
                store.post(propagator)
                left.append((store.settle(Clock(None)), store.domains))
            assert left[0][0] == left[1][0]
            assert not left[0][0] or left[0] == left[1]


def test_the_longer_the_masks_the_more_often_the_clock_is_looked_at() -> None:
    class Noted(Clock):
        looks = 0

        def expired(self) -> bool:
            self.looks += 1
            return super().expired()

    def looks(top: int) -> int:
        model = Model("sums")
        several = [model.new_int_var(0, top, f"x{place}") for place in range(40)]
        for one, other in pairwise(several):
            model.add(one + 1 <= other)
        clock = Noted(None)
        posted = PostedModel(model)
        assert posted.store.settle(clock)
        assert posted.store.runs >= 256
        return clock.looks * 256 // posted.store.runs

    assert looks(100) <= 1
    assert looks(500_000) >= 200


def test_masks_that_would_fill_the_memory_become_digits() -> None:
    model = Model("apart")
    several = [model.new_int_var(place * WIDE, (place + 1) * WIDE - 1, f"x{place}") for place in range(30)]
    model.add_all_different(several)
    posted = PostedModel(model)
    assert set(posted.wide) == set(range(30))
    assert sum(mask.bit_length() for mask in posted.store.domains) <= 30 * 2**11 + 2**20
    assert next(load_backend("kernel")[0].load(model).solutions()) == {var: var.domain[0] for var in several}


def test_a_bit_is_found_by_its_number_however_long_the_mask() -> None:
    for mask in (0b1011010, 0b1011010 << 10_000 | 0b101):
        bits = [1 << place for place in range(mask.bit_length()) if mask >> place & 1]
        assert [nth_bit(mask, number) for number in range(len(bits))] == bits


@pytest.mark.parametrize("choice", ["median_value", "random_value", "lower_half", "upper_half"])
def test_every_way_to_branch_is_quick_on_a_million_values(choice: Select) -> None:
    model = Model("half")
    w, x = model.new_int_var(0, WIDE, "w"), model.new_int_var(0, WIDE, "x")
    model.add(w + 3 * x >= WIDE)
    model.add_decision_strategy([w, x], select=choice)
    search = load_backend("backtracking")[0].load(model, Settings(seed=1))
    with soon():
        assert next(search.solutions(), None) is not None


def test_the_clock_is_looked_at_the_more_often_the_more_variables_there_are() -> None:
    model = Model()
    many = model.new_bool_vars(f"x{place}" for place in range(20_000))
    model.add(sum(many) >= 10)
    search = load_backend("backtracking")[0].load(model, Settings())
    nodes: list[int] = []

    def look() -> None:
        nodes.append(search.effort()["nodes"])
        if nodes[-1] > 100:
            raise OutOfTime("enough")

    next(search.solutions(limits=Limits(watch=look)), None)
    assert max(later - earlier for earlier, later in pairwise(nodes)) <= 32
