"""How long may "at once" last on a machine that is busy with other things?

What is stopped in these tests would go on for minutes or for ever, so that a generous bound still tells whether it
was stopped; how quickly, ``python -m solvers.bench`` measures.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

PATIENCE = 10.0
"""Seconds."""


@contextmanager
def soon() -> Iterator[None]:
    """What is done in here must not take long."""
    started = monotonic()
    yield
    took = monotonic() - started
    assert took < PATIENCE, f"it took {took:.1f} s"
