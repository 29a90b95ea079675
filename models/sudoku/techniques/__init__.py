"""The Sudoku techniques that people know by name, the easy ones first.

Each looks for its pattern among the candidates and proposes what follows, with the rules and facts it
rests on, in words and for a picture; whoever asks checks that it does. Names and order are those of the usual
catalogues (Stuart's *The Logic of Sudoku*, 2007, and the solving guides of HoDoKu and SudokuWiki).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from models.deductions import Proposal
from models.sudoku.techniques.board import Board
from models.sudoku.techniques.chains import LONGEST, SHORT, chains, xyz_wings
from models.sudoku.techniques.colouring import simple_colouring
from models.sudoku.techniques.fish import fish, locked_candidates
from models.sudoku.techniques.forcing import forcing
from models.sudoku.techniques.subsets import hidden_singles, hidden_subsets, last_cells, naked_singles, naked_subsets

__all__ = ["TECHNIQUES", "Board", "proposals"]

Technique = Callable[[Board], Iterator[Proposal]]

TECHNIQUES: tuple[Technique, ...] = (
    last_cells,
    hidden_singles,
    naked_singles,
    locked_candidates,
    partial(naked_subsets, size=2),
    partial(hidden_subsets, size=2),
    partial(naked_subsets, size=3),
    partial(fish, size=2),
    partial(hidden_subsets, size=3),
    partial(fish, size=3),
    partial(chains, longest=SHORT),
    xyz_wings,
    simple_colouring,
    partial(naked_subsets, size=4),
    partial(hidden_subsets, size=4),
    partial(fish, size=4),
    partial(chains, longest=LONGEST),
    forcing,
)
"""In the order in which they are tried."""


SINGLES = TECHNIQUES.index(naked_singles) + 1
"""So many of them are seen before what further rules show."""


def proposals(board: Board, more: Sequence[Technique] = ()) -> Iterator[Proposal]:
    """Everything new that some technique shows, the easiest first; ``more`` are those of a variant's rules."""
    for technique in (*TECHNIQUES[:SINGLES], *more, *TECHNIQUES[SINGLES:]):
        yield from technique(board)
