"""Sudoku as a model: a digit for every cell, or the exact cover of all requirements."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import chain, compress
from operator import itemgetter
from typing import TYPE_CHECKING

from models.errors import InputError
from models.formulation import Formulation
from models.language.model import Assignment, Givens, IntVar, Key, Literal, Model
from models.sudoku.board import SYMBOLS
from models.sudoku.instance import Grid, Sudoku

if TYPE_CHECKING:  # only named here, and no run should wait for them to be imported
    from models.deductions import Proposal, Snapshot
    from models.sudoku.techniques import Further


class CellsModel(Formulation[Sudoku, Grid]):
    """A digit for every cell; all different in every row, column and box; and what each variant demands.

    ``implied`` adds what only follows from the rules, where it helps; without ``variants`` there are only their houses.
    """

    def __init__(
        self, instance: Sudoku, objective: str | None = None, implied: bool = True, variants: bool = True
    ) -> None:
        layout = self._layout = instance.layout
        self.model = model = Model(f"sudoku of order {layout.order} (cells)")
        self.cells = [model.new_int_var(1, layout.order, name) for name in layout.names]
        for unit in layout.units:
            members = [self.cells[cell] for cell in unit.cells]
            model.add_all_different(members, because=f"{unit} holds each digit once", key=unit.rule)
        if variants and instance.variants:
            from models.sudoku.variants import post_all  # most Sudokus have none

            post_all(instance.variants, model, self.cells, layout, implied)
        model.project_on(self.cells)
        if implied:  # marks are seen at a glance, but may be to blame
            self.background = {variant.key for variant in instance.variants if variant.word == "given_marks"}
        self.uses_uniqueness = all(variant.only_houses for variant in instance.variants)
        self.row = self.cells
        self._variants = instance.variants
        self._read = itemgetter(*self.cells)

    def givens(self, instance: Sudoku) -> Givens:
        if len(instance.clues) != len(self.cells):
            raise InputError(f"a Sudoku of this board has {len(self.cells)} cells, not {len(instance.clues)}")
        return dict(compress(zip(self.cells, instance.clues, strict=True), instance.clues))

    def in_row(self, instance: Sudoku) -> bytes:
        return bytes(instance.clues)

    def decode(self, instance: Sudoku, assignment: Assignment) -> Grid:
        return Grid(self._read(assignment))

    def value_name(self, var: IntVar, value: int) -> str:
        return SYMBOLS[value]

    def techniques(self, snapshot: Snapshot, names: Collection[str] | None = None) -> Iterator[Proposal]:
        from models.sudoku.techniques import CandidateBoard, proposals  # only explanations ask for them

        board = CandidateBoard(self.cells, self._layout, snapshot, self._memory)
        if names is None:
            return proposals(board, *self.further)
        from models.sudoku.techniques.catalogue import findings_named  # some of them are found by few

        shown = map(board.proposal, findings_named(board, names))
        return chain(*(shows(board) for shows in self.further[0]), shown)

    @cached_property
    def _memory(self) -> dict[object, object]:
        return {}

    @cached_property
    def further(self) -> tuple[Sequence[Further], Sequence[Further]]:
        """What is seen by rules that are no houses, by the variant itself or going through their ways; and at last."""
        from models.sudoku.techniques.rules import RuleByRule, Whichever  # as above
        from models.sudoku.techniques.supposing import Supposing  # as above
        from models.sudoku.variants import Variant  # as above

        further = [variant for variant in self._variants if not variant.only_houses]
        telling = [variant for variant in further if type(variant).shows is not Variant.shows]
        rest = RuleByRule(self.model, self.cells, self._layout, [variant.key for variant in telling])
        if not further:
            return (), ()
        places = Whichever(self.model, self.cells, self._layout)
        last = Supposing(RuleByRule(self.model, self.cells, self._layout))
        return [*(variant.shows for variant in telling), rest, places], [last]


class SudokuCoverModel(Formulation[Sudoku, Grid]):
    """The exact cover: activities "digit into cell", each meeting a cell's, row's, column's and box's requirement.

    Activity R2C4#1 puts a 1 into row 2, column 4 and meets four requirements: R2C4 (the cell is filled),
    R2#1, C4#1 and B2#1 (row 2, column 4 and box 2 have their 1). Every requirement is met exactly once.
    A clue's activity is given: in effect it takes away all others that meet one of its requirements.
    """

    def __init__(self, instance: Sudoku, objective: str | None = None) -> None:
        more = next((variant for variant in instance.variants if not variant.only_houses), None)
        layout = instance.layout
        if more is not None:
            raise InputError(f"an exact cover cannot say that {more.rule(layout)}; choose the formulation cells")
        order = self._order = layout.order
        self.model = model = Model(f"sudoku of order {order} (cover)")
        self._activities: list[IntVar] = []  # of cell 0 with digits 1 … n, of cell 1, …
        meeting: dict[tuple[Key, str], list[Literal]] = {}
        for cell, units in enumerate(layout.units_of):
            name = layout.name(cell)
            for digit in range(1, order + 1):
                symbol = SYMBOLS[digit]
                activity = model.new_bool_var(f"{name}#{symbol}")
                self._activities.append(activity)
                chosen = activity == 1
                meeting.setdefault((("cell", cell), f"{name}: {name} holds one digit"), []).append(chosen)
                for unit in units:
                    sentence = f"{unit.short}#{symbol}: {unit} holds one {symbol}"
                    meeting.setdefault(((*unit.rule, digit), sentence), []).append(chosen)
        for (key, sentence), literals in meeting.items():
            model.add_exactly_one(literals, because=sentence, key=key)
        model.project_on(self._activities)
        self._read = itemgetter(*self._activities)
        self._digits = tuple(range(1, order + 1)) * len(layout.positions)

    def givens(self, instance: Sudoku) -> Givens:
        activities, order = self._activities, self._order
        return {activities[cell * order + clue - 1]: 1 for cell, clue in enumerate(instance.clues) if clue}

    def decode(self, instance: Sudoku, assignment: Assignment) -> Grid:
        return Grid(tuple(compress(self._digits, self._read(assignment))))
