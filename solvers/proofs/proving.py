"""Proofs of what a search came to: its answers, and by one of the producers that there is no other, or no better.

- ``sat``: a DRUP refutation by a SAT solver of the statement as clauses, each clause that it learns a step;
- ``tree``: a search tree over the statement's own lines, independent of every solver: a branch on which unit
  propagation fails gives the clause "not all of these decisions", and once all values of a variable have failed, so
  has the branch above. Branching is on the fewest possibilities left, as in Knuth's Algorithm X: of the variables of
  the statement and of the lines that ask for one of several;
- ``quick``: the tree where it has few steps, else SAT, where a compiled solver is there.

Nothing here is believed: the checker goes through every step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from contextlib import closing, suppress

from solvers.backends.sat.incremental import IncrementalSat, is_learning_quick, solver_for_hard_questions
from solvers.core.limits import ENDLESS, Clock, OutOfTime, WrongAnswer
from solvers.proofs.clauses import clauses_of, is_plain, translated, variables_of
from solvers.proofs.formula import PBConstraint, PBFormula, normal
from solvers.proofs.propagation import UnitPropagator
from solvers.proofs.script import Script
from solvers.proofs.statement import PBStatement

MAX_QUICK_TREE_STEPS = 25
"""Steps of a tree that take no longer than a SAT solver takes to read a Sudoku: a puzzle of 17 clues needs ten."""


class TreeTooLong(Exception):
    """The refutation has more steps than were wanted."""


def prove(
    statement: PBStatement,
    answers: Sequence[Sequence[str]],
    producer: str,
    best: bool = False,
    complete: bool = True,
    clock: Clock = ENDLESS,
    most: int | None = None,
) -> str:
    """A proof that ``answers`` are all answers of ``statement``, or with ``best`` that the last is a best one.

    Each answer is given by literals from which it follows. Where they are not ``complete``, the proof only shows those
    there are, at least one; where they are said to be and there are others, a WrongAnswer is raised, and TreeTooLong
    where a tree would have more steps than ``most``.
    """
    formula = statement.formula()
    if producer == "quick" and is_learning_quick():
        if all(map(is_plain, formula.constraints)) and not best:
            with suppress(TreeTooLong):
                return prove(statement, answers, "tree", best, complete, clock, MAX_QUICK_TREE_STEPS + len(answers))
        return prove(statement, answers, "sat", best, complete, clock)
    best = best and complete  # answers that may not be the best are only some answers
    script = Script(formula)
    answered: list[tuple[int, PBConstraint]] = []
    for answer in answers[-1:] if best else answers:
        number = script.answer(answer, "soli" if best else "solx")
        answered.append((number, _improved(formula, answer) if best else _forbidden(script, answer)))
    if not complete:
        return script.conclude(f"ENUMERATION_PARTIAL {len(answers)}")
    clauses = list(clauses_of(statement, script, lines=producer == "sat"))
    variables = variables_of(statement, script)
    for number, constraint in answered:
        clauses += translated([constraint], [number], variables, script)
    if producer == "sat":
        refute_by_sat(script, clauses, clock)
    else:
        known = [*formula.constraints, *(constraint for _, constraint in answered), *script.clauses.values()]
        _refute_by_tree(script, known, clock, most)
    if best:
        worth = _worth(formula, answers[-1]) if answers else "INF"
        return script.conclude(f"BOUNDS {worth} : {script.last} {worth}")
    return script.conclude(
        f"ENUMERATION_COMPLETE {len(answers)} : {script.last}" if answers else f"UNSAT : {script.last}"
    )


def _forbidden(script: Script, answer: Sequence[str]) -> PBConstraint:
    """That the answer is not given again, by those of its literals that make it up."""
    names, preserved = script.formula.names, {literal >> 1 for literal in script.formula.preserved or ()}
    literals = [literal ^ 1 for literal in map(names.literal, answer) if literal >> 1 in preserved]
    return script.clauses[script.clause(literals)]


def _improved(formula: PBFormula, answer: Sequence[str]) -> PBConstraint:
    return normal([(-c, literal) for c, literal in formula.objective or ()], 1 - _worth(formula, answer))


def _worth(formula: PBFormula, answer: Sequence[str]) -> int:
    true = set(map(formula.names.literal, answer))
    return sum(coefficient for coefficient, literal in formula.objective or () if literal in true)


# By a SAT solver


def refute_by_sat(script: Script, clauses: Iterable[tuple[int, ...]], clock: Clock) -> None:
    clauses = list(clauses)
    numbers: dict[frozenset[int], int] = {}  # of what was learnt; nothing else can be deleted
    for step in [] if () in clauses else drup([list(map(_dimacs, clause)) for clause in clauses], clock):
        words = step.split()
        if words[0] == "d":
            number = numbers.pop(frozenset(map(int, words[1:-1])), None)
            if number is not None and len(words) > 3:  # a unit clause stays: what follows from it does
                script.delete([number])
        elif len(words) > 1:
            literals = list(map(int, words[:-1]))
            numbers[frozenset(literals)] = script.clause(2 * (abs(number) - 1) + (number < 0) for number in literals)
    script.clause(())


def drup(clauses: list[list[int]], clock: Clock = ENDLESS, solver: str = "") -> list[str]:
    """A refutation of ``clauses``, in DIMACS literals, line by line in the DRUP format.

    Not every ``solver`` will do: the proofs of maplesat do not verify (pysat issue 139).
    """
    solver = solver or solver_for_hard_questions(map(len, clauses))
    with closing(IncrementalSat(solver, clauses, clock=clock, with_proof=True)) as sat:
        solved = sat.solve((), clock)
        if solved is None:
            raise OutOfTime("the time is up")
        if solved:
            raise WrongAnswer("there is an answer that was not found, so nothing can be proved")
        return sat.proof()


def _dimacs(literal: int) -> int:
    return -(literal >> 1) - 1 if literal & 1 else (literal >> 1) + 1


# By a search tree


def _refute_by_tree(script: Script, known: Sequence[PBConstraint], clock: Clock, most: int | None) -> None:
    """Write the steps that refute the ``known`` constraints: the statement, what it was translated to, the answers."""
    propagator = UnitPropagator()
    booleans = len(script.formula.names.numbers)
    propagator.reach(booleans)
    for constraint in known:
        propagator.add(constraint)
    groups = [list(constraint.terms) for constraint in known if constraint.degree > 0 and constraint.is_clause]
    branches: list[list[int]] = [[]]  # from the root to where the search is, the decisions taken
    while branches:
        clock.check()
        if most is not None and len(script.clauses) > most:
            raise TreeTooLong
        decisions = branches[-1]
        true = propagator.consequences(decisions)
        if true is None:
            propagator.add(script.clauses[script.clause(literal ^ 1 for literal in decisions)])
            branches.pop()  # and the branch above goes on without this value
        else:
            branches.append([*decisions, _open_literal(groups, set(true), booleans)])


def _open_literal(groups: Sequence[Sequence[int]], true: Set[int], booleans: int) -> int:
    """A literal of the group with the fewest that are open; where every group has a true one, any that is open."""
    fewest: list[int] = []
    for group in groups:
        if true.isdisjoint(group):
            left = [literal for literal in group if literal ^ 1 not in true]
            if not fewest or len(left) < len(fewest):
                fewest = left
                if len(left) == 2:
                    break
    for literal in fewest or range(0, 2 * booleans, 2):
        if literal not in true and literal ^ 1 not in true:
            return literal
    raise WrongAnswer("there is an answer that was not found, so nothing can be proved")
