"""The record of a run as one JSON object. Each has every key of ``KEYS``; what is not known is null."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from models.errors import InputError
from solvers.core.record import Proof, Result
from solvers.workers.usage import worker

Record = dict[str, Any]

KEYS = {
    "puzzle": "the word on the command line",
    "instance": "the instance's name",
    "file": "the file it was read from; null when it was typed",
    "line": "for bad input, the line it stands on",
    "error": "for bad input, what is wrong in a sentence",
    "formulation": "null when a plain clash made a search unnecessary, and for a published program",
    "backend": "the word of the backend that answered, with the variant after a colon; null when none was asked",
    "solver": "the solver underneath with its version, or what a published program does",
    "rule": "the rule by which the backend was chosen (--why shows it in a sentence); null when it was named",
    "seed": "the seed",
    "objective": "what --minimize was given",
    "value": "what that comes to in the best answer found",
    "status": "answered, impossible (proved), stopped (a limit came first) or bad input",
    "verdict": "the same in a sentence, with the number of answers",
    "remarks": "sentences on what is odd about the instance",
    "found": "how many distinct answers were found",
    "complete": "whether there are no others",
    "unique": "true, false, or null when the search did not go far enough to say",
    "stopped_by": "time, solutions, interrupt, failure, unproved, killed (its workers) or program (ends at its first)",
    "failure": "what the solver said when it failed, that it did not stop in time, or how its workers ended",
    "answers": "the answers kept, in the puzzle's own terms and order",
    "proof": "what the checker says is proved (null until it has run), steps, files; null where none was asked for",
    "worker": "the worker of a cluster that answered (--on), or all that had a part in it; null where there is none",
    "seconds": "wall time: read, model, load, first (null without an answer), search; null in a file of many",
    "why": "that rule's choice in a sentence; null where it chose nothing, and in a file of many",
    "size": "what the solver was given: variables, clauses, options …; null in a file of many",
    "effort": "the search's own counts: conflicts, nodes, turns …; null in a file of many",
}
"""What a record holds, in this order."""


def record(result: Result[Any, Any]) -> Record:
    spans = result.spans
    times = {"read": spans["read"], "model": spans["model"], "load": spans["load"], "first": result.times.first}
    return {
        **answer_record(result),
        "seconds": {
            name: None if span is None else round(span, 6)
            for name, span in (times | {"search": spans["search"]}).items()
        },
        "why": result.searched.why or None if result.searched is not None else None,
        "size": dict(result.size),
        "effort": dict(result.outcome.effort),
    }


def answer_record(result: Result[Any, Any]) -> Record:
    """A record that comes out alike in every run: times and counts of work are left open."""
    puzzle, solver, outcome = result.puzzle, result.solver, result.outcome
    return _filled(
        puzzle=puzzle.name,
        instance=result.instance.name,
        file=None if result.file is None else str(result.file),
        formulation=result.formulation or None,
        backend=result.backend or None,
        solver=result.version or None,
        rule=result.rule or None,
        seed=solver.settings.seed,
        objective=solver.objective,
        value=result.value,
        status=result.status.word,
        verdict=result.verdict,
        remarks=list(puzzle.warnings(result.instance)),
        found=outcome.found,
        complete=outcome.complete,
        unique=result.unique,
        stopped_by=outcome.stopped_by or None,
        failure=outcome.failure or None,
        answers=[puzzle.as_json(result.instance, answer) for answer in result.answers],
        proof=None if result.proof is None else proof_record(result.proof),
        worker=worker() or ", ".join(sorted(result.workers)) or None,
    )


def proof_record(proof: Proof) -> Record:
    return {"checked": proof.claim or None, "steps": proof.steps, "files": [str(path) for path in proof.files]}


def bad_input_record(puzzle: str, error: InputError, file: Path | None = None) -> Record:
    """The record of an instance that could not be read, for ``puzzle`` as it is called on the command line."""
    return _filled(
        puzzle=puzzle,
        file=None if file is None else str(file),
        line=error.line,
        error=error.sentence,
        status="bad input",
        verdict=f"bad input: {error.sentence}",
        answers=[],
    )


def write_record(values: Record) -> str:
    return json.dumps(values, ensure_ascii=False)


def keys_for_people() -> str:
    """What ``--json`` prints, key by key."""
    width = max(map(len, KEYS))
    return "\n".join(
        ["--json prints one object, every key always there:"]
        + [f"  {key:{width}}  {meaning}" for key, meaning in KEYS.items()]
    )


def _filled(**known: Any) -> Record:
    return dict.fromkeys(KEYS) | known
