"""Seconds as people say them."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """Such as ``1.25 s`` or ``3.1 ms``."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


def rounded_duration(seconds: float) -> str:
    """To three figures and no more than it takes: ``2 s``, ``200 ms``, ``0.1 ms``."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
