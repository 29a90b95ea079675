"""Integer variables as SAT variables, and membership tests as SAT literals: the direct encoding.

==============  ===========================================  ==========================
domain          SAT variables                                clauses
==============  ===========================================  ==========================
one value       one, always true                             1
two values      one, true for the higher value               0
more            one for each value, true for ``x = v``       1, and at most one of them
==============  ===========================================  ==========================

It goes back to de Kleer ("A comparison of ATMS and CSP techniques", IJCAI 1989;
Walsh, "SAT v CSP", CP 2000, compares it with others).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.language.model import IntVar, Literal
from solvers.lowering.sat.clauses import ClauseList, exactly_one

MAX_SPELT_VALUES = 6
"""A test for up to so many values is spelt out in a clause instead of being given a variable."""


class Integers:
    """The integer variables of a model as SAT variables 1, 2, 3 …

    Attributes:
        equals: for each integer variable, by its index, the SAT literal ``x = v`` of each value v.
        order: the integer variables as their SAT variables follow one another: those of two values last.
    """

    def __init__(self, variables: Sequence[IntVar], clauses: ClauseList) -> None:
        self.clauses = clauses
        self.order = sorted(variables, key=lambda var: len(var.domain) == 2)
        self.equals: list[dict[int, int]] = [{}] * len(variables)
        many = 0
        values, lower_values = [0], [0]  # what each SAT variable means when it is true, and when it is false
        for var in self.order:
            clauses.check_clock()
            self.equals[var.index] = self._declare(var)
            if len(var.domain) == 2:
                lower_values.append(var.domain[0])
                values.append(var.domain[1])
            else:
                many = clauses.top
                lower_values += [0] * len(var.domain)
                values += var.domain
        self._many = many  # up to this SAT variable, the true ones tell; from there to the last, all do
        self._last = clauses.top
        self._meaning = values + lower_values[:0:-1]  # by SAT literal: a negative one counts from the end
        self._true = clauses.new_variable()
        clauses.append((self._true,))
        # Only now, since an at-most-one over many literals takes SAT variables of its own.
        for var in self.order:
            if len(var.domain) != 2:
                clauses.check_clock()
                exactly_one(list(self.equals[var.index].values()), clauses)
        self._members: dict[Literal, int] = {}

    def literal(self, literal: Literal) -> int:
        """One SAT literal that is true exactly when ``literal`` is.

        A test for one value, or for all values but one, is there already. Any other is given an
        auxiliary variable when it is first asked for, and a clause for each value of the domain:

        - ``x = v ⇒ member`` for v in the set,
        - ``x = v ⇒ ¬member`` for v outside it.
        """
        equals, values = self.equals[literal.var.index], literal.values
        if not values:
            return -self._true
        if len(values) == 1:
            return equals[next(iter(values))]
        if len(values) >= len(equals) - 1:
            missing = next((value for value in equals if value not in values), None)
            return self._true if missing is None else -equals[missing]
        member = self._members.get(literal)
        if member is None:
            member = self.clauses.new_variable()
            self.clauses += [(-equal, member if value in values else -member) for value, equal in equals.items()]
            self._members[literal] = member
            self._members[~literal] = -member
        return member

    def demands(self, literal: Literal) -> list[int]:
        """SAT literals that are all true exactly when ``literal`` is, with no auxiliary variable: x ≠ v, for v outside.

        So literals can be assumed that were unknown when the clauses went to a solver.
        """
        equals, values = self.equals[literal.var.index], literal.values
        if len(values) == 1:
            return [equals[next(iter(values))]]
        return [-equal for value, equal in equals.items() if value not in values]

    def disjunction(self, literals: Iterable[Literal]) -> list[int] | None:
        """SAT literals of which one is true exactly when one of ``literals`` is; None when one always is.

        Here a test for a few values needs no auxiliary variable: the values come one by one.
        """
        parts: list[int] = []
        for literal in literals:
            equals, size = self.equals[literal.var.index], len(literal.values)
            if size == len(equals):
                return None
            if 1 < size <= MAX_SPELT_VALUES and size < len(equals) - 1:
                parts += [equals[value] for value in sorted(literal.values)]
            elif size:
                parts.append(self.literal(literal))
        return parts

    def telling(self, model: list[int]) -> list[int]:
        """Of the SAT literals that are true, in order, the one that tells the value of each variable of ``order``."""
        many = self._many
        telling = [literal for literal in model[:many] if literal > 0]
        return telling + model[many : self._last] if many < self._last else telling

    def assignment(self, telling: Iterable[int]) -> dict[IntVar, int]:
        return dict(zip(self.order, map(self._meaning.__getitem__, telling), strict=True))

    def _declare(self, var: IntVar) -> dict[int, int]:
        domain, clauses = var.domain, self.clauses
        if len(domain) == 2:
            higher = clauses.new_variable()
            return {domain[0]: -higher, domain[1]: higher}
        return dict(zip(domain, clauses.new_variables(len(domain)), strict=True))
