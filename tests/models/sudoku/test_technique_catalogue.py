"""Techniques by name: each is shown by its example, follows from its reasons, and sees what HoDoKu's positions show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from models.deductions import KnownTechnique, Proposal, Snapshot
from models.language.model import Literal
from models.registry import load_puzzle
from models.sudoku.board import layout_of
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.techniques import CandidateBoard
from models.sudoku.techniques.board import Candidate, digits_of
from models.sudoku.techniques.catalogue import CATALOGUE, QUICK, SLOW, Finding, findings_named
from models.sudoku.techniques.examples import example, positions
from models.sudoku.techniques.forcing import forcing
from models.sudoku.techniques.names import EASIEST_NUMBERS
from models.sudoku.techniques.nets import forcing_chains, forcing_nets
from models.sudoku.techniques.rectangles import rectangles
from solvers.backends.sat.rules import EncodedRules, Reasoner
from tests.examples import DEEP
from tests.tables import rows

SUDOKU = load_puzzle("sudoku")
EMPTY = CellsModel(Sudoku((0,) * 81))
LAYOUT = layout_of((3, 3))

TEMPLATES = ("1201", "1202")
"""The codes of what is no technique for a pencil."""


@dataclass(frozen=True)
class Position:
    """One of HoDoKu's: its code, the board, and the candidates to go, or the digits to be placed."""

    code: str
    given: frozenset[int]
    filled: dict[int, int]
    gone: frozenset[Candidate]
    candidates: frozenset[Candidate]
    placed: frozenset[Candidate]

    def board(self, unique: bool = True) -> CandidateBoard:
        bare = CandidateBoard((), LAYOUT)
        for cell, digit in self.filled.items():
            bare.put(cell, digit)
        left = {
            EMPTY.cells[cell]: frozenset(d for d in digits_of(bare.left[cell]) if (cell, d) not in self.gone)
            for cell in range(81)
            if cell not in self.filled
        }
        known = {EMPTY.cells[cell]: digit for cell, digit in self.filled.items()}
        given = frozenset(EMPTY.cells[cell] for cell in self.given)
        return CandidateBoard(EMPTY.cells, LAYOUT, Snapshot(known, left, unique=unique, given=given))


@cache
def library() -> list[Position]:
    lines = (Path(__file__).parent / "technique_positions.txt").read_text().splitlines()
    return [position_of(line) for line in lines if not line.startswith("#")]


def position_of(line: str) -> Position:
    code, grid, gone, seen = line.split()
    marks = re.findall("[+]?.", grid)
    filled = {cell: int(mark[-1]) for cell, mark in enumerate(marks) if mark != "."}
    given = frozenset(cell for cell in filled if "+" not in marks[cell])
    places = seen.startswith("=")
    candidates = triples(seen.lstrip("="))
    nothing: frozenset[Candidate] = frozenset()
    return Position(
        code, given, filled, triples(gone), nothing if places else candidates, candidates if places else nothing
    )


def triples(text: str) -> frozenset[Candidate]:
    words = text.split(",") if text != "-" else []
    return frozenset(((int(row) - 1) * 9 + int(column) - 1, int(digit)) for digit, row, column in words)


EVERY_NAME = frozenset(
    name for technique in CATALOGUE if technique.family != "suppositions" for name in technique.names
)
"""Of all that sees a pattern and follows no supposition."""


def is_seen(position: Position) -> bool:
    """Whether one step of some technique takes all that away, or places that."""
    board = position.board()
    return any(shows(board, finding, position) for finding in findings_named(board, EVERY_NAME))


def shows(board: CandidateBoard, finding: Finding, position: Position) -> bool:
    if finding.placed:
        cell, digit = finding.placed
        by_it = {(cell, other) for other in digits_of(board.left[cell]) if other != digit}
        by_it |= {(peer, digit) for peer in board.peers[cell]}
        return finding.placed in position.placed or (bool(position.candidates) and position.candidates <= by_it)
    gone = set(finding.gone)
    if position.candidates:
        return position.candidates <= gone
    return any(
        all((cell, other) in gone for other in digits_of(board.left[cell]) if other != digit)
        for cell, digit in position.placed
    )


def test_each_code_of_the_library_but_two_is_seen_at_its_first_position() -> None:
    firsts = {position.code: position for position in reversed(library()) if position.code not in TEMPLATES}
    assert [code for code, position in firsts.items() if not is_seen(position)] == ["0709-2", "0602-1"]


@pytest.mark.slow
def test_most_positions_of_the_library_show_what_they_are_there_for() -> None:
    usual = [position for position in library() if position.code not in TEMPLATES]
    missed = [position.code for position in usual if not is_seen(position)]
    assert (len(usual), len(missed)) == (1090, 17)


def test_what_is_found_follows_from_its_rules_and_facts() -> None:
    """What rests on there being one answer agrees with it; the rest is proved by the rules and facts it names."""
    reasoner = Reasoner(EncodedRules(EMPTY.model), EMPTY.background)
    rules = [reasoner.selector(rule.key) for rule in reasoner.rules]
    tried: set[str] = set()
    for position in library()[:: 2 if DEEP else 100]:
        answer = only_answer(reasoner, rules, position)
        board = position.board(unique=answer is not None)
        for technique in (*QUICK, *(technique for technique, _ in SLOW)):
            if getattr(technique, "func", technique) in (forcing, forcing_chains, forcing_nets):
                continue  # which follow suppositions
            for proposal in map(board.proposal, islice(technique(board), 25)):
                tried.add(proposal.name)
                if proposal.unique:
                    assert answer is not None
                    assert answer.issuperset(map(reasoner.literal, proposal.new))
                else:
                    assert not_proved(reasoner, board, proposal) == []
    assert len(tried) > 30


def only_answer(reasoner: Reasoner, rules: list[int], position: Position) -> set[int] | None:
    """The literals of the answer to what is given; None where there are several."""
    given = [reasoner.literal(EMPTY.cells[cell] == position.filled[cell]) for cell in position.given]
    assert reasoner.holds([*rules, *given])
    answer = reasoner.solution()
    values = (reasoner.literal(var == digit) for var in EMPTY.cells for digit in range(1, 10))
    other = reasoner.either([-value for value in values if value in answer])
    return None if reasoner.holds([*rules, *given, other]) else answer


def not_proved(reasoner: Reasoner, board: CandidateBoard, proposal: Proposal) -> list[Literal]:
    """What is new and does not follow, and facts that are not known."""
    unknown = [fact for fact in proposal.facts if not is_known(board, fact)]
    reasons = [*map(reasoner.selector, proposal.rules), *map(reasoner.literal, proposal.facts)]
    return unknown + [new for new in proposal.new if reasoner.holds([*reasons, -reasoner.literal(new)])]


def is_known(board: CandidateBoard, fact: Literal) -> bool:
    return board.may_hold(fact.var.index) <= fact.values


@rows("technique", CATALOGUE)
def test_each_has_an_example_that_shows_it(technique: KnownTechnique) -> None:
    instance, stated, snapshot = example(technique)
    step = snapshot.step
    assert step is not None
    assert step.name in technique.names
    assert step.pattern is not None
    assert step.pattern.lines
    reasoner = Reasoner(EncodedRules(stated.model), stated.background)
    everything = [reasoner.selector(rule.key) for rule in reasoner.rules]
    givens = [reasoner.literal(var == value) for var, value in stated.givens(instance).items()]
    assert not any(reasoner.holds([*everything, *givens, -reasoner.literal(new)]) for new in step.new), "it is so"


def test_names_are_told_apart() -> None:
    names = [name for technique in CATALOGUE for name in technique.names]
    assert len(names) == len({*names})
    assert {*positions()} <= {*names}
    usual = {name for technique in CATALOGUE if technique.is_usual for name in technique.names}
    never_usual = {"unique rectangle type 5", "unique rectangle type 6"}
    assert usual - never_usual == {*EASIEST_NUMBERS}


def test_a_grid_with_several_answers_shows_nothing_that_rests_on_one() -> None:
    names = {name for technique in CATALOGUE if technique.family == "uniqueness" for name in technique.names}
    positions = [position for position in library() if position.code.startswith("06")][:: 1 if DEEP else 5]
    assert any([*findings_named(position.board(), names)] for position in positions[::3])
    assert not any([*findings_named(position.board(unique=False), names)] for position in positions)


def filled_rectangle(given: str = "") -> Iterator[Finding]:
    """Four cells crosswise in two boxes, three of them filled: 1 2 over 2, where the fourth may be 1 or 3."""
    names = {var.name: var for var in EMPTY.cells}
    known = {names["R1C1"]: 1, names["R1C4"]: 2, names["R2C1"]: 2}
    left = {var: frozenset({1, 3}) for var in (names["R2C4"],)}
    left |= {var: frozenset(range(1, 10)) for var in EMPTY.cells if var not in known and var not in left}
    snapshot = Snapshot(known, left, unique=True, given=frozenset(var for var in known if var.name == given))
    found = rectangles(CandidateBoard(EMPTY.cells, LAYOUT, snapshot))
    return (finding for finding in found if finding.name.startswith("avoidable"))


def test_an_avoidable_rectangle_has_no_given() -> None:
    assert [[*finding.gone] for finding in filled_rectangle()] == [[(12, 1)]]
    assert not [*filled_rectangle(given="R1C4")]
