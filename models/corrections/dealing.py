"""Which number that was noted of a pack is wrong: a leftover, the cards, or the bound on them?

All is said digit by digit, so that a pack of 10^15 cards takes no more room than its fifteen digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.corrections.mistakes import Correction, Mistake, Mistakes
from models.csp import Assignment, IntVar, LinearExpr, Model
from models.dealing import Dealing, Dealt, digits


class WrongNumbers(Mistakes[Dealing, Dealt]):
    """A digit for each round there can have been, and for each number noted whether it is wrong."""

    nouns = ("wrong number", "wrong numbers")

    def __init__(self, instance: Dealing) -> None:
        self.model = model = Model(f"{instance.name}, noted wrongly")
        self._instance = instance
        rounds = len(instance.leftovers)
        if instance.goes_on:
            bounds = [bound for bound in (instance.cards, instance.at_most) if bound is not None]
            rounds = max([rounds, *(len(digits(bound, instance.stacks)) for bound in bounds)])
        self._digits = [
            model.new_int_var(0, instance.stacks - 1, f"leftover {number}") for number in range(1, rounds + 1)
        ]
        self._wrong: list[IntVar] = []
        self._note_leftovers()
        if instance.cards is not None:
            self._note_cards(instance.cards)
        if instance.at_most is not None:
            self._note_bound(instance.at_most)
        model.decide(self._digits)
        model.minimize(LinearExpr(dict.fromkeys(self._wrong, 1), 0))

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Dealing, Dealt]]:
        instance = self._instance
        values = [assignment[digit] for digit in self._digits]
        total = sum(value * instance.stacks**place for place, value in enumerate(values))
        leftovers = list(instance.leftovers)
        mistakes = []
        for place, noted in enumerate(leftovers):
            if noted is not None and noted != values[place]:
                mistakes.append(Mistake(f"round {place + 1} leaves {noted} over", str(values[place])))
                leftovers[place] = values[place]
        corrected = replace(instance, leftovers=tuple(leftovers))
        if instance.cards not in (None, total):
            mistakes.append(Mistake(f"the pack has {instance.cards:,} cards", f"{total:,}"))
            corrected = replace(corrected, cards=total)
        if instance.at_most is not None and instance.at_most < total:
            mistakes.append(Mistake(f"the pack has at most {instance.at_most:,} cards", f"{total:,} or more"))
            corrected = replace(corrected, at_most=total)
        yield Correction(tuple(mistakes), corrected)

    def _note_leftovers(self) -> None:
        leftovers = self._instance.leftovers
        for place, (digit, noted) in enumerate(zip(self._digits, leftovers, strict=False)):
            if noted is not None:
                wrong = self._may_be_wrong(f"leftover {place + 1}")
                self.model.add_exactly_one([digit == noted, wrong], because=f"round {place + 1} leaves {noted} over")
        if leftovers:
            # The last round that was dealt leaves something over; there may be later ones of which nothing is known.
            last = self._digits[len(leftovers) - 1 :]
            self.model.add_bool_or([digit != 0 for digit in last], because="the last leftover is never nothing")

    def _note_cards(self, cards: int) -> None:
        wrong = self._may_be_wrong("the number of cards")
        noted = digits(cards, self._instance.stacks)
        because = f"the pack has {cards:,} cards"
        for place, digit in enumerate(self._digits):
            value = noted[place] if place < len(noted) else 0
            self.model.add_bool_or([digit == value, wrong], because=because)
        if len(noted) > len(self._digits):
            self.model.add_bool_or([wrong], because=because)

    def _note_bound(self, at_most: int) -> None:
        """Compare digit by digit from the last round, the most significant, to the first."""
        wrong = self._may_be_wrong("the bound")
        noted = digits(at_most, self._instance.stacks)
        if len(noted) > len(self._digits):
            return
        because = f"the pack has at most {at_most:,} cards"
        even = ~wrong
        for place in reversed(range(len(self._digits))):
            digit, value = self._digits[place], noted[place] if place < len(noted) else 0
            self.model.add_bool_or([~even, digit <= value], because=because)
            still_even = self.model.new_bool_var(f"even with the bound from round {place + 1} on")
            self.model.add_bool_or([~even, digit != value, still_even], because=because)
            even = still_even == 1

    def _may_be_wrong(self, what: str) -> IntVar:
        self._wrong.append(self.model.new_bool_var(f"{what} is wrong"))
        return self._wrong[-1]
