"""OpenAPI: the interface behind the page, each question with what it is asked with and how it is answered."""

from __future__ import annotations

from typing import Any

from models.plugins import imported
from solvers.serve.ask import WORDS
from solvers.serve.verbs import REQUESTS, taken

KINDS: dict[str, dict[str, Any]] = {
    "flag": {"type": "boolean"},
    "whole": {"type": "integer"},
    "from 0": {"type": "integer", "minimum": 0},
    "from 1": {"type": "integer", "minimum": 1},
    "seconds": {"type": "number", "exclusiveMinimum": 0},
}
"""The options of verbs as JSON Schema; all others are texts."""

TEXT: dict[str, Any] = {"type": "string"}
STATE: dict[str, Any] = {
    "type": "object",
    "additionalProperties": TEXT,
    "description": "what the player has set: the value of each piece",
}
TECHNIQUES = {
    "only": TEXT | {"description": "techniques or families to use alone, with commas between them; all for every one"},
    "without": TEXT | {"description": "techniques or families to leave out"},
}
DOCUMENT = {"$ref": "#/components/schemas/Document"}

ASKED_WITH: dict[str, dict[str, Any]] = {
    "open": {"puzzle": TEXT, "instance": TEXT, "number": {"type": "integer"}, "text": TEXT, "source": TEXT},
    "check": {"document": DOCUMENT, "state": STATE, "against": {"enum": ["rules", "answer"]}},
    "candidates": {"document": DOCUMENT, "state": STATE, "how": {"enum": ["plain", "true"]}},
    "answer": {"document": DOCUMENT, "best": {"type": "boolean"}},
    "hint": {"document": DOCUMENT, "state": STATE, "marks": {"type": "object"}, "piece": TEXT, **TECHNIQUES},
    "steps": {"document": DOCUMENT, "state": STATE, **TECHNIQUES},
    "why_not": {"document": DOCUMENT, "piece": TEXT, "symbol": TEXT},
    "practise": {"puzzle": TEXT, "technique": TEXT},
    "gallery": {},
    "booklet": {"documents": {"type": "array", "items": DOCUMENT}},
}
"""The questions that are asked with more than a document."""

COMPONENTS = {
    "Document": {
        "type": "object",
        "required": ["puzzle"],
        "properties": {
            "puzzle": TEXT,
            "name": TEXT,
            "entries": STATE | {"description": "the symbol of each part that holds one"},
            "settings": STATE | {"description": "choices about the whole draft"},
            "items": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"tool": TEXT, "parts": {"type": "array", "items": TEXT}, "value": TEXT},
                },
            },
            "text": TEXT,
            "source": TEXT | {"description": "Python that declares a model or a puzzle"},
            "rules": TEXT | {"description": "Python that declares rules of a Sudoku"},
        },
    },
    "Record": {"type": "object", "description": "one with error, a sentence, is the last"},
}


def description() -> dict[str, Any]:
    """The whole description, as JSON values."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Puzzlebench", "version": "1", "license": {"name": "MIT"}},
        "security": [{"key": []}],
        "paths": {f"/api/{word}": {"post": _operation(word)} for word in WORDS},
        "components": {
            "schemas": COMPONENTS,
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "the key in the address that serve prints"}
            },
        },
    }


def _operation(word: str) -> dict[str, Any]:
    about = (imported(WORDS[word]).__doc__ or "").strip().split("\n")[0].partition(": ")[2]
    records = {"type": "array", "items": {"$ref": "#/components/schemas/Record"}}
    refused = {"description": "refused, with the sentence as error"}
    return {
        "operationId": word,
        "summary": about,
        "requestBody": {
            "content": {"application/json": {"schema": {"type": "object", "properties": _properties(word)}}}
        },
        "responses": {
            "200": {
                "description": "the records; with Accept: text/event-stream one by one, as server-sent events",
                "content": {"application/json": {"schema": records}, "text/event-stream": {"schema": TEXT}},
            },
            "4XX": refused,
            "503": refused,
        },
    }


def _properties(word: str) -> dict[str, Any]:
    if word not in REQUESTS:
        return ASKED_WITH.get(word, {"document": DOCUMENT})
    options = taken(REQUESTS[word])
    named = {name: KINDS.get(str(one.kind), TEXT) | {"description": one.help} for name, one in options.items()}
    return {"puzzle": TEXT, "document": DOCUMENT, "instance": TEXT, **named}
