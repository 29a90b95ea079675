"""The constraints of XCSP3 that can be taken, posted one by one: its mini track, and the language's global ones.

``regular``, ``cardinality``, ``lex``, ``noOverlap``, ``cumulative`` and ``circuit`` become the model's own global
constraints; ``count`` and ``binPacking`` become sums of tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from operator import le
from typing import Any

from models.errors import ModelError
from models.kit.names import shown
from models.language.auxiliaries import values_of
from models.language.expressions import LinearExpr
from models.language.model import IntVar, Literal, Model
from models.language.scheduling import Interval
from solvers.core.limits import Clock
from solvers.formats.xcsp3.expressions import RELATIONS, Expressions, ends_of, span, whole
from solvers.formats.xcsp3.tree import XmlElement
from solvers.lowering.functions import post_element, post_table
from solvers.lowering.reifiable import FALSE, AnyOf, enforce

Reason = Mapping[str, Any]

MAX_LISTED_VALUES = 1_000_000  # for which ranges in a table, or numbers that are repeated in a list, may stand
MAX_TABLE_PAIRS = 10_000  # of values of two variables, of which a table lists which go together

Row = tuple[int | None, ...]
STAR = None  # any value, in a row of a short table

_ROW = re.compile(r"\s*\(([^()]*)\)")
_CONDITION = re.compile(r"\(\s*(\w+)\s*,(.*)\)\s*", re.DOTALL)


class Poster:
    """Posts constraints to a model; ``listed`` takes a list apart into words, cells of arrays one by one."""

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
        return self._listed_in((element.child(tag) or element).text)

    def _listed_in(self, text: str) -> list[LinearExpr]:
        words = list(self.listed(text)) if "(" not in text else _expressions(text)
        return [self.expressions.sum(word) for word in words]

    def total(self, element: XmlElement) -> LinearExpr:
        sums = self.sums(element)
        factors = element.child("coeffs")
        if factors is None:
            return sum(sums, LinearExpr({}, 0))
        words = _repeated(self.listed(factors.text))
        if len(words) != len(sums):
            raise ModelError(f"{len(words)} coefficients for {len(sums)} summands")
        if any(word in self.variables for word in words):
            raise ModelError("coefficients that are variables cannot be taken")
        return sum((one * whole(word) for one, word in zip(sums, words, strict=True)), LinearExpr({}, 0))

    def intension(self, element: XmlElement, reason: Reason) -> None:
        text = (element.child("function") or element).text
        enforce(self.model, self.expressions.reifiable(text), **reason)

    def extension(self, element: XmlElement, reason: Reason) -> None:
        """The variables take the values of one of the rows, or of none."""
        things = list(map(self.expressions.variable, self.sums(element)))
        supports, conflicts = element.child("supports"), element.child("conflicts")
        if (supports is None) == (conflicts is None):
            raise ModelError("a table is expected to have either supports or conflicts")
        rows = list(self.clock.along(_rows((supports or conflicts or element).text, len(things))))
        if conflicts is not None:
            self._conflicts(things, rows, reason)
        elif any(STAR in row for row in rows):
            self._short(things, rows, reason)
        else:
            post_table(
                self.model,
                reason,
                [one.as_sum() for one in things],
                [tuple(value or 0 for value in row) for row in rows],
            )

    def _conflicts(self, variables: Sequence[IntVar], rows: Sequence[Row], reason: Reason) -> None:
        """Each row differs in one of the values that it names."""
        differs: dict[tuple[int, int], Literal] = {}
        for row in self.clock.along(rows):
            named = [(var, value) for var, value in zip(variables, row, strict=True) if value is not None]
            for var, value in named:
                if (var.index, value) not in differs:
                    differs[var.index, value] = var != value
            enforce(self.model, AnyOf(tuple(differs[var.index, value] for var, value in named)), **reason)

    def _short(self, variables: Sequence[IntVar], rows: Sequence[Row], reason: Reason) -> None:
        """One of the rows is chosen, and the variables have the values that it names; as large as the rows are.

        Where all rows name a value, the variable is an element of that column. Where some have a star, what they name
        is a variable of its own: an element of the column, in which another number stands for the star. Unless it is
        that one, the variable is equal to it.
        """
        kept = [
            row
            for row in self.clock.along(rows)
            if all(value is STAR or value in var.domain for value, var in zip(row, variables, strict=True))
        ]
        if not kept:
            enforce(self.model, FALSE, **reason)
            return
        chosen = self.model.new_int_var(0, len(kept) - 1)
        for var, column in zip(variables, zip(*kept, strict=True), strict=True):
            values = {value for value in column if value is not None}
            if STAR not in column:
                self.model.add_element(chosen, column, var, **reason)
            elif values:
                star = max(values) + 1
                seen = self.model.new_int_var_from_values([*sorted(values), star])
                self.model.add_element(chosen, [star if value is None else value for value in column], seen, **reason)
                self._equal_unless(var, seen, star, reason)

    def _equal_unless(self, var: IntVar, seen: IntVar, star: int, reason: Reason) -> None:
        """Two variables are equal, unless the second is ``star``: listed where that is short, as it propagates more."""
        if len(var.domain) + len(seen.domain) > MAX_TABLE_PAIRS:
            self.model.add(var.as_sum() == seen, **reason).only_enforce_if(seen != star)
            return
        equal = ((value, value) for value in seen.domain if value != star)
        self.model.add_allowed_assignments([var, seen], [*equal, *((value, star) for value in var.domain)], **reason)

    def all_different(self, element: XmlElement, reason: Reason) -> None:
        """No two are the same, those of the values excepted."""
        if element.child("matrix") or sum(child.tag == "list" for child in element.children) > 1:
            raise ModelError("allDifferent of lists or of a matrix cannot be taken")
        variables = list(map(self.expressions.variable, self.sums(element)))
        excepted = element.child("except")
        if excepted is None:
            self.model.add_all_different(variables, **reason)
            return
        values = frozenset(map(whole, excepted.text.split()))
        for one, other in combinations(variables, 2):
            enforce(self.model, one.as_sum() - other != 0, ~one.is_in(values), **reason)

    def sum(self, element: XmlElement, reason: Reason) -> None:
        self._conditioned(self.total(element), element, reason)

    def element(self, element: XmlElement, reason: Reason) -> None:
        """The entry of a list at an index."""
        array = self.sums(element)
        index = element.child("index")
        first = element.child("list")
        if index is None or first is None:
            raise ModelError("an element is expected to have a list and an index")
        expressions, value = self.expressions, element.child("value")
        place = expressions.variable(expressions.sum(index.text) - whole(first.attributes.get("startIndex", "0")))
        target = expressions.variable(expressions.between(array) if value is None else expressions.sum(value.text))
        entries = [one.constant if not one.terms else expressions.variable(one) for one in array]
        post_element(self.model, reason, place.as_sum(), entries, target.as_sum(), first=0)
        if value is None:
            self._conditioned(target.as_sum(), element, reason)

    def extreme(self, element: XmlElement, reason: Reason) -> None:
        self._conditioned(self.expressions.extreme(element.tag[:3], *self.sums(element)), element, reason)

    def regular(self, element: XmlElement, reason: Reason) -> None:
        states: dict[str, int] = {}

        def number(word: str) -> int:
            return states.setdefault(word.strip(), len(states))

        steps = []
        for words in _brackets(self._text(element, "transitions")):
            if len(words) != 3:
                raise ModelError(f"{shown(','.join(words))} is no transition such as a,1,b")
            steps.append((number(words[0]), whole(words[1].strip()), number(words[2])))
        start, final = number(self._text(element, "start")), map(number, self._text(element, "final").split())
        self.model.add_automaton(self.sums(element), start, final, steps, **reason)

    def cardinality(self, element: XmlElement, reason: Reason) -> None:
        """How often each value is taken: a number, a range or a variable says it."""
        values, occurs = (_repeated(self.listed(self._text(element, tag))) for tag in ("values", "occurs"))
        counts = [span(word) if ".." in word else self.expressions.sum(word) for word in occurs]
        listed = element.child("values")
        closed = listed is not None and listed.attributes.get("closed") == "true"
        self.model.add_global_cardinality(self.sums(element), map(whole, values), counts, closed, **reason)

    def ordered(self, element: XmlElement, reason: Reason) -> None:
        """Each is less than the next, or not greater, or the other way around."""
        name = self._operator(element)
        if element.child("lengths") is not None:
            raise ModelError("an ordered list with lengths cannot be taken")
        for one, other in pairwise(self.sums(element)):
            enforce(self.model, self.expressions.relation(name, one, other), **reason)

    def lex(self, element: XmlElement, reason: Reason) -> None:
        """Each list comes before the next in the order of a dictionary, or behind it."""
        name = self._operator(element)
        lists = [self._listed_in(child.text) for child in element.children if child.tag == "list"]
        if len(lists) < 2:
            raise ModelError("lex is expected to have two lists or more; of a matrix it cannot be taken")
        add = self.model.add_lexicographic_less if name[1] == "t" else self.model.add_lexicographic_less_equal
        for pair in pairwise(lists if name[0] == "l" else lists[::-1]):
            add(*pair, **reason)

    def count(self, element: XmlElement, reason: Reason) -> None:
        """How many take one of the values: of some numbers, or that of a variable."""
        wanted, relate = self._listed_in(self._text(element, "values")), self.expressions.all_equal
        found = [self.expressions.any(*(relate(one, value) for value in wanted)) for one in self.sums(element)]
        total = sum(map(self.expressions.as_number, found), LinearExpr({}, 0))
        self._conditioned(total, element, reason)

    def bin_packing(self, element: XmlElement, reason: Reason) -> None:
        """The sizes that lie in a bin come to no more than its limit, to its load, or to what a condition says."""
        places, sizes = (self.sums(element, tag) for tag in ("list", "sizes"))
        if len(places) != len(sizes) or any(size.terms for size in sizes):
            raise ModelError(f"{len(places)} items are expected to have as many sizes, which are numbers")
        items = [*zip(map(self.expressions.variable, places), (size.constant for size in sizes), strict=True)]
        tag = next((tag for tag in ("limits", "loads") if element.child(tag) is not None), "")
        bounds = self.sums(element, tag) if tag else []
        bins = range(len(bounds)) if tag else sorted({value for place, _ in items for value in place.domain})
        loads = []
        for one in bins:
            inside = (self.expressions.as_number(AnyOf((place == one,))) * size for place, size in items)
            loads.append(sum(inside, LinearExpr({}, 0)))
        for place, _ in items:
            self.model.add_bool_or([place.is_in(bins)], **reason)
        for load, bound in zip(loads, bounds, strict=False):
            enforce(self.model, self.expressions.relation("le" if tag == "limits" else "eq", load, bound), **reason)
        for load in () if tag else loads:
            self._conditioned(load, element, reason)
        if not tag and (found := _CONDITION.fullmatch(self._text(element, "condition"))) and found[1] in ("le", "lt"):
            bounds = [self.expressions.sum(found[2].strip())] * len(loads)
        if bounds and all(size >= 0 for _, size in items):
            self._exactly(loads, [values_of(bound)[-1] for bound in bounds], sum(size for _, size in items), reason)

    def _exactly(self, loads: Sequence[LinearExpr], most: Sequence[int], total: int, reason: Reason) -> None:
        """Each load between what the others cannot take and its most: sums of few values are propagated exactly."""
        most = [min(total, one) for one in most]
        least = [max(0, total - sum(most) + one) for one in most]
        if all(map(le, least, most)):
            exact = [self.model.new_int_var(*ends, "") for ends in zip(least, most, strict=True)]
            self.model.add([load == one for load, one in zip(loads, exact, strict=True)], **reason)
            self.model.add(sum(exact, LinearExpr({}, 0)) == total, **reason)

    def no_overlap(self, element: XmlElement, reason: Reason) -> None:
        """Tasks on a line or boxes in the plane; ``zeroIgnored``, those of length 0 may lie anywhere."""
        ignored = element.attributes.get("zeroIgnored", "true") == "true"
        origins, lengths = (self._points(self._text(element, tag)) for tag in ("origins", "lengths"))
        if len({*map(len, (*origins, *lengths))}) > 1 or len(origins) != len(lengths):
            raise ModelError(f"{len(origins)} origins and {len(lengths)} lengths that do not fit together")
        sides = [
            [self._interval(start, size, None, reason, ignored) for start, size in zip(*axis, strict=True)]
            for axis in zip(zip(*origins, strict=True), zip(*lengths, strict=True), strict=True)
        ]
        if len(sides) > 2:
            raise ModelError("boxes of more than 2 dimensions cannot be taken")
        if sides:
            (self.model.add_no_overlap if len(sides) == 1 else self.model.add_no_overlap_2d)(*sides, **reason)

    def cumulative(self, element: XmlElement, reason: Reason) -> None:
        starts, sizes, heights = (self.sums(element, tag) for tag in ("origins", "lengths", "heights"))
        ends = self.sums(element, "ends") if element.child("ends") else [None] * len(starts)
        if not len(starts) == len(sizes) == len(ends):
            raise ModelError(
                f"{len(starts)} origins, {len(sizes)} lengths and {len(ends)} ends that do not fit together"
            )
        found = _CONDITION.fullmatch(self._text(element, "condition"))
        if found is None or found[1] not in ("le", "lt"):
            raise ModelError("a <condition> such as (le,5) is expected; of cumulative, (le,…) and (lt,…) can be taken")
        most = self.expressions.sum(found[2]) - (found[1] == "lt")
        tasks = [self._interval(*one, reason) for one in zip(starts, sizes, ends, strict=True)]
        self.model.add_cumulative(tasks, heights, most, **reason)

    def circuit(self, element: XmlElement, reason: Reason) -> None:
        """One way around two nodes or more by the variables' values; each of the others is its own successor."""
        listed = element.child("list")
        first = whole(listed.attributes.get("startIndex", "0")) if listed is not None else 0
        following = [*enumerate(map(self.expressions.variable, self.sums(element)), first)]
        nodes = range(first, first + len(following))
        arcs = [(node, head, var == head) for node, var in following for head in var.domain if head in nodes]
        self.model.add_circuit(arcs, **reason)
        visited = [var != node for node, var in following]
        for _, var in following:
            self.model.add_bool_or([var.is_in(nodes)], **reason)
        self.model.add_bool_or(visited, **reason)
        if size := element.child("size"):
            many = sum((test.as_sum() for test in visited), LinearExpr({}, 0))
            enforce(self.model, self.expressions.relation("eq", many, self.expressions.sum(size.text)), **reason)

    def _text(self, element: XmlElement, tag: str) -> str:
        child = element.child(tag)
        if child is None:
            raise ModelError(f"<{element.tag}> is expected to have <{tag}>")
        return child.text

    def _operator(self, element: XmlElement) -> str:
        name = self._text(element, "operator").strip()
        if name not in ("lt", "le", "ge", "gt"):
            raise ModelError(f"the operator {shown(name)}; lt, le, ge and gt can be taken")
        return name

    def _points(self, text: str) -> list[list[LinearExpr]]:
        """``x y`` on a line, ``(x,y)(3,z)`` in the plane."""
        rows = [*_brackets(text)] if "(" in text else [[word] for word in _repeated(self.listed(text))]
        return [[self.expressions.sum(word) for word in row] for row in rows]

    def _interval(
        self, start: LinearExpr, size: LinearExpr, end: LinearExpr | None, reason: Reason, ignored: bool = False
    ) -> Interval:
        end = start + size if end is None else end
        if not ignored or ends_of(size)[0] > 0:
            return self.model.new_interval_var(start, size, end, **reason)
        enforce(self.model, size >= 0, **reason)
        return self.model.new_optional_interval_var(start, size, end, self.expressions.truth(size >= 1), **reason)

    def instantiation(self, element: XmlElement, reason: Reason) -> None:
        values = element.child("values")
        sums = self.sums(element)
        words = _repeated(values.text.split()) if values is not None else []
        if len(words) != len(sums):
            raise ModelError(f"{len(words)} values for {len(sums)} variables")
        for one, word in zip(sums, words, strict=True):
            if word != "*":
                enforce(self.model, one == whole(word), **reason)

    def _conditioned(self, total: LinearExpr, element: XmlElement, reason: Reason) -> None:
        condition = element.child("condition")
        found = _CONDITION.fullmatch(condition.text) if condition is not None else None
        if found is None:
            raise ModelError("a <condition> such as (le,5) is expected")
        name, operand = found[1], found[2].strip()
        if name in RELATIONS:
            enforce(self.model, self.expressions.relation(name, total, self.expressions.sum(operand)), **reason)
            return
        if name not in ("in", "notin"):
            raise ModelError(f"a condition with {shown(name)}; {', '.join(RELATIONS)}, in and notin can be taken")
        var = self.expressions.variable(total)
        listed = operand.strip("{}").replace(",", " ").split()
        test = var.is_in(span(operand) if ".." in operand else map(whole, listed))
        enforce(self.model, AnyOf((test if name == "in" else ~test,)), **reason)


def _rows(text: str, width: int) -> Iterator[Row]:
    """The rows of a table: ``(1,2)(3,*)``, or for one variable ``1 2 5..7``."""
    listed = 0
    if width == 1 and "(" not in text:
        for word in text.split():
            values = span(word)
            listed += len(values)
            if listed > MAX_LISTED_VALUES:
                raise ModelError(f"the row {shown(word)} is one of more than {MAX_LISTED_VALUES:,} values")
            yield from ((value,) for value in values)
        return
    for words in _brackets(text):
        if len(words) != width:
            row = f"({','.join(words)})"
            raise ModelError(f"the row {shown(row)} has {len(words)} values for {width} variables")
        yield tuple(STAR if word.strip() == "*" else whole(word.strip()) for word in words)


def _brackets(text: str) -> Iterator[list[str]]:
    """The words within each pair of brackets."""
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _ROW.match(text, at)
        if found is None:
            raise ModelError(f"{shown(text[at:].strip())} is no row such as (1,2)")
        yield found[1].split(",")
        at = found.end()


def _repeated(words: Iterator[str] | Sequence[str]) -> list[str]:
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


KINDS: Mapping[str, Callable[[Poster, XmlElement, Reason], None]] = {
    "intension": Poster.intension,
    "extension": Poster.extension,
    "allDifferent": Poster.all_different,
    "sum": Poster.sum,
    "element": Poster.element,
    "instantiation": Poster.instantiation,
    "maximum": Poster.extreme,
    "minimum": Poster.extreme,
    "regular": Poster.regular,
    "cardinality": Poster.cardinality,
    "ordered": Poster.ordered,
    "lex": Poster.lex,
    "count": Poster.count,
    "binPacking": Poster.bin_packing,
    "noOverlap": Poster.no_overlap,
    "cumulative": Poster.cumulative,
    "circuit": Poster.circuit,
}
"""How each is posted."""

MINI = ", ".join(KINDS)  # all of them, for a sentence
