"""What is a picture that can be set in motion?

A picture of the start in which some parts turn, and the moves that lead to the answer. A page plays the
moves; it needs no idea of the puzzle:

- every ``<g class="rotor" data-rotor="k">`` turns when its property ``--turn`` is set, in degrees clockwise;
  what is ``upright`` in it stays so;
- every group with ``data-after="n"`` is what is to be seen, among its like, when exactly ``n`` moves are made.
"""

from __future__ import annotations

from dataclasses import dataclass

ROTOR = "rotor"
"""The class of what turns."""


@dataclass(frozen=True)
class Move:
    """One thing a person does.

    Attributes:
        rotor: the ``data-rotor`` of what is turned.
        degrees: how far, clockwise; negative the other way round.
        sentence: the move in words.
        outcome: how things stand after it.
    """

    rotor: int
    degrees: float
    sentence: str
    outcome: str


@dataclass(frozen=True)
class Motion:
    """From the start to the answer.

    Attributes:
        svg: a picture of the start.
        start: how things stand there.
        moves: what leads to the answer, in order.
    """

    svg: str
    start: str
    moves: tuple[Move, ...]
