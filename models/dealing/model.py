"""The dealing trick as a model: leftovers that are the digits of the number of cards.

``rounds``: in each round, the cards dealt are ``stacks`` times the cards of one stack, and the leftover.
``digits``: the cards are the sum of all leftovers, each counted as often as one card of it stands for.

Both have a leftover for every round there can be; a round that was not dealt any more leaves 0 over.
"""

from __future__ import annotations

from models.dealing.instance import MAX_SHARED_CARDS, NOTHING_FITS, Dealing, Dealt, Span
from models.formulation import Formulation
from models.language.model import Assignment, Givens, IntVar, LinearExpr, Model


class _DealingModel(Formulation[Dealing, Dealt]):
    """The leftovers as projection, those that are known as givens; perhaps a variable for the cards."""

    leftovers: list[IntVar]
    cards: IntVar | None

    def givens(self, instance: Dealing) -> Givens:
        if instance.span == NOTHING_FITS:
            return {}
        pairs = zip(self.leftovers, instance.leftovers, strict=False)
        known = {var: leftover for var, leftover in pairs if leftover is not None}
        if self.cards is not None and instance.cards is not None:
            known[self.cards] = instance.cards
        return known

    def decode(self, instance: Dealing, assignment: Assignment) -> Dealt:
        values = [assignment[leftover] for leftover in self.leftovers]
        while values and not values[-1]:
            values.pop()
        return Dealt(sum(value * instance.stacks**place for place, value in enumerate(values)), tuple(values))

    def _declare_leftovers(self, span: Span) -> None:
        self.leftovers = [
            self.model.new_int_var(0, min(span.stacks - 1, span.highest // span.stacks**place), f"leftover {place + 1}")
            for place in range(span.rounds)
        ]
        if span.lowest > span.highest:
            self.model.add_bool_or([], because="no number of cards fits all that is known", key=("nothing fits",))
        self.model.project_on(self.leftovers)


class RoundsModel(_DealingModel):
    """Round by round: the cards dealt are ``stacks`` times the cards of one stack and the leftover."""

    def __init__(self, instance: Dealing, objective: str | None = None) -> None:
        span = instance.span
        self.model = model = Model(f"{instance.name}, rounds")
        self._declare_leftovers(span)
        highest = max(span.lowest, span.highest)
        cards = [
            model.new_int_var(span.lowest // stands_for, highest // stands_for, f"cards in round {place + 1}")
            for place in range(span.rounds + 1)
            for stands_for in (span.stacks**place,)
        ]
        for place, leftover in enumerate(self.leftovers):
            because = f"round {place + 1} deals its cards into {span.stacks} equal stacks and leaves the rest over"
            model.add(cards[place] == span.stacks * cards[place + 1] + leftover, because=because, key=("round", place))
        self.cards = cards[0]
        self.landmarks = cards
        if objective == "cards":
            model.minimize(self.cards)


class DigitsModel(_DealingModel):
    """In one sum: each leftover counts as many cards as one card of it stands for."""

    def __init__(self, instance: Dealing, objective: str | None = None) -> None:
        span = instance.span
        self.model = model = Model(f"{instance.name}, digits")
        self._declare_leftovers(span)
        total = LinearExpr({leftover: span.stacks**place for place, leftover in enumerate(self.leftovers)}, 0)
        self.cards = None
        if 0 <= span.highest - span.lowest <= MAX_SHARED_CARDS:
            self.cards = model.new_int_var(span.lowest, span.highest, "cards")
            because = "the leftovers are the digits of the number of cards"
            model.add(self.cards == total, because=because, key=("digits",))
        elif span.lowest <= span.highest:
            # A variable for the cards would have more values than many a solver can spell out.
            model.add(total >= span.lowest, because=f"there are at least {span.lowest:,} cards", key=("at least",))
            model.add(total <= span.highest, because=f"there are at most {span.highest:,} cards", key=("at most",))
        if objective == "cards":
            model.minimize(total)
