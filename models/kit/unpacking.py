"""Bounds of unpacking: what a packed file may come to where all of it is kept in memory."""

from __future__ import annotations

MAX_UNPACKED_BYTES = 16_000_000
"""What a file that is kept in memory as a whole may unpack to, however small it is."""

MAX_UNPACKED_RATIO = 50
"""What a larger one may unpack to, times its packed bytes; text that says something packs to a tenth or a thirtieth."""


def most_unpacked(packed_bytes: int) -> int:
    """The bytes that a file of so many packed ones may unpack to where it is kept in memory as a whole."""
    return max(MAX_UNPACKED_BYTES, MAX_UNPACKED_RATIO * packed_bytes)
