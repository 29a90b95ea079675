"""Play: which rules are broken or kept by what a player has set so far, what can still stand where, and an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from models.deductions import Rule
from models.editing import PLACE
from models.errors import InputError, PuzzlebenchError
from models.language.model import Literal
from solvers.core.backbone import Backbone
from solvers.core.backend import Clock, Limits
from solvers.core.registry import backend_for
from solvers.core.solver import Solver
from solvers.explain.work import explain
from solvers.serve.ask import Question, Record
from solvers.serve.documents import AskedDocument, subject_of, text_in, texts_in
from solvers.serve.judging import DETAIL_SECONDS, VERDICT_SECONDS, solver_of

BROKEN, KEPT, OPEN = "broken", "kept", "open"


def check(question: Question) -> Iterator[Record]:
    """``check``: every rule that is broken or kept, which pieces are wrong if that is asked, whether it is solved."""
    asked = subject_of(question)
    # A dial that was not touched stands as it does at the start; a piece that was not laid may still be.
    pieces = asked.table.pieces
    state = {piece.key: piece.start for piece in pieces if piece.start is not None and piece.gesture != PLACE}
    state |= texts_in(question, "state")
    facts = asked.facts(state)
    readings = asked.editing.readings(asked.instance, state)
    rules, solved = _rules(asked, facts)
    record: Record = {"rules": rules, "readings": readings, "solved": solved, "wrong": []}
    if text_in(question, "against") == "answer":
        record |= _against_answer(asked, facts)
    yield record


def _rules(asked: AskedDocument, facts: Mapping[str, Literal]) -> tuple[list[Record], bool]:
    """The rules that are not open, and whether all is set and every rule holds."""
    reasoner, givens = asked.reasoner, asked.stated.givens(asked.instance)
    set_here = [reasoner.literal(fact) for fact in facts.values()]
    given = [reasoner.literal(var == value) for var, value in givens.items()]
    selectors = [reasoner.selector(rule.key) for rule in reasoner.rules]
    known = {fact.var for fact in facts.values()} | {*givens}
    if set_here and reasoner.holds([*selectors, *given, *set_here]):
        broken: set[int] = set()
    else:
        broken = {s for s in selectors if set_here and not reasoner.holds([s, *given, *set_here])}
    consistent, forced = reasoner.propagate([*given, *set_here])
    settled = {*forced, *given, *set_here} if consistent else {*given, *set_here}
    parts = dict(zip(set_here, facts.values(), strict=True))
    found = []
    for rule, selector in zip(reasoner.rules, selectors, strict=True):
        scope = dict.fromkeys(var for constraint in rule.constraints for var in constraint.scope())
        if selector in broken:
            blamed = reasoner.minimal([*set_here, *given], [selector])
            cells = [p for literal in blamed if literal in parts for p in asked.parts_of[parts[literal].var.name]]
            cells += [part for var in givens for part in asked.parts_of.get(var.name, ())
                      if reasoner.literal(var == givens[var]) in blamed]  # fmt: skip
            named = asked.editing.where(asked.instance, rule.key)
            found.append(_record(rule, BROKEN, list(dict.fromkeys([*(named or ()), *cells]))))
        elif all(any(one in settled for one in reasoner.values(var).values()) for var in scope):
            found.append(_record(rule, KEPT, asked.where(rule.key, scope)))
    absent = {piece.key for piece in asked.table.pieces if piece.gesture == PLACE and piece.key not in facts}
    not_laid = [reasoner.literal(var == 0) for key, var in asked.variables.items() if key in absent]
    is_whole = all(v in known or key in absent or len(v.domain) == 1 for key, v in asked.variables.items())
    return found, is_whole and not broken and reasoner.holds([*selectors, *given, *set_here, *not_laid])


def _record(rule: Rule, status: str, parts: list[str]) -> Record:
    return {"key": ":".join(map(str, rule.key)), "sentence": rule.sentence, "parts": parts, "status": status}


def _against_answer(asked: AskedDocument, facts: Mapping[str, Literal]) -> Record:
    """Which pieces the only answer has otherwise; a sentence where there is none, or more than one."""
    loaded, _ = _first(asked).cached(asked.instance)
    givens = loaded.stated.givens(asked.instance)
    answers = list(loaded.search.solutions(givens, Limits(VERDICT_SECONDS, 2)))
    if len(answers) != 1:
        return {"sentence": "there are several answers" if answers else "there is no answer"}
    variables = asked.editing.variables(asked.instance, loaded.stated)
    return {"wrong": [key for key, fact in facts.items() if answers[0][variables[key]] not in fact.values]}


def _first(asked: AskedDocument) -> Solver[Any, Any]:
    """The solver of the formulation that is read."""
    return solver_of(asked.puzzle, next(iter(asked.puzzle.formulations)))


def candidates(question: Question) -> Iterator[Record]:
    """``candidates``: the values left for each open piece, as is plain to see, or as answers have them (``true``)."""
    asked = subject_of(question)
    facts = asked.facts(texts_in(question, "state"))
    if text_in(question, "how") == "true":
        loaded, _ = _first(asked).cached(asked.instance)
        variables = asked.editing.variables(asked.instance, loaded.stated)
        givens = {**loaded.stated.givens(asked.instance)}
        givens |= {variables[key]: next(iter(fact.values)) for key, fact in facts.items()}
        backbone = Backbone(loaded.search, variables.values(), givens, Clock(DETAIL_SECONDS))
        if not backbone.found:
            raise InputError("there is no answer with what is set so far")
        left = {key: backbone.not_excluded(var) for key, var in variables.items()}
    else:
        seen = explain(asked.puzzle, asked.instance, so_far=tuple(facts.values()), only=1, seconds=DETAIL_SECONDS)
        if not seen.variables:
            raise InputError(" ".join(seen.verdict))
        known = {var.name: values for var, values in next(seen.snapshots()).left.items()}
        left = {key: known.get(var.name, ()) for key, var in asked.variables.items()}
    given = {piece.key for piece in asked.table.pieces if piece.given is not None}
    yield {"candidates": {
        key: [str(value) for value in sorted(values)]
        for key, values in left.items()
        if key not in facts and key not in given and values
    }}  # fmt: skip


def answer(question: Question) -> Iterator[Record]:
    """``answer``: an answer as what is set, the best one where the puzzle says what is good, and the moves to it."""
    asked = subject_of(question)
    puzzle, instance = asked.puzzle, asked.instance
    objective = next(iter(puzzle.objectives), None) if question.get("best") else None
    solver: Solver[Any, Any] = Solver(puzzle, next(iter(puzzle.formulations)), *backend_for(), objective=objective)
    solutions = solver.answers(instance, Limits(VERDICT_SECONDS))
    found, assignment = None, None
    while (better := next(solutions, None)) is not None:
        found, assignment = better, solutions.assignment
        if objective is None:
            break
    solutions.close()
    if assignment is None or found is None:
        raise PuzzlebenchError("no answer was found" if not solutions.outcome.complete else "there is no answer")
    loaded, _ = solver.cached(instance)
    variables = asked.editing.variables(instance, loaded.stated)
    motion = puzzle.drawing.motion(instance, found)
    yield {
        "state": {key: str(assignment[var]) for key, var in variables.items()},
        "moves": [move.sentence for move in motion.moves] if motion else [],
        "objective": puzzle.objectives[objective] if objective else "",
        "value": solutions.objective_value,
    }
