"""Proofs of what a search came to: its answers, and by one of the producers that there is no other, or no better.

- ``sat``: CaDiCaL refutes the statement as clauses (``solvers.proofs.sat``);
- ``tree``: a search tree over the statement's own lines (``solvers.proofs.tree``);
- ``quick``: the tree where it has few steps, else SAT, where that is installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec

from solvers.core.backend import Clock
from solvers.proofs import sat, tree
from solvers.proofs.clauses import clauses_of, is_plain, translated, variables_of
from solvers.proofs.constraints import PBConstraint, normal
from solvers.proofs.formula import PBFormula
from solvers.proofs.script import Script
from solvers.proofs.statement import PBStatement

QUICK_TREE_STEPS = 25
"""Steps of a tree that take no longer than a SAT solver takes to read a Sudoku: a puzzle of 17 clues needs ten."""


def prove(
    statement: PBStatement,
    answers: Sequence[Sequence[str]],
    producer: str,
    best: bool = False,
    complete: bool = True,
    clock: Clock = Clock(None),
    most: int | None = None,
) -> str:
    """A proof that ``answers`` are all answers of ``statement``, or with ``best`` that the last is a best one.

    Args:
        statement: what is proved something of.
        answers: literals from which each answer follows.
        producer: ``sat``, ``tree`` or ``quick``.
        best: whether the answers were looked for as ever better ones.
        complete: whether there are no others; if not, the proof only shows those there are, at least one.
        clock: raises OutOfTime when the time is up.
        most: the most steps that a tree may have, or it raises TreeTooLong.

    Raises:
        WrongAnswer: when there are other answers.
    """
    formula = statement.formula()
    if producer == "quick" and find_spec("pysat"):
        if all(map(is_plain, formula.constraints)) and not best:
            with suppress(tree.TreeTooLong):
                return prove(statement, answers, "quick tree", best, complete, clock)
        return prove(statement, answers, "sat", best, complete, clock)
    best = best and complete  # answers that may not be the best are only some answers
    script = Script(formula)
    answered: list[tuple[int, PBConstraint]] = []
    for answer in answers[-1:] if best else answers:
        number = script.answer(answer, "soli" if best else "solx")
        answered.append((number, _improved(formula, answer) if best else _forbidden(script, answer)))
    if not complete:
        return script.conclude(f"ENUMERATION_PARTIAL {len(answers)}")
    for_sat, quick = producer == "sat", producer == "quick tree"
    clauses = list(clauses_of(statement, script, lines=for_sat))
    variables = variables_of(statement, script)
    for number, constraint in answered:
        clauses += translated([constraint], [number], variables, script)
    if for_sat:
        sat.refute(script, clauses, clock)
    else:
        known = [*formula.constraints, *(constraint for _, constraint in answered), *script.clauses.values()]
        tree.refute(script, known, clock, QUICK_TREE_STEPS + len(answered) if quick else most)
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
    script.clause(literals)
    return PBConstraint(dict.fromkeys(literals, 1), 1)


def _improved(formula: PBFormula, answer: Sequence[str]) -> PBConstraint:
    """That the objective is less than in the answer."""
    return normal([(-c, literal) for c, literal in formula.objective or ()], 1 - _worth(formula, answer))


def _worth(formula: PBFormula, answer: Sequence[str]) -> int:
    """What the objective comes to in an answer."""
    true = set(map(formula.names.literal, answer))
    return sum(coefficient for coefficient, literal in formula.objective or () if literal in true)
