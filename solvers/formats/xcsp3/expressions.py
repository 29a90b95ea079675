"""Intensions: functional expressions such as ``eq(add(x,y),z)``, as sums and claims of the language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from models.errors import ModelError
from models.kit.names import shown
from models.language.constraints import as_test
from models.language.declarations import DEFINITION, values_of
from models.language.expressions import Linear, LinearExpr, Literal
from models.language.model import LARGEST, IntVar, Model
from solvers.lowering.functions import FUNCTIONS
from solvers.lowering.reifiable import (
    FALSE,
    TRUE,
    AllOf,
    AnyOf,
    Claim,
    OddOf,
    demand,
    demand_exactly_if,
    denied,
)

Value: TypeAlias = LinearExpr | Claim | frozenset[int]
"""What an expression comes to: a sum, a claim, or a set of numbers."""

LONGEST = 18
"""Digits of a number."""

_TOKEN = re.compile(r"\s*(?:(-?[0-9]+)|([A-Za-z_][\w.]*(?:\[[0-9]+\])*)|([(),]))")
_CALL = re.compile(r"\s*\(")
_REASON = {"key": DEFINITION}


class Expressions:
    """Evaluates expressions over the variables of one model.

    Args:
        model: the model, to which auxiliary variables are added where an expression is not linear.
        variables: the variables by the names that the file has for them.
    """

    def __init__(self, model: Model, variables: Mapping[str, IntVar]) -> None:
        self.model = model
        self.variables = variables

    def value(self, text: str) -> Value:
        """What an expression comes to; nesting costs no recursion.

        Raises:
            ModelError: when it is none, or cannot be said.
        """
        stack: list[tuple[str, list[Value]]] = [("", [])]
        name, behind, at, size = "", False, 0, len(text.rstrip())
        while at < size:
            token = _TOKEN.match(text, at)
            if token is None:
                raise ModelError(f"{shown(text[at:].strip())} is no part of an expression")
            at = token.end()
            number, word, mark = token.groups()
            operands = stack[-1][1]
            if mark == "(" and name:
                stack.append((name, []))
                name, behind = "", False
            elif name or mark == "(" or (behind if not mark else not behind and (mark == "," or operands)):
                raise ModelError(f"{shown(token[0].strip())} is not expected where it stands in {shown(text)}")
            elif number:
                operands.append(LinearExpr({}, whole(number)))
                behind = True
            elif word in self.variables:
                operands.append(self.variables[word].as_sum())
                behind = True
            elif word and not _CALL.match(text, at):
                raise ModelError(f"there is no variable {shown(word)}")
            elif word:
                name = word
            elif mark == ",":
                behind = False
            elif len(stack) == 1:
                raise ModelError(f"{shown(text)} has a ) too many")
            else:
                function, operands = stack.pop()
                stack[-1][1].append(self._apply(function, operands))
                behind = True
        if len(stack) != 1 or len(stack[0][1]) != 1:
            raise ModelError(f"{shown(text)} is no whole expression")
        return stack[0][1][0]

    def claim(self, text: str) -> Claim:
        """An expression that is true or false."""
        return self._claim(self.value(text))

    def sum(self, text: str) -> LinearExpr:
        """An expression that is a number."""
        word = text.strip()
        return self.variables[word].as_sum() if word in self.variables else self._sum(self.value(text))

    def _sum(self, value: Value) -> LinearExpr:
        if isinstance(value, LinearExpr):
            return value
        if isinstance(value, frozenset):
            raise ModelError("a set stands where a number is expected")
        literal = self._truth(value)
        if literal.var.is_boolean:
            return literal.as_sum()
        flag = self.model.new_bool_var()
        self.model.add((flag == 1) == literal, key=DEFINITION)
        return flag.as_sum()

    def _claim(self, value: Value) -> Claim:
        if isinstance(value, frozenset):
            raise ModelError("a set stands where a truth value is expected")
        if not isinstance(value, LinearExpr):
            return value
        return self.relation("ne", value, LinearExpr({}, 0))

    def _truth(self, claim: Claim) -> Literal:
        """A literal that is true exactly where a claim is."""
        if isinstance(claim, AnyOf | AllOf) and len(claim.literals) == 1:
            return claim.literals[0]
        if isinstance(claim, Linear):
            test = as_test(claim)
            if test is not None:
                return test
        flag = self.model.new_bool_var() == 1
        demand_exactly_if(self.model, claim, flag, key=DEFINITION)
        return flag

    def _apply(self, function: str, operands: Sequence[Value]) -> Value:
        if function == "set":
            numbers = [operand for operand in operands if isinstance(operand, LinearExpr) and not operand.terms]
            if len(numbers) < len(operands):
                raise ModelError("a set of anything but numbers")
            return frozenset(number.constant for number in numbers)
        least, most, apply = _FUNCTIONS.get(function, (0, 0, None))
        if apply is None:
            raise ModelError(f"there is no function {shown(function)}")
        if not least <= len(operands) <= most:
            raise ModelError(f"{function} is given {len(operands)} operands")
        return apply(self, operands)

    # Functions

    def relation(self, name: str, one: LinearExpr, other: LinearExpr) -> Claim:
        """``one`` and ``other`` by ``lt``, ``le``, ``gt``, ``ge``, ``eq`` or ``ne``."""
        sign, shift = {"lt": ("<=", 1), "le": ("<=", 0), "gt": (">=", -1), "ge": (">=", 0)}.get(
            name, ("==" if name == "eq" else "!=", 0)
        )
        difference = one - other
        relation = Linear(tuple(difference.summands()), sign, -difference.constant - shift)
        if not relation.terms:
            return TRUE if relation.relation_holds({}) else FALSE
        return relation

    def _chain(self, name: str, operands: Sequence[Value]) -> Claim:
        """Each related to the next."""
        sums = [self._sum(operand) for operand in operands]
        claims = [self.relation(name, one, other) for one, other in pairwise(sums)]
        return claims[0] if len(claims) == 1 else self._all(claims)

    def _all(self, claims: Sequence[Claim]) -> Claim:
        parts = (claim.literals if isinstance(claim, AllOf) else (self._truth(claim),) for claim in claims)
        return AllOf(tuple(literal for part in parts for literal in part))

    def _any(self, claims: Sequence[Claim]) -> Claim:
        parts = (claim.literals if isinstance(claim, AnyOf) else (self._truth(claim),) for claim in claims)
        return AnyOf(tuple(literal for part in parts for literal in part))

    def _in(self, operands: Sequence[Value]) -> Claim:
        one, values = operands
        if not isinstance(values, frozenset):
            raise ModelError("in is given something else than a set")
        return AnyOf((self.variable(self._sum(one)).is_in(values),))

    def variable(self, total: LinearExpr) -> IntVar:
        """A variable equal to a sum."""
        summands = list(total.summands())
        if not total.constant and len(summands) == 1 and summands[0][0] == 1:
            return summands[0][1]
        if not summands:
            return self.model.new_constant(total.constant)
        values = values_of(total)
        var = self._new(values[0], values[-1])
        self.model.add(var == total, key=DEFINITION)
        return var

    def _new(self, least: int, greatest: int) -> IntVar:
        return self.model.new_int_var(max(least, -LARGEST), min(greatest, LARGEST))

    def computed(self, name: str, operands: Sequence[Value]) -> LinearExpr:
        """A function of numbers that is not linear."""
        sums = [self._sum(operand) for operand in operands]
        spans = [values_of(total) for total in sums]
        ends = [end for span in spans for end in (span[0], span[-1])]
        size = max(map(abs, ends))
        if name in ("min", "max"):
            target = self._new(min(ends), max(ends))
            add = self.model.add_min_equality if name == "min" else self.model.add_max_equality
            add(target, sums, key=DEFINITION)
        elif name == "abs":
            target = self._new(0, size)
            self.model.add_abs_equality(target, sums[0], key=DEFINITION)
        else:
            if name == "pow":
                exponent = spans[1][-1]
                if exponent > 62:
                    raise ModelError("a power beyond 62")
                size = max(size, 1) ** max(exponent, 1)
            target = self._new(-size, size)
            FUNCTIONS[f"int_{name}(var int, var int, var int)"](self.model, _REASON, *sums, target.as_sum())
        return target.as_sum()

    def _product(self, operands: Sequence[Value]) -> LinearExpr:
        total = self._sum(operands[0])
        for operand in operands[1:]:
            factor = self._sum(operand)
            if not factor.terms or not total.terms:
                constant, other = (factor, total) if not factor.terms else (total, factor)
                total = other.times(constant.constant)
                continue
            corners = [a * b for a in ends_of(total) for b in ends_of(factor)]
            target = self._new(min(corners), max(corners))
            self.model.add_multiplication_equality(target, total, factor, key=DEFINITION)
            total = target.as_sum()
        return total

    def _if(self, operands: Sequence[Value]) -> LinearExpr:
        condition, (one, other) = self._truth(self._claim(operands[0])), map(self._sum, operands[1:])
        ends = (*ends_of(one), *ends_of(other))
        target = self._new(min(ends), max(ends))
        demand(self.model, target.as_sum() == one, condition, key=DEFINITION)
        demand(self.model, target.as_sum() == other, ~condition, key=DEFINITION)
        return target.as_sum()


def whole(text: str) -> int:
    """A number as the file writes it.

    Raises:
        ModelError: when it is none, or too long.
    """
    if not re.fullmatch(r"[+-]?[0-9]+", text) or len(text) > LONGEST:
        raise ModelError(f"{shown(text)} is no whole number of at most {LONGEST} digits")
    return int(text)


def ends_of(total: LinearExpr) -> tuple[int, int]:
    """The least and the greatest value of a sum."""
    values = values_of(total)
    return values[0], values[-1]


def _claims(apply: Callable[[Expressions, Sequence[Claim]], Claim]) -> Callable[[Expressions, Sequence[Value]], Value]:
    """A function of truth values."""
    return lambda self, operands: apply(self, [self._claim(operand) for operand in operands])


def _total(self: Expressions, operands: Sequence[Value]) -> LinearExpr:
    return sum((self._sum(operand) for operand in operands), LinearExpr({}, 0))


def _difference(self: Expressions, operands: Sequence[Value]) -> LinearExpr:
    return self._sum(operands[0]) - self._sum(operands[1])


MANY = 10**9

_FUNCTIONS: Mapping[str, tuple[int, int, Callable[[Expressions, Sequence[Value]], Value] | None]] = {
    "neg": (1, 1, lambda self, given: self._sum(given[0]).times(-1)),
    "abs": (1, 1, lambda self, given: self.computed("abs", given)),
    "add": (1, MANY, _total),
    "sub": (2, 2, _difference),
    "mul": (1, MANY, lambda self, given: self._product(given)),
    "sqr": (1, 1, lambda self, given: self._product([given[0], given[0]])),
    "div": (2, 2, lambda self, given: self.computed("div", given)),
    "mod": (2, 2, lambda self, given: self.computed("mod", given)),
    "pow": (2, 2, lambda self, given: self.computed("pow", given)),
    "min": (1, MANY, lambda self, given: self.computed("min", given)),
    "max": (1, MANY, lambda self, given: self.computed("max", given)),
    "dist": (2, 2, lambda self, given: self.computed("abs", [_difference(self, given)])),
    "if": (3, 3, lambda self, given: self._if(given)),
    "lt": (2, 2, lambda self, given: self._chain("lt", given)),
    "le": (2, 2, lambda self, given: self._chain("le", given)),
    "gt": (2, 2, lambda self, given: self._chain("gt", given)),
    "ge": (2, 2, lambda self, given: self._chain("ge", given)),
    "ne": (2, 2, lambda self, given: self._chain("ne", given)),
    "eq": (2, MANY, lambda self, given: self._chain("eq", given)),
    "in": (2, 2, lambda self, given: self._in(given)),
    "notin": (2, 2, lambda self, given: denied(self._in(given))),
    "not": (1, 1, _claims(lambda self, given: denied(given[0]))),
    "and": (1, MANY, _claims(lambda self, given: self._all(given))),
    "or": (1, MANY, _claims(lambda self, given: self._any(given))),
    "xor": (1, MANY, _claims(lambda self, given: OddOf(tuple(self._truth(claim) for claim in given)))),
    "iff": (
        2,
        2,
        _claims(lambda self, given: OddOf((self._truth(given[0]), ~self._truth(given[1])))),
    ),
    "imp": (2, 2, _claims(lambda self, given: self._any([denied(given[0]), given[1]]))),
}
"""The functions: how many operands each takes at least and at most, and what it comes to."""
