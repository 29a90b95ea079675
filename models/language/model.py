"""The model: variables, constraints, what makes up an answer, and what is to be optimised.

Method names follow OR-Tools' ``CpModel``. The pieces a model is made of live in ``models.language.expressions``
(variables, literals, sums) and ``models.language.constraints`` (the kinds); what has no kind of its own is said in
the kinds by ``models.language.globals``. All names can be imported from here, which is enough to write a puzzle or
a backend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, NoReturn, Self, Unpack
from typing import Literal as Words

from models.errors import ModelError
from models.language.arguments import checked
from models.language.base import (
    TEXT,
    Domain,
    Key,
    Notation,
    a_type,
    are_of,
    as_int,
    named_twice,
    with_usage,
    write_set,
)
from models.language.constraints import CONSTRAINT_KINDS, AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from models.language.declarations import DEFINITION, MAX_VALUE, Posted, Reason, Sum, Truth, flatten
from models.language.expressions import (
    Assignment,
    Constraint,
    Expression,
    Givens,
    IntVar,
    Linear,
    LinearExpr,
    Literal,
    as_literal,
)
from models.language.logic import Equivalence, Implication
from models.language.scheduling import Scheduling

if TYPE_CHECKING:
    from array import array

__all__ = [
    "CONSTRAINT_KINDS",
    "DEFINITION",
    "MAX_VALUE",
    "AllDifferent",
    "Assignment",
    "AtMostOne",
    "Clause",
    "Constraint",
    "Domain",
    "Element",
    "Equivalence",
    "ExactlyOne",
    "Expression",
    "Givens",
    "IntVar",
    "Key",
    "Linear",
    "LinearExpr",
    "Literal",
    "Model",
    "ModelError",
    "Objective",
    "Posted",
    "Table",
    "a_type",
    "as_literal",
    "write_set",
]


Stated = Constraint | Literal | Equivalence | Implication
"""What can be demanded."""

Choose = Words[
    "first",
    "min_domain_size",
    "max_domain_size",
    "lowest_min",
    "highest_max",
    "max_regret",
    "max_degree",
    "min_domain_max_degree",
    "max_weighted_degree",
]
"""Of the variables that are not fixed, the first or the one with the fewest or most values left, with the lowest or the
highest of all values, with most between its two least values, in most constraints, with the fewest values and of these
in most constraints, or in those that failed most often for each value left (dom/wdeg). Of several, the first."""

Select = Words["min_value", "max_value", "median_value", "lower_half", "upper_half", "random_value"]
"""What is tried first: a value, or the values up to or above the middle between the least and the greatest. Then
follows what is left, as a decision of its own."""

CHOOSE: tuple[Choose, ...] = Choose.__args__  # type: ignore[attr-defined]
SELECT: tuple[Select, ...] = Select.__args__  # type: ignore[attr-defined]


@dataclass(frozen=True)
class DecisionStrategy:
    variables: tuple[IntVar, ...]
    choose: Choose
    select: Select


@dataclass(frozen=True)
class Objective:
    """What is to be made as small (``minimize``) or as large (``maximize``) as possible."""

    sense: str
    expression: LinearExpr
    divisor: int = 1  # of what the expression comes to, where fractions were scaled up to whole numbers

    def value(self, assignment: Assignment) -> float:
        """Return what is shown: an int, or where the scale leaves a rest, a float."""
        value = self.expression.value(assignment)
        return value / self.divisor if value % self.divisor else value // self.divisor

    @property
    def cost(self) -> LinearExpr:
        """What is to be made as small as possible: the expression, or its negation where that is to be large."""
        return self.expression if self.sense == "minimize" else -self.expression

    def written(self, notation: Notation) -> str:
        scaled = f" / {self.divisor}" if self.divisor != 1 else ""
        written = self.expression.written(notation)
        return f"{notation.word(self.sense)} " + (f"({written}){scaled}" if scaled else written)

    def __str__(self) -> str:
        return self.written(TEXT)


@checked
class Model(Scheduling):
    """Variables, the constraints between them, and which of the variables make up an answer.

    >>> from models import Model
    >>> model = Model("a fence of 20 around the most")
    >>> width, height = model.new_int_var(1, 9, "width"), model.new_int_var(1, 9, "height")
    >>> area = model.new_int_var(0, 99, "area")
    >>> _ = model.add(2 * width + 2 * height == 20, because="the fence has length 20")
    >>> _ = model.add_multiplication_equality(area, [width, height])
    >>> model.project_on(width, height)
    >>> _ = model.maximize(area)
    >>> model.first_violation({width: 5, height: 5, area: 25}) is None
    True
    >>> model.first_violation({width: 5, height: 4, area: 20})
    '2·width + 2·height = 20 does not hold: the fence has length 20'

    ``variables`` and ``constraints`` are in order of declaration, and ``variables[v.index] is v``. ``hints`` are values
    that a backend may try first. ``revision`` counts the changes; a backend that has loaded the model notices by this.

    Whatever takes several variables or literals takes them one by one or in one iterable, as ``CpModel`` does.
    Every method that adds a constraint takes ``because``, the rule it stands for in a sentence for people, and
    ``key``, that rule for programs (see :class:`Reason`), and returns a :class:`Posted`. A ModelError that names
    the variable or the constraint is raised where what is declared can have no meaning or belongs to another model.
    """

    def __init__(self, name: str = "model") -> None:
        super().__init__(name)
        self.objective: Objective | None = None
        self.hints: dict[IntVar, int] = {}
        self.strategies: list[DecisionStrategy] = []
        self._projection: tuple[IntVar, ...] | None = None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Say what is there instead of a method that is not."""
            from models.language.synonyms import no_attribute, suggestion  # only a mistake asks for it

            raise no_attribute("a model", name, "" if name.startswith("_") else suggestion(name, dir(type(self))))

    def __iadd__(self, other: object) -> NoReturn:
        raise ModelError(f"model {self.name!r}: a model takes no +=; write model.add(...)")

    # Constraints of a kind

    def add(self, *constraints: Stated | Iterable[Stated], **reason: Unpack[Reason]) -> Posted:
        """Demand a linear constraint such as ``2*x + y <= 7``, a literal, an equality of literals, or any kind by hand.

        Of several, one by one or in a list or an array, each is demanded.

        Literals and comparisons in a sum count 1 where they are true; all but Boolean variables get an auxiliary
        Boolean variable each. Two are made equal by ``==``, and ``implies`` says that one follows from the other.

        >>> model = Model()
        >>> dice = [model.new_int_var(1, 6, name) for name in ("red", "blue", "green")]
        >>> posted = model.add(sum(one == 6 for one in dice) == 2, because="two sixes were thrown")
        >>> posted.constraint
        [red = 6] + [blue = 6] + [green = 6] = 2
        >>> model.add((dice[0] == 6) != (dice[1] == 6)).constraint
        exactly one of(red = 6, blue = 6)
        >>> [str(one) for one in model.add((dice[0] == 6) == (dice[1] > dice[2])).constraints]
        ['red = 6 ⇒ blue − green ≥ 1', 'red ≠ 6 ⇒ blue − green ≤ 0']
        >>> model.add((dice[0] == 1).implies(dice[1] == dice[2])).constraint
        red = 1 ⇒ blue − green = 0
        >>> [str(one) for one in model.add(abs(dice[0] - dice[1]) <= 2).constraints]
        ['red − blue ≤ 2', '−red + blue ≤ 2']
        """
        constraint = constraints[0] if len(constraints) == 1 else constraints
        if isinstance(constraint, Constraint) and not (isinstance(constraint, Linear) and constraint.tests):
            return self._one(constraint.replace(**reason) if reason else constraint)
        if isinstance(constraint, Literal):
            return self._one(Clause((constraint,), **reason))
        return self._all(tuple(self._stated(constraint)), reason)

    def add_all_different(self, *variables: Expression | Iterable[Expression], **reason: Unpack[Reason]) -> Posted:
        """No two of ``variables`` take the same value; they may be linear expressions, such as ``queen + column``."""
        return self._one(AllDifferent(self._columns(variables), **reason))

    @with_usage("add_element takes an index, an array and a target: add_element(i, array, x) says that x is array[i]")
    def add_element(self, index: Expression, array: Sequence[Sum], target: Sum, **reason: Unpack[Reason]) -> Posted:
        """``target`` equals the entry of ``array`` at ``index``, counted from 0."""
        entries: Any = tuple(array)
        if not are_of(entries, int, IntVar):
            entries = self._entries(entries)
        place, value = self._columns((index, target))
        return self._one(Element(place, entries, value, **reason))

    def add_allowed_assignments(
        self, variables: Iterable[Expression], tuples: Iterable[Sequence[int]], **reason: Unpack[Reason]
    ) -> Posted:
        """``variables`` take together the values of one of ``tuples``."""
        return self._one(self._table(variables, tuples).replace(**reason))

    def add_bool_or(self, *literals: Truth | Iterable[Truth], **reason: Unpack[Reason]) -> Posted:
        """At least one of ``literals`` is true."""
        return self._one(Clause(self._literals(literals), **reason))

    add_at_least_one = add_bool_or

    def add_implication(self, premise: Truth, conclusion: Truth, **reason: Unpack[Reason]) -> Posted:
        """If ``premise`` is true, so is ``conclusion``."""
        follows = as_literal(conclusion) if isinstance(conclusion, IntVar) else conclusion
        return self._all(tuple(self._implied(premise, follows)), reason)

    def add_at_most_one(self, *literals: Truth | Iterable[Truth], **reason: Unpack[Reason]) -> Posted:
        """No two of ``literals`` are true."""
        return self._one(AtMostOne(self._literals(literals), **reason))

    def add_exactly_one(self, *literals: Truth | Iterable[Truth], **reason: Unpack[Reason]) -> Posted:
        """One of ``literals`` is true, and no other."""
        return self._one(ExactlyOne(self._literals(literals), **reason))

    def add_clauses(
        self, variables: Sequence[IntVar], numbers: array[int], places: Sequence[int], word: str = "clause"
    ) -> None:
        """Very many clauses at once, kept as numbers, which takes a tenth of the memory and of the time.

        The clauses stand one after the other as DIMACS writes them, each ended by a 0: 1 says that the first of the
        Boolean variables is true, −1 that it is false. The key of each is ``(word, place)``.

        >>> from array import array
        >>> from models import Model
        >>> model = Model()
        >>> model.add_clauses(model.new_bool_vars("abc"), array("i", [1, -2, 0, 2, 3, 0]), range(2))
        >>> [str(clause) for clause in model.constraints]
        ['a ∨ ¬b', 'b ∨ c']
        """
        from models.language import bulk  # few models have so many

        clauses = bulk.Clauses(variables, numbers, places, word)
        complaint = clauses.complaint(self)
        if complaint:
            raise ModelError(f"model {self.name!r}: {complaint}")
        if not isinstance(self.constraints, bulk.Constraints):
            self.constraints = bulk.Constraints(self.constraints)
        self.constraints.add_block(clauses)
        self.revision += 1

    # What is asked

    def project_on(self, *variables: IntVar | Iterable[IntVar]) -> None:
        """Name the variables that make up an answer: two solutions that agree in them are one answer."""
        projection = flatten(variables)
        for var in projection:
            self._own(var, f"part of the projection of model {self.name!r}")
        twice = named_twice(projection)
        if twice:
            raise ModelError(f"{twice} is named twice in the projection of model {self.name!r}")
        self._projection = projection
        self.revision += 1

    @property
    def projection(self) -> tuple[IntVar, ...]:
        """The variables that make up an answer: until ``project_on`` says otherwise, all that were declared."""
        if self._projection is not None:
            return self._projection
        return tuple([var for var in self.variables if var not in self._values] if self._values else self.variables)

    def minimize(self, expression: Sum) -> Self:
        """Ask for an answer that makes ``expression`` as small as possible; returns the model, ready to be solved."""
        return self._optimise("minimize", expression)

    def maximize(self, expression: Sum) -> Self:
        """Ask for an answer that makes ``expression`` as large as possible; returns the model, ready to be solved."""
        return self._optimise("maximize", expression)

    def add_hint(self, var: IntVar, value: int) -> None:
        """Suggest that ``var`` be tried with ``value`` first: part of an assignment to start from.

        No answer is lost by it. Hints of all variables that are an answer are the first answer, whichever backend
        searches; others a backend may leave aside. A later hint of the same variable replaces it.
        """
        self._own(var, f"hinted at in model {self.name!r}")
        number = as_int(value)
        if number is None or number not in var.domain:
            raise ModelError(f"the hint {var.name} = {value!r} lies outside {write_set(var.domain)}")
        self.hints[var] = number
        self.revision += 1

    def add_decision_strategy(
        self, variables: Iterable[IntVar], choose: Choose = "first", select: Select = "min_value"
    ) -> None:
        """Ask for a search that branches on ``variables`` before all that no earlier strategy names.

        No answer is lost by it; the backends ``kernel`` and ``backtracking`` follow it, others leave it aside. Where
        there is nothing to optimise, variables of the projection come before others all the same.
        """
        named = flatten(variables)
        for var in named:
            self._own(var, f"to be branched on in model {self.name!r}")
        if choose not in CHOOSE or select not in SELECT:
            raise ModelError(f"a decision strategy {choose!r}, {select!r}: there are {CHOOSE} and {SELECT}")
        self.strategies.append(DecisionStrategy(named, choose, select))
        self.revision += 1

    # Judging and printing

    def first_violation(self, assignment: Assignment, givens: Givens | None = None) -> str | None:
        """The first thing ``assignment`` breaks, in words; None when it solves the model, auxiliary variables aside."""
        if outside := self._outside(assignment):
            return outside
        if self._values and (whole := self.complete(assignment)) is not assignment:
            if outside := self._outside(whole):
                return outside
            assignment = whole
        for var, given in (givens or {}).items():
            if var not in assignment:
                self._own(var, f"given in model {self.name!r}")
            if assignment[var] != given:
                return f"{var.name} = {assignment[var]}, where {given} is given"
        constraints = self.constraints
        for constraint in constraints if isinstance(constraints, list) else constraints.possibly_broken(assignment):
            judge = constraint.holds if constraint.condition else constraint.relation_holds
            if not judge(assignment):
                return f"{constraint} does not hold" + (f": {constraint.because}" if constraint.because else "")
        return None

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {len(self.variables)} variables, {len(self.constraints)} constraints>"

    def _repr_html_(self) -> str:
        from models.plugins import imported  # only a notebook asks for it

        text: str = imported("models.language.notebook:model_html")(self)
        return text

    def _optimise(self, sense: str, expression: Sum) -> Self:
        total = expression if isinstance(expression, LinearExpr) else LinearExpr({}, 0) + expression
        for var in total.scope():
            if not isinstance(var, IntVar) or var.model is not self:
                self._own(var, f"part of the objective of model {self.name!r}")
        self.objective = Objective(sense, self._sum(total) if total.tests else total)
        self.revision += 1
        return self

    def _lines(self) -> Iterator[str]:
        yield f"model {self.name}"
        yield "  variables"
        yield from _domains(var for var in self.variables if var not in self._values)
        if self._values:
            yield "  auxiliary variables"
            yield from _domains(self._values)
        yield "  constraints" if self.constraints else "  no constraints"
        for constraint in self.constraints:
            yield f"    {constraint}" + (f"    — {constraint.because}" if constraint.because else "")
        if self._projection is not None:
            yield f"  projection {_shorten([var.name for var in self._projection])}"
        if self.objective is not None:
            yield f"  {self.objective}"


def _domains(variables: Iterable[IntVar]) -> Iterator[str]:
    """Variables with their domains as lines, those that follow each other and share one on one line."""
    for domain, group in groupby(variables, key=lambda var: write_set(var.domain)):
        yield f"    {_shorten([var.name for var in group])} ∈ {domain}"


def _shorten(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 6 else f"{names[0]}, {names[1]}, …, {names[-1]}"
