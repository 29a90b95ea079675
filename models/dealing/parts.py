"""What of an impossible dealing is to blame? Each known leftover, the number of cards, the bound, the last round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.deductions import Parts
from models.language.model import Literal, Model

if TYPE_CHECKING:
    from models.dealing.model import Dealing


def known_parts(instance: Dealing) -> Parts:
    """The leftovers as digits of the number of cards, with nothing taken for granted but that."""
    from models.dealing.model import digits

    bounds = [bound for bound in (instance.cards, instance.at_most) if bound is not None]
    rounds = max([len(instance.leftovers), *(len(digits(bound, instance.stacks)) for bound in bounds)])
    model = Model(f"{instance.name}, what is known of it")
    leftovers = [model.new_int_var(0, instance.stacks - 1, f"leftover {place + 1}") for place in range(rounds)]
    cards = sum(instance.stacks**place * leftover for place, leftover in enumerate(leftovers))
    named: dict[str, tuple[str | Literal, ...]] = {}
    for place, (var, value) in enumerate(zip(leftovers, instance.leftovers, strict=False)):
        if value is not None:
            named[f"round {place + 1} leaves {value} over"] = (var == value,)
    if instance.cards is not None and rounds:
        because = f"there are {instance.cards:,} cards"
        model.add(cards == instance.cards, because=because)
        named[because] = (because,)
    if instance.at_most is not None and rounds:
        because = f"there are at most {instance.at_most:,} cards"
        model.add(cards <= instance.at_most, because=because)
        named[because] = (because,)
    if not instance.goes_on and instance.leftovers:
        last = len(instance.leftovers)
        because = f"round {last} is the last: fewer cards than stacks are left, but not none"
        for later in leftovers[last:]:
            model.add_bool_or([later == 0], because=because)
        model.add_bool_or([leftovers[last - 1] != 0], because=because)
        named[because] = (because,)
    return Parts(model, named)
