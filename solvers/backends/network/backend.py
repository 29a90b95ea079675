"""The backend ``network``: a neural network proposes an answer of an exact cover, which is judged as all answers are.

It proposes what it believes in most, then makes sure of choices one by one, in a bounded number of attempts. It never
says that there is no answer, or no other: where its proposals are wrong, nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from models.language.model import Givens, Literal, Model
from solvers.backends.dlx.backend import CoverSearch
from solvers.backends.dlx.dancing import CoverEffort
from solvers.core.backend import Assignments, Backend, Clock, MissingLibrary, NothingProved, Search, Settings
from solvers.lowering.covering import unsupported_reason

if TYPE_CHECKING:
    from solvers.network.proposals import Proposer  # takes numpy along

MAX_ATTEMPTS = 48
"""Attempts at one instance before it is given up."""

FIRST_ATTEMPTS, ATTEMPTS_AT_ONCE = 1, 16
MAX_EDGES_AT_ONCE = 1_000_000
"""Meetings of options and items in all attempts that are made side by side; they take some hundred bytes each."""


class NetworkBackend(Backend):
    name = "network"
    summary = "a neural network that proposes an answer of an exact cover; what it proposes is judged"
    is_stateful = False
    is_complete = False

    def unsupported_reason(self, model: Model) -> str | None:
        return unsupported_reason(model)

    def _load(self, model: Model, settings: Settings) -> Search:
        self.version()
        return NetworkSearch(model, settings)

    def version(self, variant: str = "") -> str:
        try:
            import numpy
        except ModuleNotFoundError:
            raise MissingLibrary(self.name, "numpy", "numpy") from None
        return f"Puzzlebench network over the model, numpy {numpy.__version__}"


class ProposedCovers:
    """Items and options, of which the network proposes one cover at most; as ``ExactCover``, but never complete."""

    def __init__(
        self, primary: int, secondary: int, options: Sequence[Sequence[int]], late: Collection[int] = ()
    ) -> None:
        from solvers.network.graph import CoverStructure  # takes numpy along
        from solvers.network.inference import weights_of  # as above
        from solvers.network.proposals import Proposer  # as above

        self.nodes = sum(map(len, options))
        self.passes = self.attempts = 0
        self._options = len(options)
        structure = CoverStructure(primary, secondary, options)
        self._begun: Callable[[], Proposer] = partial(Proposer, structure, weights_of())

    def covers(
        self, chosen: Iterable[int], removed: Iterable[int], stop: Callable[[], bool], effort: CoverEffort
    ) -> Generator[list[int], None, bool]:
        import numpy as np

        from solvers.network.proposals import drawn_of  # takes numpy along

        proposer, made = self._begun(), 0  # anew, so that the same question has the same answer
        self.passes = self.attempts = 0
        while made < MAX_ATTEMPTS and not stop():
            many = max(1, min(ATTEMPTS_AT_ONCE, MAX_EDGES_AT_ONCE // max(1, self.nodes))) if made else FIRST_ATTEMPTS
            start = np.zeros((many, self._options), dtype=bool)
            out = start.copy()
            start[:, [*chosen]] = True
            out[:, [*removed]] = True
            found = proposer.attempt(start, drawn_of(many) if not made else drawn_of(many + 1)[1:], stop, out)
            made, self.passes, self.attempts = made + many, proposer.passes, proposer.attempts
            if found is not None:
                yield [int(number) for number in np.flatnonzero(found)]
                raise NothingProved("the network proposes one answer, and cannot tell whether there are others")
        if not stop():
            raise NothingProved(f"none of the {made} proposals that the network made is an answer")
        return False


class NetworkSearch(CoverSearch):
    linked = ProposedCovers

    def effort(self) -> dict[str, int]:
        return {"passes": self._links.passes, "attempts": self._links.attempts}

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        if (yield from super()._assuming(givens, assumptions, clock)):
            raise NothingProved("the values given leave a choice without a value, and the network proves nothing")
        return False

    def _count_remaining(self, clock: Clock, most: int | None, report: Callable[[int], None]) -> bool | None:
        return None


BACKEND = NetworkBackend()
