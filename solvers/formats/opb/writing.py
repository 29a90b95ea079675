"""OPB, the format of pseudo-Boolean solvers: linear constraints over 0 and 1, and what to minimise.

``solvers.formats.opb.lines`` says what every kind of constraint becomes. Here its Booleans are numbered and none is
negated, so that every reader takes it: ``+1 x1 -2 x2 >= 1 ;``. A comment for each variable says which Boolean stands
for which value, and each rule's sentence precedes its lines. ``* ind 1 2 0`` names the Booleans of the projection, as
pseudo-Boolean model counters read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from models.errors import InputError
from solvers.formats.document import Export, ObjectiveNote
from solvers.formats.names import one_line, value_lines
from solvers.formats.opb.lines import CannotState, OpbLine, Term, pseudo_boolean


def write(export: Export) -> Iterator[str]:
    model = export.model
    try:
        problem = pseudo_boolean(model)
    except CannotState as error:
        raise InputError(f"OPB cannot say it: {error}") from None
    numbers: dict[str, str] = {}
    values = [{value: _numbered(name, numbers) for value, name in of_var.items()} for of_var in problem.values]
    shown = {int(values[var.index][value].strip("~x")) for var in model.projection for value in values[var.index]}
    lines = [(place, _written(line, numbers)) for place, line in enumerate(problem.lines)]
    yield f"* #variable= {max(1, len(numbers))} #constraint= {sum(bool(text) for _, text in lines)}\n"
    for comment in export.comments:
        yield f"* {comment}\n"
    yield from value_lines(model, values, "* ")
    if len(shown) < max(1, len(numbers)):
        yield f"* ind {' '.join(map(str, (*sorted(shown), 0)))}\n"
    if problem.objective is not None:
        assert model.objective is not None
        offset = problem.constant if model.objective.sense == "minimize" else -problem.constant
        yield f"* {one_line(model.objective)}\n* {ObjectiveNote.of(model.objective, offset)}\n"
        yield f"min: {_terms(_unsigned(problem.objective, numbers)[0]) or '+0 x1 '};\n"
    for place, text in lines:
        if place in problem.comments:
            yield f"* {one_line(problem.comments[place])}\n"
        yield text


def _numbered(literal: str, numbers: dict[str, str]) -> str:
    """A literal with a number for the name of its Boolean: ``x7``, ``~x7``."""
    name = literal.removeprefix("~")
    number = numbers.setdefault(name, f"x{len(numbers) + 1}")
    return number if name == literal else f"~{number}"


def _unsigned(terms: Iterable[Term], numbers: dict[str, str]) -> tuple[Sequence[Term], int]:
    """The terms with ``c − c·x`` for each ``c·~x``, and the constants among that."""
    plain, constant = [], 0
    for coefficient, literal in terms:
        number = _numbered(literal, numbers)
        if number.startswith("~"):
            constant += coefficient
            coefficient, number = -coefficient, number[1:]
        plain.append((coefficient, number))
    return plain, constant


def _written(line: OpbLine, numbers: dict[str, str]) -> str:
    """A line as it stands in the file; nothing where it always holds."""
    terms, constant = _unsigned(line.terms, numbers)
    bound = line.bound - constant
    if terms:
        return f"{_terms(terms)}{line.relation} {bound} ;\n"
    holds = bound == 0 if line.relation == "=" else bound <= 0
    return "" if holds else "+1 x1 >= 2 ;\n"


def _terms(terms: Iterable[Term]) -> str:
    return "".join(f"{coefficient:+} {literal} " for coefficient, literal in terms)
