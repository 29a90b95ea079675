"""The record of a run: what came of one instance. Text, JSON, pages and exit codes are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol

from models.kit.names import listed
from models.language.model import Assignment, Givens, Model
from models.puzzle import A, I, Puzzle
from solvers.core.backend import DEFAULT, Search
from solvers.core.limits import EXIT_CODES, Outcome, Settings, Status, reason_of, status_of

if TYPE_CHECKING:  # protocols take their time to make, and only types are checked by them

    class Answerer(Protocol[I, A]):
        """Who was asked: a :class:`~solvers.core.solver.Solver`, or one of the published programs."""

        @property
        def puzzle(self) -> Puzzle[I, A]: ...
        @property
        def backend(self) -> Any: ...
        @property
        def settings(self) -> Settings: ...
        @property
        def objective(self) -> str | None: ...
        def version(self) -> str: ...


@dataclass(frozen=True)
class Times:
    """Wall seconds spent on each part; a structure loaded before costs nothing again."""

    model: float = 0.0
    load: float = 0.0
    first: float | None = None
    search: float = 0.0


@dataclass(frozen=True)
class Evidence:
    """What a search found, in the model's own terms, in its order: what a proof is written from."""

    formulation: str
    model: Model
    givens: Givens
    assignments: tuple[Assignment, ...] = ()


@dataclass(frozen=True)
class Proof:
    """A proof of what a run claims."""

    claim: str = ""  # what the checker says is proved; empty where it has not been asked
    steps: int = 0
    files: tuple[Path, ...] = ()
    unfinished: bool = False  # whether a limit came before it was whole, so that there is none
    removed: tuple[Path, ...] = ()  # files of an earlier run under its name, where there is none of this run

    @property
    def checked(self) -> bool:
        return bool(self.claim)

    @property
    def sentence(self) -> str:
        if self.unfinished:
            removed = f"; {listed(map(str, self.removed))} of an earlier run removed" if self.removed else ""
            return f"no proof: a limit came before anything was proved{removed}"
        steps = f"{self.steps:,} step{'' if self.steps == 1 else 's'}"
        if self.checked:
            return f"proved, checked by solvers.verify: {self.claim} ({steps})"
        return f"proof written, {steps}; python -m solvers.verify {self.files[0].with_suffix('')} checks it"


@dataclass(frozen=True)
class Result(Generic[I, A]):
    """What came of one instance.

    Attributes:
        formulation: the one that was used; empty for a plain contradiction and a published program.
        answers: those that were kept, in the puzzle's own order; with an objective, only the best.
        contradiction: the plain one that made a search unnecessary, or empty.
        value: what the objective comes to in the best answer found.
        searched: the loaded model; None when there was none.
        trace: what a published program says of its steps, line by line.
        file: the file the instance was read from; None when it was typed.
        reading: wall seconds spent on that file.
    """

    solver: Answerer[I, A]
    instance: I
    formulation: str
    answers: tuple[A, ...]
    outcome: Outcome
    times: Times = Times()
    contradiction: str = ""
    value: float | None = None
    searched: Search | None = field(default=None, repr=False, compare=False)
    trace: tuple[str, ...] = ()
    file: Path | None = None
    reading: float = 0.0
    found: Evidence | None = field(default=None, repr=False, compare=False)
    proof: Proof | None = None

    @property
    def puzzle(self) -> Puzzle[I, A]:
        return self.solver.puzzle

    @property
    def backend(self) -> str:
        """Who answered, as ``--backend`` would have to say it: ``sat:glucose4``; empty where nobody had to be asked."""
        if self.searched is not None:
            return self.searched.word
        if self.solver.backend.name == DEFAULT:
            return ""
        variant = self.solver.settings.variant
        return f"{self.solver.backend.name}:{variant}" if variant else str(self.solver.backend.name)

    @property
    def version(self) -> str:
        return self.solver.version() if self.searched is None else self.searched.version

    @property
    def rule(self) -> str:
        return "" if self.searched is None else self.searched.rule

    @property
    def why(self) -> str:
        if self.searched is None:
            return "no backend was asked: the contradiction is plain" if self.contradiction else "it was asked for"
        return self.searched.why or "it was asked for"

    @property
    def workers(self) -> frozenset[str]:
        return frozenset() if self.searched is None else self.searched.workers

    @property
    def optimised(self) -> bool:
        return self.searched is not None and self.solver.objective is not None

    @property
    def status(self) -> Status:
        return status_of(self.outcome)

    @property
    def tone(self) -> str:
        """How pages and terminals colour the verdict: ``good``, ``bad``, or ``open`` where more is to be found out."""
        if self.status is Status.IMPOSSIBLE:
            return "bad"
        return "good" if self.outcome.complete else "open"

    @property
    def size(self) -> Mapping[str, int]:
        return {} if self.searched is None else self.searched.size()

    @property
    def spans(self) -> dict[str, float]:
        times = self.times
        return {"read": self.reading, "model": times.model, "load": times.load, "search": times.search}

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.status]

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one answer; None where the search did not go far enough to say."""
        if self.optimised or (not self.outcome.complete and self.outcome.found < 2):
            return None
        return self.outcome.found == 1

    @property
    def verdict(self) -> str:
        found, complete, reason = self.outcome.found, self.outcome.complete, reason_of(self.outcome)
        if self.searched is None and self.times.load and self.outcome.stopped_by == "time":
            reason += " before the model was loaded"
        if self.contradiction:
            return f"impossible: {self.contradiction}"
        if self.optimised and found:
            return f"{self._amount}, " + ("the best there is, proved" if complete else f"the best so far ({reason})")
        if found == 0:
            return "proved to have no answer" if complete else f"no answer yet ({reason})"
        if complete:
            return "the only answer" if found == 1 else f"{found:,} answers"
        return f"at least {found:,} answer{'s' if found > 1 else ''} ({reason})"

    @property
    def _amount(self) -> str:
        what = self.solver.objective or ""
        return f"{self.value:,} {what.removesuffix('s') if self.value == 1 else what}"

    def svg(self) -> str:
        return self.puzzle.drawing.picture(self.instance, self.answers[0] if self.answers else None)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from models.kit.svg import figure  # only a notebook asks for it

        return figure(f"{self.puzzle.title}: {self.instance.name} – {self.verdict}", self.svg())
