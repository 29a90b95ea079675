"""The backend ``miniexact``: a model as an exact cover, searched by Maximilian Heisinger's miniexact in C.

It lists covers one by one by Knuth's Algorithm C. A secondary item without a colour is met once at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solvers.backends.external.covers import CoverBackend, ExternalCoverSearch, ProblemPerSearch
from solvers.core.limits import SolverFailed

COVER, NONE_LEFT = 10, 20  # what ``solve`` returns, as a SAT solver's exit code


class Miniexact(CoverBackend):
    name = "miniexact"
    summary = "miniexact: Knuth's Algorithm C in C, for models that are exact covers at heart"
    place = "solvers.backends.external.miniexact:MiniexactSearch"
    solver = library = distribution = "miniexact"


class MiniexactProblem(ProblemPerSearch):
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


class MiniexactSearch(ExternalCoverSearch):
    linked = MiniexactProblem


BACKEND = Miniexact()
