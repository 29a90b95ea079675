"""A result as one JSON object, for machines. The keys, all present in every record:

==============  ===============================================================================
``puzzle``      the word on the command line
``instance``    the instance's name
``file``        the file it was read from; null when it was typed
``formulation`` the formulation used; null when a plain clash made a search unnecessary
``backend``     the backend's word, with the variant after a colon
``solver``      the solver underneath, with its version
``seed``        the seed
``objective``   the objective minimised, or null
``value``       what it comes to in the best answer found, or null
``status``      ``answered``, ``impossible`` (proved) or ``stopped`` (a limit came first)
``verdict``     the same in a sentence, with the number of answers
``found``       how many distinct answers were found
``complete``    whether there are no others
``unique``      true, false, or null when the search did not go far enough to say
``stopped_by``  ``time``, ``solutions``, ``interrupt`` or null
``answers``     the answers kept, in the puzzle's own terms
``seconds``     ``read``, ``model``, ``load``, ``first``, ``search``: wall time of each part
``size``        what the solver was given: variables, constraints, clauses, options, items …
``effort``      the search's own counts: conflicts, decisions, branches, nodes …
==============  ===============================================================================
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from solvers.results import Result
from solvers.solving import Solver

Record = dict[str, Any]


def record(
    solver: Solver[Any, Any], result: Result[Any, Any], path: Path | None = None, reading: float = 0.0
) -> Record:
    """Everything there is to say about ``result``; ``reading`` is the wall time spent on the file."""
    times = result.times
    return {
        **answer_record(solver, result, path),
        "seconds": {
            "read": round(reading, 6),
            "model": round(times.model, 6),
            "load": round(times.load, 6),
            "first": None if times.first is None else round(times.first, 6),
            "search": round(times.search, 6),
        },
        "size": dict(result.size),
        "effort": dict(result.outcome.effort),
    }


def answer_record(solver: Solver[Any, Any], result: Result[Any, Any], path: Path | None = None) -> Record:
    """The part of a record that is the same in every run: no times, no counts of work."""
    outcome = result.outcome
    variant = solver.settings.variant
    return {
        "puzzle": solver.puzzle.name,
        "instance": result.instance.name,
        "file": None if path is None else str(path),
        "formulation": result.formulation or None,
        "backend": solver.backend.name + (f":{variant}" if variant else ""),
        "solver": solver.version(),
        "seed": solver.settings.seed,
        "objective": solver.objective,
        "value": result.value,
        "status": result.status,
        "verdict": result.verdict,
        "found": outcome.found,
        "complete": outcome.complete,
        "unique": result.unique,
        "stopped_by": outcome.stopped_by or None,
        "answers": [solver.puzzle.as_json(result.instance, answer) for answer in result.answers],
    }


def write_record(values: Record) -> str:
    """``values`` on one line of JSON."""
    return json.dumps(values, ensure_ascii=False)
