"""Integer programs as they are read from LP and MPS files: rows over columns, and the model that they come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, lcm
from pathlib import Path
from typing import TypeAlias

from models.errors import InputError
from models.kit.names import count, shown
from models.language.model import MAX_VALUE, Assignment, Clause, IntVar, Key, Linear, LinearExpr, Model
from solvers.core.limits import Clock
from solvers.formats.document import Reading

MAX_NUMBER_DIGITS = 300  # written out

Number: TypeAlias = int | Fraction
"""A number as the file has it; whole ones are ints, which take less room."""


@dataclass(slots=True)
class ProgramRow:
    key: Key
    line: int
    terms: dict[str, Number]
    relation: str
    bound: Number
    condition: tuple[str, int] | None = None


@dataclass(slots=True)
class ProgramColumn:
    line: int
    least: Number | None = 0
    greatest: Number | None = None
    whole: bool = False


@dataclass
class LinearProgram:
    """What has been read; the sense is ``min`` or ``max``, and the constant is added to the objective."""

    where: Path | str
    sense: str = "min"
    objective: dict[str, Number] = field(default_factory=dict)
    constant: Number = 0
    rows: list[ProgramRow] = field(default_factory=list)
    columns: dict[str, ProgramColumn] = field(default_factory=dict)

    def column(self, name: str, line: int) -> ProgramColumn:
        if name not in self.columns:
            self.columns[name] = ProgramColumn(line)
        return self.columns[name]

    def reading(self, clock: Clock) -> Reading:
        """What was read, as a model; an error where a model here cannot say it."""
        model = Model(Path(self.where).name)
        columns = clock.along(self.columns.items())
        variables = {name: self._declared(model, name, column) for name, column in columns}
        for row in clock.along(self.rows):
            self._post(model, row, variables)
        self._optimise(model, variables)
        about = f"{count(len(variables), 'variable')}, {count(len(self.rows), 'row')}"
        return Reading(model, _values, about)

    def _post(self, model: Model, row: ProgramRow, variables: Mapping[str, IntVar]) -> None:
        scale = lcm(row.bound.denominator, *(factor.denominator for factor in row.terms.values()))
        terms = tuple((int(factor * scale), variables[name]) for name, factor in row.terms.items() if factor)
        linear = Linear(terms, row.relation, int(row.bound * scale), key=row.key)
        if not terms and linear.relation_holds({}):
            return
        posted = model.add(linear if terms else Clause((), key=row.key))
        if row.condition is not None:
            flag = variables[row.condition[0]]
            if not flag.is_boolean:
                raise self._error(f"{flag} is a condition, and not binary", row.line)
            posted.only_enforce_if(flag == row.condition[1])

    def _optimise(self, model: Model, variables: Mapping[str, IntVar]) -> None:
        terms = {variables[name]: factor for name, factor in self.objective.items() if factor}
        fractions = [factor for factor in (*terms.values(), self.constant) if factor.denominator != 1]
        if fractions:
            raise self._error(f"the objective has the factor {float(fractions[0])}; whole ones are expected")
        if terms:
            total = LinearExpr({var: int(factor) for var, factor in terms.items()}, int(self.constant))
            model.minimize(total) if self.sense == "min" else model.maximize(total)

    def _declared(self, model: Model, name: str, column: ProgramColumn) -> IntVar:
        is_fixed = column.least == column.greatest and isinstance(column.least, int)
        if not (column.whole or is_fixed):  # HiGHS does not mark an integer column that is fixed and in no row
            what = "is continuous; models here have variables that are listed as general or binary"
            raise self._error(f"{shown(name)} {what}", column.line)
        if column.least is None or column.greatest is None or max(-column.least, column.greatest) > MAX_VALUE:
            what = "greatest" if column.least is not None else "least"
            raise self._error(f"{shown(name)} has no {what} value; bounds below 2^62 are expected", column.line)
        least, greatest = ceil(column.least), floor(column.greatest)
        if least > greatest:
            raise self._error(f"nothing lies between the bounds of {shown(name)}", column.line)
        return model.new_int_var(least, greatest, name)

    def _error(self, sentence: str, line: int | None = None) -> InputError:
        return InputError(sentence, self.where, line)


def exact(text: str) -> Number | None:
    """What a decimal number comes to, exactly; None for one of too many digits."""
    if text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS:
        return int(text)
    mantissa, _, exponent = text.lower().replace("d", "e").partition("e")
    if len(mantissa) > MAX_NUMBER_DIGITS or len(exponent) > 5 or abs(int(exponent or 0)) > MAX_NUMBER_DIGITS:
        return None
    value = Fraction(f"{mantissa}e{exponent or 0}")
    return int(value) if value.denominator == 1 else value


def _values(answer: Assignment) -> str:
    return "\n".join(f"{var.name} {value}" for var, value in answer.items())
