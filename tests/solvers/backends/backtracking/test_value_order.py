"""Values in the order in which the network believes in them."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from models.language.model import Model
from models.registry import instance_files, load_puzzle
from solvers.core.backend import CannotTake, Limits, MissingLibrary, Settings
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.kernel import compiled
from solvers.lowering.covering import unsupported_reason
from tests.random_models import answers_of, brute_force, givens_for, models
from tests.solvers.backends.everyone import drawing, trying

pytest.importorskip("numpy")

BACKEND = load_backend("backtracking")[0]
ORDERED = Settings(variant="network")


@trying("backtracking", 60)
@given(drawing)
def test_no_answer_is_lost_by_it(data) -> None:  # type: ignore[no-untyped-def]
    model = data.draw(models(max_vars=4, max_constraints=4))
    assume(unsupported_reason(model) is None)
    search = BACKEND.load(model, ORDERED)
    for givens in ({}, data.draw(givens_for(model))):
        assert answers_of(search, givens) == brute_force(model, givens)


@trying("kernel", 60)
@given(drawing)
def test_the_kernel_tries_the_same_node_by_node(data) -> None:  # type: ignore[no-untyped-def]
    if compiled() is None:
        pytest.skip("no compiled kernel")
    model = data.draw(models(max_vars=4, max_constraints=4))
    assume(unsupported_reason(model) is None)
    givens, most = data.draw(givens_for(model)), data.draw(st.sampled_from([None, 1]))
    searches = [load_backend(name)[0].load(model, ORDERED) for name in ("kernel", "backtracking")]
    found = [[*search.solutions(given, Limits(solutions=most))] for search in searches for given in (givens, {})]
    assert found[:2] == found[2:]
    assert searches[0].effort() == searches[1].effort()


@pytest.mark.parametrize("name", ["kernel", "backtracking"])
def test_where_no_option_is_left_there_is_no_order_and_no_answer(name: str) -> None:
    """Propagation alone does not see it: each value contradicts itself."""
    model = Model("none")
    x = model.new_bool_var("x")
    model.add_exactly_one(x, x)
    answers = load_backend(name)[0].load(model, ORDERED).solutions({})
    assert not [*answers]
    assert answers.outcome.complete


def test_the_kernel_tries_a_puzzle_node_by_node() -> None:
    puzzle = load_puzzle("sudoku")
    for instance in [*puzzle.read(instance_files(puzzle)["top1465"])][::300]:
        outcomes = [
            Solver(puzzle, "cells", *load_backend(f"{name}:network")).solve(instance, Limits(solutions=1)).outcome
            for name in ("kernel", "backtracking")
        ]
        assert outcomes[0].effort == outcomes[1].effort


def test_it_saves_nodes_on_sudokus() -> None:
    puzzle = load_puzzle("sudoku")
    instances = [*puzzle.read(instance_files(puzzle)["top1465"])][::100]
    nodes = {
        order: sum(
            Solver(puzzle, "cells", *load_backend(f"backtracking:{order}"))
            .solve(instance, Limits(solutions=1))
            .outcome.effort["nodes"]
            for instance in instances
        )
        for order in BACKEND.variants
    }
    assert nodes["network"] < nodes["natural"]


@pytest.mark.parametrize("name", ["backtracking", "kernel"])
def test_what_is_no_exact_cover_has_no_such_order(name: str) -> None:
    model = Model()
    model.add(sum(model.new_int_vars(3, 0, 5)) == 7)
    with pytest.raises(CannotTake, match=rf"backend {name}:network cannot take .* it connects 3 choices"):
        load_backend(name)[0].load(model, ORDERED)


@pytest.mark.parametrize("name", ["backtracking", "kernel"])
def test_without_numpy_it_says_what_it_needs(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    backend = load_backend(name)[0]
    with pytest.raises(MissingLibrary, match=f"{name}:network needs numpy"):
        backend.version("network")
    assert backend.version().startswith(f"Puzzlebench {name}")
