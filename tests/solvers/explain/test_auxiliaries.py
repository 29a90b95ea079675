"""Definitions of auxiliary variables are no rules: no explanation names one, and no conflict is blamed on one."""

from __future__ import annotations

from collections.abc import Mapping

from models.deductions import Parts, rules_of
from models.formulation import Formulation
from models.language.model import IntVar, Model
from solvers.explain.conflicts import Blame
from solvers.explain.explainer import Explainer


class Counted(Formulation[str, str]):  # type: ignore[type-var]
    """Three dice of which exactly two show a six, and the first one more than the third."""

    def __init__(self, instance: str = "", objective: str | None = None) -> None:
        self.model = model = Model("dice")
        self.dice = [model.new_int_var(1, 6, f"die {place}") for place in range(3)]
        model.add(sum(die == 6 for die in self.dice) == 2, because="two show a six", key=("sixes",))
        model.add_max_equality(
            self.dice[0], self.dice[1] + 1, self.dice[2] + 1, because="the first leads", key=("lead",)
        )

    def decode(self, instance: str, assignment: Mapping[IntVar, int]) -> str:
        return " ".join(str(assignment[die]) for die in self.dice)


def test_no_conflict_is_blamed_on_a_definition() -> None:
    model = Counted().model
    conflict = Blame(Parts(model, rules_of(model))).one()
    assert [part.key for part in conflict.parts] == [("sixes",), ("lead",)]


def test_an_explanation_names_no_definition() -> None:
    stated = Counted()
    stated.model.constraints[:] = [c for c in stated.model.constraints if c.key != ("lead",)]
    stated.model.add(stated.dice[0] + stated.dice[1] <= 11, because="they come to 11 at most", key=("low",))
    stated.model.add(stated.dice[0] + stated.dice[1] >= 11, key=("high",), because="they come to 11 at least")
    stated.model.add(stated.dice[1] == 5, key=("five",), because="the second is a five")
    explainer = Explainer(stated, {})
    steps = list(explainer.steps())
    assert {rule.key[0] for step in steps for rule in step.rules} <= {"sixes", "low", "high", "five"}
    assert not explainer.unsettled
