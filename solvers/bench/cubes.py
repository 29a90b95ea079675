"""How long do planted cubes take, and what do more of them cost?"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

from models.families import family
from solvers.bench.figures import Effort, Figure, in_turns
from solvers.bench.solving import PEERS, TURNS, solve

LARGEST = {"sat": 60, "cpsat": 26}


def figures(effort: Effort) -> Iterator[Figure]:
    """The median over several planted sets; hand-written code for the same formulation gets the same sets."""
    for backend, largest in LARGEST.items():
        for size, sets in effort.cubes.items():
            if size <= largest:
                yield _figure(backend, size, sets, effort.rounds)


def _figure(backend: str, size: int, sets: int, rounds: int) -> Figure:
    ours, peers = [], []
    for seed in range(sets):
        cubes = family("cubes")(size, seed)
        times = in_turns(
            rounds if size == min(LARGEST.values()) else 1,
            lambda cubes=cubes: solve("cubes", "", cubes, 1, backend),  # type: ignore[misc]
            lambda cubes=cubes: _by_hand(backend, cubes),  # type: ignore[misc]
        )
        ours.append(times[0])
        peers.append(times[1])
    bound = "≤ 2" if size == min(LARGEST.values()) else ""
    note = f"median of {sets} sets, seeds from 0; the slowest {max(ours):.2g} s, by hand {max(peers):.2g} s"
    name = f"{size} planted cubes, median of {sets}, {backend}"
    return Figure("cubes", name, median(ours) * 1000, median(peers) * 1000, "ms", bound, note)


def _by_hand(backend: str, cubes: Any) -> None:
    assert PEERS[backend].stack_cubes(cubes.cubes, TURNS) is not None
