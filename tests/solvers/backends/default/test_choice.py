"""The default backend: chosen by the model and by what is asked, told with --why, never against --backend."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from array import array
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import pytest

import solvers
from models import Model
from models.registry import load_puzzle
from solvers.backends.default import choice
from solvers.backends.default.choice import FEW_STEPS, Default, choose, quickest_learner
from solvers.backends.default.fallback import ANSWERS_TO_STAY, FallbackChain, Leg, StepBudget
from solvers.core.backend import CannotTake, Clock, Limits, Search, Settings, SolverFailed
from solvers.core.limits import Asked
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.kernel import compiled
from tests.solvers.backends.hard_models import pigeons
from tests.warm import run

LIMIT = Limits(seconds=60)

needs_kernel = pytest.mark.skipif(compiled() is None, reason="no compiled kernel")


def record(*arguments: str) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(run(*arguments, "--json").stdout)
    return said


def model_of(puzzle: str, name: str, objective: str | None = None) -> Model:
    return load_puzzle(puzzle).state(solvers.puzzle(puzzle).load(name), "", objective).model


def knapsack(or_else: bool = False) -> Model:
    model = Model("knapsack")
    things = [model.new_bool_var(f"thing {place}") for place in range(30)]
    if or_else:
        model.add_bool_or(things[:2])
    weights = [37, 41, 53, 59, 61] * 6
    model.add(sum(weight * thing for weight, thing in zip(weights, things, strict=True)) <= 700)
    worth = [weight + place % 7 for place, weight in enumerate(weights)]
    model.maximize(sum(value * thing for value, thing in zip(worth, things, strict=True)))
    return model


def chain(clauses: int) -> Model:
    model = Model("each follows from the one before")
    variables = model.new_bool_vars(f"x{number}" for number in range(clauses + 1))
    numbers = array("i", (number for place in range(1, clauses + 1) for number in (-place, place + 1, 0)))
    model.add_clauses(variables, numbers, range(clauses))
    return model


def all_different_and_wide() -> Model:
    model = Model("all different and wide")
    model.add_all_different(model.new_int_var(-(10**15), 10**15 + place, f"x{place}") for place in range(5))
    return model


def ordered(model: Model | None = None) -> Model:
    model = model or Model("told in which order to decide")
    model.add_decision_strategy(model.new_bool_vars("ab"))
    return model


@needs_kernel
@pytest.mark.parametrize(
    ("model", "asked", "rule", "backends"),
    [
        (model_of("sudoku", "inkala"), "unique", "units", ("kernel",)),
        (model_of("sudoku", "gecode_16"), "unique", "larger units", ("kernel", "sat", "cpsat")),
        (model_of("sudoku", "gecode_25"), "unique", "largest units", ("kernel", "cpsat", "sat")),
        (model_of("grecian", "grecian"), "unique", "positions and sums", ("kernel", "sat", "cpsat")),
        (model_of("grecian", "grecian", objective="turns"), "best", "positions and sums", ("kernel", "cpsat", "sat")),
        (model_of("cover", "langford-7"), "count", "others", ("kernel", "sat", "cpsat")),
        (model_of("cubes", "haque-30"), "unique", "others", ("kernel", "sat", "cpsat")),
        (knapsack(), "best", "linear program", ("kernel", "cpsat", "mip", "sat")),
        (knapsack(or_else=True), "best", "best", ("kernel", "cpsat", "sat")),
        (ordered(knapsack()), "best", "decision strategies", ("kernel", "cpsat", "sat")),
        (chain(9_999), "unique", "others", ("kernel", "sat", "cpsat")),
        (chain(10_001), "unique", "many clauses", ("sat",)),
        (ordered(), "first", "decision strategies", ("kernel", "sat", "cpsat")),
        (all_different_and_wide(), "unique", "largest units", ("kernel", "cpsat", "sat")),
    ],
)
def test_the_rule_follows_from_the_model_and_the_question(
    model: Model, asked: Asked, rule: str, backends: tuple[str, ...]
) -> None:
    chosen = choose(model, asked)
    assert (chosen.rule, chosen.backends) == (rule, backends)


def test_without_a_kernel_another_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUZZLEBENCH_PURE", "1")
    assert choose(model_of("cover", "langford-7"), "count").backends == ("dlx",)
    assert choose(model_of("grecian", "grecian")).backends == ("sat",)
    monkeypatch.setattr(choice, "find_spec", lambda library: None if library != "solvers" else object())
    assert choose(model_of("grecian", "grecian")).backends == ("backtracking", "sat")


@needs_kernel
def test_the_kernel_learns_where_no_library_does(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("pysat", "ortools"):
        monkeypatch.setitem(sys.modules, library, None)
    assert choose(model_of("cubes", "haque-30")).backends == ("kernel", "sat")
    assert quickest_learner() == "sat"
    monkeypatch.setenv("PUZZLEBENCH_PURE", "1")
    assert choose(model_of("cubes", "haque-30")).backends == ("backtracking", "sat")
    assert quickest_learner() == "backtracking"


@needs_kernel
def test_answers_come_in_the_same_order_whatever_came_before_where_the_kernel_goes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not Default().is_stateful
    monkeypatch.setenv("PUZZLEBENCH_PURE", "1")
    assert Default().is_stateful, "a learner goes first"


@needs_kernel
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        # Thirty cubes take the kernel minutes; by the clock of the machine nothing is decided.
        (
            ["cubes", "--instance", "haque-30", "--formulation", "orientation"],
            {"status": "answered", "found": 2, "backend": "sat", "rule": "others"},
        ),
        (
            ["cover", "--instance", "pentominoes-6x10", "--count", "--time-limit", "60"],
            {"found": 9356, "complete": True, "backend": "kernel"},
        ),
        # The quickest formulation is solved, but what is named is kept to.
        (["cubes", "--instance", "parker-jaap"], {"formulation": "faces", "complete": True, "backend": "kernel"}),
        (
            ["cubes", "--instance", "haque-30", "--backend", "sat:glucose4", "--formulation", "orientation"],
            {"backend": "sat:glucose4", "formulation": "orientation"},
        ),
        (["sudoku", "--backend", "dlx"], {"backend": "dlx", "rule": None, "why": None}),
        (["sudoku"], {"rule": "units"}),
    ],
)
def test_who_answers_and_how(words: list[str], expected: dict[str, Any]) -> None:
    said = record(*words)
    assert {key: said[key] for key in expected} == expected
    assert record(*words)["answers"] == said["answers"]


def test_why_tells_the_choice_with_its_rule() -> None:
    assert "by the rule" in run("sudoku", "--why").stdout
    assert "by the rule" not in run("sudoku").stdout
    assert "it was asked for" in run("sudoku", "--why", "--backend", "dlx").stdout
    assert "(default, the quickest)" in run("cubes", "--list").stdout


def test_without_a_compiler_the_same_comes_out() -> None:
    pure = os.environ | {"PUZZLEBENCH_PURE": "1"}
    started = [sys.executable, "-m", "solvers.run", "sudoku", "--json"]
    without = json.loads(subprocess.run(started, capture_output=True, text=True, env=pure, check=False).stdout)
    assert without["answers"] == record("sudoku")["answers"]
    assert without["rule"] == "no kernel"


# Fallback chains


def queens(size: int) -> Model:
    model = Model(f"{size} queens")
    columns = [model.new_int_var(0, size - 1, f"row {row}") for row in range(size)]
    for turn in (-1, 0, 1):
        model.add_all_different([column + turn * row for row, column in enumerate(columns)])
    model.project_on(columns)
    return model


class Stopping(Search):
    """A search that lists some answers, then looks at the clock until that is up."""

    def __init__(self, model: Model, shown: int) -> None:
        super().__init__(model)
        self._inner = load_backend("backtracking")[0].load(model)
        self.backend, self._shown = self._inner.backend, shown

    def size(self) -> dict[str, int]:
        return {}

    def effort(self) -> dict[str, int]:
        return {}

    def _assuming(self, givens: Any, assumptions: Sequence[Any], clock: Any) -> Any:
        for _, assignment in zip(range(self._shown), self._inner._assuming(givens, assumptions, clock), strict=False):
            yield assignment
        while not clock.expired():
            pass
        return False


def chain_of(model: Model, shown: int, steps: float = FEW_STEPS, then: str = "sat") -> FallbackChain:
    return legs_of(Stopping(model, shown), Leg("stopping", steps), Leg(then))


def legs_of(first: Search, *legs: Leg) -> FallbackChain:
    return FallbackChain(first.model, first, legs, lambda name, clock: load_backend(name)[0].load(first.model))


@pytest.mark.parametrize("shown", [0, 1, 5])
@pytest.mark.parametrize("then", ["sat", "backtracking", "cpsat"])
def test_a_fallback_chain_tells_every_answer_once(shown: int, then: str) -> None:
    model = queens(6)
    search = chain_of(model, shown, then=then)
    for givens in ({}, {model.variables[0]: 1}, {}):
        expected = {tuple(a.values()) for a in load_backend("backtracking")[0].load(model).solutions(givens)}
        answers = search.solutions(givens)
        found = [tuple(answer[var] for var in model.variables) for answer in answers]
        assert len(found) == len(set(found)) == len(expected)
        assert (answers.outcome.complete, search.word) == (True, then)


def test_a_fallback_chain_comes_to_the_best() -> None:
    model = knapsack()
    answers = chain_of(model, 3, then="cpsat").solutions()
    costs = [model.objective.cost.value(answer) for answer in answers if model.objective]
    assert costs == sorted(set(costs), reverse=True)
    best = [*load_backend("cpsat")[0].load(model, Settings(only_best=True)).solutions()][-1]
    assert model.objective
    assert costs[-1] == model.objective.cost.value(best)
    assert answers.outcome.complete


def test_who_finds_plenty_goes_on_alone() -> None:
    model = queens(8)
    legs = Leg("backtracking", ANSWERS_TO_STAY + 5), Leg("sat")
    first = load_backend("backtracking")[0].load(model)
    search = FallbackChain(model, first, legs, lambda name, clock: pytest.fail("no need"))
    assert sum(1 for _ in search.solutions()) == 92


def test_a_fallback_chain_keeps_to_the_limit_of_time() -> None:
    answers = chain_of(queens(6), 0, steps=10**9).solutions(limits=Limits(seconds=0.05))
    assert next(answers, None) is None
    assert answers.outcome.stopped_by == "time"


def test_a_fallback_chain_blames_the_assumptions_that_clash() -> None:
    model = queens(6)
    first, second, third, *_ = model.variables
    search = chain_of(model, 0)
    assumed = [third == 5, first == 1, second == 1]
    assert next(search.solutions(assumptions=assumed), None) is None
    assert {literal.var for literal in search.core()} == {first, second}


def markets() -> Model:
    """Shops are shared out so that half of each product's demand goes to either side, or nearly: hard for everybody."""
    model = Model("markets")
    shops = [model.new_bool_var(f"shop {place}") for place in range(30)]
    off = [model.new_int_var(0, 50, f"off {product}") for product in range(4)]
    for product, by in enumerate(off):
        demands = [(7919 * (place + 1) * (product + 3) ** 3 + place**3) % 97 for place in range(30)]
        model.add(sum(demand * shop for demand, shop in zip(demands, shops, strict=True)) + by == sum(demands) // 2)
    model.minimize(sum(off))
    return model


@needs_kernel
@pytest.mark.parametrize("aims", [False, True])
def test_where_any_answer_will_do_short_legs_of_all_come_before_long_ones(aims: bool) -> None:
    pytest.importorskip("ortools")
    model = pigeons(11)
    if aims:
        model.minimize(model.variables[0])
    before = [*takewhile(lambda leg: leg.steps < choice.LONG[leg.backend], choose(model, "first").legs)]
    assert {leg.backend for leg in before} == ({"kernel"} if aims else {"kernel", "sat", "cpsat"})


@needs_kernel
@pytest.mark.parametrize("asked", ["first", "unique", "count"])
def test_pigeons_in_too_few_holes_are_settled_by_who_sees_symmetries(asked: Asked) -> None:
    pytest.importorskip("ortools")
    search = Default(asked).load(pigeons(11))
    answers = search.solutions(limits=Limits(solutions={"first": 1, "unique": 2}.get(asked)))
    assert (list(answers), answers.outcome.complete, search.word) == ([], True, "cpsat")


@pytest.mark.parametrize(("name", "steps"), [("cpsat", 100), ("mip", 2)])
def test_a_library_that_counts_by_itself_hands_over_by_its_own_count(name: str, steps: int) -> None:
    def tried() -> tuple[bool, list[int]]:
        model = markets()
        search = legs_of(load_backend(name)[0].load(model), Leg(name, steps), Leg("stopping", 0))
        search._loaded["stopping"] = Stopping(model, 0)
        answers = search.solutions()
        assert model.objective
        costs = [model.objective.cost.value(answer) for answer in answers]
        return answers.outcome.complete, costs

    assert tried() == tried()
    assert not tried()[0]


def test_looks_at_the_clock_cost_nothing_where_a_library_counts() -> None:
    budget = StepBudget(Clock(None), 5, ())
    assert budget.steps_left() == 5
    assert not any(budget.expired() for _ in range(100))
    budget.spend(6)
    assert budget.expired()


def test_legs_follow_one_another_and_who_cannot_take_its_leg_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    model = queens(6)
    turns = []

    class Failing(Stopping):
        def _assuming(self, givens: Any, assumptions: Sequence[Any], clock: Any) -> Any:
            raise SolverFailed("it failed")
            yield

    def load(name: str, clock: Clock) -> Search:
        turns.append(name)
        if name == "refusing":
            raise CannotTake(name, "it")
        return {"failing": Failing, "stopping": Stopping}.get(name, Stopping)(model, 2)

    legs = [
        Leg("first", 3),
        Leg("refusing", 3),
        Leg("failing", 3),
        Leg("stopping", 3),
        Leg("first", 3),
        Leg("stopping", 3),
    ]
    search = FallbackChain(model, Stopping(model, 1), legs, load)
    answers = search.solutions()
    assert len(list(answers)) == 2
    assert not answers.outcome.complete
    assert turns == ["refusing", "failing", "stopping"], "who had a leg goes on with what was loaded for it"


# Counting


@needs_kernel
@pytest.mark.parametrize("name", ["langford-7", "queens-8", "wildwood", "mutilated-board"])
def test_counting_comes_to_as_many_as_listing(name: str) -> None:
    instance = solvers.puzzle("cover").load(name)
    puzzle = load_puzzle("cover")
    counted = Solver(puzzle, "", Default("count")).solve(instance, LIMIT, keep=False)
    listed = Solver(puzzle, "", *load_backend("dlx")).solve(instance, LIMIT)
    assert (counted.outcome.found, counted.outcome.complete) == (listed.outcome.found, True)
    assert len(counted.answers) == min(1, listed.outcome.found)
    assert solvers.count(instance) == listed.outcome.found


def test_a_file_of_mixed_sizes_is_solved_by_whoever_suits_each(tmp_path: Any) -> None:
    file = tmp_path / "mixed.txt"
    small = "1..." + 12 * "."
    file.write_text("\n".join([small, "." * 4 + "1" + "." * 76, small]))
    done = run("sudoku", "--instance", str(file), "--json", "--unique")
    assert [json.loads(line)["status"] for line in done.stdout.splitlines()] == 3 * ["answered"]


class StoppingToCount(Stopping):
    """A search that finds one answer, counts some more without listing, and then only looks at the clock."""

    def _count_remaining(self, clock: Any, most: int | None, report: Any) -> bool:
        report(2 if most is None else min(2, most))
        while not clock.expired():
            pass
        return False


@pytest.mark.parametrize("limit", [None, 3, 4])
def test_a_fallback_chain_counts_every_answer_once(limit: int | None) -> None:
    model = queens(6)
    search = legs_of(StoppingToCount(model, 1), Leg("stopping", FEW_STEPS), Leg("backtracking"))
    answers = search.solutions(limits=Limits(solutions=limit))
    next(answers)
    assert answers.count_remaining()
    assert answers.outcome.found == min(4, limit or 4)
    assert answers.outcome.complete == (limit is None)
