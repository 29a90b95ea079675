"""Intensions: functional expressions such as ``eq(add(x,y),z)``, as sums and relations of the language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import inf
from operator import eq, ge, gt, le, lt, ne
from typing import Any, NamedTuple, TypeAlias

from models.errors import ModelError
from models.kit.names import shown
from models.language.auxiliaries import values_of
from models.language.constraints import as_test
from models.language.declarations import DEFINITION
from models.language.expressions import Linear, LinearExpr, Literal
from models.language.model import MAX_VALUE, IntVar, Model
from solvers.lowering.functions import FUNCTIONS
from solvers.lowering.reifiable import FALSE, TRUE, AllOf, AnyOf, OddOf, Reifiable, enforce, negated, reify

Value: TypeAlias = LinearExpr | Reifiable | frozenset[int]
"""What an expression comes to: a sum, a relation, or a set of numbers."""

MAX_NUMBER_DIGITS = 18
MAX_EXPONENT = 62

_WORD = r"[A-Za-z_][\w.]*+(?:\[[0-9]+\])*+"
_TOKEN = re.compile(rf"\s*(?:(?P<number>-?[0-9]+)|(?P<call>{_WORD})\s*+\(|(?P<name>{_WORD})|(?P<comma>,)|(?P<end>\)))")
_REASON = {"key": DEFINITION}


class Expressions:
    """Evaluates expressions over the variables of one model; auxiliary ones are added where one is not linear."""

    def __init__(self, model: Model, variables: Mapping[str, IntVar]) -> None:
        self.model = model
        self.variables = variables

    def value(self, text: str) -> Value:
        """What an expression comes to; nesting costs no recursion."""
        calls: list[tuple[str, list[Value]]] = [("", [])]  # the operators that are open, each with its operands so far
        is_due, at, size = True, 0, len(text.rstrip())  # whether an operand is due
        while at < size:
            token = _TOKEN.match(text, at)
            if token is None:
                raise ModelError(f"{shown(text[at:].strip())} is no part of an expression")
            at, kind = token.end(), str(token.lastgroup)
            operator, operands = calls[-1]
            is_empty_call = kind == "end" and not operands
            if is_due is (kind in ("comma", "end")) and not is_empty_call:
                raise ModelError(f"{shown(token[0].strip())} is not expected where it stands in {shown(text)}")
            if kind == "call":
                calls.append((token[kind], []))
            elif kind == "end":
                calls.pop()
                if not calls:
                    raise ModelError(f"{shown(text)} has a ) too many")
                calls[-1][1].append(self._apply(operator, operands))
            elif kind != "comma":
                word = token[kind]
                operands.append(LinearExpr({}, whole(word)) if kind == "number" else self.named(word).as_sum())
            is_due = kind in ("call", "comma")
        if len(calls) != 1 or len(calls[0][1]) != 1:
            raise ModelError(f"{shown(text)} is no whole expression")
        return calls[0][1][0]

    def named(self, name: str) -> IntVar:
        if name not in self.variables:
            raise ModelError(f"there is no variable {shown(name)}")
        return self.variables[name]

    def _apply(self, name: str, operands: Sequence[Value]) -> Value:
        operator = OPERATORS.get(name)
        if operator is None:
            raise ModelError(f"there is no function {shown(name)}")
        if not operator.least <= len(operands) <= operator.most:
            raise ModelError(f"{name} is given {len(operands)} operands")
        return operator.apply(self, *(operator.takes(self, operand) for operand in operands))

    # What an operand is taken as

    def reifiable(self, text: str) -> Reifiable:
        return self.as_relation(self.value(text))

    def sum(self, text: str) -> LinearExpr:
        """An expression that is a number."""
        word = text.strip()
        return self.variables[word].as_sum() if word in self.variables else self.as_number(self.value(text))

    def as_number(self, value: Value) -> LinearExpr:
        if isinstance(value, LinearExpr):
            return value
        if isinstance(value, frozenset):
            raise ModelError("a set stands where a number is expected")
        literal = self.truth(value)
        if literal.var.is_boolean:
            return literal.as_sum()
        flag = self.model.new_bool_var()
        self.model.add((flag == 1) == literal, key=DEFINITION)
        return flag.as_sum()

    def as_relation(self, value: Value) -> Reifiable:
        if isinstance(value, frozenset):
            raise ModelError("a set stands where a truth value is expected")
        return value if not isinstance(value, LinearExpr) else self.relation("ne", value, LinearExpr({}, 0))

    def truth(self, relation: Reifiable) -> Literal:
        if isinstance(relation, AnyOf | AllOf) and len(relation.literals) == 1:
            return relation.literals[0]
        test = as_test(relation) if isinstance(relation, Linear) else None
        if test is not None:
            return test
        flag = self.model.new_bool_var() == 1
        reify(self.model, relation, flag, key=DEFINITION)
        return flag

    def variable(self, total: LinearExpr) -> IntVar:
        summands = list(total.summands())
        if not total.constant and len(summands) == 1 and summands[0][0] == 1:
            return summands[0][1]
        if not summands:
            return self.model.new_constant(total.constant)
        var = self._new(*ends_of(total))
        self.model.add(var == total, key=DEFINITION)
        return var

    def between(self, sums: Sequence[LinearExpr]) -> LinearExpr:
        """A new variable between the least and the greatest of some sums."""
        ends = [end for total in sums for end in ends_of(total)]
        return self._new(min(ends, default=0), max(ends, default=0)).as_sum()

    def _new(self, least: int, greatest: int) -> IntVar:
        return self.model.new_int_var(max(least, -MAX_VALUE), min(greatest, MAX_VALUE))

    # Operators that are more than a formula

    def relation(self, name: str, one: LinearExpr, other: LinearExpr) -> Reifiable:
        """Compare two sums by one of ``RELATIONS``."""
        compared = RELATIONS[name](one, other)
        if compared.terms or compared.tests:
            return compared
        return TRUE if compared.relation_holds({}) else FALSE

    def all_equal(self, *sums: LinearExpr) -> Reifiable:
        relations = [self.relation("eq", one, other) for one, other in pairwise(sums)]
        return relations[0] if len(relations) == 1 else self.all(*relations)

    def all(self, *relations: Reifiable) -> Reifiable:
        parts = (one.literals if isinstance(one, AllOf) else (self.truth(one),) for one in relations)
        return AllOf(tuple(literal for part in parts for literal in part))

    def any(self, *relations: Reifiable) -> Reifiable:
        parts = (one.literals if isinstance(one, AnyOf) else (self.truth(one),) for one in relations)
        return AnyOf(tuple(literal for part in parts for literal in part))

    def equivalent(self, *relations: Reifiable) -> Reifiable:
        """All are true, or all are false."""
        first, *others = map(self.truth, relations)
        pairs: list[Reifiable] = [OddOf((first, ~other)) for other in others]
        return pairs[0] if len(pairs) == 1 else self.all(*pairs)

    def among(self, one: Value, values: Value) -> Reifiable:
        if not isinstance(values, frozenset):
            raise ModelError("in is given something else than a set")
        return AnyOf((self.variable(self.as_number(one)).is_in(values),))

    def set_of(self, *numbers: Value) -> frozenset[int]:
        if not all(isinstance(number, LinearExpr) and not number.terms for number in numbers):
            raise ModelError("a set of anything but numbers")
        return frozenset(number.constant for number in numbers if isinstance(number, LinearExpr))

    def extreme(self, name: str, *sums: LinearExpr) -> LinearExpr:
        target = self.between(sums)
        (self.model.add_min_equality if name == "min" else self.model.add_max_equality)(target, sums, key=DEFINITION)
        return target

    def abs(self, total: LinearExpr) -> LinearExpr:
        target = self._new(0, max(map(abs, ends_of(total))))
        self.model.add_abs_equality(target, total, key=DEFINITION)
        return target.as_sum()

    def arithmetic(self, name: str, one: LinearExpr, other: LinearExpr) -> LinearExpr:
        """``div``, ``mod`` or ``pow`` as in FlatZinc, of variables and numbers alone."""
        one, other = (
            self.variable(total).as_sum() if any(total.summands()) else LinearExpr({}, total.constant)
            for total in (one, other)
        )
        size = max(map(abs, (*ends_of(one), *ends_of(other))))
        if name == "pow":
            exponent = ends_of(other)[1]
            if exponent > MAX_EXPONENT:
                raise ModelError(f"a power beyond {MAX_EXPONENT}")
            size = max(size, 1) ** max(exponent, 1)
        return self._function(name, one, other, -size, size)

    def _function(self, name: str, one: LinearExpr, other: LinearExpr, least: int, greatest: int) -> LinearExpr:
        target = self._new(least, greatest).as_sum()
        FUNCTIONS[f"int_{name}(var int, var int, var int)"](self.model, _REASON, one, other, target)
        return target

    def product(self, total: LinearExpr, *factors: LinearExpr) -> LinearExpr:
        for factor in factors:
            if not factor.terms or not total.terms:
                constant, other = (factor, total) if not factor.terms else (total, factor)
                total = other.times(constant.constant)
                continue
            corners = [a * b for a in ends_of(total) for b in ends_of(factor)]
            total = self._function("times", total, factor, min(corners), max(corners))
        return total

    def choice(self, condition: Value, *values: Value) -> LinearExpr:
        test, (one, other) = self.truth(self.as_relation(condition)), map(self.as_number, values)
        target = self.between((one, other))
        enforce(self.model, target == one, test, key=DEFINITION)
        enforce(self.model, target == other, ~test, key=DEFINITION)
        return target


def whole(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]+", text) or len(text) > MAX_NUMBER_DIGITS:
        raise ModelError(f"{shown(text)} is no whole number of at most {MAX_NUMBER_DIGITS} digits")
    return int(text)


def span(word: str) -> range:
    """The numbers that ``3`` or ``3..7`` stands for."""
    first, dots, last = word.partition("..")
    return range(whole(first.strip()), whole((last if dots else first).strip()) + 1)


def ends_of(total: LinearExpr) -> tuple[int, int]:
    values = values_of(total)
    return values[0], values[-1]


RELATIONS: Mapping[str, Callable[[Any, Any], Linear]] = {"lt": lt, "le": le, "gt": gt, "ge": ge, "eq": eq, "ne": ne}
"""How each compares two sums."""


class Operator(NamedTuple):
    """How many operands an operator takes at least and at most, what each is taken as, and what they come to."""

    least: int
    most: float
    takes: Callable[[Expressions, Value], Any]
    apply: Callable[..., Value]


def _as_it_is(_: Expressions, value: Value) -> Value:
    return value


def _by_name(method: Callable[..., Value], *names: str, least: int = 2, most: float = 2) -> dict[str, Operator]:
    """Operators on numbers that one method knows by their names."""
    return {
        name: Operator(least, most, _NUMBER, lambda self, *sums, name=name: method(self, name, *sums)) for name in names
    }


_NUMBER, _TRUTH, _ANY = Expressions.as_number, Expressions.as_relation, _as_it_is

OPERATORS: Mapping[str, Operator] = {
    "neg": Operator(1, 1, _NUMBER, lambda self, a: a.times(-1)),
    "abs": Operator(1, 1, _NUMBER, Expressions.abs),
    "add": Operator(1, inf, _NUMBER, lambda self, *sums: sum(sums, LinearExpr({}, 0))),
    "sub": Operator(2, 2, _NUMBER, lambda self, a, b: a - b),
    "mul": Operator(1, inf, _NUMBER, Expressions.product),
    "sqr": Operator(1, 1, _NUMBER, lambda self, a: self.product(a, a)),
    **_by_name(Expressions.arithmetic, "div", "mod", "pow"),
    **_by_name(Expressions.extreme, "min", "max", least=1, most=inf),
    "dist": Operator(2, 2, _NUMBER, lambda self, a, b: self.abs(a - b)),
    **_by_name(Expressions.relation, "lt", "le", "gt", "ge", "ne"),
    "eq": Operator(2, inf, _NUMBER, Expressions.all_equal),
    "not": Operator(1, 1, _TRUTH, lambda self, a: negated(a)),
    "and": Operator(1, inf, _TRUTH, Expressions.all),
    "or": Operator(1, inf, _TRUTH, Expressions.any),
    "xor": Operator(1, inf, _TRUTH, lambda self, *relations: OddOf(tuple(map(self.truth, relations)))),
    "iff": Operator(2, inf, _TRUTH, Expressions.equivalent),
    "imp": Operator(2, 2, _TRUTH, lambda self, a, b: self.any(negated(a), b)),
    "if": Operator(3, 3, _ANY, Expressions.choice),
    "in": Operator(2, 2, _ANY, Expressions.among),
    "notin": Operator(2, 2, _ANY, lambda self, a, values: negated(self.among(a, values))),
    "set": Operator(0, inf, _ANY, Expressions.set_of),
}
