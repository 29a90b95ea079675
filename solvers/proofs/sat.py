"""Proofs by a SAT solver: a DRUP refutation by CaDiCaL, each clause that it learns a step.

Nothing here is believed: the checker goes through every step.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable
from contextlib import suppress

from models.errors import Breakdown
from solvers.backends.sat.oracle import InterruptsLeftToPython
from solvers.processes.children import ask
from solvers.proofs.script import Script
from solvers.terms import Clock, OutOfTime, WrongAnswer

SOLVER = "cadical195"
"""Its proofs verify here and elsewhere; those of maplesat are known not to (pysat issue 139)."""

SLICE = 5_000
"""Conflicts between two looks for Ctrl-C."""


def refute(script: Script, clauses: Iterable[tuple[int, ...]], clock: Clock) -> None:
    """Write the steps that refute ``clauses``.

    Raises:
        WrongAnswer: when they have a solution.
        OutOfTime: when ``clock`` runs out.
    """
    clauses = list(clauses)
    if () in clauses:
        script.clause(())
        return
    numbers: dict[frozenset[int], int] = {}  # of what was learnt; nothing else can be deleted
    for step in _within(clock, [list(map(_dimacs, clause)) for clause in clauses]):
        words = step.split()
        if words[0] == "d":
            number = numbers.pop(frozenset(map(int, words[1:-1])), None)
            if number is not None and len(words) > 3:  # a unit clause stays: what follows from it does
                script.delete([number])
        elif len(words) > 1:
            literals = list(map(int, words[:-1]))
            numbers[frozenset(literals)] = script.clause(map(_literal, literals))
    script.clause(())


def _within(clock: Clock, clauses: list[list[int]]) -> list[str]:
    """``drup``, in a process of its own where there is a limit: CaDiCaL looks at no clock, so it has to be killed."""
    seconds = clock.remaining()
    if seconds is None:
        return drup(clauses)
    ending = ask(drup, clauses, seconds)
    if ending.overdue:
        raise OutOfTime("the time is up")
    if ending.answer is None:
        raise Breakdown(f"{SOLVER} ended with code {ending.code} before it had a proof")
    steps: list[str] = ending.answer
    return steps


def drup(clauses: list[list[int]]) -> list[str]:
    """A refutation of ``clauses``, in DIMACS literals, line by line in the DRUP format.

    Raises:
        WrongAnswer: when they have a solution.
    """
    from pysat.solvers import Solver  # heavy, and only these proofs need it

    # Other libraries may have left Ctrl-C to the system, which would end the program without a word.
    with suppress(TypeError, ValueError):  # no handler of Python's, or not the main thread
        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
    # Left to itself, python-sat jumps out of the solver on Ctrl-C, and may abort or hang afterwards.
    with InterruptsLeftToPython(), Solver(SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        solved: bool | None = None
        while solved is None:  # between two slices Python raises the KeyboardInterrupt that came meanwhile
            solver.conf_budget(SLICE)
            solved = solver.solve_limited()
        if solved:
            raise WrongAnswer("there is an answer that was not found, so nothing can be proved")
        steps: list[str] = solver.get_proof()
        return steps


def _dimacs(literal: int) -> int:
    return -(literal >> 1) - 1 if literal & 1 else (literal >> 1) + 1


def _literal(number: int) -> int:
    return 2 * (abs(number) - 1) + (number < 0)
