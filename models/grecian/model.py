"""The Grecian Computer as a model: how far each dial is turned, what shows at each place, what each column sums to.

To be checked line by line with the dials on the table:

1. Every dial but the bottom one has a turn: the steps it is turned clockwise, 0 to one less than there are columns.
2. At each place (a ring and a column) the dials lie on one another, and the table, which counts 0, lies below them all.
   Seen up to some dial is the number that its turn brings there, or where that is a hole, what is seen of those below.
3. What is seen up to the topmost dial, added up over the rings of a column, is the column's target.

``element`` and ``table`` differ in how they say the second point. A dial without a hole in a ring hides all below it,
so the dials are followed from the topmost such dial up; one without a number there changes nothing and is passed over.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from models.formulation import Formulation
from models.grecian.instance import Dials, Ring, Turns
from models.language.model import Assignment, IntVar, Key, LinearExpr, Model

Seen = IntVar | int
"""What is seen at a place; a plain number where no turn can change it."""

Layer = tuple[int, IntVar | None, Ring]
"""A dial at a place, which of some numbers and holes it brings there (None: always the first), and these."""


class DialsModel(Formulation[Dials, Turns]):
    """The turns, what is seen at each place, the sums of the columns.

    Attributes:
        turns: the turn of each dial that can be turned.
    """

    kind: ClassVar[str]
    turns: dict[int, IntVar]

    def __init__(self, instance: Dials, objective: str | None = None) -> None:
        self.model = model = Model(f"{instance.name} ({self.kind})")
        # Where effort counts, the bottom dial may be turned as well: that way round may be nearer.
        self.turns = declare_turns(model, instance, bottom_too=objective is not None)

        def layers(ring: int, column: int) -> Iterator[Layer]:
            for dial in range(instance.lowest_visible(ring), len(instance.dials)):
                yield dial, self.turns.get(dial), instance.coming_to(dial, ring, column)

        self.sum_up(model, instance, layers)
        model.project_on(self.turns.values())
        self.granted = {constraint.key for constraint in model.constraints if constraint.key[0] == "shows"}
        if objective is not None:
            self._minimize(objective, instance.columns)

    def decode(self, instance: Dials, assignment: Assignment) -> Turns:
        return read_turns(instance, self.turns, assignment)

    @staticmethod
    @abstractmethod
    def lay(model: Model, position: IntVar, coming: Ring, below: Seen, seen: IntVar, because: str, key: Key) -> None:
        """Demand that ``seen`` is what ``position`` picks of ``coming``, or ``below`` where that is a hole."""

    @classmethod
    def sum_up(
        cls, model: Model, instance: Dials, layers: Callable[[int, int], Iterable[Layer]]
    ) -> list[tuple[Seen, ...]]:
        """Demand that every column sums to its target; for each, what is seen in it from the outermost ring in."""
        seen = [
            [cls._look_down(model, ring, column, layers(ring, column)) for column in range(instance.columns)]
            for ring in range(instance.rings)
        ]
        columns = list(zip(*seen, strict=True))
        for column, (target, parts) in enumerate(zip(instance.targets, columns, strict=True)):
            model.add(total(parts) == target, because=f"column {column + 1} sums to {target}", key=("column", column))
        return columns

    @classmethod
    def _look_down(cls, model: Model, ring: int, column: int, layers: Iterable[Layer]) -> Seen:
        """What is seen at a place of which these are the layers, from the bottom up."""
        place = f"ring {ring + 1} column {column + 1}"
        seen: Seen = 0  # the table
        for dial, position, coming in layers:
            possible = {number for number in coming if number is not None}
            if position is None:
                seen = seen if coming[0] is None else coming[0]
            elif possible:
                below, because = seen, f"{place}: dial {dial} shows its number"
                if None in coming:
                    possible.update(below.domain if isinstance(below, IntVar) else (below,))
                    because += ", or through a hole what lies below"
                seen = model.new_int_var_from_values(possible, f"{place} up to dial {dial}")
                cls.lay(model, position, coming, below, seen, because, ("shows", ring, column, dial))
        return seen

    def _minimize(self, objective: str, columns: int) -> None:
        """Ask for the fewest steps, each dial turned the shorter way round, or for the fewest dials turned."""
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
    """At each place, the turn picks what is seen: a number of the dial, or through a hole what lies below."""

    kind = "element"

    @staticmethod
    def lay(model: Model, position: IntVar, coming: Ring, below: Seen, seen: IntVar, because: str, key: Key) -> None:
        choice = [below if number is None else number for number in coming]
        model.add_element(position, choice, seen, because=because, key=key)


class TableModel(DialsModel):
    """At each place the permitted triples (turn, what lies below, what is seen)."""

    kind = "table"

    @staticmethod
    def lay(model: Model, position: IntVar, coming: Ring, below: Seen, seen: IntVar, because: str, key: Key) -> None:
        if None in coming and isinstance(below, IntVar):
            triples = [
                (steps, under, under if number is None else number)
                for steps, number in enumerate(coming)
                for under in below.domain
            ]
            model.add_allowed_assignments([position, below, seen], triples, because=because, key=key)
        else:  # what lies below never shows, or is a known number: pairs will do
            through = 0 if isinstance(below, IntVar) else below
            pairs = [(steps, through if number is None else number) for steps, number in enumerate(coming)]
            model.add_allowed_assignments([position, seen], pairs, because=because, key=key)


def declare_turns(model: Model, instance: Dials, bottom_too: bool = False) -> dict[int, IntVar]:
    """A turn for each dial from the bottom up; the bottom dial has one only if ``bottom_too``."""
    return {
        dial: model.new_int_var(0, instance.columns - 1, f"turn of dial {dial}")
        for dial in range(0 if bottom_too else 1, len(instance.dials))
    }


def read_turns(instance: Dials, turns: dict[int, IntVar], assignment: Assignment) -> Turns:
    """The steps of every dial; 0 for one without a turn."""
    return tuple(assignment[turns[dial]] if dial in turns else 0 for dial in range(len(instance.dials)))


def total(parts: Iterable[Seen]) -> LinearExpr:
    """What shows in a column, added up; an expression even where no turn changes any of it."""
    expression = LinearExpr({}, 0)
    for part in parts:
        expression += part
    return expression
