"""Whatever the rules are called for people, explanations, conflicts, pictures and diagnoses are the very same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from models.deductions import Refutation
from models.language.constraints import Constraint
from models.registry import instance_files, load_puzzle
from solvers.diagnosing.diagnosis import diagnose
from solvers.explaining.explanation import Explanation, explain

SOLVABLE = [
    ("grecian", "toy", "element"),
    ("sudoku", "order_6", "cells"),
    ("sudoku", "order_6", "cover"),
    ("cubes", load_puzzle("cubes").default_instance, "orientation"),
    ("cover", "wildwood", "options"),
    ("dealing", "hundred-cards", "rounds"),
]
IMPOSSIBLE = [
    ("grecian", "broken-safecracker", "element"),
    ("sudoku", "clash", "cells"),
    ("sudoku", "clash", "cover"),
    ("cubes", "csun-mid8", "orientation"),
    ("cover", "mutilated-board", "options"),
    ("dealing", "wrong-count", "rounds"),
]


def refuted(refutation: Refutation | None) -> object:
    if refutation is None:
        return None
    links = [(link.rule.key, list(map(str, link.facts))) for link in refutation.links]
    return str(refutation.supposed), links, list(map(refuted, refutation.cases))


def seen_by_programs(found: Explanation[Any, Any]) -> object:
    """All of an explanation but the sentences."""
    steps = [
        (str(step.fact), list(map(str, step.facts)), [rule.key for rule in step.rules], step.name, step.smallest)
        for step in found.steps
    ]
    drawing = found.puzzle.drawing
    pictures = [drawing.moment(found.instance, found.stated, moment) for moment in found.moments()] if steps else []
    pictures += [drawing.conflict(found.instance, found.stated, conflict) for conflict in found.conflicts]
    conflicts = [[part.key for part in conflict.parts] for conflict in found.conflicts]
    return found.status, steps, [refuted(step.refutation) for step in found.steps], conflicts, pictures, found.answer


def say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Constraint, "sentence", property(lambda constraint: "a rule"))


@pytest.mark.parametrize(("word", "name", "formulation"), [*SOLVABLE, *IMPOSSIBLE])
def test_no_explanation_depends_on_a_sentence(
    word: str, name: str, formulation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = load_puzzle(word)
    instance = next(iter(puzzle.read(instance_files(puzzle)[name])))
    told = seen_by_programs(explain(puzzle, instance, formulation, effort=0.1))
    say_nothing(monkeypatch)
    assert seen_by_programs(explain(puzzle, instance, formulation, effort=0.1)) == told


@pytest.mark.parametrize(
    ("word", "name"), [("grecian", "broken-safecracker"), ("sudoku", "clash"), ("cover", "wildwood")]
)
def test_no_diagnosis_depends_on_a_sentence(word: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = load_puzzle(word)
    instance = next(iter(puzzle.read(instance_files(puzzle)[name])))
    told = diagnose(puzzle, instance)
    say_nothing(monkeypatch)
    assert replace(diagnose(puzzle, instance), seconds=told.seconds) == told
