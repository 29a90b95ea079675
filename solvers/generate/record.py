"""Puzzles that were made, and those that could not be, as records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from models.formulation import A, I


@dataclass(frozen=True)
class Made(Generic[I, A]):
    """A puzzle that was made, with what is known of it.

    Attributes:
        instance: the puzzle.
        answer: its only answer.
        number: which of those asked for it is, from 1.
        candidates: how many candidates it took.
        remarks: what a person would want to know of it: ``24 clues``.
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
    """A puzzle that no candidate turned out to be.

    Attributes:
        number: which of those asked for it would have been, from 1.
        candidates: how many were tried.
        reasons: why they would not do, each with how many; the most frequent first.
        advice: what to wish for instead, in a few words; empty where nothing is known.
    """

    number: int
    candidates: int
    reasons: tuple[tuple[str, int], ...]
    advice: str = ""

    def __str__(self) -> str:
        why = "; ".join(f"{times:,} {reason}" for reason, times in self.reasons[:4])
        told = f"puzzle {self.number}: none of {self.candidates:,} candidates will do: {why}"
        return f"{told}; {self.advice}" if self.advice else told


Outcome = Made[Any, Any] | Missed
