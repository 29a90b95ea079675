"""Proofs of counts: by a table where that is shorter, by the answers listed where few are left; none of nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from models.language.model import Givens, Model
from solvers.backends.dlx.memo import tabulate
from solvers.core.limits import ANSWERED, IMPOSSIBLE, STOPPED
from solvers.proofs.certificate import Certificate
from solvers.proofs.counting import _covers
from solvers.proofs.formula import read_formula
from solvers.proofs.statement import state
from solvers.proofs.tables import items_of
from tests.random_models import brute_force
from tests.solvers.conftest import Typed
from tests.solvers.proofs.test_tables import covers, dominoes


def test_what_nobody_can_list_is_counted_and_proved_without_naming_a_backend(typed: Typed) -> None:
    lines = (range(144), *dominoes(12, 12))
    Path("board.dlx").write_text("".join(" ".join(f"c{cell}" for cell in line) + "\n" for line in lines))
    code, _, err = typed("run", "cover", "board.dlx", "--count", "--proof", "it", "--time-limit", "60")
    assert code == ANSWERED, err
    assert typed("verify", "it", "--expect", "exactly 53,060,477,521,960,000")[0] == ANSWERED


@pytest.mark.parametrize(
    ("words", "claim", "is_table"),
    [
        (["sudoku", "inkala"], "exactly 1", False),
        (["cover", "wildwood"], "exactly 2", True),
        (["cover", "mutilated-board"], "no answer", False),
        (["cover", "queens-8"], "exactly 92", True),
        (["cover", "langford-8"], "exactly 300", True),
    ],
)
def test_the_shorter_of_a_table_and_a_list_is_written(
    typed: Typed, words: list[str], claim: str, is_table: bool
) -> None:
    typed("run", *words, "--count", "--proof", "it")
    certificate = Certificate.read(Path("it"))
    assert certificate.is_table == is_table
    assert len(certificate.proof) < 70_000  # the table of a Sudoku with one answer has 256,325 rows
    assert typed("verify", "it", "--expect", claim)[0] == ANSWERED


@settings(deadline=None, max_examples=50)
@given(problem=covers())
def test_the_answers_that_a_table_counts_are_the_answers(problem: tuple[Model, Givens]) -> None:
    model, givens = problem
    formula = read_formula(state(model, givens).text())
    items = items_of(formula)
    assert items is not None
    if not items.is_contradictory():
        primary, secondary = items.open()
        table = tabulate(primary, secondary, list(items.options().values()))
        assert table is not None
        chosen = [frozenset(names) for names in _covers(items, table, formula)]
        assert len(chosen) == len(set(chosen)) == len(brute_force(model, givens)) == table.total


def test_a_count_that_was_not_finished_shows_what_was_counted(typed: Typed) -> None:
    code, _, err = typed("run", "cover", "langford-8", "--count", "--limit", "7", "--proof", "it")
    assert code == ANSWERED, err
    assert typed("verify", "it", "--expect", "at least 7")[0] == ANSWERED


@pytest.mark.parametrize("removed", ["", "; it.opb and it.pbp of an earlier run removed"])
def test_nothing_is_written_when_nothing_is_proved_and_no_earlier_certificate_left(typed: Typed, removed: str) -> None:
    if removed:
        assert typed("run", "sudoku", "no_answer", "--backend", "backtracking", "--proof", "it")[0] == IMPOSSIBLE
    hard = ["cubes", "csun30-pi", "--formulation", "orientation", "--backend", "backtracking"]
    code, out, _ = typed("run", *hard, "--time-limit", "0.2", "--proof", "it")
    assert code == STOPPED
    assert f"no proof: a limit came before anything was proved{removed}\n" in out
    assert not [*Path().iterdir()]
