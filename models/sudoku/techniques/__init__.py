"""The Sudoku techniques that people know by name, the easy ones first.

Names are those of Stuart's *The Logic of Sudoku* (2007) and of the guides of HoDoKu and SudokuWiki. The order and how
hard each is to see follow the scale of Juillerat's Sudoku Explainer as Sukaku Explainer has it; a technique that it
lacks comes where it would need a harder one. Whoever asks for what they show checks that it follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from models.deductions import Proposal
from models.sudoku.techniques.board import CandidateBoard, Finding
from models.sudoku.techniques.chains import chains
from models.sudoku.techniques.colouring import remote_pairs, simple_colouring
from models.sudoku.techniques.exclusion import aligned_exclusion
from models.sudoku.techniques.fish import direct_locked, finned_fish, fish, locked_candidates
from models.sudoku.techniques.forcing import forcing
from models.sudoku.techniques.links import strong_links
from models.sudoku.techniques.nets import forcing_chains, forcing_nets, nishio
from models.sudoku.techniques.subsets import (
    direct_hidden_subsets,
    hidden_singles,
    hidden_subsets,
    last_cells,
    naked_singles,
    naked_subsets,
)
from models.sudoku.techniques.uniqueness import graves, unique_loops
from models.sudoku.techniques.wings import als_xz, large_wings, xy_wings, xyz_wings

__all__ = ["TECHNIQUES", "CandidateBoard", "Finding", "findings", "proposals"]

Technique = Callable[[CandidateBoard], Iterator[Finding]]

Further = Callable[[CandidateBoard], Iterator[Proposal]]
"""What is seen by a rule that is no house."""

TECHNIQUES: tuple[Technique, ...] = (
    last_cells,
    hidden_singles,
    direct_locked,
    partial(direct_hidden_subsets, size=2),
    naked_singles,
    partial(direct_hidden_subsets, size=3),
    locked_candidates,
    partial(naked_subsets, size=2),
    partial(fish, size=2),
    partial(hidden_subsets, size=2),
    partial(naked_subsets, size=3),
    partial(fish, size=3),
    partial(hidden_subsets, size=3),
    partial(strong_links, size=2),
    xy_wings,
    xyz_wings,
    unique_loops,
    partial(naked_subsets, size=4),
    partial(fish, size=4),
    partial(hidden_subsets, size=4),
    partial(strong_links, size=3),
    partial(large_wings, size=4),
    graves,
    partial(strong_links, size=4),
    partial(large_wings, size=5),
    partial(aligned_exclusion, size=2),
    partial(large_wings, size=6),
    remote_pairs,
    simple_colouring,
    chains,
    partial(large_wings, size=7),
    partial(aligned_exclusion, size=3),
    partial(finned_fish, size=3),
    partial(finned_fish, size=4),
    nishio,
    als_xz,
    forcing_chains,
    forcing_nets,
    partial(forcing_nets, with_patterns=True),
    forcing,
)
"""In the order in which they are tried."""


SINGLES = TECHNIQUES.index(naked_singles) + 1
"""So many of them are seen before what further rules show."""

PATTERNS = TECHNIQUES.index(nishio)
"""So many of them follow no supposition; by the houses alone, one may lead nowhere where there are further rules."""


def findings(board: CandidateBoard, techniques: Sequence[Technique] = TECHNIQUES) -> Iterator[Finding]:
    """Everything new that some of the techniques shows, the easiest first."""
    for technique in techniques:
        yield from technique(board)


def proposals(board: CandidateBoard, more: Sequence[Further] = (), last: Sequence[Further] = ()) -> Iterator[Proposal]:
    """Everything new that some technique shows, the easiest first; ``more`` and ``last`` are shown by further rules."""
    yield from map(board.proposal, findings(board, TECHNIQUES[:SINGLES]))
    for shows in more:
        yield from shows(board)
    yield from map(board.proposal, findings(board, TECHNIQUES[SINGLES : PATTERNS if more else None]))
    for shows in last:
        yield from shows(board)
