"""Editing, of every puzzle: what is entered is what is read, and what makes no sense is said in a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.editing import PLACE, ROLL, TURN, Draft, DraftError, DrawnItem
from models.errors import InputError
from models.puzzle import Puzzle
from models.registry import instance_files, instances_in, load_puzzle, puzzle_names
from solvers.serve.documents import document_of, draft_of
from tests.tables import rows

NAMES = puzzle_names()


def instances(name: str, of_each: int) -> Iterator[tuple[str, Any]]:
    puzzle = load_puzzle(name)
    for key, path in instance_files(puzzle).items():
        for instance in islice(instances_in(puzzle, path), of_each):
            if not isinstance(instance, InputError):
                yield key, instance


@rows("name", NAMES)
def test_every_instance_that_comes_with_the_program_is_its_draft_again(name: str) -> None:
    puzzle = load_puzzle(name)
    for key, instance in instances(name, 3):
        draft = puzzle.editing.draft(instance)
        sent = draft_of(json.loads(json.dumps(document_of(puzzle, draft))))
        assert puzzle.editing.instance(sent) == instance, key
        board = puzzle.editing.board(sent)
        assert len({part.key for part in board.parts}) == len(board.parts)
        if not sent.text:
            assert {part.key for part in board.parts} >= {*sent.entries}


@rows("name", NAMES)
def test_every_piece_has_a_variable_and_its_symbols_are_values_of_it(name: str) -> None:
    puzzle = load_puzzle(name)
    for key, instance in instances(name, 1):
        stated = puzzle.state(instance)
        variables = puzzle.editing.variables(instance, stated)
        try:
            table = puzzle.editing.table(instance, stated)
        except DraftError:
            continue  # too large to be played by hand
        parts = {part.key for part in table.parts}
        for piece in table.pieces:
            assert parts.issuperset(piece.parts), key
            if piece.gesture == ROLL:
                continue
            symbols = {symbol.key for symbol in table.palettes.get(piece.palette, ())}
            assert {str(value) for value in variables[piece.key].domain} <= symbols or not symbols or piece.given
        assert {piece.key for piece in table.pieces if piece.gesture != ROLL} == {*variables}, key


@rows("name", NAMES)
def test_a_blank_draft_can_be_drawn_and_is_no_instance_yet_or_one(name: str) -> None:
    editing = load_puzzle(name).editing
    blank = editing.blank()
    assert editing.board(blank).parts
    with suppress(DraftError):  # no other error may come
        editing.instance(blank)


WORDS = st.one_of(
    st.text(max_size=6), st.integers(-3, 99).map(str), st.sampled_from([".", "x", "?", "A", "none", "3x3", "drawn"])
)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_a_draft_holds_it_is_an_instance_or_the_complaint_is_a_sentence(
    name: str, data: st.DataObject
) -> None:
    editing = load_puzzle(name).editing
    blank = editing.blank()
    board = editing.board(blank)
    keys = st.one_of(st.sampled_from([part.key for part in board.parts]), st.text(max_size=5))
    tools = st.one_of(st.sampled_from([tool.key for tool in board.tools] or ["none"]), st.text(max_size=4))
    items = st.lists(st.builds(DrawnItem, tools, st.lists(keys, max_size=4).map(tuple), WORDS), max_size=3).map(tuple)
    settings_ = st.dictionaries(st.one_of(st.sampled_from([*blank.settings]), st.text(max_size=4)), WORDS, max_size=3)
    draft = Draft(
        "drawn at random",
        data.draw(st.dictionaries(keys, WORDS, max_size=8)),
        {**blank.settings, **data.draw(settings_)},
        data.draw(items),
    )
    for ask in (editing.instance, editing.board):
        with suppress(DraftError):  # no other error may come
            ask(draft)


@rows("name", NAMES)
def test_whatever_is_half_drawn_with_a_tool_is_shown_or_complained_about(name: str) -> None:
    editing = load_puzzle(name).editing
    blank = editing.blank()
    board = editing.board(blank)
    keys = [part.key for part in board.parts[:3]]
    for tool, shown, said in product(board.tools, range(4), ("", "0", "1", "x")):
        draft = replace(blank, items=(DrawnItem(tool.key, tuple(keys[:shown]), said),))
        for ask in (editing.instance, editing.board):
            with suppress(DraftError):  # no other error may come
                ask(draft)


def _cube() -> tuple[Puzzle[Any, Any], Any, Any]:
    puzzle = load_puzzle("cubes")
    ((_, instance),) = islice(instances("cubes", 1), 1)
    return puzzle, instance, puzzle.editing.table(instance, puzzle.state(instance))


def test_a_cube_is_rolled_into_each_of_its_24_orientations() -> None:
    _, _, table = _cube()
    cubes = [piece for piece in table.pieces if piece.gesture == ROLL]
    for cube in cubes[1:]:
        assert all(sorted(move.to) == sorted(move.to.values()) == sorted(cube.looks) for move in cube.moves)
        reached, new = {"0"}, ["0"]
        while new:
            here = new.pop()
            there = {move.to[here] for move in cube.moves} - reached
            reached |= there
            new += there
        assert len(reached) == 24


def test_four_turns_the_same_way_leave_a_cube_as_it_was() -> None:
    _, _, table = _cube()
    cube = [piece for piece in table.pieces if piece.gesture == ROLL][1]
    for move in cube.moves:
        for start in cube.looks:
            here = start
            for _ in range(4):
                here = move.to[here]
            assert here == start


def test_the_sums_on_the_rim_are_those_of_the_dials_as_they_stand() -> None:
    puzzle = load_puzzle("grecian")
    ((_, instance),) = islice(((key, one) for key, one in instances("grecian", 1) if key == "grecian"), 1)
    table = puzzle.editing.table(instance, puzzle.state(instance))
    assert [piece.gesture for piece in table.pieces] == [TURN] * 4
    assert puzzle.editing.readings(instance, {})["sum 1"] == "36"
    assert len(table.lights) == 12


def test_pieces_of_one_shape_are_a_group_and_cover_as_many_cells() -> None:
    puzzle = load_puzzle("cover")
    ((_, instance),) = islice(((key, one) for key, one in instances("cover", 1) if key == "pentominoes-6x10"), 1)
    table = puzzle.editing.table(instance, puzzle.state(instance))
    assert {piece.gesture for piece in table.pieces} == {PLACE}
    assert {len(piece.parts) for piece in table.pieces} == {5}
    assert len({piece.group for piece in table.pieces}) == 12
