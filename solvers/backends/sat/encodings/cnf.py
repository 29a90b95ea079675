"""How does a whole model become a conjunction of clauses?

    cnf = encode(model)
    solver.append_formula(cnf.clauses)

``encode(model, selectors=True)`` puts every constraint under a SAT variable of its own: it is in force
while ``cnf.selectors[i]`` is assumed, and says nothing otherwise. Which constraints clash can then be
read off a core of assumptions, and which to give up is a MaxSAT question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from models.language.model import (
    AllDifferent,
    AtMostOne,
    Clause,
    Constraint,
    Element,
    ExactlyOne,
    Givens,
    Linear,
    Literal,
    Model,
    Table,
)
from solvers.backends.sat.encodings import relations
from solvers.backends.sat.encodings.clauses import Clauses, Unless
from solvers.backends.sat.encodings.linear import linear
from solvers.backends.sat.encodings.variables import Integers
from solvers.backends.shared.lowering import plain


class Cnf:
    """A model as clauses.

    Attributes:
        model: the model.
        integers: which SAT variables stand for which values.
        selectors: one SAT variable for each constraint of the model, in order; empty when none were asked for.
    """

    def __init__(self, model: Model, integers: Integers, selectors: Sequence[int]) -> None:
        self.model = model
        self.integers = integers
        self.selectors = selectors

    @property
    def clauses(self) -> Sequence[Sequence[int]]:
        """Every clause, as SAT literals."""
        return self.integers.clauses.list

    @property
    def top(self) -> int:
        """The highest SAT variable in use; take further ones from ``new_variable``."""
        return self.integers.clauses.top

    def new_variable(self) -> int:
        """A SAT variable that no clause speaks of yet."""
        return self.integers.clauses.new_variable()

    def literal_of(self, literal: Literal) -> int:
        """The SAT literal that is true exactly when ``literal`` is.

        A test for several values may need a new variable and add clauses that define it: ask before the
        clauses go to a solver. A test for one value, or all but one, never does.
        """
        return self.integers.literal(literal)

    def assumptions(self, givens: Givens) -> list[int]:
        """The SAT literals that fix the given values."""
        equals = self.integers.equals
        return [equals[var.index][value] for var, value in givens.items()]


def encode(model: Model, selectors: bool = False) -> Cnf:
    """``model`` as clauses; with ``selectors``, each of its constraints in force only under its own literal."""
    clauses = Clauses()
    integers = Integers(model.variables, clauses)
    chosen = clauses.new_variables(len(model.constraints)) if selectors else ()
    for place, constraint in enumerate(model.constraints):
        guard = (-chosen[place],) if selectors else ()
        for piece in plain((constraint,)):
            condition = tuple(-integers.literal(literal) for literal in piece.condition)
            ENCODINGS[type(piece)](piece, integers, guard + condition)
    return Cnf(model, integers, chosen)


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
