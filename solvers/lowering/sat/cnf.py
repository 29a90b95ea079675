"""A whole model as clauses, or the reason why it is too large to be spelt out as such.

    cnf = Cnf(model)
    solver.append_formula(cnf.clauses)

``Cnf(model, selectors=True)`` puts every constraint under a SAT variable of its own: it is in force
while ``cnf.selectors[i]`` is assumed, and says nothing otherwise. Which constraints contradict each other can then be
read off a core of assumptions, and which to give up is a MaxSAT question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import gcd
from typing import TYPE_CHECKING, Any

from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from models.language.expressions import Constraint, Givens, IntVar, Linear, Literal
from models.language.model import Model
from solvers.core.backend import ENDLESS, Clock
from solvers.lowering.plain import beside_numbers, in_brief, plain, too_many_values
from solvers.lowering.sat import relations
from solvers.lowering.sat.clauses import ClauseList, Unless
from solvers.lowering.sat.linear import linear
from solvers.lowering.sat.variables import MAX_SPELT_VALUES, Integers

if TYPE_CHECKING:
    from models.language.bulk import Clauses as Numbered

MAX_MODEL_VALUES = 1_000_000
"""The most values that the variables of a model may have in all."""

MAX_SUM_CLAUSES = 4_000_000
"""The most clauses that one sum may take."""

MIN_WIDE_VALUES = 10_000
"""A variable of more values than this is wide."""

MAX_WIDE_CLAUSES = 8_000_000
"""The most clauses that all constraints over wide variables may take: a gigabyte, and the solver's own."""


class Cnf(Integers):
    """A model as clauses; with ``selectors``, a constraint is in force only while its own SAT variable is assumed."""

    def __init__(self, model: Model, selectors: bool = False, clock: Clock = ENDLESS) -> None:
        super().__init__(model.variables, ClauseList(clock))
        self.model = model
        self.selectors: Sequence[int] = self.clauses.new_variables(len(model.constraints)) if selectors else ()
        if selectors or isinstance(model.constraints, list):
            self._encode(model.constraints)
        else:
            for block in model.constraints.blocks:
                if isinstance(block, list):
                    self._encode(block)
                else:
                    self._translate(block)

    def _encode(self, constraints: Iterable[Constraint]) -> None:
        for place, constraint in enumerate(constraints):
            guard = (-self.selectors[place],) if self.selectors else ()
            for piece in plain((constraint,)):
                self.clauses.check_clock()
                condition = tuple(-self.literal(literal) for literal in piece.condition)
                ENCODINGS[type(piece)](piece, self, guard + condition)

    def _translate(self, block: Numbered) -> None:
        positive = [self.equals[var.index][1] for var in block.variables]
        literals = [0, *positive, *(-one for one in reversed(positive))]
        for numbers in block.split():
            self.clauses.check_clock()
            self.clauses.append(tuple(map(literals.__getitem__, numbers)))

    @property
    def top(self) -> int:
        return self.clauses.top

    def assumptions(self, givens: Givens) -> list[int]:
        equals = self.equals
        return [equals[var.index][value] for var, value in givens.items()]


ENCODINGS: dict[type[Constraint], Callable[[Any, Integers, Unless], None]] = {
    AllDifferent: relations.all_different,
    AtMostOne: relations.at_most_one_literal,
    Clause: relations.clause,
    Element: relations.element,
    ExactlyOne: relations.exactly_one_literal,
    Linear: linear,
    Table: relations.table,
}
"""The function that writes the clauses of each kind of constraint."""


def unsupported_reason(model: Model, *, totals: bool = True) -> str | None:
    """The first thing in ``model`` that is too large, in words; with ``totals``, those of the objective count too."""
    if too_many := too_many_values(model, MAX_MODEL_VALUES, "a SAT variable"):
        return too_many
    wide = {var.index: len(var.domain) for var in model.variables if len(var.domain) > MIN_WIDE_VALUES}
    over_wide, tested = 0, set[Literal]()
    for constraint in beside_numbers(model):
        if isinstance(constraint, Linear) and (clauses := _sum_clauses(constraint.terms)) > MAX_SUM_CLAUSES:
            return f"{in_brief(constraint)}, whose partial sums would take more than {MAX_SUM_CLAUSES:,} clauses"
        if wide and not wide.keys().isdisjoint(var.index for var in constraint.scope()):
            over_wide += clauses if isinstance(constraint, Linear) else _value_clauses(constraint, wide)
            over_wide += sum(wide.get(test.var.index, 0) for test in _new_tests(constraint, tested))
            if over_wide > MAX_WIDE_CLAUSES:
                return (
                    f"so many constraints over variables of more than {MIN_WIDE_VALUES:,} values, which would take "
                    f"more than {MAX_WIDE_CLAUSES:,} clauses: {in_brief(constraint)}"
                )
    if totals and model.objective is not None:
        terms = list(model.objective.cost.summands())
        if _sum_clauses(terms, bounded=False) > MAX_SUM_CLAUSES:
            return f"{in_brief(model.objective)}, whose totals would take more than {MAX_SUM_CLAUSES:,} clauses"
    return None


def _sum_clauses(terms: Sequence[tuple[int, IntVar]], bounded: bool = True) -> int:
    """At least as many clauses as the encoding of a sum takes; ``bounded`` where it is compared with a number.

    Before each variable there are no more partial sums than choices of the values before it, and no
    more than fit between the least and the greatest; a bound leaves room only for what the variables
    still to come can make good, and needs no partial sums after the last.
    """
    ranked = sorted((len(var.domain), abs(c) * (var.domain[-1] - var.domain[0])) for c, var in terms if c)
    step = gcd(*(c for c, _ in terms))
    clauses, choices = 0, 1
    before, after = 0, sum(span for _, span in ranked)
    for place, (size, span) in enumerate(ranked, 1):
        if bounded and place == len(ranked):
            return clauses + size
        room = min(before, after) if bounded else before
        clauses += size * min(choices, room // step + 1)
        choices = min(choices * size, MAX_SUM_CLAUSES + 1)  # more are too many in any case
        before, after = before + span, after - span
    return clauses


def _value_clauses(constraint: Constraint, wide: Mapping[int, int]) -> int:
    if isinstance(constraint, Clause | AtMostOne | ExactlyOne):
        return 0
    return sum(wide.get(var.index, 0) for var in constraint.relation_scope())


def _new_tests(constraint: Constraint, known: set[Literal]) -> list[Literal]:
    """The tests in a constraint that take a SAT variable of their own; they are known from then on."""
    literals = constraint.literals if isinstance(constraint, Clause | AtMostOne | ExactlyOne) else ()
    new = {
        literal
        for literal in (*literals, *constraint.condition)
        if MAX_SPELT_VALUES < len(literal.values) < len(literal.var.domain) - 1 and literal not in known
    }
    known |= new
    known.update(~literal for literal in new)
    return list(new)
