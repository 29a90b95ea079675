"""The backend ``miniexact``: a model as an exact cover, searched by Maximilian Heisinger's miniexact in C.

It lists covers one by one by Knuth's Algorithm C. A secondary item without a colour is met once at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.language.model import Model
from solvers.backends.dlx.backend import CoverSearch
from solvers.backends.external.covers import CoverBackend, Links, search_with
from solvers.core.limits import Settings, SolverFailed

COVER, NONE_LEFT = 10, 20
"""What ``solve`` returns, as a SAT solver's exit code."""


class Miniexact(CoverBackend):
    """miniexact."""

    name = "miniexact"
    summary = "miniexact: Knuth's Algorithm C in C, for models that are exact covers at heart"
    place = "solvers.backends.external.miniexact:load"
    solver = library = distribution = "miniexact"


class MiniexactLinks(Links):
    """Items and options in miniexact, which counts both from 1."""

    def found(self, primary: int, secondary: int, options: Sequence[Sequence[int]]) -> Iterator[Sequence[int]]:
        from miniexact import miniexacts_c

        problem = miniexacts_c()
        for item in range(primary + secondary):
            (problem.primary if item < primary else problem.secondary)(f"i{item}")
        for items in options:
            for item in items:
                problem.add(item + 1)
            problem.add(0)
        while (code := problem.solve()) == COVER:
            yield [number - 1 for number in problem.selected_options()]
        if code != NONE_LEFT:
            raise SolverFailed(f"miniexact failed: it ended with code {code}")


def load(model: Model, settings: Settings) -> CoverSearch:
    """A loaded model."""
    return search_with(MiniexactLinks, model, settings)


BACKEND = Miniexact()
