"""OPB, the format of pseudo-Boolean solvers: linear constraints over 0 and 1, and what to minimise.

What every kind of constraint becomes is said in ``solvers.formats.opb.lines``. Here its Booleans are numbered and none
is negated, so that every reader takes it: ``+1 x1 -2 x2 >= 1 ;``. A comment for each variable says which Boolean
stands for which value, and each rule's sentence precedes its lines. ``* ind 1 2 0`` names the Booleans of the
projection, as pseudo-Boolean model counters read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from models.errors import InputError
from models.language.model import Model
from solvers.formats.document import Statement
from solvers.formats.names import one_line, value_lines
from solvers.formats.opb.lines import CannotState, Line, Term, pseudo_boolean


def write(statement: Statement) -> Iterator[str]:
    """The model, line by line."""
    model = statement.model
    try:
        stated = pseudo_boolean(model)
    except CannotState as error:
        raise InputError(f"OPB cannot say it: {error}") from None
    numbers: dict[str, str] = {}
    values = [{value: _numbered(name, numbers) for value, name in of_var.items()} for of_var in stated.values]
    shown = {int(values[var.index][value].strip("~x")) for var in model.projection for value in values[var.index]}
    lines = []
    for place, line in enumerate(stated.lines):
        said = _said(line, numbers)
        if said or place in stated.remarks:
            lines.append((place, said))
    yield f"* #variable= {max(1, len(numbers))} #constraint= {sum(bool(said) for _, said in lines)}\n"
    for remark in statement.remarks:
        yield f"* {remark}\n"
    yield from value_lines(model, values, "* ")
    if len(shown) < max(1, len(numbers)):
        yield f"* ind {' '.join(map(str, (*sorted(shown), 0)))}\n"
    if stated.objective is not None:
        yield _worth(model, stated.constant)
        yield f"min: {_terms(_unsigned(stated.objective, numbers)[0]) or '+0 x1 '};\n"
    for place, said in lines:
        if place in stated.remarks:
            yield f"* {one_line(stated.remarks[place])}\n"
        yield said


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


def _said(line: Line, numbers: dict[str, str]) -> str:
    """A line as it stands in the file; nothing where it always holds."""
    terms, constant = _unsigned(line.terms, numbers)
    bound = line.bound - constant
    if terms:
        return f"{_terms(terms)}{line.relation} {bound} ;\n"
    holds = bound == 0 if line.relation == "=" else bound <= 0
    return "" if holds else "+1 x1 >= 2 ;\n"


def _terms(terms: Iterable[Term]) -> str:
    return "".join(f"{coefficient:+} {literal} " for coefficient, literal in terms)


def _worth(model: Model, constant: int) -> str:
    """What the objective comes to, given what is minimised."""
    assert model.objective is not None
    of = (
        f"(what is minimised below){constant:+}"
        if model.objective.sense == "minimize"
        else f"{-constant} - (what is minimised below)"
    )
    return f"* {one_line(model.objective)}: {of}\n"
