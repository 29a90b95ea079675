"""The backend ``pyxcc``: a model as an exact cover, searched by Jacob Hoyer Hansen's pyxcc in Rust with dancing cells.

It finds the first cover or lists all of them at once, and so the second answer comes when all are found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from solvers.backends.external.covers import CoverBackend, ExternalCoverSearch, ProblemPerSearch


class Pyxcc(CoverBackend):
    name = "pyxcc"
    summary = "pyxcc: Knuth's dancing cells in Rust, for models that are exact covers at heart; lists all at once"
    place = "solvers.backends.external.pyxcc:PyxccSearch"
    solver = library = distribution = "pyxcc"


class PyxccProblem(ProblemPerSearch):
    """Items and options by name; no colour, which is the empty one, lets a secondary item be met once."""

    def found(self, primary: int, secondary: int, options: Sequence[Sequence[int]]) -> Iterator[Sequence[int]]:
        import pyxcc

        names = [str(item) for item in range(primary + secondary)]
        problem = pyxcc.Problem(
            names[:primary],
            names[primary:],
            [
                pyxcc.Option(
                    str(place),
                    [names[item] for item in items if item < primary],
                    [(names[item], "") for item in items if item >= primary],
                )
                for place, items in enumerate(options)
            ],
        )
        first = None
        for everything in (False, True):
            found: Any = pyxcc.solve(problem, everything)  # type: ignore[call-arg]
            for cover in found.all() if found.count() else ():
                places = [int(label) for label in cover]
                if first is None or (everything and sorted(places) != first):
                    first = sorted(places) if first is None else first
                    yield places


class PyxccSearch(ExternalCoverSearch):
    linked = PyxccProblem


BACKEND = Pyxcc()
