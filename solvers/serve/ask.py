"""Questions of the page and their answers, as JSON values: one interface for the server and for a browser's worker.

``solvers/web/README.md`` has the table of questions. Each is answered by a generator of records in a module of this
room, which is imported when it is first asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from models.editing import DraftError
from models.errors import InputError, PuzzlebenchError
from models.kit.names import hint, shown
from models.plugins import imported
from solvers.cli.own_code import own_sentence

Question = Mapping[str, Any]
Record = dict[str, Any]
Answering = Callable[[Question], Iterator[Record]]

WORDS: Mapping[str, str] = {
    "open": "solvers.serve.documents:opened",
    "board": "solvers.serve.documents:board",
    "table": "solvers.serve.documents:table",
    "judge": "solvers.serve.judging:judge",
    "grade": "solvers.serve.judging:grade",
    "shared": "solvers.serve.judging:shared",
    "repairs": "solvers.serve.judging:repairs",
    "unique_with": "solvers.serve.judging:unique_with",
    "needless": "solvers.serve.judging:needless",
    "check": "solvers.serve.playing:check",
    "candidates": "solvers.serve.playing:candidates",
    "answer": "solvers.serve.playing:answer",
    "hint": "solvers.serve.helping:hint",
    "steps": "solvers.serve.helping:steps",
    "why_not": "solvers.serve.helping:why_not_here",
    "practise": "solvers.serve.helping:practise",
    "gallery": "solvers.serve.gallery:gallery",
    "booklet": "solvers.serve.gallery:booklet",
    "inside": "solvers.serve.verbs:inside",
    "run": "solvers.serve.verbs:run",
    "explain": "solvers.serve.verbs:explain",
    "diagnose": "solvers.serve.verbs:diagnose",
    "generate": "solvers.serve.verbs:generate",
    "export": "solvers.serve.verbs:export",
    "compare": "solvers.serve.verbs:compare",
}
"""The questions there are, and where each is answered."""


def ask(question: object) -> Iterator[Record]:
    """The records that answer ``question``, as they become known; what is wrong with it comes as ``error``."""
    try:
        if not isinstance(question, Mapping):
            raise InputError(f"a question is a JSON object; this is {shown(question)}")
        word = question.get("ask")
        if not isinstance(word, str) or word not in WORDS:
            instead = hint(str(word), WORDS, f"it is one of {', '.join(WORDS)}")
            raise InputError(f"ask is {shown(word)}; {instead}")
        answering: Answering = imported(WORDS[word])
        imported("solvers.serve.documents:use_rules")("")  # an earlier document's are not for this one
        yield from answering(question)
    except DraftError as error:
        yield {"error": str(error), "parts": list(error.parts)}
    except PuzzlebenchError as error:
        yield {"error": str(error)}
    except OSError as error:
        if own_sentence(error):
            raise
        yield {"error": f"a file that is needed for it cannot be read or written: {error.strerror or 'it failed'}"}


def as_json(value: Any) -> Any:
    """A frozen value of the program as JSON values: a dataclass as an object of its fields."""
    if is_dataclass(value):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_json(member) for key, member in value.items()}
    if isinstance(value, tuple | list):
        return list(map(as_json, value))
    return value
