"""Rows: instances of one shape that follow each other in a file, kept as bytes and never taken apart one by one.

A puzzle may read its plainest files so (``Puzzle.read_many``). A search that takes batches gets the rows as they
are; each instance can still be had by itself, as ``Puzzle.read`` would have told it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic

from models.formulation import I


class Rows(ABC, Generic[I]):
    """Instances of one shape, each a row of bytes: 0 where nothing is given, else the value.

    What the bytes of a row are about, a formulation says (``Formulation.row``).
    """

    @abstractmethod
    def __len__(self) -> int:
        """How many instances these are; at least one."""

    @abstractmethod
    def __getitem__(self, place: int) -> I:
        """The instance at ``place``, as ``Puzzle.read`` tells it."""

    @abstractmethod
    def before(self, place: int) -> Rows[I]:
        """Those before ``place``, which is neither the first nor behind the last."""

    @abstractmethod
    def after(self, place: int) -> Rows[I]:
        """Those from ``place`` on."""

    @abstractmethod
    def givens(self) -> bytes:
        """The rows one after the other."""

    @abstractmethod
    def written(self, answers: bytes) -> list[str]:
        """Each of these answers, rows of values one after the other, as ``Puzzle.compact`` writes it."""
