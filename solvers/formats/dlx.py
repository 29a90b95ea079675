"""Knuth's text of exact cover problems with colourless items, as his programs DLX1 and DLX2 take it.

The first line names the primary items and, behind a ``|``, the secondary ones; each other line is an option, the names
of its items. A line that begins with ``|`` is a comment; one before each option says what it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.errors import InputError
from models.kit.names import shortened
from models.language.expressions import Literal
from solvers.formats.document import Statement
from solvers.lowering.covering import Covering, Option, covering, objection


def write(statement: Statement) -> Iterator[str]:
    """The model as items and options, where it can be seen as an exact cover."""
    model = statement.model
    why_not = objection(model) or (None if model.variables else "a model without variables, and so without items")
    if why_not:
        raise InputError(f"DLX text, which has items and options only, cannot say {why_not}")
    problem = covering(model)
    for remark in statement.remarks:
        yield f"| {remark}\n"
    if not problem.decisive:
        yield "| several covers may be one answer: they differ in what is no part of it\n"
    names = [f"p{number + 1}" for number in range(problem.primary)]
    names += [f"s{number + 1}" for number in range(problem.secondary)]
    secondary = ("|", *names[problem.primary :]) if problem.secondary else ()
    yield " ".join((*names[: problem.primary], *secondary)) + "\n"
    for option in problem.options:
        if option.items:
            yield f"| {_meaning(problem, option)}\n" + " ".join(names[item] for item in option.items) + "\n"


def _meaning(problem: Covering, option: Option) -> str:
    """The tests that are true under an option, for people."""
    members = problem.groups[option.group].members
    said = (Literal(var, frozenset((value,))) for var, value in zip(members, option.choices[0], strict=True))
    return shortened(" ".join(", ".join(map(str, said)).split()), 200)
