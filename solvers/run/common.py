"""What all answers of a puzzle share (its backbone), streamed as text, or as one JSON object, a picture and a page."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from models.deductions import Snapshot
from models.kit.names import count, listed
from models.kit.svg import plain as escaped
from models.language.model import IntVar
from models.puzzle import Formulation, Puzzle
from solvers.cli.text import Piece, headline, in_lines, show
from solvers.core.backbone import MAX_LISTED_VALUES, Backbone, SharedValues
from solvers.core.limits import EXIT_CODES, IMPOSSIBLE, STOPPED, CannotTake, Clock, OutOfTime, Status, details_of
from solvers.core.registry import load_puzzle
from solvers.core.solver import Loaded
from solvers.run.request import RunRequest
from solvers.run.work import solver_for

STYLES = {"always": "bold green", "never": "dim", "varies": "", "open": "yellow"}


@dataclass(frozen=True)
class Common:
    """What is known of the answers of one instance; ``backbone`` is None where nothing had to be asked.

    ``reason`` says why it is unfinished; it is empty where everything is known.
    """

    puzzle: Puzzle[Any, Any]
    instance: Any
    file: Path | None
    stated: Formulation[Any, Any]
    formulation: str = ""
    backbone: Backbone | None = None
    contradiction: str = ""
    reason: str = ""

    @property
    def status(self) -> Status:
        if self.contradiction:
            return Status.IMPOSSIBLE
        return Status.UNKNOWN if self.backbone is None else self.backbone.status

    @property
    def exit_code(self) -> int:
        return STOPPED if self.reason else EXIT_CODES[self.status]

    @property
    def found(self) -> list[SharedValues]:
        return [] if self.backbone is None else self.backbone.found

    @property
    def verdict(self) -> str:
        if self.status is Status.IMPOSSIBLE:
            return f"impossible: {self.contradiction or 'proved to have no answer'}"
        if self.status is Status.UNKNOWN:
            return f"no answer yet ({self.reason})"
        shared = sum(one.shared is not None for one in self.found)
        said = f"all answers agree on {shared:,} of {count(len(self.found), 'variable')}"
        if not self.reason:
            alone = shared == len(self.found)
            return "answered: " + (f"all answers agree on all {count(shared, 'variable')}" if alone else said)
        left = sum(not one.settled for one in self.found)
        return f"unfinished ({self.reason}): {said}; {left:,} are not settled"

    @property
    def candidates(self) -> str | None:
        """The puzzle with the values that answers may have, as text, where it can be drawn so."""
        values = {one.var: self._possible(one.var) for one in self.found}
        return self.puzzle.candidates(self.instance, self.stated, values) if values else None

    def svg(self) -> str:
        """The puzzle with what all answers share filled in, and the values that answers may have beside it."""
        drawing, known = self.puzzle.drawing, {one.var: one.shared for one in self.found if one.shared is not None}
        left = {one.var: frozenset(self._possible(one.var)) for one in self.found if one.var not in known}
        drawn = drawing.snapshot(self.instance, self.stated, Snapshot(known, left))
        return drawn or drawing.picture(self.instance)

    def line(self, one: SharedValues) -> Piece:
        """What is known of one variable, in the puzzle's own words."""
        stated, var = self.stated, one.var
        is_so_or_not = var.is_boolean and len(var.domain) == 2
        if one.shared is not None:
            word = "never" if is_so_or_not and not one.shared else "always"
            said = var.name if is_so_or_not else f"{var.name} = {stated.value_name(var, one.shared)}"
            return f"{word:6}  {said}", STYLES[word]
        if one.settled and not one.listed:
            return f"varies  {var.name}: it can have more than {MAX_LISTED_VALUES:,} values, which are not listed"
        if one.settled and is_so_or_not:
            return f"varies  {var.name}"
        values = listed((stated.value_name(var, value) for value in sorted(one.values)), "or")
        if one.settled:
            return f"varies  {var.name} = {values}"
        more = len(self._possible(var)) - len(one.values)
        return f"open    {var.name} = {values}, and {count(more, 'value')} not yet excluded", STYLES["open"]

    def record(self) -> dict[str, Any]:
        """JSON values: for each variable whether it is ``settled``, and the values of answers that are known."""
        search = None if self.backbone is None else self.backbone.search
        return {
            "puzzle": self.puzzle.name,
            "instance": self.instance.name,
            "file": None if self.file is None else str(self.file),
            "formulation": self.formulation or None,
            "backend": None if search is None else search.word,
            "status": self.status.word,
            "verdict": self.verdict,
            "complete": not self.reason,
            "shared": {one.var.name: one.shared for one in self.found if one.shared is not None},
            "variables": [
                {"name": one.var.name, "values": sorted(one.values), "settled": one.settled, "listed": one.listed}
                for one in self.found
            ],
        }

    def _possible(self, var: IntVar) -> Collection[int]:
        return () if self.backbone is None else self.backbone.not_excluded(var)


def show_common(instance: Any, request: RunRequest, file: Path | None) -> int:
    """Find out what the answers of ``instance`` share, and tell it as it becomes known; the exit code."""
    clock = Clock(request.time_limit)
    is_text = not request.json
    found = _begun(instance, request, file, clock)
    if is_text:
        show(in_lines(_head(found, request.why)))
    if found.backbone is not None:
        try:
            for one in found.backbone:
                if is_text and one.var not in found.stated.givens(instance):
                    show([found.line(one)])
        except KeyboardInterrupt:
            pass  # it is told below, like an interrupt that a search has noticed
        if not found.backbone.complete:
            found = replace(found, reason=details_of(found.backbone.outcome))
    if is_text:
        show(in_lines(_end(found)))
    else:
        import json  # text does without

        from solvers.cli.text import show_json  # as above

        show_json(json.dumps(found.record(), ensure_ascii=False))
    if request.svg:
        from solvers.render.pictures import write_picture  # most runs draw nothing

        write_picture(found.svg(), request.svg)
    if request.html:
        from solvers.render.html.html import write_page  # most runs write no page

        write_page(page(found, request), request.html)
    return found.exit_code


def _begun(instance: Any, request: RunRequest, file: Path | None, clock: Clock) -> Common:
    puzzle = load_puzzle(request.puzzle)
    if contradiction := puzzle.contradiction(instance):
        return Common(puzzle, instance, file, puzzle.state(instance), contradiction=contradiction)
    try:
        loaded = _loaded(puzzle, instance, request, clock)
    except OutOfTime as late:
        reason = f"time limit reached before the model was loaded{f': {late.failure}' if late.failure else ''}"
        return Common(puzzle, instance, file, puzzle.state(instance), reason=reason)
    stated = loaded.stated
    variables = [*stated.model.projection, *stated.landmarks]
    backbone = Backbone(loaded.search, variables, stated.givens(instance), clock)
    return Common(puzzle, instance, file, stated, loaded.formulation, backbone)


def _loaded(puzzle: Puzzle[Any, Any], instance: Any, request: RunRequest, clock: Clock) -> Loaded[Any, Any]:
    """The formulation that was named, or the one to read, in whose words explanations speak too, if the backend can."""
    if not request.formulation:
        with suppress(CannotTake):
            return solver_for(replace(request, formulation=next(iter(puzzle.formulations)))).load(instance, clock)
    return solver_for(request).load(instance, clock)


def _head(found: Common, says_why: bool) -> Iterator[Piece]:
    yield headline(found.puzzle, found.instance, found.file), "bold"
    if found.backbone is not None:
        search = found.backbone.search
        yield f"formulation {found.formulation}, backend {search.word.partition(':')[0]} ({search.version})", "dim"
        if says_why:
            yield f"why {search.why or 'it was asked for'}", "dim"
    yield ""


def _end(found: Common) -> Iterator[Piece]:
    if found.status is Status.SOLVED:
        yield from map(found.line, (one for one in found.found if not one.settled))
        yield ""
    if candidates := found.candidates:
        yield candidates
        yield ""
    tone = "bold yellow" if found.reason else "bold red" if found.exit_code == IMPOSSIBLE else "bold green"
    yield found.verdict, tone
    yield from found.puzzle.warnings(found.instance)


def page(found: Common, request: RunRequest) -> str:
    from solvers.render.html.figure import figure  # most runs write no page
    from solvers.render.html.html import command, document, footer, puzzle_header, repeat_section, section, tag

    tone = "open" if found.reason else "bad" if found.exit_code == IMPOSSIBLE else "good"
    lines = [line if isinstance(line, str) else line[0] for line in map(found.line, found.found)]
    words = tag("pre", escaped("\n".join(lines)), tabindex=0)
    body = [
        puzzle_header(found.puzzle, found.instance, found.file, found.verdict, tone, found.puzzle.summary),
        tag(
            "main",
            section("shared", "What all answers share", figure(found.svg()), words),
            repeat_section(command("run", request.command), "What is found out does not depend on who searches."),
        ),
        footer(),
    ]
    return document(f"{found.instance.name}: what all answers share", body, ("run/run.css",))
