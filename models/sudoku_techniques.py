"""What people call a deduction in a Sudoku: the names of the known techniques, read off a step's reason.

A reason is a minimal set of facts and rules, so its shape tells the technique: how many rules it takes,
of which kind, over how many cells and digits. The techniques are those of the usual catalogues
(naked and hidden subsets, locked candidates, fish, wings, colouring).
"""

from __future__ import annotations

from collections.abc import Mapping

from models.csp import IntVar, Literal
from models.deductions import Step, is_value, taken_away

SUBSETS = {2: "pair", 3: "triple", 4: "quad"}
FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def technique(step: Step, order: int) -> str | None:
    """The name of the technique behind ``step`` in a grid of ``order`` digits; None where it has none.

    The step's variables are the cells; its rules' sentences begin with the kind of unit (row, column, box).
    """
    kinds = sorted(rule.sentence.split()[0] for rule in step.rules)
    robbed = _robbed_of(step)
    if step.places and not step.rules:
        return "naked single"
    if step.places and len(step.rules) == 1 and len(step.facts) == order - 1 and _only_about(step, step.value):
        return "hidden single"
    if len(step.rules) == 1:
        return _subset(step, robbed)
    if step.places:
        return None
    if _only_about(step, step.value):
        return _single_digit(step, kinds)
    if all(len(values) == order - 2 for values in robbed.values()) and not _settled(step):
        if len(robbed) == 3:
            return "XY-wing"
        return "XY-chain" if len(robbed) > 3 else None
    if len(robbed) == 3 and sorted(map(len, robbed.values())) == [order - 3, order - 2, order - 2]:
        return "XYZ-wing"
    return None


def _subset(step: Step, robbed: Mapping[IntVar, frozenset[int]]) -> str | None:
    """Naked: k cells with k digits left between them. Hidden: k digits with k cells left between them."""
    naked = len(robbed)
    hidden = len(frozenset().union(*robbed.values()))
    size = min(naked, hidden)
    if size not in SUBSETS:
        return "hidden single" if size == 1 else "locked set" if size else None
    return f"{'naked' if naked <= hidden else 'hidden'} {SUBSETS[size]}"


def _single_digit(step: Step, kinds: list[str]) -> str:
    """Deductions about one digit: locked candidates with a box and a line, fish with lines, chains with more."""
    lines = [kind for kind in kinds if kind != "box"]
    if len(kinds) == 2 and len(lines) == 1:
        return "pointing" if _base_is_box(step) else "claiming"
    rows, columns = kinds.count("row"), kinds.count("column")
    if "box" not in kinds and rows == columns and rows in FISH:
        return FISH[rows]
    return "simple colouring"


def _base_is_box(step: Step) -> bool:
    """Pointing: the digit's cells left in the box lie on one line, so all facts are about the box's cells."""
    box = next(rule for rule in step.rules if rule.sentence.startswith("box"))
    inside = set(box.constraints[0].scope())
    return all(fact.var in inside for fact in step.facts)


def _only_about(step: Step, digit: int) -> bool:
    """Whether the facts say no more than where ``digit`` cannot be."""
    return all(is_value(fact) or taken_away(fact) == digit for fact in step.facts)


def _robbed_of(step: Step) -> dict[IntVar, frozenset[int]]:
    """For each cell that a fact takes a digit from, the digits taken."""
    robbed: dict[IntVar, frozenset[int]] = {}
    for fact in step.facts:
        if not is_value(fact):
            robbed[fact.var] = robbed.get(fact.var, frozenset()) | {taken_away(fact)}
    return robbed


def _settled(step: Step) -> list[Literal]:
    return [fact for fact in step.facts if is_value(fact)]
