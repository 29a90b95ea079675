"""Explanations: every reason suffices and nothing in it is spare; every conflict is one, and minimal."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from models.csp import Givens, IntVar, Literal, Model
from models.deductions import Parts, Step
from models.errors import InputError
from models.registry import instance_files, load_puzzle
from models.sudoku import Sudoku
from solvers.conflicts import Blame
from solvers.explain import main
from solvers.registry import load_backend
from solvers.steps import Contradiction, Walk
from tests.random_models import brute_force, models

NEWSPAPER = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
LOCKED = "4.....938.32.941...953..24.37.6.9..4529..16736.47.3.9.957..83....39..4..24..3.7.9"


def sudoku(line: str) -> tuple[Model, Givens, Any]:
    instance = Sudoku(tuple(int(clue) if clue.isdigit() else 0 for clue in line))
    stated = load_puzzle("sudoku").formulations["cells"](instance)
    return stated.model, stated.givens(instance), stated


def follows(model: Model, step: Step, rules: Any, facts: Any) -> bool:
    """Whether the step's fact holds in every assignment that obeys ``rules`` and ``facts``, by the SAT backend."""
    trial = Model("trial")
    copies = [trial.new_int_var_from_values(var.domain, var.name) for var in model.variables]

    def copied(literal: Literal) -> Literal:
        return copies[literal.var.index].is_in(literal.values)

    def translated(part: Any) -> Any:
        if isinstance(part, IntVar):
            return copies[part.index]
        if isinstance(part, Literal):
            return copied(part)
        return tuple(map(translated, part)) if isinstance(part, tuple) else part

    for rule in rules:
        for constraint in rule.constraints:
            values = {f.name: translated(getattr(constraint, f.name)) for f in fields(constraint)}
            trial.add(replace(constraint, **values))
    for fact in facts:
        trial.add(copied(fact))
    trial.add(~copied(step.fact))
    backend, _ = load_backend("sat")
    return next(backend.load(trial).solutions(), None) is None


def assert_minimal(model: Model, step: Step) -> None:
    assert follows(model, step, step.rules, step.facts)
    for spare in step.rules:
        assert not follows(model, step, [rule for rule in step.rules if rule != spare], step.facts)
    for spare_fact in step.facts:
        assert not follows(model, step, step.rules, [fact for fact in step.facts if fact != spare_fact])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(models(max_vars=4, max_constraints=4))
def test_every_reason_suffices_and_nothing_in_it_is_spare(model: Model) -> None:
    model.decide(model.variables)
    answers = brute_force(model)
    walk = Walk(model, {}, effort=0.05)
    if not answers:
        with pytest.raises(Contradiction):
            list(walk.steps())
        return
    for step in walk.steps():
        assert_minimal(model, step)
    for place, var in enumerate(model.variables):
        possible = {answer[place] for answer in answers}
        assert walk.left(var) == possible, "the walk ends when nothing more follows"
    assert walk.unsettled == [
        var for place, var in enumerate(model.variables) if len({answer[place] for answer in answers}) > 1
    ]


def test_a_newspaper_sudoku_is_walked_to_the_end_by_singles() -> None:
    model, givens, stated = sudoku(NEWSPAPER)
    walk = Walk(model, givens)
    steps = list(walk.steps())
    assert not walk.unsettled
    assert {stated.technique(step) for step in steps} <= {"naked single", "hidden single"}
    assert len(steps) == 81 - len(givens)


def test_known_techniques_get_their_names() -> None:
    model, givens, stated = sudoku(LOCKED)
    names = {stated.technique(step) for step in Walk(model, givens).steps()}
    assert names & {"pointing", "claiming", "hidden pair", "naked pair"}


@pytest.mark.slow
def test_reasons_of_a_hard_sudoku_are_minimal() -> None:
    line = next(iter(instance_files(load_puzzle("sudoku"))["top1465"].read_text().splitlines()))
    model, givens, _ = sudoku(line[:81])
    for step in Walk(model, givens).steps():
        assert_minimal(model, step)


def blame(name: str) -> Blame:
    puzzle = load_puzzle("cubes")
    instance = next(iter(puzzle.read(instance_files(puzzle)[name])))
    return Blame(puzzle.parts(instance, None))


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("csun-mid8", 5),
        ("piaire-8-1", 7),
        ("piaire-10-2", 3),
        ("piaire-7-1", 4),
        ("piaire-9-1", 7),
        ("piaire-4-1", 2),
        pytest.param("csun30-pi", 30, marks=pytest.mark.slow),  # by the digits of pi; a minute
        pytest.param("csun32-pi", 31, marks=pytest.mark.slow),  # some minutes
    ],
)
def test_the_smallest_obstacle_of_an_impossible_set_of_cubes(name: str, size: int) -> None:
    conflict = blame(name).smallest()
    assert len(conflict.parts) == size
    assert conflict.smallest


def test_every_conflict_is_minimal_and_none_is_missing() -> None:
    """Three rules and two givens over two Booleans, every clash known by hand."""
    model = Model("small")
    x, y = model.new_bool_var("x"), model.new_bool_var("y")
    model.add(x != y, because="different")
    model.add_bool_or([x], because="x holds")
    model.add_bool_or([y], because="y holds")
    parts = Parts(model, {r: (r,) for r in ("different", "x holds", "y holds")} | {"x = 0 is given": (x == 0,)})
    found = {frozenset(conflict.parts) for conflict in Blame(parts).every()}
    assert found == {frozenset(("different", "x holds", "y holds")), frozenset(("x holds", "x = 0 is given"))}
    assert len(Blame(parts).smallest().parts) == 2


def test_an_impossible_sudoku_names_the_givens_that_clash(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sudoku", "--instance", "clash", "--smallest"]) == 1
    out = capsys.readouterr().out
    assert "cannot all hold" in out
    assert out.count("is given") == 2


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sudoku", "--instance", "norvig_easy50", "--number", "2", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["status"] == "explained"
    assert all({"fact", "technique", "rules", "facts"} <= set(step) for step in record["steps"])


def test_several_answers_are_said_to_be_several(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sudoku", "--instance", "several_answers", "--effort", "0.05"]) == 0
    assert "There are several answers" in capsys.readouterr().out


@pytest.mark.parametrize("puzzle", ["grecian", "cubes", "cover", "dealing"])
def test_every_puzzle_can_be_explained(puzzle: str, capsys: pytest.CaptureFixture[str]) -> None:
    instance = ["--instance", "toy"] if puzzle == "grecian" else []
    assert main([puzzle, *instance, "--effort", "0.2"]) == 0
    assert "difficulty" in capsys.readouterr().out


def test_a_file_without_so_many_puzzles_is_one_sentence() -> None:
    with pytest.raises(InputError, match="no instance number 9"):
        main(["sudoku", "--instance", "inkala_four", "--number", "9"])


def brute_force_conflicts(names: list[str], holds: Any) -> set[frozenset[str]]:
    """All minimal sets of names that do not hold, by trying every set."""
    found: set[frozenset[str]] = set()
    for size in range(len(names) + 1):
        for chosen in map(frozenset, combinations(names, size)):
            if not holds(chosen) and not any(known <= chosen for known in found):
                found.add(chosen)
    return found


@settings(max_examples=40, deadline=None)
@given(models(max_vars=3, max_constraints=4, conditions=False))
def test_all_conflicts_are_those_of_brute_force(model: Model) -> None:
    constraints = [replace(constraint, because=f"rule {n}") for n, constraint in enumerate(model.constraints)]
    model.constraints[:] = constraints
    names = [constraint.because for constraint in constraints]

    def holds(chosen: frozenset[str]) -> bool:
        model.constraints[:] = [constraint for constraint in constraints if constraint.because in chosen]
        return bool(brute_force(model))

    expected = brute_force_conflicts(names, holds)
    model.constraints[:] = constraints
    blamed = Blame(Parts(model, {name: (name,) for name in names}))
    if blamed.is_possible():
        assert expected == set()
        return
    assert {frozenset(conflict.parts) for conflict in blamed.every()} == expected
    assert len(blamed.smallest().parts) == min(map(len, expected))
    assert frozenset(blamed.one().parts) in expected


def test_the_time_limit_ends_even_a_long_walk(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grecian", "--time-limit", "1"]) == 3
    assert "time limit" in capsys.readouterr().err
