"""Loading looks at the clock: what takes long to write down is given up in time, by every backend."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import pytest

from models import Model
from models.language.model import IntVar
from models.registry import load_puzzle
from solvers.api import NotKnown, count, puzzle, solve
from solvers.backends.backtracking.posting import PostedModel
from solvers.backends.default.choice import Default
from solvers.backends.default.fallback import FallbackChain, Leg
from solvers.backends.sat.incremental import CLAUSES_BETWEEN_LOOKS, IncrementalSat
from solvers.core.backend import ENDLESS, Assignments, Clock, Limits, OutOfTime, Search, Settings
from solvers.core.limits import Status
from solvers.core.registry import load_backend
from solvers.core.solver import Solver

SUDOKU = load_puzzle("sudoku")
INKALA = puzzle("sudoku").load("inkala")
NO_TIME = Limits(seconds=0, solutions=2)


class Looks(Clock):
    """A clock that is up after so many looks at it."""

    def __init__(self, most: int) -> None:
        super().__init__(None)
        self._left = most

    def expired(self) -> bool:
        self._left -= 1
        return self._left < 0


def ints(model: Model, count: int, least: int, greatest: int) -> list[IntVar]:
    return [model.new_int_var(least, greatest) for _ in range(count)]


def weighted(variables: list[IntVar]) -> Any:
    return sum((2 * place + 1) * var for place, var in enumerate(variables))


def squares(model: Model) -> None:
    cells = [ints(model, 12, 1, 12) for _ in range(12)]
    for unit in (*cells, *zip(*cells, strict=True)):
        model.add_all_different(unit)
    model.add(cells[0][0] + cells[1][1] == 5)


MODELS: dict[str, Callable[[Model], object]] = {
    "permutation": lambda m: m.add_all_different(ints(m, 70, 1, 70)),
    "table": lambda m: m.add_allowed_assignments(ints(m, 2, 0, 2_999), [(x, 7 * x % 3_000) for x in range(3_000)]),
    "total": lambda m: m.add(weighted(ints(m, 12, 0, 40)) == 400),
    "comparison": lambda m: m.add(weighted(ints(m, 12, 0, 40)) <= 400),
    "reading": lambda m: m.add_element(
        *ints(m, 1, 0, 8_999), [place % 10 for place in range(9_000)], *ints(m, 1, 0, 9)
    ),
    "best": lambda m: m.minimize(weighted(ints(m, 10, 0, 60))),
    "costly": lambda m: m.minimize(sum(ints(m, 3, 0, 2_000))),
    "one wide variable": lambda m: ints(m, 1, 0, 20_000),
    "squares": squares,
}

LONG_TO_LOAD = {
    "sat": ["permutation", "table", "total", "comparison", "reading", "best", "one wide variable"],
    "maxsat": ["costly"],
    "backtracking": ["squares", "table"],
    "kernel": ["squares", "permutation", "table"],
    "cpsat": ["squares"],
    "mip": ["squares"],
    "dlx": ["permutation"],
}


def made(name: str) -> Model:
    model = Model(name)
    MODELS[name](model)
    return model


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name, kinds in LONG_TO_LOAD.items() for kind in kinds])
def test_loading_is_given_up_when_the_time_is(name: str, kind: str) -> None:
    model, (backend, _) = made(kind), load_backend(name)
    backend.load(model, Settings(clock=ENDLESS))
    with pytest.raises(OutOfTime):
        backend.load(model, Settings(clock=Looks(1)))


@pytest.mark.parametrize("solver", ["cadical195", "glucose4", "minisat22"])
def test_clauses_that_could_not_be_read_in_time_are_read_when_they_are_needed(solver: str) -> None:
    chain = [(-place, place + 1) for place in range(1, 2 * CLAUSES_BETWEEN_LOOKS)]
    with pytest.raises(OutOfTime):
        IncrementalSat(solver, chain, clock=Looks(1))
    sat = IncrementalSat(solver, chain)
    with pytest.raises(OutOfTime):
        sat.renew(Looks(1))
    sat.add((-2 * CLAUSES_BETWEEN_LOOKS,))
    assert set(sat.work().values()) == {0}
    assert sat.solve([1], Looks(1)) is None
    assert sat.solve([1], ENDLESS) is False
    assert sat.solve([-1], ENDLESS) is True
    sat.close()


@pytest.mark.parametrize("backend", ["", "sat", "backtracking", "kernel", "cpsat"])
def test_of_one_puzzle_the_time_limit_counts_loading(backend: str) -> None:
    """As somebody expects who sets it: nothing is loaded when the time is up, and exit code 3 says so."""
    asked = load_backend(backend) if backend else (Default(), "")
    result = Solver(SUDOKU, "", *asked).solve(INKALA, NO_TIME)
    assert (result.status, result.exit_code, result.searched) == (Status.UNKNOWN, 3, None)
    assert result.verdict == "no answer yet (time limit reached before the model was loaded)"


def test_of_many_puzzles_it_counts_the_search_of_each() -> None:
    """What is loaded serves them all."""
    result = Solver(SUDOKU, "", *load_backend("sat")).solve(INKALA, NO_TIME, in_bulk=True)
    assert result.outcome.stopped_by == "time"
    assert result.searched is not None


def test_a_structure_that_was_not_loaded_in_time_is_loaded_by_who_has_more() -> None:
    solver = Solver(SUDOKU, "", *load_backend("sat"))
    with pytest.raises(OutOfTime):
        solver.answers(INKALA, clock=Looks(3))
    assert len(list(solver.answers(INKALA))) == 1


@pytest.mark.parametrize("what", [made("permutation"), INKALA], ids=["a model", "an instance"])
def test_a_script_is_told_that_nothing_is_known(what: object) -> None:
    answer = solve(what, seconds=1e-9)
    assert (answer.status, answer.outcome.stopped_by) == (Status.UNKNOWN, "time")
    assert "no answer yet (time limit reached)" in repr(answer)
    with pytest.raises(NotKnown, match="time limit"):
        count(what, seconds=1e-9)


class Late(Search):
    """A search that is never done with its first step."""

    def size(self) -> dict[str, int]:
        return {}

    def effort(self) -> dict[str, int]:
        return {}

    def _assignments(self, givens: object, clock: Clock) -> Assignments:
        clock.expired()
        raise OutOfTime("the time is up")
        yield {}


def test_a_search_may_say_that_its_time_is_up_by_raising() -> None:
    outcome = Late(made("permutation")).count()
    assert (outcome.found, outcome.complete, outcome.stopped_by) == (0, False, "time")


class NoTurn(Late):
    """The first of a fallback chain, who hands over at once."""

    def _assignments(self, givens: object, clock: Clock) -> Assignments:
        clock.expired()
        return False
        yield {}


def test_who_is_next_in_a_fallback_chain_is_loaded_while_there_is_time() -> None:
    model, (backend, _) = made("permutation"), load_backend("sat")
    given = []

    def load_another(name: str, clock: Clock) -> Search:
        given.append(clock)
        return backend.load(model, Settings(clock=Looks(1)))

    search = FallbackChain(model, NoTurn(model), (Leg("kernel", 0), Leg("sat")), load_another)
    answers = search.solutions(limits=Limits(seconds=1_000))
    assert next(answers, None) is None
    assert answers.outcome.stopped_by == "time"
    assert given[0].remaining() is not None


@pytest.mark.parametrize("looks", range(1, 30, 7))
def test_the_kernel_looks_at_the_clock_long_before_it_has_taken_many_clauses_in(
    looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Model("each follows from the one before")
    variables = model.new_bool_vars(f"x{number}" for number in range(5_001))
    numbers = array("i", (number for place in range(1, 5_001) for number in (-place, place + 1, 0)))
    model.add_clauses(variables, numbers, range(5_000))
    monkeypatch.setattr(PostedModel, "_propagator", None)  # it does not come so far
    with pytest.raises(OutOfTime):
        load_backend("kernel")[0].load(model, Settings(clock=Looks(looks)))
