"""Refutations by SAT: another checker, dratify, says of them what ours says."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from itertools import combinations
from subprocess import Popen

import pytest

from solvers.backends.sat.incremental import KERNEL
from solvers.core.limits import Clock, OutOfTime
from solvers.proofs.checker import check
from solvers.proofs.clauses import clauses_of
from solvers.proofs.proving import drup, prove, refute_by_sat
from solvers.proofs.script import Script
from solvers.proofs.statement import state
from tests.solvers.proofs.answered import answered, stated

dratify = pytest.importorskip("dratify")

PLAIN = [("sudoku", "inkala", "cells"), ("sudoku", "top1465", "cells"), ("sudoku", "order_4", "cover")]
"""Instances whose lines are as good as their clauses, so that the clauses need no proof."""


def as_dimacs(clause: Iterable[int]) -> list[int]:
    return [-(literal >> 1) - 1 if literal & 1 else (literal >> 1) + 1 for literal in clause]


@pytest.mark.parametrize("solver", ["cadical195", KERNEL])
@pytest.mark.parametrize("words", PLAIN, ids=lambda words: words[1])
def test_another_checker_agrees(words: tuple[str, str, str], solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if solver == KERNEL:
        monkeypatch.setitem(sys.modules, "pysat", None)
    statement, answers, _ = answered(*stated(*words))
    formula = statement.formula()
    dimacs = [as_dimacs(clause) for clause in clauses_of(statement, Script(formula))]
    preserved = {literal >> 1 for literal in formula.preserved}
    for answer in answers:
        literals = [formula.names.literal(word) for word in answer]
        dimacs.append(as_dimacs(literal ^ 1 for literal in literals if literal >> 1 in preserved))
    refutation = drup(dimacs, solver=solver)
    text = f"p cnf {len(formula.names.numbers)} {len(dimacs)}\n"
    text += "".join(f"{' '.join(map(str, clause))} 0\n" for clause in dimacs)
    problem = dratify.parse_dimacs(text)
    assert dratify.check_proof(problem, "\n".join(refutation)).ok
    assert check(statement.formula(), prove(statement, answers, "sat")).answers
    # With an answer allowed, there is nothing to refute, and no refutation is believed.
    fewer = text.replace(f" {' '.join(map(str, dimacs[-1]))} 0\n", "").rsplit("\n", 2)[0] + "\n"
    satisfiable = dratify.parse_dimacs(fewer.replace(f" {len(dimacs)}\n", f" {len(dimacs) - 1}\n", 1))
    assert not dratify.check_proof(satisfiable, "\n".join(refutation)).ok


def pigeons(count: int) -> list[tuple[int, ...]]:
    """That so many pigeons fit into one hole fewer, each in one: the refutation by clauses takes for ever."""
    holes = range(count - 1)
    at_home = [tuple(2 * (pigeon * (count - 1) + hole) for hole in holes) for pigeon in range(count)]
    alone = [(one + 1, other + 1) for hole in zip(*at_home, strict=True) for one, other in combinations(hole, 2)]
    return [*at_home, *alone]


def test_a_limit_ends_a_refutation() -> None:
    with pytest.raises(OutOfTime):
        refute_by_sat(Script(state(*stated(*PLAIN[0])).formula()), pigeons(13), Clock(0.5))


def test_ctrl_c_ends_a_refutation_and_the_next_one_is_heard_too() -> None:
    dimacs = [as_dimacs(clause) for clause in pigeons(13)]
    soon = f"import os, signal, time; time.sleep(0.3); os.kill({os.getpid()}, signal.SIGINT)"
    for _ in range(2):
        with Popen([sys.executable, "-c", soon]), pytest.raises(KeyboardInterrupt):
            drup(dimacs)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
