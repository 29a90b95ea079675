"""Proofs by a SAT solver: a DRUP refutation by CaDiCaL, each clause that it learns a step.

Nothing here is believed: the checker goes through every step.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing

from solvers.backends.sat.incremental import IncrementalSat
from solvers.core.limits import ENDLESS, Clock, OutOfTime, WrongAnswer
from solvers.proofs.script import Script

PROOF_SOLVER = "cadical195"
"""Its proofs verify here and elsewhere; those of maplesat are known not to (pysat issue 139)."""


def refute(script: Script, clauses: Iterable[tuple[int, ...]], clock: Clock) -> None:
    """Write the steps that refute ``clauses``."""
    clauses = list(clauses)
    if () in clauses:
        script.clause(())
        return
    numbers: dict[frozenset[int], int] = {}  # of what was learnt; nothing else can be deleted
    for step in drup([list(map(_dimacs, clause)) for clause in clauses], clock):
        words = step.split()
        if words[0] == "d":
            number = numbers.pop(frozenset(map(int, words[1:-1])), None)
            if number is not None and len(words) > 3:  # a unit clause stays: what follows from it does
                script.delete([number])
        elif len(words) > 1:
            literals = list(map(int, words[:-1]))
            numbers[frozenset(literals)] = script.clause(map(_literal, literals))
    script.clause(())


def drup(clauses: list[list[int]], clock: Clock = ENDLESS) -> list[str]:
    """A refutation of ``clauses``, in DIMACS literals, line by line in the DRUP format."""
    with closing(IncrementalSat(PROOF_SOLVER, clauses, clock=clock, with_proof=True)) as oracle:
        solved = oracle.solve((), clock)
        if solved is None:
            raise OutOfTime("the time is up")
        if solved:
            raise WrongAnswer("there is an answer that was not found, so nothing can be proved")
        return oracle.proof()


def _dimacs(literal: int) -> int:
    return -(literal >> 1) - 1 if literal & 1 else (literal >> 1) + 1


def _literal(number: int) -> int:
    return 2 * (abs(number) - 1) + (number < 0)
