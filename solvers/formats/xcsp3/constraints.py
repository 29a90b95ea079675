"""The constraints of XCSP3 that can be taken, posted one by one: its mini track, and the language's global ones.

``regular``, ``mdd``, ``cardinality``, ``lex``, ``noOverlap``, ``cumulative`` and ``circuit`` become the model's own
global constraints; ``count``, ``nValues`` and ``binPacking`` become sums of tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from models.errors import ModelError
from models.kit.names import count, shown
from models.language.expressions import LinearExpr
from models.language.model import IntVar, Literal
from solvers.formats.xcsp3.expressions import span, whole
from solvers.formats.xcsp3.orders import Orders
from solvers.formats.xcsp3.packing import Packing
from solvers.formats.xcsp3.parts import MAX_LISTED_VALUES, Reason, brackets, repeated, start_of
from solvers.formats.xcsp3.tree import XmlElement
from solvers.lowering.functions import post_element, post_table
from solvers.lowering.reifiable import FALSE, AnyOf, enforce

MAX_TABLE_PAIRS = 10_000  # of values of two variables, of which a table lists which go together

Row = tuple[int | None, ...]
STAR = None  # any value, in a row of a short table


class Poster(Orders, Packing):
    """Posts constraints to a model."""

    def intension(self, element: XmlElement, reason: Reason) -> None:
        text = (element.child("function") or element).text
        enforce(self.model, self.expressions.reifiable(text), **reason)

    def logical(self, element: XmlElement, reason: Reason) -> None:
        """Intensions within ``and``, ``ifThen`` and their like are one intension."""
        inner = [(child.child("function") or child).text for child in element.children]
        if any(child.tag != "intension" for child in element.children):
            raise ModelError(f"<{element.tag}> of anything but <intension> cannot be taken")
        if len(inner) != {"not": 1, "ifThen": 2, "ifThenElse": 3}.get(element.tag, max(len(inner), 1)):
            raise ModelError(f"<{element.tag}> of {count(len(inner), 'constraint')} cannot be taken")
        function = {"ifThen": "imp({},{})", "ifThenElse": "and(imp({0},{1}),or({0},{2}))"}.get(element.tag)
        text = function.format(*inner) if function else f"{element.tag}({','.join(inner)})"
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

    def sum(self, element: XmlElement, reason: Reason) -> None:
        self.conditioned(self.total(element), element, reason)

    def element(self, element: XmlElement, reason: Reason) -> None:
        """The entry of a list at an index, of a matrix at a row and a column, or of a list at any place."""
        expressions, index, matrix = self.expressions, element.child("index"), element.child("matrix")
        value = element.child("value")
        if index is None and matrix is None and value is not None:
            wanted = expressions.sum(value.text)
            found = (expressions.relation("eq", one, wanted) for one in self.sums(element))
            enforce(self.model, expressions.any(*found), **reason)
            return
        if index is None or (matrix is None and element.child("list") is None):
            raise ModelError("an element is expected to have a list or a matrix, and an index")
        if index.attributes.get("rank", "any") != "any":
            raise ModelError(f"an index of the rank {shown(index.attributes['rank'])} cannot be taken")
        array, places = self.sums(element), self.listed_in(index.text)
        if matrix is not None:
            rows = self.matrix(matrix.text)
            array = [entry for row in rows for entry in row]
        if len(places) != (1 if matrix is None else 2):
            raise ModelError(f"an element of a list has one index, of a matrix two, not {len(places)}")
        if matrix is None:
            at = places[0] - start_of(element)
        else:
            row, column = (
                place - start_of(element, "matrix", f"start{side}Index")
                for side, place in zip(("Row", "Col"), places, strict=True)
            )
            width, inside = len(rows[0]), expressions.variable(column)
            self.model.add_bool_or([inside.is_in(range(width))], **reason)
            at = row * width + inside
        place = expressions.variable(at)
        target = expressions.variable(expressions.between(array) if value is None else expressions.sum(value.text))
        entries = [one.constant if not one.terms else expressions.variable(one) for one in array]
        post_element(self.model, reason, place.as_sum(), entries, target.as_sum(), first=0)
        if value is None:
            self.conditioned(target.as_sum(), element, reason)

    def extreme(self, element: XmlElement, reason: Reason) -> None:
        self.conditioned(self.expressions.extreme(element.tag[:3], *self.sums(element)), element, reason)

    def place_of_extreme(self, element: XmlElement, reason: Reason) -> None:
        """The place of the least or the greatest: the first one, the last one, or any."""
        rank, sums, expressions = element.attributes.get("rank", "any"), self.sums(element), self.expressions
        if rank not in ("any", "first", "last"):
            raise ModelError(f"the rank {shown(rank)}; any, first and last can be taken")
        extreme = expressions.extreme(element.tag[:3], *sums)
        tests = [expressions.truth(expressions.relation("eq", one, extreme)) for one in sums]
        places = []
        for number, test in enumerate(tests):
            others = {"first": tests[:number], "last": tests[number + 1 :]}.get(rank, [])
            at = LinearExpr({}, number + start_of(element))
            is_there = (AnyOf((literal,)) for literal in (test, *(~other for other in others)))
            places.append(expressions.all(*is_there, self.condition(at, element)))
        enforce(self.model, expressions.any(*places), **reason)

    def regular(self, element: XmlElement, reason: Reason) -> None:
        states: dict[str, int] = {}

        def number(word: str) -> int:
            return states.setdefault(word.strip(), len(states))

        steps = []
        for words in brackets(self.text(element, "transitions")):
            if len(words) != 3:
                raise ModelError(f"{shown(','.join(words))} is no transition such as a,1,b")
            steps.append((number(words[0]), whole(words[1].strip()), number(words[2])))
        if element.tag == "mdd":  # from the first state, which is 0, to those that lead no further
            start, final = 0, {state for _, _, state in steps} - {state for state, _, _ in steps}
        else:
            start, final = number(self.text(element, "start")), {*map(number, self.text(element, "final").split())}
        self.model.add_automaton(self.sums(element), start, final, steps, **reason)

    def cardinality(self, element: XmlElement, reason: Reason) -> None:
        """How often each value is taken: a number, a range or a variable says it."""
        values, occurs = (repeated(self.listed(self.text(element, tag))) for tag in ("values", "occurs"))
        counts = [span(word) if ".." in word else self.expressions.sum(word) for word in occurs]
        listed = element.child("values")
        closed = listed is not None and listed.attributes.get("closed") == "true"
        self.model.add_global_cardinality(self.sums(element), map(whole, values), counts, closed, **reason)

    def count(self, element: XmlElement, reason: Reason) -> None:
        """How many take one of the values: of some numbers, or that of a variable."""
        wanted, relate = self.listed_in(self.text(element, "values")), self.expressions.all_equal
        found = [self.expressions.any(*(relate(one, value) for value in wanted)) for one in self.sums(element)]
        total = sum(map(self.expressions.as_number, found), LinearExpr({}, 0))
        self.conditioned(total, element, reason)

    def different_values(self, element: XmlElement, reason: Reason) -> None:
        self.conditioned(self.number_of_values(element), element, reason)

    def number_of_values(self, element: XmlElement) -> LinearExpr:
        """Return how many values a list takes, those that are excepted aside."""
        variables = [*map(self.expressions.variable, self.sums(element))]
        if sum(len(var.domain) for var in variables) > MAX_LISTED_VALUES:
            raise ModelError(f"<{element.tag}> of variables with more than {MAX_LISTED_VALUES:,} values together")
        takers: dict[int, list[Literal]] = {}
        for var in self.clock.along(variables):
            for value in var.domain:
                takers.setdefault(value, []).append(var == value)
        excepted = element.child("except")
        for value in () if excepted is None else map(whole, excepted.text.split()):
            takers.pop(value, None)
        taken = (self.expressions.as_number(AnyOf(tuple(tests))) for tests in takers.values())
        return sum(taken, LinearExpr({}, 0))

    def instantiation(self, element: XmlElement, reason: Reason) -> None:
        values = element.child("values")
        sums = self.sums(element)
        words = repeated(values.text.split()) if values is not None else []
        if len(words) != len(sums):
            raise ModelError(f"{len(words)} values for {len(sums)} variables")
        for one, word in zip(sums, words, strict=True):
            if word != "*":
                enforce(self.model, one == whole(word), **reason)


def _rows(text: str, width: int) -> Iterator[Row]:
    """The rows of a table: ``(1,2)(3,*)(5..7,0)``, or for one variable ``1 2 5..7``."""
    listed = 0
    if width == 1 and "(" not in text:
        for word in text.split():
            values = span(word)
            listed += len(values)
            if listed > MAX_LISTED_VALUES:
                raise ModelError(f"the row {shown(word)} is one of more than {MAX_LISTED_VALUES:,} values")
            yield from ((value,) for value in values)
        return
    for words in brackets(text):
        if len(words) != width:
            row = f"({','.join(words)})"
            raise ModelError(f"the row {shown(row)} has {len(words)} values for {width} variables")
        cells = [[STAR] if word.strip() == "*" else span(word) for word in words]
        listed += prod(map(len, cells)) - 1
        if listed > MAX_LISTED_VALUES:
            raise ModelError(f"the ranges in a table stand for more than {MAX_LISTED_VALUES:,} rows")
        yield from product(*cells)


class Kind(NamedTuple):
    """How a constraint is posted, and the elements that it may have, with a star those that may come more than once."""

    post: Callable[[Poster, XmlElement, Reason], None]
    parts: str


KINDS: Mapping[str, Kind] = {
    "intension": Kind(Poster.intension, "function"),
    "extension": Kind(Poster.extension, "list supports conflicts"),
    "allDifferent": Kind(Poster.all_different, "list* matrix except"),
    "sum": Kind(Poster.sum, "list coeffs condition"),
    "element": Kind(Poster.element, "list matrix index value condition"),
    "instantiation": Kind(Poster.instantiation, "list values"),
    "maximum": Kind(Poster.extreme, "list condition"),
    "minimum": Kind(Poster.extreme, "list condition"),
    "regular": Kind(Poster.regular, "list transitions start final"),
    "mdd": Kind(Poster.regular, "list transitions"),
    "cardinality": Kind(Poster.cardinality, "list values occurs"),
    "allEqual": Kind(Poster.all_equal, "list*"),
    "ordered": Kind(Poster.ordered, "list lengths operator"),
    "lex": Kind(Poster.lex, "list* matrix operator"),
    "precedence": Kind(Poster.precedence, "list values"),
    "channel": Kind(Poster.channel, "list* value"),
    "count": Kind(Poster.count, "list values condition"),
    "nValues": Kind(Poster.different_values, "list except condition"),
    "maximumArg": Kind(Poster.place_of_extreme, "list condition"),
    "minimumArg": Kind(Poster.place_of_extreme, "list condition"),
    "binPacking": Kind(Poster.bin_packing, "list sizes limits loads condition"),
    "knapsack": Kind(Poster.knapsack, "list weights limit profits condition*"),
    "flow": Kind(Poster.flow, "list balance arcs weights condition"),
    "noOverlap": Kind(Poster.no_overlap, "origins lengths"),
    "cumulative": Kind(Poster.cumulative, "origins lengths ends heights condition"),
    "circuit": Kind(Poster.circuit, "list size"),
    **dict.fromkeys(
        ("and", "or", "not", "iff", "ifThen", "ifThenElse"),
        Kind(Poster.logical, "intension*"),
    ),
}
"""How each is posted, and what it is made of."""

ATTRIBUTES = frozenset(
    ("id", "class", "note", "type", "rank", "covered", "closed", "zeroIgnored", "startIndex", "startRowIndex")
    + ("startColIndex", "offset", "collect", "circular")
)
"""The attributes that a constraint and its parts may have."""

MINI = ", ".join(KINDS)  # all of them, for a sentence
