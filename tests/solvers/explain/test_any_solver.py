"""Whichever SAT solver answers, and in whatever order it reads the clauses: steps and conflicts are the same."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

pytest.importorskip("pysat", reason="solvers of python-sat are compared")
from models.registry import find_instance, load_puzzle
from solvers.backends.sat import hitting, rules, subsets
from solvers.backends.sat.incremental import IncrementalSat
from solvers.explain import conflicts
from solvers.explain.record import record
from solvers.explain.work import explain

FIRST, *OTHERS = (("kernel", 0), ("kernel", 6), ("minisat22", 7), ("glucose4", 8), ("cadical195", 0))
"""Solvers, each with the seed by which clauses are shuffled."""

QUICK = {
    "cover": ("wildwood", "langford-3"),
    "cubes": ("piaire-3-1", "mutando", "piaire-8-1"),
    "dealing": ("hundred-cards", "wrong-count"),
    "grecian": ("toy", "broken-safecracker"),
    "sudoku": ("order_6", "clash"),
}

TEN = {
    "cover": ("langford-4", "langford-7", "queens-8", "mutilated-board"),
    "cubes": ("haque-4", "piaire-4-2", "winning-moves", "wilson", "wikipedia", "tick-4", "csun-mid8"),
    "dealing": ("four-stacks", "powers-of-two", "first-two-only", "forgotten-leftover"),
    "grecian": ("safecracker-40", "safecracker-50", "grecian", "grecian-other-start"),
    "sudoku": ("inkala", "order_10", "order_8", "several_answers", "no_answer", "norvig_easy50", "top1465"),
}
"""More of each kind, about ten with those above."""


def named(table: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(puzzle, name) for puzzle, names in table.items() for name in names]


def recorded(solver: tuple[str, int], puzzle: str, name: str, monkeypatch: pytest.MonkeyPatch, **how: Any) -> Any:
    """All that is explained of an instance, where this solver answers every question."""
    by, seed = solver
    with monkeypatch.context() as patch:
        for module in (rules, subsets, hitting):
            patch.setattr(module, "IncrementalSat", partial(IncrementalSat, seed=seed))
        for module in (rules, subsets):
            patch.setattr(module, "solver_for_many_questions", lambda: by)
        patch.setattr(conflicts, "solver_for_hard_questions", lambda _: by)
        meant = load_puzzle(puzzle)
        return record(explain(meant, next(iter(meant.read(find_instance(meant, name)))), **how))


@pytest.mark.parametrize(("puzzle", "name"), named(QUICK))
def test_all_solvers_lead_to_the_same_explanation(puzzle: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = recorded(FIRST, puzzle, name, monkeypatch)
    for other in OTHERS:
        assert recorded(other, puzzle, name, monkeypatch) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "name"), named(TEN))
def test_all_solvers_lead_to_the_same_long_explanation(puzzle: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = recorded(FIRST, puzzle, name, monkeypatch)
    for other in OTHERS:
        assert recorded(other, puzzle, name, monkeypatch) == expected


@pytest.mark.parametrize("how", [{"smallest": True}, {"every": True, "most": 5}], ids=str)
@pytest.mark.parametrize(
    ("puzzle", "name"),
    [("cubes", "csun-mid8"), ("cubes", "piaire-9-1"), ("sudoku", "clash"), ("grecian", "broken-safecracker")],
)
def test_all_solvers_lead_to_the_same_conflicts(
    puzzle: str, name: str, how: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = recorded(FIRST, puzzle, name, monkeypatch, **how)
    for other in OTHERS:
        assert recorded(other, puzzle, name, monkeypatch, **how) == expected
