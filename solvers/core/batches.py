"""Batches: the protocol of searches that take many instances of one structure at once, as rows of bytes."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from models.language.model import IntVar
from solvers.core.backend import Clock


class Batch(Protocol):
    """Many instances searched one after the other, as long as it is asked to go on; this is where it stands.

    Attributes:
        answers: a row for each of the givens' rows, the first answer where there is one, judged.
        counts: for each row, how many answers were found, at most the limit.
        done: how many rows are over; the row at that place may be under way.
    """

    answers: bytearray
    counts: array[int]
    done: int

    def go_on(self, clock: Clock) -> None:
        """Search until every row is over or the time is up."""

    def give_up(self) -> None:
        """Leave the row that is under way as it is, and go on with the next."""


@runtime_checkable
class TakesBatches(Protocol):
    """What a search has beside the rest when it can search many instances at once.

    Its ``row`` are the variables of a row in order, where a byte is the value of its variable or 0 for an open one;
    none where bytes stand for something else.
    """

    @property
    def row(self) -> Sequence[IntVar]:
        """The variables of a row."""

    def batch(
        self, givens: bytes, limit: int | None, stride: int | None = None, clock: Clock = ..., apart: bool = False
    ) -> Batch:
        """Search rows of givens, one after the other, each until ``limit`` answers are found or there are no others.

        A batch ``apart`` has an engine of its own, so that threads can search several at once.
        """
