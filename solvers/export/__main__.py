"""``python -m solvers.export PUZZLE``: a puzzle's model in the formats of other programs, or a link to the puzzle."""

from __future__ import annotations

import sys
from typing import Any

from models.errors import InputError
from models.puzzle import Puzzle
from models.registry import loaded_puzzles
from solvers.cli.exits import guarded
from solvers.cli.files import write_whole
from solvers.cli.options import parse
from solvers.core.limits import ANSWERED
from solvers.core.registry import load_puzzle, puzzle_meant
from solvers.core.request import nth_instance, open_work
from solvers.export.request import ExportRequest
from solvers.formats.document import GIVEN, Export
from solvers.formats.registry import FORMATS, OBJECTIVES, PROJECTIONS, Format, writer, writing

EPILOG = """\
exit codes: 0 written, 2 bad input, or the format cannot say it, 70 an internal error

examples:
  python -m solvers.export grecian --minimize turns --to minizinc
  python -m solvers.export sudoku --instance inkala --formulation cover --output inkala.dlx

The objective of a file is kept. Objectives of files and projections that a format lacks are left out with a warning.

formats, and what they cannot say:
"""


def main(arguments: list[str]) -> int:
    description = "Write a puzzle's model in the format of another program."
    request = parse(ExportRequest, arguments, description, epilog, find=puzzle_meant)
    if not request.puzzle:
        raise InputError("name a puzzle to export, for example: python -m solvers.export cover --to dlx")
    puzzle = load_puzzle(request.puzzle)
    if link := puzzle.links.get(request.to or ""):
        text = f"{link(nth_instance(open_work(puzzle, request), request.number or 1))}\n"
    else:
        known = writing(request.to, request.output)
        instance = nth_instance(open_work(puzzle, request), request.number or 1)
        text, losses = written(known, puzzle, instance, request.formulation, request.minimize)
        for loss in losses:
            print(f"warning: {loss}", file=sys.stderr)
    if request.output:
        write_whole(request.output, text.encode("utf-8"))
    else:
        sys.stdout.write(text)
    return ANSWERED


def epilog() -> str:
    written = (known for known in FORMATS.values() if known.writes)
    lines = (
        f"  {known.name:9} {known.about}" + f"; not: {', '.join(known.lacks)}" * bool(known.lacks) for known in written
    )
    links = (
        f"  {', '.join(puzzle.links):9} links to {puzzle.name} puzzles" for puzzle in loaded_puzzles() if puzzle.links
    )
    return EPILOG + "\n".join([*lines, *links]) + "\n"


def stated(puzzle: Puzzle[Any, Any], instance: Any, formulation: str, objective: str | None = None) -> Export:
    declared = puzzle.state(instance, formulation, objective)
    for var, value in declared.givens(instance).items():
        fact = var == value
        declared.model.add(fact, because=f"{declared.fact(fact)} is given", key=(GIVEN, var.index))
    return Export(declared.model, f"{puzzle.title}: {instance.name}, formulation {formulation}")


def written(
    known: Format, puzzle: Puzzle[Any, Any], instance: Any, formulation: str = "", objective: str | None = None
) -> tuple[str, list[str]]:
    """An instance in a format, and a sentence for each thing that is left out of it.

    It is stated in the formulation asked for, or else in the quickest that the format can say; where no objective is
    named, with that of the instance itself, if the format has any.
    """
    puzzle.require(formulation, objective)
    losses = []
    own = puzzle.asks_for(instance)
    if own and not objective:
        if OBJECTIVES in known.lacks:
            losses.append(f"{known.name} has no objectives: what is to be small or large is left out")
        else:
            objective = own
    refusal: InputError | None = None
    for name in [formulation] if formulation else puzzle.by_speed:
        try:
            statement = stated(puzzle, instance, name, objective)
            return "".join(writer(known).write(statement)), [*losses, *lost_projection(known, statement)]
        except InputError as error:
            refusal = refusal or error
    assert refusal is not None
    raise refusal


def lost_projection(known: Format, statement: Export) -> list[str]:
    model = statement.model
    if PROJECTIONS not in known.lacks or {*model.projection, *model.auxiliaries}.issuperset(model.variables):
        return []
    return [f"{known.name} has no projections: only a comment says which variables make up an answer"]


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
