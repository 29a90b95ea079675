"""A SAT solver that is asked in slices: its answers, its clock, and that Ctrl-C leaves it whole."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from contextlib import ExitStack
from itertools import combinations
from tempfile import TemporaryFile
from time import sleep

import pytest

from models.errors import InputError
from solvers.backends.sat.backend import BACKEND
from solvers.backends.sat.incremental import IncrementalSat, facts_first
from solvers.backends.sat.library import InterruptsLeftToPython
from solvers.core.backend import Clock
from tests.patience import soon

SOLVERS = BACKEND.variants


def pigeons(count: int) -> list[list[int]]:
    """One pigeon more than there are holes; hopeless for a SAT solver from 12 holes on."""
    inside = [[pigeon * count + hole + 1 for hole in range(count)] for pigeon in range(count + 1)]
    return inside + [[-a[hole], -b[hole]] for hole in range(count) for a, b in combinations(inside, 2)]


@pytest.mark.skipif(sys.platform == "win32", reason="there the C library is not found in this way")
@pytest.mark.parametrize("solver", ["cadical153", "cadical195", "glucose4"])
def test_a_proof_that_nobody_reads_is_written_into_no_other_file(solver: str) -> None:
    for _ in range(3):
        sat = IncrementalSat(solver, pigeons(5), with_proof=True)
        assert sat.solve((), Clock(None)) is False
        sat.close()
    with ExitStack() as stack:
        files = [stack.enter_context(TemporaryFile()) for _ in range(9)]  # of the numbers that the proofs had
        ctypes.CDLL(None).fflush(None)
        assert [file.seek(0, os.SEEK_END) for file in files] == [0] * 9


@pytest.mark.parametrize("solver", SOLVERS)
def test_it_answers_under_assumptions_and_learns_clauses(solver: str) -> None:
    sat, forever = IncrementalSat(solver, [(1, 2), (-1, 3)]), Clock(None)
    assert sat.solve((-2,), forever)
    assert sat.model()[:3] == [1, -2, 3]
    assert sat.solve((-2, -3), forever) is False
    assert set(sat.core()) <= {-2, -3}
    sat.add((-3,))
    assert sat.solve([], forever)
    assert sat.model()[:3] == [-1, 2, -3]
    assert sat.solve((-2,), forever) is False
    assert sat.core() == [-2]
    assert set(sat.work()) >= {"conflicts", "decisions", "propagations", "restarts"}
    sat.close()


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_refutation_in_many_slices_is_a_refutation(solver: str) -> None:
    sat = IncrementalSat(solver, pigeons(7))
    assert sat.solve([], Clock(None)) is False


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_clock_is_noticed(solver: str) -> None:
    sat = IncrementalSat(solver, pigeons(13))
    with soon():
        assert sat.solve([], Clock(0.2)) is None
    assert sat.solve([], Clock(0.0)) is None


@pytest.mark.parametrize("solver", SOLVERS)
def test_ctrl_c_raises_and_leaves_the_solver_whole(solver: str) -> None:
    # Two parts: a riddle nobody can finish, switched on by variable 1, and one that is easy.
    hard = [[-1, *(literal + (1 if literal > 0 else -1) for literal in clause)] for clause in pigeons(13)]
    sat = IncrementalSat(solver, hard)

    def press() -> None:
        sleep(0.2)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=press).start()
    with soon(), pytest.raises(KeyboardInterrupt):
        sat.solve([1], Clock(None))
    assert sat.solve([-1], Clock(None)) is True
    assert sat.model()[0] == -1
    assert sat.solve([1, -2], Clock(0.1)) is None
    assert sat.work()["conflicts"] > 0


def test_a_seed_changes_the_order_of_the_clauses_and_not_their_meaning() -> None:
    for seed in range(5):
        sat = IncrementalSat("minisat22", [(1, 2), (-1, 3), (-3, -2)], seed)
        assert sat.solve([1], Clock(None)) is True
        assert sat.model()[:3] == [1, -2, 3]


def test_a_solver_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="sat:shiny9000 is not part of the installed python-sat"):
        IncrementalSat("shiny9000", [])


class Deaf:
    """A solver that neither finishes nor listens."""

    def __init__(self) -> None:
        self.told, self.released = False, threading.Event()

    def solve_limited(self, assumptions: list[int], expect_interrupt: bool) -> None:
        assert expect_interrupt
        self.released.wait()

    def interrupt(self) -> None:
        self.told = True

    def accum_stats(self) -> dict[str, int]:
        return {"conflicts": 1, "decisions": 2, "propagations": 3, "restarts": 4}


def test_the_solver_that_takes_the_place_of_one_that_does_not_stop_knows_all_it_knew() -> None:
    sat = IncrementalSat("glucose4", [(1, 2), (-1, 3)])
    sat.add([-2])
    assert sat.solve([], Clock(None))
    decisions = sat.work()["decisions"]
    left_behind = sat._engine
    left_behind._solver = deaf = Deaf()
    with soon():
        assert sat.solve([], Clock(0.1)) is None
    assert deaf.told
    assert sat._engine is not left_behind
    deaf.released.set()
    assert sat.solve([], Clock(None))
    assert sat.model()[:3] == [1, -2, 3]
    assert sat.work()["decisions"] >= decisions


def test_what_is_ruled_out_is_told_before_the_long_clause_that_it_shortens() -> None:
    """Otherwise MiniSat looks through the long clause again for each of its literals: 86 s for 200,000 values."""
    long = [tuple(range(1, 5_001)), *((-literal,) for literal in range(1, 4_999))]
    ordered = facts_first(long)
    assert [len(clause) for clause in ordered] == [1] * 4_998 + [5_000]
    assert sorted(ordered) == sorted(long)
    short = [(1, 2), (-1,), (2, 3)]
    assert facts_first(short) is short
    sat = IncrementalSat("minisat22", long)
    assert sat.solve([], Clock(None))
    assert {literal for literal in sat.model() if literal > 0} <= {4_999, 5_000}


def test_no_part_of_the_library_takes_ctrl_c_while_it_is_left_to_python() -> None:
    pytest.importorskip("pysat")
    from pysat import card, solvers

    with InterruptsLeftToPython():
        assert not solvers.MainThread.check()
        with InterruptsLeftToPython():
            assert not card.MainThread.check()
        assert not card.MainThread.check()
    assert card.MainThread.check()
    assert solvers.MainThread.check()
