"""Wrong numbers noted of a pack: a leftover, the cards, or the bound on them.

All is said digit by digit, so that a pack of 10^15 cards takes no more room than its fifteen digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from models.dealing.instance import Dealing, Dealt, digits
from models.dealing.packs import Packs
from models.kit.misreadings import distance
from models.kit.names import count
from models.kit.toml import line_of
from models.language.model import Assignment, IntVar, Key, Model
from models.mistakes import Correction, ErrorModel, Mistake, Mistakes


class WrongNumbers(Mistakes[Dealing, Dealt]):
    """A digit for each round there can have been, and for each number noted whether it is wrong."""

    nouns = ("wrong number", "wrong numbers")

    def __init__(self, instance: Dealing) -> None:
        self.model = model = Model(f"{instance.name}, noted wrongly")
        self._instance = instance
        rounds = len(instance.leftovers)
        if instance.goes_on:
            bounds = [bound for bound in (instance.cards, instance.at_most) if bound is not None]
            # Where all of these are wrong, one round more will do: any later one could as well be that.
            rounds = 1 + max([rounds, *(len(digits(bound, instance.stacks)) for bound in bounds)])
        self._digits = [
            model.new_int_var(0, instance.stacks - 1, f"leftover {number}") for number in range(1, rounds + 1)
        ]
        self._wrong: list[IntVar] = []
        self._note_leftovers()
        self._wrong_cards = None if instance.cards is None else self._note_cards(instance.cards)
        self._wrong_bound = None if instance.at_most is None else self._note_bound(instance.at_most)
        # Which numbers are wrong, and what the leftovers among them are; how many cards there are follows.
        noted = [digit for digit, left in zip(self._digits, instance.leftovers, strict=False) if left is not None]
        model.project_on([*noted, *(wrong for wrong in (self._wrong_cards, self._wrong_bound) if wrong is not None)])
        model.minimize(sum(self._wrong))

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Dealing, Dealt]]:
        instance, unlikely = self._instance, 0
        leftovers = list(instance.leftovers)
        mistakes = []
        for place, (digit, noted) in enumerate(zip(self._digits, instance.leftovers, strict=False)):
            meant = assignment[digit]
            if noted is not None and noted != meant:
                mistakes.append(Mistake(f"round {place + 1} leaves {noted} over", str(meant), ("round", place), meant))
                leftovers[place] = meant
                unlikely += distance(noted, meant)
        corrected = replace(instance, leftovers=tuple(leftovers))
        bound_is_wrong = self._wrong_bound is not None and assignment[self._wrong_bound] == 1
        cards, others = [instance.cards], False
        if instance.cards is not None and self._wrong_cards is not None and assignment[self._wrong_cards]:
            most = None if bound_is_wrong else instance.at_most
            likely, others = Packs(corrected).like(instance.cards, most)
            cards = list(likely)
        for number in cards:  # several may do, each the less likely for it
            amended, further, doubt = corrected, list(mistakes), unlikely
            if instance.cards is not None and number is not None and number != instance.cards:
                where = f"the pack has {count(instance.cards, 'card')}"
                further.append(Mistake(where, f"{number:,}", ("cards",), number))
                amended, doubt = replace(amended, cards=number), doubt + 1 + distance(instance.cards, number)
            if bound_is_wrong and instance.at_most is not None:
                enough = next(Packs(corrected).upwards(instance.at_most + 1), None) if number is None else number
                if enough is None or enough <= instance.at_most:
                    continue
                where = f"the pack has at most {count(instance.at_most, 'card')}"
                further.append(Mistake(where, f"{enough:,} or more", ("at most",), enough))
                amended = replace(amended, at_most=enough)
            yield Correction(tuple(further), amended, unlikely=doubt, others_left_out=others)

    def _note_leftovers(self) -> None:
        leftovers = self._instance.leftovers
        for place, (digit, noted) in enumerate(zip(self._digits, leftovers, strict=False)):
            if noted is not None:
                wrong = self._may_be_wrong(f"leftover {place + 1}")
                because = f"round {place + 1} leaves {noted} over"
                self.model.add_exactly_one([digit == noted, wrong], because=because, key=("round", place))
        if leftovers:
            # The last round that was dealt leaves something over; there may be later ones of which nothing is known.
            last = self._digits[len(leftovers) - 1 :]
            because = "the last leftover is never nothing"
            self.model.add_bool_or([digit != 0 for digit in last], because=because, key=("last",))

    def _note_cards(self, cards: int) -> IntVar:
        wrong = self._may_be_wrong("the number of cards")
        noted = digits(cards, self._instance.stacks)
        because = f"the pack has {count(cards, 'card')}"
        for place, digit in enumerate(self._digits):
            value = noted[place] if place < len(noted) else 0
            self.model.add_bool_or([digit == value, wrong], because=because, key=("cards",))
        if len(noted) > len(self._digits):
            self.model.add_bool_or([wrong], because=because, key=("cards",))
        return wrong

    def _note_bound(self, at_most: int) -> IntVar:
        """Compare digit by digit from the last round, the most significant, to the first."""
        wrong = self._may_be_wrong("the bound")
        noted = digits(at_most, self._instance.stacks)
        if len(noted) > len(self._digits):
            return wrong
        because = f"the pack has at most {count(at_most, 'card')}"
        even = ~wrong
        for place in reversed(range(len(self._digits))):
            digit, value = self._digits[place], noted[place] if place < len(noted) else 0
            self.model.add_bool_or([~even, digit <= value], because=because, key=("at most",))
            still_even = self.model.new_bool_var(f"even with the bound from round {place + 1} on")
            self.model.add_bool_or([~even, digit != value, still_even], because=because, key=("at most",))
            even = still_even == 1
        return wrong

    def _may_be_wrong(self, what: str) -> IntVar:
        self._wrong.append(self.model.new_bool_var(f"{what} is wrong"))
        return self._wrong[-1]


def whole_instance_errors(instance: Dealing) -> Iterator[Correction[Dealing, Dealt]]:
    """Another number of stacks, or the leftovers from the last round to the first."""
    leftovers = instance.leftovers
    near = range(2, instance.stacks + MAX_MORE_STACKS + 1)
    for stacks in sorted(near, key=lambda number: abs(number - instance.stacks)):
        if stacks == instance.stacks or any(left is not None and left >= stacks for left in leftovers):
            continue
        mistake = Mistake(f"the pack is dealt into {count(instance.stacks, 'stack')}", str(stacks), ("stacks",), stacks)
        unlikely = 1 + distance(instance.stacks, stacks)
        yield Correction((mistake,), replace(instance, stacks=stacks), unlikely=unlikely)
    if leftovers != leftovers[::-1]:
        mistake = Mistake("the leftovers begin with the last round", "with the first", ("order",))
        yield Correction((mistake,), replace(instance, leftovers=leftovers[::-1]), unlikely=1)


def _line(path: Path, instance: Dealing, key: Key) -> int | None:
    """The line of a file on which a number stands; ``key`` is that of a mistake in it."""
    word = {"at most": "at_most", "round": "leftovers", "order": "leftovers"}.get(str(key[0]), str(key[0]))
    place = (int(key[1]),) if key[0] == "round" else ()
    return line_of(path, word, *place)


MAX_MORE_STACKS = 6
"""So many more than were noted may have been meant."""

ERROR_MODEL = ErrorModel(WrongNumbers, whole_instance_errors=whole_instance_errors, line=_line)
