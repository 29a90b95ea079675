"""The reference gives exactly brute force's answers, needs no recursion, and leaves its store as it found it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from types import FrameType

import pytest

from models.language.model import Model
from models.registry import find_instance, load_puzzle
from solvers.core.backend import Limits, Search, Settings
from solvers.core.registry import load_backend
from tests.patience import soon
from tests.random_models import decisions_of

BACKTRACKING, _ = load_backend("backtracking")


def load(model: Model, seed: int = 0) -> Search:
    return BACKTRACKING.load(model, Settings(seed=seed))


# The puzzles


@pytest.mark.parametrize(
    ("instance", "turns", "most_nodes"),
    [
        ("grecian", (0, 5, 9, 2, 7), 792),
        ("safecracker-40", (0, 4, 12, 7), 112),
        ("safecracker-50", (0, 6, 13, 0, 14), 1888),
    ],
)
@pytest.mark.parametrize("formulation", ["element", "table"])
def test_dials_take_fewer_nodes_than_bounds_on_each_ring(
    instance: str, turns: tuple[int, ...], most_nodes: int, formulation: str
) -> None:
    puzzle = load_puzzle("grecian")
    dials = next(iter(puzzle.read(find_instance(puzzle, instance))))
    stated = puzzle.formulations[formulation](dials)
    solutions = load(stated.model).solutions(stated.givens(dials))
    assert [stated.decode(dials, assignment) for assignment in solutions] == [turns]
    assert solutions.outcome.complete
    assert solutions.outcome.effort["nodes"] <= most_nodes


# How it searches


def test_values_come_in_ascending_order() -> None:
    model = Model()
    x, y = model.new_int_var_from_values([7, -3, 10**15], "x"), model.new_int_var(0, 1, "y")
    model.project_on([y, x])
    found = [decisions_of(model, assignment) for assignment in load(model).solutions()]
    assert found == [(y_, x_) for x_ in (-3, 7, 10**15) for y_ in (0, 1)]


def test_an_exact_cover_branches_on_the_requirement_with_the_fewest_options() -> None:
    model = Model()
    options = {name: model.new_bool_var(name) for name in ("abc", "de", "ab", "c", "abd", "f")}
    for item in "abcdef":
        model.add_exactly_one([var for name, var in options.items() if item in name])
    solutions = load(model).solutions()
    found = [[var.name for var, value in assignment.items() if value] for assignment in solutions]
    assert found == [["abc", "de", "f"], ["de", "ab", "c", "f"]]
    assert solutions.outcome.effort["nodes"] == 2


def test_a_chain_of_3000_variables_needs_no_recursion() -> None:
    model = Model()
    chain = [model.new_int_var(0, 2, f"x{place}") for place in range(3000)]
    for left, right in pairwise(chain):
        model.add(left != right)
    solutions = load(model).solutions(limits=Limits(solutions=2))
    first, second = solutions
    assert first != second
    assert solutions.outcome.effort["depth"] >= 2999


# How it stops


def pigeons(holes: int) -> Model:
    """One more pigeon than holes, in pairs so that no all-different sees it."""
    model = Model()
    places = [model.new_int_var(1, holes, f"p{pigeon}") for pigeon in range(holes + 1)]
    for place, left in enumerate(places):
        for right in places[:place]:
            model.add(left != right)
    return model


def creeping() -> Model:
    """Bounds that creep up on each other one by one, in a single propagation."""
    model = Model()
    x, y = model.new_int_var(0, 10**5, "x"), model.new_int_var(0, 10**5, "y")
    model.add(x < y)
    model.add(y < x)
    return model


@pytest.mark.parametrize("model", [pigeons(12), creeping()], ids=["search", "propagation"])
def test_a_time_limit_is_kept_and_the_next_search_starts_afresh(model: Model) -> None:
    search = load(model)
    for _ in range(2):
        solutions = search.solutions(limits=Limits(seconds=0.05))
        with soon():
            assert list(solutions) == []
        assert solutions.outcome.stopped_by == "time"
        assert search.effort()["propagations"] > 0


@pytest.mark.needs_processes
def test_an_interrupt_ends_the_search_and_leaves_the_store_as_it_was() -> None:
    model = pigeons(12)
    search = load(model)
    with interrupt_after(0.05):
        solutions = search.solutions()
        assert list(solutions) == []
    assert solutions.outcome.stopped_by == "interrupt"
    assert not solutions.outcome.complete
    before = list(search._store.domains)  # type: ignore[attr-defined]
    assert before == list(load(model)._store.domains)  # type: ignore[attr-defined]


@contextmanager
def interrupt_after(seconds: float) -> Iterator[None]:
    """Raise KeyboardInterrupt in the main thread, as Ctrl-C does."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
