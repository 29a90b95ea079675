"""CPLEX's LP format of mixed-integer programs, as people write them: ``column_3: x + 2 y <= 7``.

The columns and rows, which MPS writes in another way, are those of ``solvers.lowering.mip``. A column bears the name of
its variable and what it says of it, a row that of its rule. What is larger than double precision carries is cut into
digits there, or refused. A comment says what each variable comes to: ``\\ dial = 1 +1 dial_is_2 +2 dial_is_3``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap

from models.errors import InputError
from models.language.model import IntVar, Model
from solvers.core.limits import CannotTake
from solvers.formats.document import Export, ObjectiveNote
from solvers.formats.names import Identifiers, answer_line, one_line
from solvers.lowering.mip.carrying import TOLERANCE
from solvers.lowering.mip.rows import ColumnSum, IntegerRows, unsupported_reason

OBJECTIVE, IMPOSSIBLE = "objective", "impossible"
"""The names of the sum to be minimised or maximised, and of the row that is added where a rule can never be met."""

Terms = Sequence[tuple[int, str]]  # a coefficient and the name of a column

MAX_LINE_LETTERS = 200  # some readers take no more than 510


@dataclass(frozen=True)
class NamedRow:
    """``Σ coefficient·column relation bound``; the comment is the rule that begins here, empty where it goes on."""

    name: str
    terms: Terms
    relation: str
    bound: int
    comment: str = ""


@dataclass(frozen=True)
class NamedProgram:
    """A model as columns and rows with names."""

    comments: Sequence[str]  # among them what each variable of the model comes to in columns
    columns: Sequence[tuple[str, int, int]]  # names with the least and the greatest value; all are integers
    rows: Sequence[NamedRow]
    sense: str  # minimize or maximize
    objective: Terms  # columns that stand nowhere else are in it, times 0
    divisor: int = 1  # of what the objective comes to


def write(export: Export) -> Iterator[str]:
    program = named_program(export, "LP")
    for comment in program.comments:
        yield from (
            f"\\ {line}\n" for line in wrap(comment, MAX_LINE_LETTERS, subsequent_indent="    ", break_on_hyphens=False)
        )
    if program.divisor != 1:
        yield f"\\ {ObjectiveNote(program.sense, 0, program.divisor)}\n"
    yield f"{program.sense.capitalize()}\n"
    yield from _sum(f" {OBJECTIVE}:", program.objective, "")
    yield "Subject To\n"
    for row in program.rows:
        if row.comment:
            yield f"\\ {row.comment}\n"
        yield from _sum(f" {row.name}:", row.terms, f" {row.relation} {row.bound}")
    yield "Bounds\n"
    for name, least, greatest in program.columns:
        yield f" {name} = {least}\n" if least == greatest else f" {least} <= {name} <= {greatest}\n"
    yield "Generals\n"
    yield from (f" {name}\n" for name, _, _ in program.columns)
    yield "End\n"


def _sum(head: str, terms: Terms, tail: str) -> Iterator[str]:
    line = head
    for coefficient, name in terms:
        term = f" {'+' if coefficient >= 0 else '-'} {abs(coefficient)} {name}"
        if len(line) + len(term) > MAX_LINE_LETTERS:
            yield f"{line}\n"
            line = " "
        line += term
    yield f"{line}{tail}\n"


def named_program(export: Export, what: str) -> NamedProgram:
    """The program that ``export`` comes to, unless numbers are larger than double precision carries.

    ``what`` is the format for which it is made.
    """
    model = export.model
    complaint = unsupported_reason(model)
    if complaint:
        raise InputError(f"{what} cannot say {one_line(complaint)}")
    try:
        rows = IntegerRows(model)
    except CannotTake as error:
        raise InputError(f"{what} cannot say {one_line(error.what)}") from None
    columns = list(rows.columns)
    identifiers = Identifiers()
    names = _column_names(rows, model, identifiers)
    named = list(_rows(rows, model, names))
    objective: list[tuple[int, str]] = []
    if model.objective is not None:
        total = rows.total(model.objective.expression.summands())
        objective = _terms(total, names)
        constant = total.constant + model.objective.expression.constant
        if constant or not objective:  # an objective of nothing would be none
            columns.append((1, 1) if constant else (0, 0))
            names.append(identifiers.new("constant"))
            objective.append((constant or 1, names[-1]))
    if rows.impossible or not columns:
        columns.append((0, 0))
        names.append(identifiers.new("zero"))
    if rows.impossible:
        named.append(NamedRow(IMPOSSIBLE, ((1, names[-1]),), ">=", 1, "some rule can never be met"))
    used = {name for row in named for _, name in row.terms}.union(name for _, name in objective)
    objective += [(0, name) for name in names if name not in used] or ([] if objective else [(0, names[0])])
    comments = [
        *export.comments,
        f"solve with tolerances of {TOLERANCE:g} and no gap: all coefficients are integers that need no more",
        *(f"{one_line(var.name)} = {_written(rows.value(var), names)}" for var in model.variables),
        *answer_line(model),
    ]
    if model.objective is not None:
        comments.append(one_line(model.objective))
    spans = [(name, least, greatest) for name, (least, greatest) in zip(names, columns, strict=True)]
    if model.objective is None:
        return NamedProgram(comments, spans, named, "minimize", objective)
    return NamedProgram(comments, spans, named, model.objective.sense, objective, model.objective.divisor)


def _column_names(rows: IntegerRows, model: Model, identifiers: Identifiers) -> list[str]:
    """A name for each column: of its variable and the value that it stands for, or of nothing in particular."""
    names = {}
    for var in model.variables:
        for column, name in _names_of(rows, var):
            names[column] = identifiers.new(name)
    return [names.get(column) or identifiers.new("aux") for column in range(len(rows.columns))]


def _names_of(rows: IntegerRows, var: IntVar) -> Iterator[tuple[int, str]]:
    value, cases = rows.value(var), rows.cases(var)
    if var.is_boolean or (cases is None and len(value.terms) == 1 and value.constant == 0):
        yield from ((column, var.name) for column in value.terms)
    elif cases is not None:
        for case, test in cases.items():
            if not test.constant:
                yield from ((column, f"{var.name}_is_{_sign(case)}") for column in test.terms)
    elif len(value.terms) == 1:
        yield from ((column, f"{var.name}_above_{_sign(value.constant)}") for column in value.terms)
    else:
        yield from ((column, f"{var.name}_digit_{place}") for place, column in enumerate(value.terms))


def _rows(rows: IntegerRows, model: Model, names: Sequence[str]) -> Iterator[NamedRow]:
    """Every row, named for the rule it is of; two, where it has different bounds below and above."""
    identifiers = Identifiers()
    for taken in (OBJECTIVE, IMPOSSIBLE):
        identifiers.new(taken)
    ends = [0, *rows.begins, len(rows.rows)]
    last = ""
    for constraint, (first, end) in zip((None, *model.constraints), pairwise(ends), strict=True):
        name, because = "domain", ""
        if constraint is not None:
            name = "_".join(_sign(word) if isinstance(word, int) else word for word in constraint.key) or "rule"
            because = constraint.because
        for row in rows.rows[first:end]:
            comment, last = one_line(because) if because != last else "", because
            terms = _terms(ColumnSum(0, dict(row.terms)), names)
            bounds = [("<=", row.most), (">=", row.least)] if row.least != row.most else [("=", row.most)]
            for relation, bound in bounds:
                if bound is not None:
                    yield NamedRow(identifiers.new(name), terms, relation, bound, comment)
                    comment = ""


def _terms(total: ColumnSum, names: Sequence[str]) -> list[tuple[int, str]]:
    return [(coefficient, names[column]) for column, coefficient in total.terms.items() if coefficient]


def _written(value: ColumnSum, names: Sequence[str]) -> str:
    """``2 + 3 x_is_5 + 4 x_is_6``."""
    parts = [f"{coefficient:+} {name}" for coefficient, name in _terms(value, names)]
    return " ".join([str(value.constant), *parts])


def _sign(number: int) -> str:
    return f"minus_{-number}" if number < 0 else str(number)
