"""FlatZinc's builtins: for each constraint of the standard what it takes, and what it says in the model's terms.

There are three sorts. A *relation* such as ``int_le`` can be reified: with it come ``int_le_reif``, true exactly when
a Boolean is, and ``int_le_imp``, true at least when a Boolean is. A *test* such as ``bool_and`` has that Boolean in its
own arguments. A *function* such as ``int_times`` is posted as it stands. What each takes is written as in
MiniZinc.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from operator import eq, le, lt, ne
from typing import Any

from models.errors import ModelError
from models.language.expressions import IntVar, LinearExpr, Literal
from models.language.model import Model
from solvers.lowering.functions import FUNCTIONS
from solvers.lowering.reifiable import AllOf, AnyOf, OddOf, Reifiable, enforce, reify
from solvers.minizinc.flatzinc.globals import GECODE, GLOBALS, within

Bools = Sequence[Literal]


@dataclass(frozen=True)
class Builtin:
    """A constraint that files may use.

    ``post`` takes the model, the reason to give, and the arguments, each of the type that ``takes`` has for it:
    variables that are ints as linear expressions and those that are Booleans as literals.
    """

    name: str
    takes: tuple[str, ...]
    post: Callable[..., None]


def _total(coefficients: Sequence[int], things: Sequence[LinearExpr | Literal]) -> LinearExpr:
    if len(coefficients) != len(things):
        raise ModelError(f"{len(coefficients)} coefficients for {len(things)} summands")
    terms: dict[IntVar, int] = {}
    constant = 0
    for coefficient, thing in zip(coefficients, things, strict=True):
        expression = thing.as_sum()
        constant += coefficient * expression.constant
        for var, factor in expression.terms.items():
            terms[var] = terms.get(var, 0) + coefficient * factor
    return LinearExpr(terms, constant)


def _compared(relation: Callable[[Any, Any], Any], a: LinearExpr, b: LinearExpr) -> Reifiable:
    compared: Reifiable = relation(a, b)
    return compared


def _summed(
    relation: Callable[[Any, Any], Any], coefficients: Sequence[int], things: Sequence[Any], other: Any
) -> Reifiable:
    return _compared(relation, _total(coefficients, things), LinearExpr({}, 0) + other)


TWO_INTS, TWO_BOOLS = "var int, var int", "var bool, var bool"
INT_SUM, BOOL_SUM = "array of int, array of var int, int", "array of int, array of var bool, var int"

RELATIONS: Mapping[str, Callable[..., Reifiable]] = {
    f"int_eq({TWO_INTS})": partial(_compared, eq),
    f"int_ne({TWO_INTS})": partial(_compared, ne),
    f"int_le({TWO_INTS})": partial(_compared, le),
    f"int_lt({TWO_INTS})": partial(_compared, lt),
    "int_plus(var int, var int, var int)": lambda a, b, c: a + b == c,
    f"int_lin_eq({INT_SUM})": partial(_summed, eq),
    f"int_lin_ne({INT_SUM})": partial(_summed, ne),
    f"int_lin_le({INT_SUM})": partial(_summed, le),
    "set_in(var int, set of int)": within,
    "bool2int(var bool, var int)": lambda a, b: a.as_sum() == b,
    f"bool_eq({TWO_BOOLS})": lambda a, b: OddOf((a, ~b)),
    f"bool_ne({TWO_BOOLS})": lambda a, b: OddOf((a, b)),
    f"bool_not({TWO_BOOLS})": lambda a, b: OddOf((a, b)),
    f"bool_le({TWO_BOOLS})": lambda a, b: AnyOf((~a, b)),
    f"bool_lt({TWO_BOOLS})": lambda a, b: AllOf((~a, b)),
    f"bool_lin_eq({BOOL_SUM})": partial(_summed, eq),
    f"bool_lin_ne({BOOL_SUM})": partial(_summed, ne),
    f"bool_lin_le({BOOL_SUM})": partial(_summed, le),
    "bool_clause(array of var bool, array of var bool)": lambda ones, others: AnyOf((*ones, *(~one for one in others))),
    "array_bool_xor(array of var bool)": lambda literals: OddOf(tuple(literals)),
}
"""What can be reified: ``int_le`` has ``int_le_reif`` and ``int_le_imp`` beside it."""

TESTS: Mapping[str, Callable[..., Reifiable]] = {
    f"bool_and({TWO_BOOLS}, var bool)": lambda a, b: AllOf((a, b)),
    f"bool_or({TWO_BOOLS}, var bool)": lambda a, b: AnyOf((a, b)),
    f"bool_xor({TWO_BOOLS}, var bool)": lambda a, b: OddOf((a, b)),
    "array_bool_and(array of var bool, var bool)": lambda literals: AllOf(tuple(literals)),
    "array_bool_or(array of var bool, var bool)": lambda literals: AnyOf(tuple(literals)),
}
"""What is always reified, the last argument: ``bool_and`` has only ``bool_and_imp`` beside it."""

PLAIN: Mapping[str, Callable[..., Reifiable]] = {f"bool_xor({TWO_BOOLS})": lambda a, b: OddOf((a, b))}
"""Relations whose reified form goes by a name of its own."""


@cache
def builtins() -> Mapping[str, Mapping[int, Builtin]]:
    """Every builtin by its name and the number of its arguments."""
    found: dict[str, dict[int, Builtin]] = {}
    for builtin in _all():
        found.setdefault(builtin.name, {})[len(builtin.takes)] = builtin
    return found | {theirs: found[ours] for theirs, ours in GECODE.items()}


def _all() -> Iterator[Builtin]:
    for declared, relation in (*RELATIONS.items(), *PLAIN.items()):
        yield _builtin(declared, partial(_post_relation, relation))
    reifiable = {declared.replace(")", ", var bool)"): ("_reif(", relation) for declared, relation in RELATIONS.items()}
    for declared, (suffix, relation) in (reifiable | {name: ("(", test) for name, test in TESTS.items()}).items():
        yield _builtin(declared.replace("(", suffix), partial(_post_exactly_if, relation))
        yield _builtin(declared.replace("(", "_imp("), partial(_post_if, relation))
    for declared, post in (*FUNCTIONS.items(), *GLOBALS.items()):
        yield _builtin(declared, post)


def _builtin(declared: str, post: Callable[..., None]) -> Builtin:
    name, takes = re.fullmatch(r"(\w+)\((.*)\)", declared).groups()  # type: ignore[union-attr]
    return Builtin(name, tuple(takes.split(", ")), post)


def _post_relation(relation: Callable[..., Reifiable], model: Model, reason: Any, *arguments: Any) -> None:
    enforce(model, relation(*arguments), **reason)


def _post_if(relation: Callable[..., Reifiable], model: Model, reason: Any, *arguments: Any) -> None:
    enforce(model, relation(*arguments[:-1]), arguments[-1], **reason)


def _post_exactly_if(relation: Callable[..., Reifiable], model: Model, reason: Any, *arguments: Any) -> None:
    reify(model, relation(*arguments[:-1]), arguments[-1], **reason)
