"""What every backend owes to the protocol, whatever it does underneath: one set of tests for all of the registry."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from models.errors import PuzzlebenchError
from models.language.model import IntVar, Literal, Model, ModelError
from solvers.core.backend import (
    Backend,
    CannotTake,
    Limits,
    Search,
    Settings,
    WrongAnswer,
)
from solvers.core.registry import BACKENDS, OTHERS, load
from tests.clocks import LimitOfLooks
from tests.random_models import answers_of, brute_force, decisions_of, givens_for, literals_for, models
from tests.solvers.backends.everyone import (
    ALL,
    COVERING,
    ENUMERATING,
    OPTIMISING,
    aimless,
    drawing,
    each_of,
    enumerating,
    every,
    found,
    hopeless,
    latin,
    pair,
    trying,
)
from tests.solvers.backends.hard_models import many_answers
from tests.system import skip_without_processes
from tests.third_party import ROOT

# What it finds


@each_of(ENUMERATING, is_lane=True)
def test_its_answers_are_those_of_brute_force_again_and_again(name: str) -> None:
    backend = found(name)

    @trying(name, 200)
    @given(drawing)
    def check(data: st.DataObject) -> None:
        size = 4 if name in ("mip", "dlx", "brute") else 5
        model = data.draw(models(max_vars=size, max_constraints=size))
        assume(backend.unsupported_reason(model) is None)
        workers = data.draw(st.integers(1, 2)) if name == "cpsat" else 1
        search = backend.load(model, Settings(seed=data.draw(st.integers(0, 2)), workers=workers))
        for _ in range(2):
            givens = data.draw(givens_for(model))
            assert answers_of(search, givens) == brute_force(model, givens)
            next(search.solutions(data.draw(givens_for(model))), None)  # abandoned half-way
        assert answers_of(search) == brute_force(model), "nothing has left a trace"

    check()


@each_of(ALL, is_lane=True)
def test_assumptions_restrict_it_and_a_core_tells_which_of_them_clash(name: str) -> None:
    backend = found(name)

    @trying(name)
    @given(drawing)
    def check(data: st.DataObject) -> None:
        model = aimless(data.draw(models(max_vars=4, max_constraints=4)), backend)
        assume(backend.unsupported_reason(model) is None)
        search = backend.load(model)
        for _ in range(3):
            givens, assumed = data.draw(givens_for(model)), data.draw(literals_for(model))
            expected = brute_force(model, givens, assumed)
            if name != "maxsat":
                assert answers_of(search, givens, assumed) == expected
            else:
                assert bool(list(search.solutions(givens, assumptions=assumed))) == bool(expected)
            if not expected:
                core = search.core()
                assert set(core) <= set(assumed)
                assert not brute_force(model, givens, core)
                assert (core == ()) == (not brute_force(model, givens))
                assert search.core() == core

    check()


@each_of(OPTIMISING, is_lane=True)
def test_each_solution_is_better_than_the_one_before_and_the_last_is_the_best(name: str) -> None:
    backend = found(name)

    @trying(name)
    @given(drawing)
    def check(data: st.DataObject) -> None:
        model = data.draw(models(max_vars=4, max_constraints=4))
        chosen = data.draw(st.lists(st.sampled_from(model.variables), unique_by=id, max_size=4))
        cost = sum((data.draw(st.integers(-4, 4)) * var for var in chosen), 0 * model.variables[0]) + 3
        minimal = data.draw(st.booleans())
        model.minimize(cost) if minimal else model.maximize(cost)
        assume(backend.unsupported_reason(model) is None)
        workers = data.draw(st.integers(1, 2)) if name == "cpsat" else 1
        settings = Settings(variant=name.partition(":")[2], only_best=data.draw(st.booleans()), workers=workers)
        search = backend.load(model, settings)
        for givens in ({}, data.draw(givens_for(model)), {}):
            everything = (
                dict(zip(model.variables, v, strict=True)) for v in product(*(x.domain for x in model.variables))
            )
            reached = [cost.value(one) for one in everything if model.first_violation(one, givens) is None]
            solutions = search.solutions(givens)
            costs = [cost.value(assignment) for assignment in solutions]
            assert solutions.outcome.complete
            assert costs == sorted(set(costs), reverse=minimal)
            assert costs[-1:] == [min(reached) if minimal else max(reached)] if reached else not costs

    check()


@enumerating
def test_a_latin_square_is_counted_and_answers_under_givens_are_those_that_keep_them(backend: Backend) -> None:
    search = backend.load(latin(3) if backend.name in ("mip", "brute") else latin(4))
    everything = answers_of(search)
    assert len(everything) == (12 if len(search.model.variables) == 9 else 576)
    first = search.model.variables[0]
    assert answers_of(search, {first: 2}) == {one for one in everything if one[0] == 2}
    assert answers_of(search, {first: 1, search.model.variables[1]: 1}) == set()
    (only,) = answers_of(search, next(search.solutions()))
    assert only in everything


@enumerating
def test_what_is_outside_the_projection_does_not_multiply_answers(backend: Backend) -> None:
    model = many_answers(10 if backend.name == "brute" else 40)
    model.project_on(model.variables[:3])
    if backend.name in OTHERS and backend.name in COVERING:
        assert str(backend.unsupported_reason(model)).startswith("a projection that leaves choices open")
        return
    assert len(answers_of(backend.load(model))) == 8
    model.project_on([])
    assert answers_of(backend.load(model)) == {()}


@enumerating
def test_a_structure_that_contradicts_itself_has_no_answer_however_often_it_is_asked(backend: Backend) -> None:
    model = Model()
    x = model.new_int_var(0, 2, "x")
    model.add(x == 1)
    model.add(x != 1)
    search = backend.load(model)
    for _ in range(2):
        solutions = search.solutions(assumptions=[x >= 0])
        assert list(solutions) == []
        assert solutions.outcome.complete
        assert search.core() == (), "no assumption is to blame"


@enumerating
def test_numpy_numbers_are_numbers(backend: Backend) -> None:
    numpy = pytest.importorskip("numpy")
    model = Model()
    x: IntVar = model.new_int_var_from_values(numpy.array([1, 2, 5]), "x")
    y = model.new_int_var(numpy.int64(0), 10, "y")
    model.add_allowed_assignments([x, y], numpy.array([[1, 4], [2, 3], [5, 9]]))
    model.add(y <= numpy.int64(4))
    pairs = [(solution[x], solution[y]) for solution in backend.load(model).solutions()]
    assert sorted(pairs) == [(1, 4), (2, 3)]
    assert {type(value) for pair in pairs for value in pair} == {int}


@enumerating
def test_a_seed_fixes_the_order_of_the_answers(backend: Backend) -> None:
    def order(seed: int) -> list[tuple[int, ...]]:
        search = backend.load(latin(3), Settings(seed=seed))
        return [decisions_of(search.model, answer) for answer in search.solutions()]

    assert order(0) == order(0)
    assert order(7) == order(7)
    assert set(order(0)) == set(order(7))


@enumerating
def test_hints_lose_no_answer_even_where_they_are_wrong(backend: Backend) -> None:
    model = latin(3)
    for var in model.variables:
        model.add_hint(var, 3)
    search = backend.load(model)
    assert len(answers_of(search)) == 12
    assert len(answers_of(search, {model.variables[0]: 1})) == 4


@enumerating
def test_the_next_search_after_forgetting_is_that_of_a_freshly_loaded_model(backend: Backend) -> None:
    search, fresh = backend.load(latin(3)), backend.load(latin(3))
    list(search.solutions())
    if search.reset():
        assert [*map(search_order(search), search.solutions())] == [*map(search_order(fresh), fresh.solutions())]


def search_order(search: Search):  # type: ignore[no-untyped-def]
    return lambda assignment: decisions_of(search.model, assignment)


# What it refuses


@every
def test_a_model_changed_after_loading_must_be_loaded_again(backend: Backend) -> None:
    model = aimless(pair(), backend)
    search = backend.load(model)
    list(search.solutions())
    z = model.new_int_var(0, 1, "z")
    with pytest.raises(ModelError, match="model 'pair' was changed after it had been loaded; load it again"):
        search.solutions()
    assert z in next(backend.load(model).solutions())


@every
def test_givens_and_assumptions_are_checked(backend: Backend) -> None:
    model = aimless(pair(), backend)
    search, stranger, x = backend.load(model), Model("pair").new_int_var(1, 3, "x"), model.variables[0]
    with pytest.raises(ModelError, match=r"x = 7 is given, outside its domain \{1..3\}"):
        search.solutions({x: 7})
    with pytest.raises(ModelError, match=r"x is given 1\.0, a float; an int is expected"):
        search.solutions({x: 1.0})  # type: ignore[dict-item]
    with pytest.raises(ModelError, match="it is no variable of model 'pair'"):
        search.solutions({stranger: 1})
    with pytest.raises(ModelError, match="x = 1 is assumed, but x is no variable of model 'pair'"):
        search.solutions(assumptions=[stranger == 1])
    with pytest.raises(ModelError, match="a literal tests whether x is 9, which lies outside"):
        search.solutions(assumptions=[Literal(x, frozenset((9,)))])
    with pytest.raises(ModelError):
        search.solutions(assumptions=[x])  # no Boolean, and so no literal


@every
def test_only_a_search_that_proved_there_is_no_answer_has_a_core(backend: Backend) -> None:
    model = aimless(pair(), backend)
    search, (x, y) = backend.load(model), model.variables
    with pytest.raises(PuzzlebenchError, match="its latest search did not prove that there is no answer"):
        search.core()
    next(search.solutions(assumptions=[x == 1]))
    with pytest.raises(PuzzlebenchError, match="has no core"):
        search.core()
    assumed = (x == 2, x >= 2, y == 2)
    assert list(search.solutions(assumptions=assumed)) == []
    core = search.core()
    assert search.core() == core
    assert (y == 2) in core
    assert set(core) <= set(assumed)
    assert backend.is_stateful or len(core) == 2, "without a core of its own it is shrunk until none can be spared"


@every
def test_an_objection_is_what_loading_raises_and_the_registry_says_who_can(backend: Backend) -> None:
    model = aimless(pair(), backend)
    model.new_int_var(0, 2 * 10**9, "wide")
    model.add_all_different(model.variables)
    if backend.name in ("cpsat", "brute", "backtracking", "kernel"):
        assert backend.unsupported_reason(model) is None
        return
    reason = backend.unsupported_reason(model)
    with pytest.raises(CannotTake) as plain:
        backend.load(model)
    assert str(plain.value) == f"backend {backend.name} cannot take {reason}"
    with pytest.raises(CannotTake, match=r"; (\w+, )*backtracking can$"):
        load(backend, model)


@every
def test_an_answer_that_is_wrong_is_shown_to_nobody(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    search = backend.load(model := aimless(pair(), backend))
    x, y = model.variables
    monkeypatch.setattr(search, "_assuming", lambda *asked: invented(model))
    monkeypatch.setattr(search, "_assignments", lambda *asked: invented(model))
    with pytest.raises(WrongAnswer, match="all different"):
        next(search.solutions())
    model.constraints.clear()
    with pytest.raises(WrongAnswer, match="x = 2 is assumed, and does not hold"):
        next(search.solutions(assumptions=[x == 2, y == 1]))


def invented(model: Model):  # type: ignore[no-untyped-def]
    yield dict.fromkeys(model.variables, 1)
    return True


# How it ends


@every
def test_a_search_ended_by_a_later_one_says_so(backend: Backend) -> None:
    search = backend.load(aimless(pair(), backend))
    first = search.solutions()
    next(first)
    list(search.solutions())
    with pytest.raises(PuzzlebenchError, match="was ended by a later one on the same loaded model"):
        next(first)
    assert not first.outcome.complete


@every
def test_another_thread_is_refused_while_a_question_is_at_work(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = backend.load(aimless(pair(), backend))
    begun, really = search.solutions(), search.first_violation
    refusals: list[str] = []

    def judge(*answer):  # type: ignore[no-untyped-def]
        for ask in (search.count, search.reset, search.solutions, lambda: next(begun)):
            with ThreadPoolExecutor(1) as other:
                refusals.append(str(other.submit(ask).exception()))
        return really(*answer)

    monkeypatch.setattr(search, "first_violation", judge)
    next(begun)
    assert [*dict.fromkeys(refusals)] == [
        f"model {search.model.name!r} is at work in another thread, and a loaded model answers one thread at a time: "
        "load it once for each thread"
    ]


@every
def test_what_one_thread_has_begun_another_may_go_on_with(backend: Backend) -> None:
    search = backend.load(aimless(pair(), backend))
    alone = [decisions_of(search.model, answer) for answer in search.solutions()]
    begun = search.solutions()
    first = next(begun)
    with ThreadPoolExecutor(1) as other:
        rest = other.submit(list, begun).result()
    assert sorted(decisions_of(search.model, answer) for answer in (first, *rest)) == sorted(alone)


@every
def test_a_model_that_is_changed_while_its_answers_are_read_is_named_as_the_cause(backend: Backend) -> None:
    search = backend.load(aimless(pair(), backend))
    begun = search.solutions()
    next(begun)
    search.model.add(search.model.variables[0] != 0)
    with pytest.raises(ModelError, match="was changed while its answers were read"):
        list(begun)


@every
def test_a_search_that_is_over_may_be_asked_again(backend: Backend) -> None:
    search = backend.load(aimless(pair(), backend))
    over, limited = search.solutions(), search.solutions(limits=Limits(solutions=1))
    with pytest.raises(PuzzlebenchError):
        next(over)
    assert len(list(limited)) == 1
    search.solutions()
    assert next(limited, None) is None
    assert limited.outcome.stopped_by == "solutions"


@enumerating
def test_a_limit_gives_the_beginning_of_all_answers_and_closing_early_leaves_no_trace(backend: Backend) -> None:
    search = backend.load(latin(3))
    size = search.size()
    everything = [decisions_of(search.model, answer) for answer in search.solutions()]
    if not backend.is_stateful:
        limited = search.solutions(limits=Limits(solutions=2))
        assert [decisions_of(search.model, answer) for answer in limited] == everything[:2]
    closed = search.solutions({search.model.variables[0]: 1})
    next(closed)
    next(closed)
    closed.close()
    assert (closed.outcome.found, closed.outcome.stopped_by, closed.outcome.complete) == (2, "", False)
    assert search.size() == size
    assert answers_of(search) == set(everything)


@every
def test_it_names_its_solver_and_counts_its_size_and_its_effort(backend: Backend) -> None:
    search = backend.load(aimless(pair(), backend))
    assert backend.version().startswith(
        {"cpsat": "OR-Tools CP-SAT 9.", "mip": "HiGHS in OR-Tools MathOpt 9."}.get(backend.name, "")
    )
    assert backend.summary
    assert search.size()
    assert all(count >= 0 for count in search.size().values())
    solutions = search.solutions()
    list(solutions)
    assert solutions.outcome.effort == search.effort()
    assert all(isinstance(count, int) and count >= 0 for count in search.effort().values())


@each_of(ALL, is_lane=True)
def test_a_limit_is_kept_and_the_next_search_starts_afresh(backend: Backend) -> None:
    search = backend.load(hopeless(backend))
    for limit in (LimitOfLooks(budget=1 + (backend.name == "maxsat")), Limits(seconds=0.1)):
        solutions = search.solutions(limits=limit)
        assert bool(list(solutions)) == (backend.name == "maxsat"), "which has something to show by then"
        assert (solutions.outcome.stopped_by, solutions.outcome.complete) == ("time", False)


@enumerating
def test_a_limit_ends_an_enumeration(backend: Backend) -> None:
    solutions = backend.load(many_answers()).solutions(limits=LimitOfLooks(budget=1))
    deque(solutions, maxlen=0)
    assert solutions.outcome.stopped_by == "time"


@each_of([*BACKENDS, *OTHERS])
def test_ctrl_c_ends_it(name: str) -> None:
    """In a process of its own a search has begun when it looks at the clock for the second time."""
    skip_without_processes()
    hard = {"maxsat": "independent_set", **dict.fromkeys(COVERING, "pigeons")}.get(name, "market_split")
    declared = [hard] if name == "maxsat" or name in OTHERS else [hard, "many_answers"]
    command = [sys.executable, "-c", PROGRAM, name, *declared]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for _ in declared:
            assert process.stderr.readline() == "searching\n"
            process.send_signal(signal.SIGINT)
            assert process.stderr.readline() == "incomplete\n"
    assert process.returncode == 0


PROGRAM = """
import sys
from solvers.core.backend import Limits
from solvers.core.registry import load_backend
from tests.solvers.backends import hard_models

name, *declared = sys.argv[1:]
for model in declared:
    looks = []

    def look():
        looks.append(1)
        if len(looks) == 2:
            print("searching", file=sys.stderr)

    solutions = load_backend(name)[0].load(getattr(hard_models, model)()).solutions(limits=Limits(watch=look))
    try:
        for _ in solutions:
            pass
    except KeyboardInterrupt:  # between two solutions
        solutions.close()
    print("complete" if solutions.outcome.complete else "incomplete", file=sys.stderr)
"""
"""What is asked; on standard output, HiGHS would hide what is said during its search."""
