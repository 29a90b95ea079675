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
from models.language.auxiliaries import values_of
from models.language.expressions import IntVar, LinearExpr, Literal
from models.language.model import Model
from models.language.scheduling import Interval
from solvers.lowering.functions import FUNCTIONS, Reason, entry_of, post_table
from solvers.lowering.reifiable import FALSE, TRUE, AllOf, AnyOf, OddOf, Reifiable, enforce, reify

Ints = Sequence[LinearExpr]
Things = Sequence[LinearExpr] | Sequence[Literal]


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
        for factor, var in expression.summands():
            terms[var] = terms.get(var, 0) + coefficient * factor
    return LinearExpr(terms, constant)


def _compared(relation: Callable[[Any, Any], Any], a: LinearExpr, b: LinearExpr) -> Reifiable:
    compared: Reifiable = relation(a, b)
    return compared


def _summed(
    relation: Callable[[Any, Any], Any], coefficients: Sequence[int], things: Sequence[Any], other: Any
) -> Reifiable:
    return _compared(relation, _total(coefficients, things), LinearExpr({}, 0) + other)


# Global constraints: those that MiniZinc hands over whole, since mznlib gives them no body


def _all_different(model: Model, reason: Reason, things: Ints) -> None:
    entries = list(map(entry_of, things))
    if len(set(entries)) < len(entries):
        enforce(model, FALSE, **reason)
    elif len(entries) > 1:
        model.add_all_different(things, **reason)


def _table(model: Model, reason: Reason, things: Things, flat: Sequence[int]) -> None:
    """The rows are given one behind the other."""
    width = len(things)
    if width == 0 or len(flat) % width:
        raise ModelError(f"{len(flat)} entries are no rows of a table of {width} columns")
    numbers = list(map(int, flat))
    post_table(model, reason, things, [tuple(numbers[at : at + width]) for at in range(0, len(flat), width)])


def _circuit(model: Model, reason: Reason, first: int, following: Ints) -> None:
    """``following[i]`` comes after ``i`` on one way around all places, the least of which is called ``first``."""
    count = len(following)
    for place, thing in enumerate(following):
        enforce(model, within(thing, range(first, first + count)), **reason)
        if count > 1:
            enforce(model, thing != LinearExpr({}, first + place), **reason)
    if count > 1:
        arcs = [
            (place, value - first, test_of(model, thing, value))
            for place, thing in enumerate(following)
            for value in range(first, first + count)
            if value != first + place and value in values_of(thing)
        ]
        model.add_circuit(arcs, **reason)


def _inverse(model: Model, reason: Reason, ones: Ints, first: int, others: Ints, other_first: int) -> None:
    """``ones[i] = j`` exactly where ``others[j] = i``; ``first`` is the least i, ``other_first`` the least j."""
    for things, least, count in ((ones, other_first, len(others)), (others, first, len(ones))):
        for thing in things:
            enforce(model, within(thing, range(least, least + count)), **reason)
    for i, one in enumerate(ones, first):
        for j, other in enumerate(others, other_first):
            reify(model, AnyOf((test_of(model, other, i),)), test_of(model, one, j), **reason)


def _lexicographic(strict: bool, model: Model, reason: Reason, ones: Things, others: Things) -> None:
    """In the order of a dictionary, in which the beginning of a word comes before the word."""
    shorter = min(len(ones), len(others))
    pairs = ones[:shorter], others[:shorter]
    if len(ones) > shorter or (strict and len(ones) == len(others)):
        model.add_lexicographic_less(*pairs, **reason)
    else:
        model.add_lexicographic_less_equal(*pairs, **reason)


def _count(model: Model, reason: Reason, things: Ints, value: LinearExpr, count: LinearExpr) -> None:
    """``count`` of ``things`` equal ``value``."""
    model.add(sum((thing == value for thing in things), LinearExpr({}, 0)) == count, **reason)


def _cardinality(model: Model, reason: Reason, things: Ints, cover: Sequence[int], counts: Ints) -> None:
    """``counts[k]`` of ``things`` equal ``cover[k]``."""
    model.add_global_cardinality(things, cover, counts, **reason)


def _cumulative(model: Model, reason: Reason, starts: Ints, sizes: Ints, demands: Ints, capacity: Any) -> None:
    """At no time do the ``demands`` of the tasks under way come to more than the capacity."""
    if starts:
        model.add_cumulative(_tasks(model, starts, sizes), demands, capacity, **reason)


def _no_overlap(model: Model, reason: Reason, starts: Ints, sizes: Ints) -> None:
    """Of two tasks, one ends before the other starts, also where one takes no time."""
    model.add_no_overlap(_tasks(model, starts, sizes), **reason)


def _disjunctive(model: Model, reason: Reason, starts: Ints, sizes: Ints) -> None:
    """Of two tasks that take time, one ends before the other starts."""
    _cumulative(model, reason, starts, sizes, [LinearExpr({}, 1)] * len(starts), 1)


def _rectangles(model: Model, reason: Reason, xs: Ints, widths: Ints, ys: Ints, heights: Ints) -> None:
    """Of two rectangles, one ends before the other in a direction; no side is below 0."""
    model.add_no_overlap_2d(_tasks(model, xs, widths), _tasks(model, ys, heights), **reason)


def _tasks(model: Model, starts: Ints, sizes: Ints) -> list[Interval]:
    return [model.new_interval_var(at, size, at + size) for at, size in zip(starts, sizes, strict=True)]


def _regular(
    model: Model,
    reason: Reason,
    word: Ints,
    states: int,
    symbols: int,
    flat: Sequence[int],
    start: int,
    accepting: range | frozenset[int],
) -> None:
    """A word that an automaton accepts.

    The automaton's step from state q at symbol s leads to ``flat[(q - 1) * symbols + s - 1]``, nowhere where that is 0.
    """
    if len(flat) != states * symbols or not 1 <= start <= states:
        raise ModelError(f"{len(flat)} steps of an automaton with {states} states and {symbols} symbols")
    steps = {divmod(place, symbols): following for place, following in enumerate(flat) if following}
    triples = ((state + 1, symbol + 1, following) for (state, symbol), following in steps.items())
    model.add_automaton(word, start, (state for state in accepting if state <= states), triples, **reason)


def within(thing: LinearExpr, values: range | frozenset[int]) -> Reifiable:
    if not thing.terms:
        return TRUE if thing.constant in values else FALSE
    (var,) = thing.terms
    return AnyOf((var.is_in(values),))


def test_of(model: Model, thing: LinearExpr, value: int) -> Literal:
    (var,) = thing.terms or (model.new_constant(thing.constant),)
    return var == value


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

GLOBALS: Mapping[str, Callable[..., None]] = {
    "fzn_all_different_int(array of var int)": _all_different,
    "fzn_table_int(array of var int, array of int)": _table,
    "fzn_table_bool(array of var bool, array of bool)": _table,
    "fzn_lex_less_int(array of var int, array of var int)": partial(_lexicographic, True),
    "fzn_lex_less_bool(array of var bool, array of var bool)": partial(_lexicographic, True),
    "fzn_lex_lesseq_int(array of var int, array of var int)": partial(_lexicographic, False),
    "fzn_lex_lesseq_bool(array of var bool, array of var bool)": partial(_lexicographic, False),
    "fzn_count_eq(array of var int, var int, var int)": _count,
    "fzn_global_cardinality(array of var int, array of int, array of var int)": _cardinality,
    "fzn_regular(array of var int, int, int, array of int, int, set of int)": _regular,
    "fzn_cumulative(array of var int, array of var int, array of var int, var int)": _cumulative,
    "fzn_disjunctive_strict(array of var int, array of var int)": _no_overlap,
    "fzn_disjunctive(array of var int, array of var int)": _disjunctive,
    "puzzlebench_diffn(array of var int, array of var int, array of var int, array of var int)": _rectangles,
    "puzzlebench_circuit(int, array of var int)": _circuit,
    "puzzlebench_inverse(array of var int, int, array of var int, int)": _inverse,
}
"""Those that MiniZinc hands over whole; the last two also take how the arrays are counted."""

GECODE = {
    "all_different_int": "fzn_all_different_int",
    "gecode_table_int": "fzn_table_int",
    "gecode_table_bool": "fzn_table_bool",
    "array_int_lt": "fzn_lex_less_int",
    "array_bool_lt": "fzn_lex_less_bool",
    "array_int_lq": "fzn_lex_lesseq_int",
    "array_bool_lq": "fzn_lex_lesseq_bool",
    "count": "fzn_count_eq",
    "gecode_global_cardinality": "fzn_global_cardinality",
    "gecode_regular": "fzn_regular",
    "gecode_circuit": "puzzlebench_circuit",
    "cumulatives": "fzn_cumulative",
    "gecode_nooverlap": "puzzlebench_diffn",
    "gecode_int_pow": "int_pow_fixed",
}
"""What these are called in FlatZinc that was compiled for Gecode, as most is that lies about."""


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
