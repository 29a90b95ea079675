"""Puzzles that were made, and those that could not be, as records."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from models.formulation import A, I
from solvers.core.registry import load_puzzle
from solvers.generate.request import GenerateRequest


@dataclass(frozen=True)
class Made(Generic[I, A]):
    """A puzzle that was made, with what is known of it.

    Attributes:
        number: which of those asked for it is, from 1.
        difficulty: its grade in words, as ``explain`` tells it; empty where it was not graded.
        judges: the backend that found the answer to be the only one, and the one that confirmed it.
        text: its file.
        worker: the cluster's worker that made it; empty where this machine did.
    """

    instance: I
    answer: A
    number: int
    candidates: int
    warnings: tuple[str, ...]
    difficulty: str
    judges: tuple[str, str]
    text: str
    worker: str = ""


@dataclass(frozen=True)
class Missed:
    """A puzzle that no candidate turned out to be: why, with how many each, and what to wish for instead."""

    number: int
    candidates: int
    reasons: tuple[tuple[str, int], ...]
    advice: str = ""

    def __str__(self) -> str:
        why = "; ".join(f"{times:,} {reason}" for reason, times in self.reasons[:4])
        told = f"puzzle {self.number}: none of {self.candidates:,} candidates will do: {why}"
        return f"{told}; {self.advice}" if self.advice else told


Outcome = Made[Any, Any] | Missed


def record(made: Made[Any, Any], request: GenerateRequest, path: Path | None) -> dict[str, object]:
    """A puzzle as JSON values: what it is, its file as ``text``, and what is known of it."""
    return {
        "puzzle": load_puzzle(request.puzzle).name,
        "name": made.instance.name,
        "seed": request.seed,
        "number": made.number,
        "file": path and str(path),
        "text": made.text,
        "answer": load_puzzle(request.puzzle).as_json(made.instance, made.answer),
        "unique": True,
        "judges": list(made.judges),
        "difficulty": made.difficulty or None,
        "remarks": list(made.warnings),
        "candidates": made.candidates,
        "worker": made.worker or None,
    }
