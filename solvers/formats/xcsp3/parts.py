"""The parts of a constraint: lists, matrices, coefficients, conditions and operators."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from models.errors import ModelError
from models.kit.names import shown
from models.language.expressions import LinearExpr
from models.language.model import IntVar, Model
from solvers.core.limits import Clock
from solvers.formats.xcsp3.expressions import RELATIONS, Expressions, span, whole
from solvers.formats.xcsp3.tree import XmlElement
from solvers.lowering.reifiable import AnyOf, Reifiable, enforce

Reason = Mapping[str, Any]

MAX_LISTED_VALUES = 1_000_000  # for which ranges in a table, or numbers that are repeated in a list, may stand

CONDITION = re.compile(r"\(\s*(\w+)\s*,(.*)\)\s*", re.DOTALL)
_ROW = re.compile(r"\s*\(([^()]*)\)")


class ConstraintParts:
    """Reads the parts; ``listed`` takes a list apart into words, cells of arrays one by one."""

    def __init__(
        self, model: Model, variables: Mapping[str, IntVar], listed: Callable[[str], Iterator[str]], clock: Clock
    ) -> None:
        self.model = model
        self.clock = clock
        self.variables = variables
        self.listed = listed
        self.expressions = Expressions(model, variables)

    def sums(self, element: XmlElement, tag: str = "list") -> list[LinearExpr]:
        """The variables, numbers or expressions that a child lists, or where there is none, the element itself."""
        return self.listed_in((element.child(tag) or element).text)

    def listed_in(self, text: str) -> list[LinearExpr]:
        """Return what each word or expression of a list comes to; ``0x4`` is four times 0."""
        pieces = _expressions(text) if "(" in text else [text]
        words = (word for piece in pieces for word in ([piece] if "(" in piece else self.listed(piece)))
        return [self.expressions.sum(word) for word in repeated(words)]

    def lists(self, element: XmlElement) -> list[list[LinearExpr]]:
        """Return all the lists of an element."""
        return [self.listed_in(child.text) for child in element.children if child.tag == "list"]

    def matrix(self, text: str) -> list[list[LinearExpr]]:
        """Return the rows of ``x[][]``, or of ``(x,y)(3,z)``."""
        words = [*brackets(text)] if "(" in text else [row for word in text.split() for row in self._rows_of(word)]
        rows = [[self.expressions.sum(word) for word in row] for row in words]
        if len({*map(len, rows)}) != 1:
            raise ModelError(f"the rows of the matrix {shown(text)} are not of one length")
        return rows

    def _rows_of(self, word: str) -> Iterator[list[str]]:
        open_ones = [place for place, index in enumerate(re.findall(r"\[([^\]]*)\]", word)) if not index.isdigit()]
        if len(open_ones) != 2:
            raise ModelError(f"{shown(word)} is not a matrix such as x[][], with two open indices")
        for _, cells in groupby(self.listed(word), lambda cell: re.findall(r"\[(\d+)\]", cell)[open_ones[0]]):
            yield list(cells)

    def total(self, element: XmlElement, tag: str = "coeffs") -> LinearExpr:
        """Return the sum of a list, each entry times its coefficient, which is a number or a variable."""
        sums = self.sums(element)
        factors = element.child(tag)
        if factors is None:
            return sum(sums, LinearExpr({}, 0))
        words = repeated(self.listed(factors.text))
        if len(words) != len(sums):
            raise ModelError(f"{len(words)} coefficients for {len(sums)} summands")
        product, variables = self.expressions.product, self.variables
        summands = (
            product(one, variables[word].as_sum()) if word in variables else one * whole(word)
            for one, word in zip(sums, words, strict=True)
        )
        return sum(summands, LinearExpr({}, 0))

    def text(self, element: XmlElement, tag: str) -> str:
        """Return the text of a child that must be there."""
        child = element.child(tag)
        if child is None:
            raise ModelError(f"<{element.tag}> is expected to have <{tag}>")
        return child.text

    def operator(self, element: XmlElement) -> str:
        """Return the operator of an order."""
        name = self.text(element, "operator").strip()
        if name not in ("lt", "le", "ge", "gt"):
            raise ModelError(f"the operator {shown(name)}; lt, le, ge and gt can be taken")
        return name

    def points(self, text: str) -> list[list[LinearExpr]]:
        """``x y`` on a line, ``(x,y)(3,z)`` in the plane."""
        rows = [*brackets(text)] if "(" in text else [[word] for word in repeated(self.listed(text))]
        return [[self.expressions.sum(word) for word in row] for row in rows]

    def conditioned(self, total: LinearExpr, element: XmlElement, reason: Reason, place: int = 0) -> None:
        """Post that a sum meets the condition of an element, or the one of several that stands at a place."""
        enforce(self.model, self.condition(total, element, place), **reason)

    def condition(self, total: LinearExpr, element: XmlElement, place: int = 0) -> Reifiable:
        """Return whether a sum meets the condition of an element."""
        conditions = [child.text for child in element.children if child.tag == "condition"]
        found = CONDITION.fullmatch(conditions[place]) if len(conditions) > place else None
        if found is None:
            raise ModelError("a <condition> such as (le,5) is expected")
        name, operand = found[1], found[2].strip()
        if name in RELATIONS:
            return self.expressions.relation(name, total, self.expressions.sum(operand))
        if name not in ("in", "notin"):
            raise ModelError(f"a condition with {shown(name)}; {', '.join(RELATIONS)}, in and notin can be taken")
        var = self.expressions.variable(total)
        listed = operand.strip("{}").replace(",", " ").split()
        test = var.is_in(span(operand) if ".." in operand else map(whole, listed))
        return AnyOf((test if name == "in" else ~test,))


def start_of(element: XmlElement, tag: str = "list", name: str = "startIndex") -> int:
    """Return the number from which on the places of a child are counted."""
    child = element.child(tag)
    return whole(child.attributes.get(name, "0")) if child else 0


def brackets(text: str) -> Iterator[list[str]]:
    """The words within each pair of brackets."""
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _ROW.match(text, at)
        if found is None:
            raise ModelError(f"{shown(text[at:].strip())} is no row such as (1,2)")
        yield found[1].split(",")
        at = found.end()


def repeated(words: Iterable[str]) -> list[str]:
    """Words, and for ``0x5`` five times 0."""
    found: list[str] = []
    for word in words:
        value, times, many = word.partition("x")
        if times and many.isdigit() and re.fullmatch("-?[0-9]+", value):
            if len(many) > 6 or len(found) + int(many) > MAX_LISTED_VALUES:
                raise ModelError(f"{shown(word)} is repeated too often")
            found += [value] * int(many)
        else:
            found.append(word)
    return found


def _expressions(text: str) -> list[str]:
    """The expressions of a list, apart at the spaces outside brackets."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter.isspace() and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [one for one in found if one]
