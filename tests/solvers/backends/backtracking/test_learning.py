"""What a search learns from contradictions follows from the model: each clause is derived anew without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.language.model import Model
from solvers.backends.backtracking import backend as engine
from solvers.backends.backtracking import learning
from solvers.backends.backtracking.backend import BacktrackingSearch
from solvers.backends.backtracking.learning import Learning
from solvers.backends.backtracking.store import LearntClause, Propagator
from solvers.core.backend import ENDLESS, Clock, Limits
from tests.examples import examples
from tests.random_features import FEATURES, stated
from tests.random_models import declared_in, models
from tests.random_tasks import tasks_on_a_resource
from tests.solvers.backends.hard_models import job_shop

Require = Callable[[Learning, int, int], None]


class Refuted(Exception):
    """A clause was learnt that some solution breaks."""


@pytest.fixture(autouse=True, scope="module")
def learning_at_once() -> Iterator[None]:
    """Every search begins again at its second contradiction, and learns from each that follows."""
    before, engine.FIRST_RESTART = engine.FIRST_RESTART, 1
    yield
    engine.FIRST_RESTART = before


def follows(model: Model, clause: LearntClause, highest: int | None) -> bool:
    """Whether no solution that is better than ``highest`` breaks a clause: a search of its own finds none."""
    search = BacktrackingSearch(model)
    if search._posted.bound is not None:
        search._posted.bound.highest = highest
    store = search._store
    store.schedule(store.propagators)
    holds = store.settle(ENDLESS) and all(store.narrow(cell, ~values) for cell, values in clause.literals)
    return not holds or not store.settle(ENDLESS) or next(search._search(ENDLESS), None) is None


def clauses_checked(model: Model) -> int:
    """How many clauses a search learns, each held against the model."""
    search = BacktrackingSearch(model)
    learn = Learning.learn
    many = 0

    def checked(self: Learning, reason: Propagator | LearntClause, marks: Sequence[int]) -> int | None:
        nonlocal many
        level = learn(self, reason, marks)
        if level is not None and self._store is search._store:
            many += 1
            bound = search._posted.bound
            if not follows(model, self._clauses[-1], bound.highest if bound is not None else None):
                raise Refuted
        return level

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Learning, "learn", checked)
        list(search.solutions({}, Limits(solutions=200)))
    return many


@settings(max_examples=examples(120), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_what_is_learnt_follows_from_the_model(data: st.DataObject) -> None:
    model = data.draw(
        st.one_of(models(max_vars=6, max_constraints=9), tasks_on_a_resource(), st.just(None)),
    )
    if model is None:
        model = data.draw(stated(data.draw(st.sampled_from(sorted(FEATURES))))).model
    if model.objective is None and data.draw(st.booleans()):
        model.minimize(sum(data.draw(st.integers(-2, 3)) * var for var in declared_in(model)))
    clauses_checked(model)


def test_clauses_follow_where_there_are_many() -> None:
    for model in WITHOUT_SLACK.values():
        assert clauses_checked(model()) >= 5


def ruler(many: int = 5, length: int = 14) -> Model:
    """Marks on the shortest ruler with which no distance can be measured twice (Golomb)."""
    model = Model("ruler")
    marks = model.new_int_vars(many, 0, length)
    for one, other in pairwise(marks):
        model.add(one < other)
    model.add_all_different(other - one for one, other in combinations(marks, 2))
    model.minimize(marks[many - 1])
    return model


def tasks_on_two_machines() -> Model:
    model = Model("tasks")
    starts, last = model.new_int_vars(6, 0, 14), model.new_int_var(0, 14)
    sizes = [4, 3, 5, 2, 4, 3]
    model.add_cumulative(model.new_fixed_size_interval_vars(starts, sizes), [2, 1, 2, 1, 1, 1], 2)
    model.add_max_equality(last, starts)
    model.minimize(3 * last + starts[0])
    return model


def tour(cities: int = 6) -> Model:
    numbers = Random(2)
    model = Model("tour")
    ways = {(a, b): model.new_bool_var() for a in range(cities) for b in range(cities) if a != b}
    model.add_circuit([(a, b, way) for (a, b), way in ways.items()])
    model.minimize(sum(numbers.randint(1, 9) * way for way in ways.values()))
    return model


def knapsack() -> Model:
    numbers = Random(1)
    model = Model("knapsack")
    taken = model.new_int_vars(8, 0, 2)
    for _ in range(3):
        model.add(sum(numbers.randint(3, 9) * one for one in taken) <= 40)
    model.maximize(sum(numbers.randint(3, 9) * one for one in taken))
    return model


WITHOUT_SLACK: dict[str, Callable[[], Model]] = {
    "ruler": ruler,
    "tasks": tasks_on_two_machines,
    "tour": tour,
    "knapsack": knapsack,
    "job shop": partial(job_shop, jobs=5, machines=4),
}


def drop(require: Require, self: Learning, cell: int, mask: int) -> None:
    """Leave out what is asked for second."""
    if len(self._need) != 1 or cell in self._need:
        require(self, cell, mask)


def widen_below(require: Require, self: Learning, cell: int, mask: int) -> None:
    """Ask for one value less below to be away."""
    require(self, cell, mask | (mask & -mask) >> 1)


def widen_above(require: Require, self: Learning, cell: int, mask: int) -> None:
    require(self, cell, mask | mask << 1)


@pytest.mark.parametrize("weaken", [drop, widen_below, widen_above])
def test_a_reason_that_is_weakened_is_caught(monkeypatch: pytest.MonkeyPatch, weaken: Callable[..., None]) -> None:
    """What the check above is worth: where explanations leave something out it finds a clause that does not follow."""
    require = Learning._require
    monkeypatch.setattr(Learning, "_require", lambda self, cell, mask: weaken(require, self, cell, mask))
    caught = []
    for name, model in WITHOUT_SLACK.items():
        try:
            clauses_checked(model())
        except Refuted:
            caught.append(name)
    assert len(caught) >= 2, caught


def test_learning_looks_at_the_clock_and_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is up within the first explanation, while the domains of a propagator are relaxed."""
    search = BacktrackingSearch(ruler())
    search._start({}, ENDLESS)
    at_root, explaining, derives = list(search._store.domains), [0], Learning._derives

    class UpWhileExplaining(Clock):
        def expired(self) -> bool:
            return explaining[0] > 0

    def counted(self: Learning, *asked: Any) -> bool:
        explaining[0] += 1
        return derives(self, *asked)

    monkeypatch.setattr(learning, "TRIALS_BETWEEN_LOOKS", 5)
    monkeypatch.setattr(Learning, "_derives", counted)
    found = list(search._assuming({}, (), UpWhileExplaining(None)))
    assert (explaining, search._store.domains) == ([5], at_root), f"after {len(found)} answers"


def test_what_the_best_answer_has_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Better answers of a schedule are near the best one; following it or not, the last one is the best there is."""

    def ends() -> list[int]:
        assert model.objective is not None
        return [model.objective.expression.value(answer) for answer in BacktrackingSearch(model).solutions({})]

    model = job_shop(jobs=6, machines=4)
    following = ends()
    monkeypatch.setattr(engine, "MOST_BARREN_RUNS", 0)
    others = ends()
    assert following[-1] == others[-1]
    assert following != others
