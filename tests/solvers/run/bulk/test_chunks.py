"""Where files of many puzzles are cut: by the puzzles alone, and in smaller pieces where puzzles are large."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError
from models.formulation import Rows
from models.registry import find_instance, load_puzzle
from models.sudoku.board import BOXES
from models.sudoku.instance import Sudoku
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.run.bulk.chunks import MAX_WEIGHT, Scales, Trace, after, chunk_sizes, cut, flowing, puzzles_in

SUDOKU = load_puzzle("sudoku")


def even(item: object) -> int:
    return 1


def scales(formulation: str = "") -> Scales:
    return Scales(Solver(SUDOKU, formulation, *load_backend("sat")))


def empty(order: int) -> Sudoku:
    return Sudoku((0,) * order**2, BOXES[order])


MIXED = [empty(order) for order in (9, 9, 16, 4, 25) * 400]


def test_after_any_cut_a_file_is_cut_as_if_nothing_had_come_before() -> None:
    weights: list[tuple[bool, Callable[[object], int]]] = [(True, even), (True, scales()), (False, even)]
    for is_stateful, weigh in weights:
        whole = list(cut(iter(MIXED), chunk_sizes(is_stateful), weigh))
        assert [item for chunk in whole for item in chunk] == MIXED
        for place, start in islice(enumerate(accumulate(map(len, whole)), 1), 12):
            chunks, before = after(cut(iter(MIXED), chunk_sizes(is_stateful), weigh), start)
            assert (list(chunks), before) == (whole[place:], 0)
            chunks, before = after(cut(iter(MIXED), chunk_sizes(is_stateful), weigh), start - 1)
            assert (list(chunks), before) == (whole[place - 1 :], len(whole[place - 1]) - 1)
    with pytest.raises(ValueError, match="1 more puzzles are expected"):
        after(cut(iter(MIXED), chunk_sizes(True), even), len(MIXED) + 1)


def test_rows_are_cut_where_their_puzzles_would_be(tmp_path: Path) -> None:
    easy = find_instance(SUDOKU, "norvig_easy50").read_text().split()[:50]
    file = tmp_path / "mixed.txt"
    file.write_text("\n".join([*easy * 5, "." * 256, *easy, "no puzzle", *easy * 25, "." * 16, *easy * 3]))
    whole = [list(chunk) for chunk in cut(SUDOKU.read(file), chunk_sizes(True), scales())]
    rows = list(cut(SUDOKU.read_many(file), chunk_sizes(True), scales(), divides=True))
    assert any(isinstance(item, Rows) for chunk in rows for item in chunk)
    assert [[str(one) for item in chunk for one in _each(item)] for chunk in rows] == [
        list(map(str, chunk)) for chunk in whole
    ]
    start = len(whole[0]) + 7
    rest, before = after(cut(SUDOKU.read_many(file), chunk_sizes(True), scales(), divides=True), start)
    assert ([sum(map(puzzles_in, chunk)) for chunk in rest], before) == ([len(chunk) for chunk in whole[1:]], 7)


def _each(item: Any) -> list[Any]:
    return [item[place] for place in range(len(item))] if isinstance(item, Rows) else [item]


def test_usual_sudokus_weigh_one_and_large_ones_much_more() -> None:
    for formulation in ("cells", "cover"):
        weigh = scales(formulation)
        assert [weigh(empty(order)) for order in (4, 6, 9)] == [1, 1, 1]
        assert MAX_WEIGHT / weigh(empty(16)) <= 40
        assert MAX_WEIGHT / weigh(empty(25)) <= 4
        assert weigh(InputError("no puzzle")) == 1
    items = SUDOKU.read(find_instance(SUDOKU, "gecode_25"))
    assert len(next(cut(items, chunk_sizes(True), scales()))) == 1


def marks(items: list[Sudoku], done: int = 0) -> list[str]:
    trace = Trace(done)
    return [trace.mark(number) for number, _ in enumerate(trace.along(items), 1) if number >= done]


def test_a_trace_tells_apart_what_was_read_up_to_each_puzzle() -> None:
    changed = marks([*MIXED[:10], empty(8), *MIXED[11:]])
    assert changed[:10] == marks(MIXED)[:10]
    assert not set(changed[10:]) & set(marks(MIXED)[10:])


def test_a_trace_of_puzzles_that_are_done_keeps_none_of_them() -> None:
    assert marks(MIXED, done=16) == marks(MIXED)[15:]
    trace = Trace(16)
    read = trace.along(MIXED)
    assert [next(read) for _ in range(20)] == MIXED[:20]
    assert len(trace._read) == 4


def test_chunks_that_flow_are_those_that_are_cut() -> None:
    for count in (0, 1, 3, 4, 9):
        items, weigh = range(count), lambda item: 1 + item % 2
        flowed = [list(chunk) for chunk in flowing(iter(items), chunk_sizes(False), weigh)]
        assert flowed == list(cut(iter(items), chunk_sizes(False), weigh))
