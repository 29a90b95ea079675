"""Verdicts: what a certificate is about, what it proves of that, or why it was rejected."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Literal

from models.errors import InputError
from models.kit.names import count, printable, shortened, shown
from models.kit.source import files_in, raw, unreadable

Kind = Literal["nothing", "exactly", "at least", "the least", "the most"]
"""How many answers there are, exactly or at least; or what the objective comes to at best."""

GRAMMAR = "exactly N, at least N, no answer, the least is N, or the most is N"

_CLAIM = re.compile(
    r"(?P<none>no answers?)|(?P<kind>exactly|at least) (?P<number>[0-9][0-9,]{0,4000})(?: answers?)?"
    r"|(?P<best>the least|the most) is (?P<worth>-?[0-9][0-9,]{0,4000})"
)


@dataclass(frozen=True)
class Claim:
    """What is proved; the number is one of answers, or what the objective comes to."""

    kind: Kind = "nothing"
    number: int = 0

    def __str__(self) -> str:
        if self.kind == "nothing":
            return "nothing is claimed"
        if self.kind in ("the least", "the most"):
            return f"{self.kind} is {self.number:,}"
        return f"{self.kind} {count(self.number, 'answer')}" if self.number else "no answer"

    def __bool__(self) -> bool:
        return self.kind != "nothing"

    def implies(self, other: Claim) -> bool:
        """Say whether what ``other`` claims follows: 92 answers are at least 5, and a best one is at least 1."""
        answers = 1 if self.kind in ("the least", "the most") else self.number
        return self == other or (bool(self) and other.kind == "at least" and answers >= other.number)

    @classmethod
    def read(cls, text: str) -> Claim:
        """The claim that ``text`` says, as a verdict prints it or without its last word: ``exactly 1``."""
        found = _CLAIM.fullmatch(" ".join(text.lower().split()))
        if found is None:
            raise InputError(f"{shown(text)} is not a claim; a claim is {GRAMMAR}")
        if found["none"]:
            return cls("exactly", 0)
        kind: Kind = found["kind"] or found["best"]  # type: ignore[assignment]  # the pattern has no other
        number = int((found["number"] or found["worth"]).replace(",", ""))
        if (kind, number) == ("at least", 0):
            raise InputError(f"{shown(text)} says nothing; a claim is {GRAMMAR}")
        return cls(kind, number)


NOTHING = Claim()
"""The claim of a proof that concludes nothing."""

NOT_CHECKED = "not checked within the time limit"

DIGEST_DIGITS = 16
"""Hexadecimal digits of a SHA-256 that are printed."""

MAX_SHOWN_CHARACTERS = 60
"""Characters of an instance typed in full that are printed."""


@dataclass(frozen=True)
class Subject:
    """What a certificate is about; empty is what is not known or not there, such as the puzzle of a model of one's own.

    The digest is the SHA-256 of the file, of what was typed, or of the statement where it is taken as it stands, since
    nothing was there to compare it with. Where ``rules`` are named, they alone were stated.
    """

    puzzle: str = ""
    instance: str = ""
    path: str = ""
    typed: str = ""
    digest: str = ""
    formulation: str = ""
    objective: str = ""
    options: Mapping[str, str | bool] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    as_it_stands: bool = False

    @property
    def conditions(self) -> str:
        """What a claim depends on beside the instance: `` with objective cards and options --at-most 50``."""
        about = {"objective": self.objective, "options": written(self.options)}
        stated = " and ".join(f"{what} {words}" for what, words in about.items() if words)
        return " of a statement as it stands" * self.as_it_stands + (stated and f" with {stated}")

    def lines(self) -> Iterator[str]:
        if self.puzzle:
            yield f"{self.puzzle}: {printable(self.instance)}"
        elif self.instance:
            yield f"model: {printable(self.instance)}"
        digest = f" (sha256 {self.digest[:DIGEST_DIGITS]})" if self.digest else ""
        if self.path:
            yield f"instance: {printable(self.path)}{digest}"
        elif self.typed:
            yield f"instance: typed as {printable(shortened(self.typed, MAX_SHOWN_CHARACTERS))}{digest}"
        if self.as_it_stands:
            yield f"the statement{digest} is taken as it stands: it is compared with nothing"
        about = {"formulation": self.formulation, "objective": self.objective, "options": written(self.options)}
        if stated := ", ".join(f"{what} {word}" for what, word in about.items() if word):
            yield stated
        if self.rules:
            yield "of these alone: " + "; ".join(map(printable, self.rules))


@dataclass(frozen=True)
class Verdict:
    """What a certificate shows: a claim, or why it is rejected, be it the ``error`` why nothing could be judged.

    Where it is ``stopped``, the time limit came before the proof was checked.
    """

    subject: Subject = Subject()
    claim: Claim = NOTHING
    rejected: str = ""
    answers: int = 0
    steps: int = 0
    worker: str = ""
    error: InputError | None = None
    stopped: bool = False

    @property
    def verified(self) -> bool:
        return not self.rejected and bool(self.claim)

    def __bool__(self) -> bool:
        return self.verified

    def __str__(self) -> str:
        if self.rejected:
            lines = [f"REJECTED: {self.rejected}"]
        elif self.stopped:
            lines = [f"STOPPED: {NOT_CHECKED}"]
        elif not self.claim:
            lines = [f"{self.claim}: the proof holds, and concludes nothing"]
        else:
            is_bare = self.subject.as_it_stands and self.claim.kind == "the least"
            of_what = " (of the sum behind min:)" if is_bare else ""
            lines = [f"VERIFIED: {self.claim}{of_what}", f"{self.steps:,} step{'' if self.steps == 1 else 's'} checked"]
        return "\n".join([*self.subject.lines(), *lines])


def as_json(verdict: Verdict) -> Mapping[str, object]:
    subject, claim = verdict.subject, verdict.claim
    return {
        "puzzle": subject.puzzle or None,
        "instance": subject.instance or None,
        "path": subject.path or None,
        "typed": subject.typed or None,
        "sha256": subject.digest or None,
        "formulation": subject.formulation or None,
        "objective": subject.objective or None,
        "options": dict(subject.options),
        "rules": list(subject.rules) or None,
        "as_it_stands": subject.as_it_stands,
        "verified": verdict.verified,
        "claim": str(claim) if claim else None,
        "kind": claim.kind if claim else None,
        "number": claim.number if claim else None,
        "rejected": verdict.rejected or None,
        "stopped": verdict.stopped,
        "answers": verdict.answers,
        "steps": verdict.steps,
        "worker": verdict.worker or None,
    }


def digest_of(path: Path) -> str:
    """The SHA-256 of a file as it lies there, packed or not; of a folder, that of its files' names and hashes."""
    if path.is_dir():
        inside = (f"{file.stem} {digest_of(file)}\n" for file in files_in(path))
        return sha256("".join(inside).encode(errors="surrogateescape")).hexdigest()
    try:
        with raw(path) as stream:
            return file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise unreadable(error, path) from None


def written(options: Mapping[str, str | bool]) -> str:
    return " ".join(
        printable(f"--{name}" + ("" if value is True else f" {value}")) for name, value in sorted(options.items())
    )
