"""Refutations by SAT: another checker, dratify, says of them what ours says."""

from __future__ import annotations

from itertools import islice

import pytest

from models.registry import find_instance, load_puzzle
from solvers.proofs.checker import check
from solvers.proofs.clauses import clauses_of
from solvers.proofs.formula import read_formula
from solvers.proofs.proving import prove
from solvers.proofs.sat import drup
from solvers.proofs.script import Script
from solvers.proofs.statement import Statement, state
from solvers.registry import load_backend

dratify = pytest.importorskip("dratify")

PLAIN = [("sudoku", "inkala", "cells"), ("sudoku", "top1465", "cells"), ("sudoku", "order_4", "cover")]
"""Instances whose lines are as good as their clauses, so that the clauses need no proof."""


def stated(puzzle_name: str, instance_name: str, formulation: str) -> tuple[Statement, list[list[str]]]:
    puzzle = load_puzzle(puzzle_name)
    instance = next(islice(puzzle.read(find_instance(puzzle, instance_name)), 1))
    stating = puzzle.state(instance, formulation, None)
    givens = stating.givens(instance)
    statement = state(stating.model, givens)
    found = load_backend("backtracking")[0].load(stating.model).solutions(givens)
    return statement, [statement.literals(assignment) for assignment in found]


@pytest.mark.parametrize("words", PLAIN, ids=lambda words: words[1])
def test_another_checker_agrees(words: tuple[str, str, str]) -> None:
    statement, answers = stated(*words)
    formula = read_formula(statement.text())
    dimacs = [
        [-(literal >> 1) - 1 if literal & 1 else (literal >> 1) + 1 for literal in clause]
        for clause in clauses_of(statement, Script(formula))
    ]
    preserved = {literal >> 1 for literal in formula.preserved}
    for answer in answers:
        literals = [formula.names.literal(word) for word in answer]
        dimacs.append([(lit >> 1) + 1 if lit & 1 else -(lit >> 1) - 1 for lit in literals if lit >> 1 in preserved])
    refutation = drup(dimacs)
    text = f"p cnf {len(formula.names.numbers)} {len(dimacs)}\n"
    text += "".join(f"{' '.join(map(str, clause))} 0\n" for clause in dimacs)
    problem = dratify.parse_dimacs(text)
    assert dratify.check_proof(problem, "\n".join(refutation)).ok
    assert check(read_formula(statement.text()), prove(statement, formula, answers, "sat")).answers
    # With an answer allowed, there is nothing to refute, and no refutation is believed.
    fewer = text.replace(f" {' '.join(map(str, dimacs[-1]))} 0\n", "").rsplit("\n", 2)[0] + "\n"
    satisfiable = dratify.parse_dimacs(fewer.replace(f" {len(dimacs)}\n", f" {len(dimacs) - 1}\n", 1))
    assert not dratify.check_proof(satisfiable, "\n".join(refutation)).ok
