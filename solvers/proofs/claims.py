"""Claims: what a proof shows of a statement, as a kind and a number, in words and read from words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from models.errors import InputError
from models.kit.names import count, shown

Kind = Literal["nothing", "exactly", "at least", "the least", "the most"]
"""How many answers there are, exactly or at least; or what the objective comes to at best."""

GRAMMAR = "exactly N, at least N, no answer, the least is N, or the most is N"

_CLAIM = re.compile(
    r"(?P<none>no answers?)|(?P<kind>exactly|at least) (?P<number>[0-9][0-9,]{0,4000})(?: answers?)?"
    r"|(?P<best>the least|the most) is (?P<worth>-?[0-9][0-9,]{0,4000})"
)


@dataclass(frozen=True)
class Claim:
    """What is proved.

    Attributes:
        kind: what the number says.
        number: how many answers, or what the objective comes to.
    """

    kind: Kind = "nothing"
    number: int = 0

    def __str__(self) -> str:
        match self.kind:
            case "nothing":
                return "nothing is claimed"
            case "the least" | "the most":
                return f"{self.kind} is {self.number:,}"
        return f"{self.kind} {count(self.number, 'answer')}" if self.number else "no answer"

    def __bool__(self) -> bool:
        return self.kind != "nothing"

    @classmethod
    def read(cls, text: str) -> Claim:
        """The claim that ``text`` says, as a verdict prints it or without its last word: ``exactly 1``."""
        found = _CLAIM.fullmatch(" ".join(text.lower().split()))
        if found is None:
            raise InputError(f"{shown(text)} is no claim; a claim is {GRAMMAR}")
        if found["none"]:
            return cls("exactly", 0)
        kind: Kind = found["kind"] or found["best"]  # type: ignore[assignment]  # the pattern has no other
        number = int((found["number"] or found["worth"]).replace(",", ""))
        if (kind, number) == ("at least", 0):
            raise InputError(f"{shown(text)} says nothing; a claim is {GRAMMAR}")
        return cls(kind, number)


NOTHING = Claim()
"""The claim of a proof that concludes nothing."""
