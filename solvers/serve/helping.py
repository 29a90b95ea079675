"""Help for players: a hint in rungs, the steps to the answer, why a value cannot stand, and a technique to practise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, zip_longest
from typing import Any

from models.deductions import Deduction, Snapshot, is_value
from models.errors import InputError
from models.kit.names import shown
from models.language.model import Literal
from models.puzzle import Puzzle
from models.registry import instance_files, instances_in
from models.sudoku.techniques.names import TECHNIQUE_NAMES
from solvers.core.backend import Clock
from solvers.explain.record import NO_ANSWER, SEE, WRONG, Explanation, Hint
from solvers.explain.techniques import chosen_techniques
from solvers.explain.why_not import POSSIBLE, why_not
from solvers.explain.wording import new_facts, reasons, technique_name
from solvers.explain.work import explain
from solvers.serve.ask import Question, Record
from solvers.serve.documents import AskedDocument, document_of, puzzle_called, subject_of, text_in, texts_in
from solvers.serve.judging import blamed_part

HELP_SECONDS, WALK_SECONDS = 8.0, 15.0
MAX_PRACTICE_SECONDS = 0.7  # for an instance on the way to one in which a technique is needed
MAX_INSTANCES_WALKED = 20  # of each file


class _Reached(Exception):
    """The step that was looked for has been found."""


def hint(question: Question) -> Iterator[Record]:
    """``hint``: what is wrong so far, where to look, what to see, which cells, do it."""
    asked = subject_of(question)
    state = texts_in(question, "state")
    facts = tuple(asked.facts(state).values())
    wanted = text_in(question, "piece")
    found, before = _towards(asked, facts + _struck(asked, question, state), wanted, _techniques(asked, question))
    if found.status == WRONG and found.wrong:
        parts = [part for fact in found.wrong.facts for part in asked.parts_of.get(fact.var.name, ())]
        entries = [entry for fact in found.wrong.facts if (entry := asked.entry(fact))]
        yield {"levels": [" ".join(found.verdict)], "look": parts, "lit": parts, "do": [], "wrong": entries}
        return
    if not found.steps:
        verdict = " ".join(found.verdict)
        yield {"levels": [verdict], "look": [], "lit": [], "do": [], "done": found.status != NO_ANSWER}
        return
    step = found.steps[-1]
    place = Hint(found, SEE).place if before == 0 else None
    look = [part for var in place.variables for part in asked.parts_of.get(var.name, ())] if place else []
    lit = parts_of(asked, (fact.var.name for fact in step.new))
    name = technique_name(step, found.stated)
    words = place.words if place else step.fact.var.name
    ahead = f"{before} step{'s' * (before != 1)} before it. " if before else ""
    yield {
        "levels": [
            "Nothing is wrong so far.",
            f"Look at {words}." if not before else f"{ahead}Look at {words}.",
            f"What to see: {name}.",
            _seen(step, found),
            f"So: {new_facts(step, found.stated)}.",
        ],
        "technique": name,
        "look": look or lit,
        "lit": lit,
        "reason": _reason(asked, step),
        "do": [entry for fact in step.new if (entry := asked.entry(fact))],
    }


def _techniques(asked: AskedDocument, question: Question) -> frozenset[str] | None:
    """The techniques to go by, as ``explain`` takes them: ``only`` and ``without``, with commas between names."""
    only, without = ([*filter(None, [text_in(question, word)])] for word in ("only", "without"))
    return chosen_techniques(asked.puzzle, only, without)


def _towards(
    asked: AskedDocument, facts: tuple[Literal, ...], wanted: str, techniques: frozenset[str] | None
) -> tuple[Explanation[Any, Any], int]:
    """The explanation up to a step about some piece, or the one ``wanted``, and how many steps come before that."""
    latest: list[Explanation[Any, Any]] = []
    pieces = [asked.variables[wanted]] if wanted in asked.variables else asked.variables.values()
    names = {var.name for var in pieces}

    def note(found: Explanation[Any, Any]) -> None:
        latest[:] = [found]
        if found.steps and any(fact.var.name in names for fact in found.steps[-1].new):
            raise _Reached

    try:
        found = explain(
            asked.puzzle,
            asked.instance,
            so_far=facts,
            seconds=HELP_SECONDS,
            techniques=techniques,
            on_progress=note,
        )
    except _Reached:
        found = latest[0]
    return found, max(0, len(found.steps) - 1)


def _struck(asked: AskedDocument, question: Question, state: Mapping[str, str]) -> tuple[Literal, ...]:
    """What the player has struck out: values said so, and of pieces with candidates written in, all others."""
    marks = question.get("marks", {})
    if not isinstance(marks, Mapping):
        raise InputError("marks is an object of the marks of each piece")
    struck = []
    for key, own in marks.items():
        if not isinstance(own, Mapping) or key in state or key not in asked.variables:
            continue
        kept, gone = own.get("centre") or [], own.get("struck") or []
        if not isinstance(kept, list) or not isinstance(gone, list):
            raise InputError("marks are lists of values")
        values = asked.variables[key].domain
        struck += [
            asked.variables[key] != value for value in values if str(value) in gone or (kept and str(value) not in kept)
        ]
    return tuple(struck)


def _seen(step: Deduction, found: Explanation[Any, Any]) -> str:
    """What a step rests on, line by line."""
    lines = [line.strip() for line, _ in reasons(step, found.stated)]
    return "\n".join(lines) or technique_name(step, found.stated)


def _reason(asked: AskedDocument, step: Deduction) -> list[str]:
    seen = [fact.var.name for fact in step.facts]
    if step.pattern:
        seen += [fact.var.name for side in step.pattern.sides for fact in side]
    elif step.rules and not seen:
        return [
            part for rule in step.rules
            for part in asked.where(rule.key, [var for one in rule.constraints for var in one.scope()])
        ]  # fmt: skip
    return parts_of(asked, seen)


def parts_of(asked: AskedDocument, names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(part for name in names for part in asked.parts_of.get(name, ())))


def steps(question: Question) -> Iterator[Record]:
    """``steps``: every step to the answer, with what is set after it."""
    asked = subject_of(question)
    state = dict(texts_in(question, "state"))
    facts, techniques = tuple(asked.facts(state).values()), _techniques(asked, question)
    found = explain(asked.puzzle, asked.instance, so_far=facts, seconds=WALK_SECONDS, techniques=techniques)
    if not found.steps:
        yield {"verdict": " ".join(found.verdict)}
        return
    keys = {var.name: key for key, var in asked.variables.items()}
    given = {piece.key for piece in asked.table.pieces if piece.given is not None}
    for number, (step, noted) in enumerate(zip(found.steps, found.noted[1:], strict=False), 1):
        for fact in (*step.new, *noted):
            key = keys.get(fact.var.name)
            if key and is_value(fact) and key not in given:
                state[key] = str(next(iter(fact.values)))
        yield {
            "step": number,
            "sentence": new_facts(step, found.stated),
            "technique": technique_name(step, found.stated),
            "why": _seen(step, found),
            "do": [entry for fact in step.new if (entry := asked.entry(fact))],
            "state": dict(state),
            "lit": parts_of(asked, (fact.var.name for fact in step.new)),
            "reason": _reason(asked, step),
        }
    yield {"verdict": " ".join(found.verdict)}


def why_not_here(question: Question) -> Iterator[Record]:
    """``why_not``: a smallest reason why a piece cannot have a value, or that an answer has it."""
    asked = subject_of(question)
    piece = text_in(question, "piece")
    supposed = asked.facts({piece: text_in(question, "symbol")})
    if piece not in supposed:
        raise InputError("say which piece should have which value")
    found = why_not(asked.puzzle, asked.instance, [supposed[piece]], seconds=HELP_SECONDS, effort=1.0)
    blamed = asked.puzzle.parts(asked.instance, asked.stated)
    rules = Puzzle.parts(asked.puzzle, asked.instance, asked.stated) if not blamed.parts else blamed
    reason = found.reason.parts if found.reason else ()
    yield {
        "sentence": found.sentence,
        "possible": found.status == POSSIBLE,
        "reasons": [blamed_part(asked, part, rules) for part in reason],
    }


def practise(question: Question) -> Iterator[Record]:
    """``practise``: an instance brought to the point where a technique is the next step."""
    puzzle = puzzle_called(text_in(question, "puzzle"))
    technique = text_in(question, "technique")
    if technique not in TECHNIQUE_NAMES:
        raise InputError(f"there is no {shown(technique)} to practise; {', '.join(TECHNIQUE_NAMES)}")
    clock = Clock(WALK_SECONDS)
    latest: list[Explanation[Any, Any]] = []

    def note(found: Explanation[Any, Any]) -> None:
        latest[:] = [found]
        if found.steps and technique_name(found.steps[-1], found.stated) == technique:
            raise _Reached

    for instance in _practice_instances(puzzle):
        if clock.expired():
            break
        try:
            explain(puzzle, instance, seconds=MAX_PRACTICE_SECONDS, on_progress=note)
        except _Reached:
            yield _as_practised(puzzle, instance, latest[0], [*latest[0].snapshots()][-1])
            return
    raise InputError(f"no instance here was found that needs {shown(technique)}")


def _practice_instances(puzzle: Puzzle[Any, Any]) -> Iterator[Any]:
    """The first instance of each file, then the second of each, and so on."""
    files = [islice(instances_in(puzzle, path), MAX_INSTANCES_WALKED) for path in instance_files(puzzle).values()]
    for row in zip_longest(*files):
        yield from (one for one in row if one is not None and not isinstance(one, InputError))


def _as_practised(puzzle: Puzzle[Any, Any], instance: Any, found: Explanation[Any, Any], snapshot: Snapshot) -> Record:
    asked = AskedDocument(puzzle, puzzle.editing.draft(instance))
    given = {piece.key for piece in asked.table.pieces if piece.given is not None}
    known = {var.name: value for var, value in snapshot.known.items()}
    left = {var.name: values for var, values in snapshot.left.items()}
    state = {key: str(known[v.name]) for key, v in asked.variables.items() if v.name in known and key not in given}
    marks = {
        key: {"centre": [str(value) for value in sorted(left[var.name])]}
        for key, var in asked.variables.items()
        if var.name in left and key not in state and key not in given
    }
    return {"document": document_of(puzzle, asked.draft), "state": state, "marks": marks}
