"""Certificates of conflicts: the parts that are named, alone, cannot hold together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from models.registry import find_instance, load_puzzle
from solvers.core.limits import ANSWERED, IMPOSSIBLE, STOPPED
from solvers.proofs.certificate import Certificate, Origin
from solvers.proofs.formula import read_formula
from solvers.proofs.proving import prove
from solvers.proofs.statement import state_parts
from solvers.proofs.tables import check_table, items_of, write_table
from solvers.proofs.verifying import Verifier
from tests.solvers.conftest import Typed
from tests.solvers.proofs.veripb_grammar import opb_fault, pbp_fault


@pytest.mark.parametrize(
    "words", [["sudoku", "clash"], ["cubes", "csun-mid8", "--smallest"], ["cover", "mutilated-board"]]
)
def test_a_conflict_that_is_shown_is_proved_by_its_parts_alone(typed: Typed, words: list[str]) -> None:
    _, shown, err = typed("explain", *words, "--brief", "--proof", "it")
    assert "proof written" in shown, err
    code, out, _ = typed("verify", "it", "--expect", "no answer")
    record = json.loads(typed("verify", "it", "--json")[1])
    assert code == ANSWERED, out
    assert record["rules"] == [line.strip() for line in shown.splitlines() if line.startswith("  ")]
    assert f"\nof these alone: {'; '.join(record['rules'])}\n" in out
    certificate = Certificate.read(Path("it"))
    assert opb_fault(certificate.statement) is None
    assert pbp_fault(certificate.proof) is None


def test_every_conflict_that_is_shown_has_a_certificate_and_earlier_ones_go(typed: Typed) -> None:
    typed("explain", "cubes", "csun-mid8", "--all-conflicts", "--limit", "3", "--proof", "it")
    found = [typed("verify", name) for name in ("it", "it-2", "it-3")]
    assert [code for code, _, _ in found] == [ANSWERED] * 3
    assert len({out for _, out, _ in found}) == 3
    typed("explain", "cubes", "csun-mid8", "--proof", "it")
    assert sorted(path.name for path in Path().iterdir()) == ["it.opb", "it.pbp"]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('["row", 3]', '["row", 9]', "REJECTED: the puzzle has no part ('row', 9)"),
        (', ["row", 3]', "", "REJECTED: line 1 of the statement says '* #variable= 729 #constraint= 92'"),
        ('["given", 32], ', "", "REJECTED: line 1 of the statement says '* #variable= 729 #constraint= 92'"),
    ],
)
def test_other_parts_than_were_stated_are_rejected(typed: Typed, old: str, new: str, why: str) -> None:
    typed("explain", "sudoku", "clash", "--proof", "it")
    text = Path("it.opb").read_text()
    assert old in text
    Path("it.opb").write_text(text.replace(old, new, 1))
    code, out, _ = typed("verify", "it")
    assert (code, why in out) == (IMPOSSIBLE, True), out


@pytest.mark.parametrize("as_table", [False, True])
def test_parts_alone_prove_no_answer_and_nothing_else(typed: Typed, as_table: bool) -> None:
    """Without a rule, all cells may hold 1, or anything: those are answers to the statement, and none to the puzzle."""
    sudoku = load_puzzle("sudoku")
    instance = next(iter(sudoku.read(find_instance(sudoku, "clash"))))
    stated = sudoku.state(instance, "cells")
    statement, names = state_parts(sudoku.parts(instance, stated), ())
    formula = read_formula(statement.text())
    ones = statement.literals(dict.fromkeys(stated.model.variables, 1))
    if as_table:
        items = items_of(formula)
        assert items is not None
        rows = {(1 << 81) - (1 << done): 9 ** (81 - done) for done in range(82)}
        proof = write_table(list(items.primary), rows)
        assert check_table(formula, proof) == 9**81
    else:
        proof = prove(statement, [ones], "tree", complete=False)
    origin = Origin("sudoku", "cells", instance="clash", name="clash", parts=())
    verdict = Verifier().verify(Certificate(statement.text(origin.heading()), proof))
    assert names == ()
    assert verdict.rejected == "some rules alone were stated, and only their conflict can be proved"


def test_an_explanation_that_was_stopped_leaves_no_certificate(typed: Typed) -> None:
    typed("explain", "sudoku", "clash", "--proof", "it")
    code, out, _ = typed("explain", "sudoku", "inkala", "--time-limit", "0.01", "--proof", "it")
    assert code == STOPPED
    assert "no proof: a limit came before anything was proved; it.opb and it.pbp of an earlier run removed" in out
    assert not [*Path().iterdir()]
