"""Verdicts: what a certificate is about, what it proves of that, or why it was rejected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import file_digest, sha256
from pathlib import Path

from models.errors import InputError
from models.kit.files import unreadable
from models.kit.names import printable, shortened
from models.kit.packed import Source
from models.kit.sources import files_in
from solvers.proofs.claims import NOTHING, Claim

DIGEST_DIGITS = 16
"""Hexadecimal digits of a SHA-256 that are printed."""

MAX_SHOWN_CHARACTERS = 60
"""Characters of an instance typed in full that are printed."""


@dataclass(frozen=True)
class Subject:
    """What a certificate is about.

    Attributes:
        puzzle: the puzzle's word; empty where a model of somebody's own was stated.
        instance: the name of the instance, which its file chooses; or of the model.
        path: the file, folder or address that it was read from; empty where it was typed, or handed over in Python.
        typed: what was typed, where it was.
        digest: the SHA-256 of what is in the file, of what was typed, or of the statement where that is taken as it
            stands; empty where an instance was handed over in Python, or came from a pipe.
        formulation: the name of the formulation.
        objective: what is to be least or greatest; empty where nothing is.
        options: the puzzle's own options.
        rules: the rules and givens that alone were stated, in words; empty where all were.
        as_it_stands: whether nothing was there to compare the statement with.
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

    def lines(self) -> Iterator[str]:
        """The subject for people, line by line."""
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
        about = {"formulation": self.formulation, "objective": self.objective, "options": _written(self.options)}
        if stated := ", ".join(f"{what} {word}" for what, word in about.items() if word):
            yield stated
        if self.rules:
            yield "of these alone: " + "; ".join(map(printable, self.rules))


NOBODY = Subject()
"""What a certificate is about that does not even say so."""


@dataclass(frozen=True)
class Verdict:
    """What a certificate shows.

    Attributes:
        subject: what it is about; empty where the statement does not even say that.
        claim: what is proved; nothing where it was rejected, or where the proof claims nothing.
        rejected: why not; empty where it was verified.
        answers: how many answers were shown.
        steps: how many steps the proof has.
        worker: the cluster's worker that verified it; empty where this machine did.
        error: why it could not be judged, where that is why it was rejected.
    """

    subject: Subject = NOBODY
    claim: Claim = NOTHING
    rejected: str = ""
    answers: int = 0
    steps: int = 0
    worker: str = ""
    error: InputError | None = None

    @property
    def verified(self) -> bool:
        """Whether something is claimed, and it was verified."""
        return not self.rejected and bool(self.claim)

    def __str__(self) -> str:
        """The verdict for people."""
        if self.rejected:
            said = [f"REJECTED: {self.rejected}"]
        elif not self.claim:
            said = [f"{self.claim}: the proof holds, and concludes nothing"]
        else:
            is_bare = self.subject.as_it_stands and self.claim.kind == "the least"
            of_what = " (of the sum behind min:)" if is_bare else ""
            said = [f"VERIFIED: {self.claim}{of_what}", f"{self.steps:,} step{'' if self.steps == 1 else 's'} checked"]
        return "\n".join([*self.subject.lines(), *said])


def as_json(verdict: Verdict) -> Mapping[str, object]:
    """The verdict as a JSON object."""
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
        with path.raw() if isinstance(path, Source) else path.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise unreadable(error, path) from None


def _written(options: Mapping[str, str | bool]) -> str:
    """Options as they are typed."""
    return " ".join(
        printable(f"--{name}" + ("" if value is True else f" {value}")) for name, value in sorted(options.items())
    )
