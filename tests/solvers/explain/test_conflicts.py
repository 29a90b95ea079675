"""Conflicts: parts that cannot hold together, any one fewer of which could; the smallest; every one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import isqrt
from typing import Any

import puzzlebench as pb
import pytest
from hypothesis import given, settings

import solvers
from models.cubes.instance import Cubes
from models.cubes.model import obstacle_parts
from models.deductions import Conflict, Parts, PuzzlePart
from models.language.model import Key, Model
from models.registry import instance_files, load_puzzle
from solvers.backends.sat.rules import EncodedRules
from solvers.core.backend import OutOfTime
from solvers.explain.__main__ import main
from solvers.explain.conflicts import Blame, smallest
from tests.examples import examples
from tests.random_models import brute_force, models


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
        ("csun30-pi", 30),  # by the multiples of pi
        pytest.param("csun32-pi", 31, marks=pytest.mark.slow),
    ],
)
def test_the_smallest_obstacle_of_an_impossible_set_of_cubes(name: str, size: int) -> None:
    conflict = blame(name).smallest()
    assert len(conflict.parts) == size
    assert conflict.smallest


@pytest.mark.parametrize(
    ("radicand", "count", "size"),
    [pytest.param(5, 30, 30, marks=pytest.mark.slow), (7, 32, 11), pytest.param(3, 32, 32, marks=pytest.mark.slow)],
)
def test_the_smallest_obstacle_of_cubes_by_the_multiples_of_a_root(radicand: int, count: int, size: int) -> None:
    """The colours are the multiples, rounded down, modulo the number of cubes; two after each other lie opposite."""
    colours = [chr(0x4E00 + isqrt(radicand * n * n) % count) for n in range(1, 6 * count + 1)]
    cubes = [colours[first : first + 6] for first in range(0, 6 * count, 6)]
    made = Cubes("by a root", tuple((*cube[::2], *cube[1::2]) for cube in cubes))
    conflict = smallest(obstacle_parts(made), seconds=300)
    assert conflict is not None
    assert (len(conflict.parts), conflict.smallest) == (size, True)


def test_at_a_limit_the_smallest_conflict_so_far_is_shown_with_a_bound(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    narrowed = Blame.narrowed

    def cut_short(blame: Blame) -> Iterator[Conflict]:
        for conflict in narrowed(blame):
            yield conflict
            if conflict.at_least == stop_at:
                raise OutOfTime("the time limit came")

    monkeypatch.setattr(Blame, "narrowed", cut_short)
    stop_at = 3
    assert main(["cubes", "--instance", "piaire-8-1", "--smallest", "--json"]) == 3
    (conflict,) = json.loads(capsys.readouterr().out)["conflicts"]
    assert conflict["at_least"] == 3 < len(conflict["parts"])
    assert (conflict["minimal"], conflict["smallest"]) == (True, False)
    main(["cubes", "--instance", "piaire-8-1", "--smallest"])
    assert "any parts that clash are 3 or more" in capsys.readouterr().out
    found = solvers.conflict(solvers.puzzle("cubes").load("piaire-8-1"))
    assert found is not None
    assert not found.smallest
    stop_at = 0  # no part was tried yet
    assert main(["cubes", "--instance", "piaire-8-1", "--smallest"]) == 3
    assert "cannot all hold (perhaps some of them can be spared)" in capsys.readouterr().out


def test_every_conflict_is_minimal_and_none_is_missing() -> None:
    """Three rules and two givens over two Booleans, every clash known by hand."""
    model = Model("small")
    x, y = model.new_bool_var("x"), model.new_bool_var("y")
    model.add(x != y, because="different")
    model.add_bool_or([x], because="x holds")
    model.add_bool_or([y], because="y holds")
    rules = [PuzzlePart((rule,), rule, ((rule,),)) for rule in ("different", "x holds", "y holds")]
    parts = Parts(model, (*rules, PuzzlePart(("given", "x"), "x = 0 is given", (x == 0,))))
    found = {frozenset(map(str, conflict.parts)) for conflict in Blame(parts).every()}
    assert found == {frozenset(("different", "x holds", "y holds")), frozenset(("x holds", "x = 0 is given"))}
    assert len(Blame(parts).smallest().parts) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence", "last"),
    [
        ("sudoku --instance clash", "There is no answer:", ["  R4C6 = 3 is given", "  R4C8 = 3 is given"]),
        (
            "dealing --instance wrong-count",
            "There is no answer: 100 cards leave 1 over in round 4, not 2.",
            ["  round 4 leaves 2 over", "  there are 100 cards"],
        ),
    ],
)
def test_what_is_given_is_blamed(
    arguments: str, sentence: str, last: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments.split(), "--smallest"]) == 1
    out = capsys.readouterr().out
    assert sentence in out
    assert {*last} <= {*out.splitlines()}
    assert out.count("is given") in (0, 2)


def test_rules_of_one_sentence_are_told_apart_by_how_they_are_written() -> None:
    model = Model("twin")
    a, b, c = model.new_bool_vars(["a", "b", "c"])
    for number, (one, other) in enumerate(((a, b), (b, c), (a, c))):
        model.add_bool_or([~one, ~other], because="no two touch", key=("touch", number))
    model.add(a + b + c >= 2, because="two are on", key=("two",))
    touching = [f"no two touch ({pair})" for pair in ("¬a ∨ ¬b", "¬b ∨ ¬c", "¬a ∨ ¬c")]
    assert str(pb.conflict(model)).splitlines() == [*touching, "two are on"]
    assert list(map(str, EncodedRules(model).rules)) == [*touching, "two are on"], "as steps show them"


def brute_force_conflicts(keys: list[Key], holds: Any) -> set[frozenset[Key]]:
    """All minimal sets of rules that do not hold, by trying every set."""
    found: set[frozenset[Key]] = set()
    for size in range(len(keys) + 1):
        for chosen in map(frozenset, combinations(keys, size)):
            if not holds(chosen) and not any(known <= chosen for known in found):
                found.add(chosen)
    return found


@settings(max_examples=examples(40), deadline=None)
@given(models(max_vars=3, max_constraints=4, conditions=False))
def test_all_conflicts_are_those_of_brute_force(model: Model) -> None:
    constraints = [replace(constraint, key=("rule", n)) for n, constraint in enumerate(model.constraints)]
    model.constraints[:] = constraints
    keys = [constraint.key for constraint in constraints]

    def holds(chosen: frozenset[Key]) -> bool:
        model.constraints[:] = [constraint for constraint in constraints if constraint.key in chosen]
        return bool(brute_force(model))

    expected = brute_force_conflicts(keys, holds)
    model.constraints[:] = constraints
    blamed = Blame(Parts(model, tuple(PuzzlePart(key, str(key), (key,)) for key in keys)))
    if blamed.is_possible():
        assert expected == set()
        return
    assert {frozenset(part.key for part in conflict.parts) for conflict in blamed.every()} == expected
    fewest = min(map(len, expected))
    for conflict in (narrowed := list(blamed.narrowed())):
        inside = frozenset(part.key for part in conflict.parts)
        assert inside in expected if conflict.minimal else any(known <= inside for known in expected)
        assert conflict.at_least <= fewest
    assert narrowed[-1].smallest
    first = min(sorted(map(keys.index, one)) for one in expected if len(one) == fewest)
    assert [part.key for part in narrowed[-1].parts] == [keys[place] for place in first], "of the smallest the first"
    assert frozenset(part.key for part in blamed.one().parts) in expected
