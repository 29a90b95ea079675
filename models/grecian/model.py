"""The Grecian Computer as a model: how far each dial is turned, what is seen at each place, what each column sums to.

To be checked line by line with the dials on the table:

1. Every dial but the bottom one has a turn: the steps it is turned clockwise, 0 to one less than there are columns.
2. At each place (a ring and a column) the dials lie on one another, and the table, which counts 0, lies below them all.
   With one more dial laid on, seen is the number that its turn brings there, or where that is a hole, what was seen.
3. What is seen with all dials laid on, added up over the rings of a column, is the column's target.

``element`` and ``table`` differ in how they say the second point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from models.formulation import Formulation
from models.grecian.instance import Dials, Ring, Turns
from models.language.model import Assignment, IntVar, Key, LinearExpr, Literal, Model

if TYPE_CHECKING:  # only named here, and no run should wait for it to be imported
    from models.deductions import Derivation

Seen = IntVar | int  # what is seen at a place; a plain number where no turn can change it

Relation = Callable[[Model, IntVar, Ring, Seen, IntVar, str, Key], object]
"""Demands that what is seen is what a turn picks of the numbers that come, or where that is a hole, what is below."""


def element(model: Model, turn: IntVar, coming: Ring, below: Seen, seen: IntVar, because: str, key: Key) -> None:
    """The turn picks what is seen: a number of the dial, or through a hole what is below."""
    choice = [below if number is None else number for number in coming]
    model.add_element(turn, choice, seen, because=because, key=key)


def table(model: Model, turn: IntVar, coming: Ring, below: Seen, seen: IntVar, because: str, key: Key) -> None:
    """The permitted triples: turn, what is below, what is seen."""
    if None in coming and isinstance(below, IntVar):
        triples = [
            (steps, under, under if number is None else number)
            for steps, number in enumerate(coming)
            for under in below.domain
        ]
        model.add_allowed_assignments([turn, below, seen], triples, because=because, key=key)
    else:  # what is below never shows, or is a known number: pairs will do
        through = 0 if isinstance(below, IntVar) else below
        pairs = [(steps, through if number is None else number) for steps, number in enumerate(coming)]
        model.add_allowed_assignments([turn, seen], pairs, because=because, key=key)


RELATIONS: Mapping[str, Relation] = {"element": element, "table": table}


class DialsModel(Formulation[Dials, Turns]):
    """The turn of each dial that can be turned, what is seen at each place, the sums of the columns."""

    kind: ClassVar[str]
    propagates: ClassVar = False  # whoever adds up a column wants to see the numbers

    def __init__(self, instance: Dials, objective: str | None = None) -> None:
        self.model = model = Model(f"{instance.name} ({self.kind})")
        self._instance = instance
        dials, rings, columns = range(len(instance.dials)), range(instance.rings), range(instance.columns)

        # Where effort counts, the bottom dial may be turned as well: that way round may be nearer.
        turned = dials[1:] if objective is None else dials
        self.turns = {dial: model.new_int_var(0, len(columns) - 1, f"turn of dial {dial}") for dial in turned}

        seen: dict[tuple[int, int], Seen] = {}
        for ring in rings:
            for column in columns:
                seen[ring, column] = 0  # the table
                for dial in dials[instance.lowest_visible(ring) :]:
                    coming, below = instance.coming_to(dial, ring, column), seen[ring, column]
                    key = ("shows", ring, column, dial)
                    seen[ring, column] = lay_on(model, key, self.turns.get(dial), coming, below, RELATIONS[self.kind])

        self.sums = [total(seen[ring, column] for ring in rings) for column in columns]
        for column, (in_column, target) in enumerate(zip(self.sums, instance.targets, strict=True)):
            model.add(in_column == target, because=f"column {column + 1} sums to {target}", key=("column", column))

        model.project_on(self.turns.values())
        self.background = {constraint.key for constraint in model.constraints if constraint.key[0] == "shows"}
        if objective is not None:
            self._minimize(objective, len(columns))

    def decode(self, instance: Dials, assignment: Assignment) -> Turns:
        return tuple(assignment[self.turns[dial]] if dial in self.turns else 0 for dial in range(len(instance.dials)))

    def derivations(
        self, rule: Key, known: Sequence[Literal], new: Sequence[Literal], besides: Sequence[Literal] = ()
    ) -> Sequence[Derivation]:
        from models.grecian.derivation import derivations  # only explanations work columns out

        return derivations(self._instance, self.turns, rule, known, new, besides)

    def _minimize(self, objective: str, columns: int) -> None:
        if objective == "turns":
            effort, what = [min(steps, columns - steps) for steps in range(columns)], "steps"
        else:
            effort, what = [min(steps, 1) for steps in range(columns)], "dials"
        costs = []
        for dial, turn in self.turns.items():
            cost = self.model.new_int_var_from_values(effort, f"{what} for dial {dial}")
            self.model.add_element(turn, effort, cost, because=f"what turning dial {dial} costs", key=("cost", dial))
            costs.append(cost)
        self.model.minimize(sum(costs))


class ElementModel(DialsModel):
    """What is seen, said by Element constraints."""

    kind = "element"


class TableModel(DialsModel):
    """What is seen, said by Table constraints."""

    kind = "table"


def lay_on(model: Model, key: Key, turn: IntVar | None, coming: Ring, below: Seen, relation: Relation) -> Seen:
    """What is seen at a place with one more dial laid on: what is ``coming``, or through a hole what is ``below``."""
    _, ring, column, dial = key
    if turn is None or coming.count(None) == len(coming):
        return below if coming[0] is None else coming[0]
    possible = {number for number in coming if number is not None}
    place = f"ring {int(ring) + 1} column {int(column) + 1}"
    because = f"{place}: dial {dial} shows its number"
    if None in coming:
        possible.update(below.domain if isinstance(below, IntVar) else (below,))
        because += ", or through a hole what lies below"
    seen = model.new_int_var_from_values(possible, f"{place} up to dial {dial}")
    relation(model, turn, coming, below, seen, because, key)
    return seen


def total(parts: Iterable[Seen]) -> LinearExpr:
    """The sum of what is seen; an expression even where no turn changes any of it."""
    expression = LinearExpr({}, 0)
    for part in parts:
        expression += part
    return expression
