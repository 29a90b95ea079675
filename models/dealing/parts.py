"""The parts of an impossible dealing: each known leftover, the number of cards, the bound, the last round."""

from __future__ import annotations

from models.dealing.instance import Dealing, digits
from models.deductions import Parts, PuzzlePart
from models.language.model import Key, Model


def known_parts(instance: Dealing) -> Parts:
    """The leftovers as digits of the number of cards, with nothing taken for granted but that."""
    bounds = [bound for bound in (instance.cards, instance.at_most) if bound is not None]
    rounds = max([len(instance.leftovers), *(len(digits(bound, instance.stacks)) for bound in bounds)])
    model = Model(f"{instance.name}, what is known of it")
    leftovers = [model.new_int_var(0, instance.stacks - 1, f"leftover {place + 1}") for place in range(rounds)]
    cards = sum(instance.stacks**place * leftover for place, leftover in enumerate(leftovers))
    parts = []
    for place, (var, value) in enumerate(zip(leftovers, instance.leftovers, strict=False)):
        if value is not None:
            parts.append(
                PuzzlePart(("given", "round", place), f"round {place + 1} leaves {value} over", (var == value,))
            )
    key: Key
    if instance.cards is not None and rounds:
        because, key = f"there are {instance.cards:,} cards", ("cards",)
        model.add(cards == instance.cards, because=because, key=key)
        parts.append(PuzzlePart(key, because, (key,)))
    if instance.at_most is not None and rounds:
        because, key = f"there are at most {instance.at_most:,} cards", ("at most",)
        model.add(cards <= instance.at_most, because=because, key=key)
        parts.append(PuzzlePart(key, because, (key,)))
    if not instance.goes_on and instance.leftovers:
        last = len(instance.leftovers)
        because, key = f"round {last} is the last: fewer cards than stacks are left, but not none", ("round", last - 1)
        for later in leftovers[last:]:
            model.add_bool_or([later == 0], because=because, key=key)
        model.add_bool_or([leftovers[last - 1] != 0], because=because, key=key)
        parts.append(PuzzlePart(key, because, (key,)))
    return Parts(model, tuple(parts))
