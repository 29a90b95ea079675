"""Every technique on a position that shows it, and how it is said."""

from __future__ import annotations

import re
from collections.abc import Iterable

from models.deductions import SO, STRONG, WEAK, Proposal, Snapshot, TechniquePattern
from models.sudoku.board import layout_of
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.techniques import CandidateBoard
from models.sudoku.techniques.catalogue import findings_named
from models.sudoku.techniques.uniqueness import unique_loops
from models.sudoku.techniques.wings import als_xz
from tests.tables import rows

CELLS = CellsModel(Sudoku((0,) * 81))
EVERY = "123456789"
NAMES = [f"R{row}C{column}" for row in EVERY for column in EVERY]


def named(text: str) -> list[str]:
    """The cells of ``R23C4`` (rows 2 and 3), ``r4-7`` (row 4 but column 7), ``c1-15`` (column 1 but rows 1 and 5)."""
    found = []
    for part in text.split(","):
        line, _, kept = part.partition("-")
        rest = "".join(digit for digit in EVERY if digit not in kept)
        written = {"r": f"R{line[1]}C{rest}", "c": f"R{rest}C{line[1]}"}.get(line[0], part)
        down, across = written.removeprefix("R").split("C")
        found += [f"R{row}C{column}" for row in down for column in across]
    return found


def board(text: str, unique: bool = False) -> CandidateBoard:
    """An empty grid where cells have only some digits left (``R1C1=12``), or are without one (``5:r4-7``)."""
    left = {name: set(range(1, 10)) for name in NAMES}
    for word in text.split():
        cells, _, only = word.partition("=")
        digits, _, without = word.partition(":")
        for name in named(without or cells):
            left[name] = left[name] - {*map(int, digits)} if without else {*map(int, only)}
    snapshot = Snapshot({}, {var: frozenset(left[var.name]) for var in CELLS.model.projection}, unique=unique)
    return CandidateBoard(CELLS.cells, layout_of((3, 3)), snapshot)


def seen(name: str, board: CandidateBoard) -> list[Proposal]:
    found = [board.proposal(finding) for finding in findings_named(board, {name})]
    assert all(proposal.pattern for proposal in found), "whatever is found is described"
    return found


def facts(proposals: Iterable[Proposal]) -> set[str]:
    return {str(fact).replace(" ", "") for proposal in proposals for fact in proposal.new}


def expected(text: str) -> set[str]:
    """``R4C7=5`` as it is, and that digits are in none of some cells (``34:r2-13``)."""
    gone = (word.partition(":") for word in text.split() if ":" in word)
    placed = {word for word in text.split() if "=" in word}
    return placed | {f"{name}≠{digit}" for digits, _, cells in gone for name in named(cells) for digit in digits}


def pattern_of(name: str, text: str) -> TechniquePattern:
    """The first pattern of a name."""
    pattern = seen(name, board(text))[0].pattern
    assert pattern
    return pattern


SHOWN = """
hidden single       | 5:r4-7                                            | R4C7=5
pointing            | 5:R13C123,R2C2                                    | 5:r2-123
claiming            | 5:r2-13                                           | 5:R13C123
# box 1 needs 5 in row 2, and so box 2 has it in R1C4; box 3 has several places left
direct pointing     | 5:R13C123,R2C2,R1C56,R3C456                       | R1C4=5
naked pair          | R1C19=12                                          | 12:r1-19
naked triple        | R1C159=123                                        | 123:r1-159
naked quad          | R1C1479=1234                                      | 1234:r1-1479
hidden pair         | 12:r1-19                                          | 3456789:R1C19
hidden triple       | 123:r1-159                                        | 456789:R1C159
hidden quad         | 1234:r1-1479                                      | 56789:R1C1479
direct hidden pair  | 12:r1-19 7:r1-15                                  | R1C5=7
X-wing              | 7:r2-37,r5-37                                     | 7:c3-25,c7-25
swordfish           | 7:r2-369,r5-369,r8-369                            | 7:c3-258,c6-258,c9-258
jellyfish           | 7:r1-2468,r3-2468,r5-2468,r7-2468                 | 7:c2-1357,c4-1357,c6-1357,c8-1357
finned X-wing       | 6:r2-37,r5-378                                    | 6:R46C7
sashimi X-wing      | 6:r2-37,r5-389                                    | 6:R46C7
# rows 1, 4 and 7 have their 8s in columns 1, 4 and 8, but for R4C7
finned swordfish    | 8:r1-148,r4-1478,r7-148                           | 8:R56C8 but not 8:R2C8
skyscraper          | 4:r1-25,r8-26                                     | 4:R23C6,R79C5
two-string kite     | 4:r1-18,c2-29                                     | 4:R9C8 and more
# in box 5, 4 fits only row 5 and column 5; column 2 has it in R5C2 or R8C2, so R8C5 is not 4
empty rectangle     | 4:R46C46,c2-58                                    | 4:R8C5
simple colouring    | 6:r1-19,r5-18,c1-15                               | 6:R23C8,R46C9 and more
# an X-wing, and no clash of colours
simple colouring    | 6:r1-19,r5-19,c1-15                               | but not 6:R1C19
XY-wing             | R1C1=12 R1C5=13 R5C1=23                           | 3:R5C5
XYZ-wing            | R2C2=123 R2C8=13 R1C1=23                          | 3:R2C13
# In row 1 cells with 1, 2, 3 … have one candidate too many; R5C1 is 1 or 3, so row 1 or R5C1 has the 3.
WXYZ-wing           | R1C1=12 R1C47=1234 R5C1=13 1:R1C479 3:R1C79       | 3:R5C4
VWXYZ-wing          | R1C1=12 R1C479=12345 R5C1=13 1:R1C479 3:R1C79     | 3:R5C4
# only one of the sets holds 1, so one of them holds 3
ALS-XZ              | R1C1=123 R1C2=23 R5C1=14 R6C2=34                  | 3:R23C2
remote pair         | R1C14=12 R5C4=12 R6C6=12                          | 12:R6C1,R1C6
W-wing              | R1C1=12 R9C9=12 2:r5-19                           | 1:R1C9,R9C1
XY-ring             | R1C1=12 R1C9=23 R9C9=34 R9C1=41                   | 2:r1-19 3:c9-19 4:r9-19 1:c1-19
XY-chain            | R1C1=12 R1C9=23 R9C9=34 R9C2=41                   | 1:R2C2,R7C1 and more
# with 1 in R1C1 nothing is left for R1C2, which is 2 or 3
aligned pair        | R1C1=145 R1C2=23 R1C8=12 R3C3=13                  | 1:R1C1 and more
# with 2 in R1C4, R8C4 is 3 and R4C4 is 8; so R6C4 is 1, and nothing is left for R5C5
aligned triple      | R1C4=128 R8C4=23 R5C5=18 R4C4=28 R6C4=13          | 2:R1C4 but not 18:R1C4
cell forcing chains | R5C5=123 R5C1=19 R1C5=29 R5C3=34 R2C3=49          | 9:R1C1
forcing chain       | R1C9=12 R9C1=13 R9C9=23                           | 1:R1C1
"""
"""A technique, a position, and all that it shows there; what it shows ``and more``; what it does and does ``not``."""

UNIQUE = """
unique rectangle type 1 | R1C15=12 R2C1=12 R2C5=123             | 12:R2C5
unique rectangle type 2 | R1C15=12 R2C15=127                    | 7:r2-15
unique rectangle type 3 | R1C15=12 R2C1=127 R2C5=128 R2C9=78    | 78:r2-159
# In row 2, 1 fits only the two cells of the rectangle, so neither is 2.
unique rectangle type 4 | R1C15=12 R2C1=127 R2C5=128 1:r2-15    | 2:R2C15
"""
"""Four cells of the same two digits would give two answers."""


def table(text: str) -> list[list[str]]:
    lines = (line for line in text.strip().splitlines() if not line.startswith("#"))
    return [[word.strip() for word in line.split("|")] for line in lines]


@rows(("name", "position", "shown"), table(SHOWN))
def test_a_technique_shows_what_its_pattern_takes(name: str, position: str, shown: str) -> None:
    found = facts(seen(name, board(position)))
    wanted, but_not, unwanted = shown.partition("but not")
    if but_not or "and more" in shown:
        assert expected(wanted) <= found
        assert not expected(unwanted) & found
    else:
        assert found == expected(wanted)


@rows(("name", "position", "shown"), table(UNIQUE))
def test_what_would_give_two_answers_is_shown_where_there_is_one(name: str, position: str, shown: str) -> None:
    assert not [*unique_loops(board(position))], "there may be two answers"
    assert facts(seen(name, board(position, unique=True))) == expected(shown)
    assert all(finding.unique for finding in unique_loops(board(position, unique=True)))


def test_what_is_none_of_a_kind_shows_nothing() -> None:
    """Almost locked sets that share a cell are not two; in four boxes, two digits cannot change places."""
    assert not [*als_xz(board("R1C1=12 R1C2=123 R2C1=23"))], "a naked triple, which another technique shows"
    assert not [*unique_loops(board("R1C15=12 R5C1=12 R5C5=123", unique=True))]


def test_a_grid_of_pairs_but_for_one_cell_needs_what_is_beyond_there() -> None:
    """Two grids mixed have two digits in each cell; with a third in one cell, it holds that."""
    first = [(row * 3 + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]
    assert first[0] == 1
    pairs = " ".join(f"{name}={one}{one % 9 + 1}" for name, one in zip(NAMES, first, strict=True)) + " R1C1=123"
    assert not seen("BUG+1", board(pairs))
    assert facts(seen("BUG+1", board(pairs, unique=True))) == {"R1C1≠1", "R1C1≠2"}


SAID = """
naked pair | R1C12=12
    R1C1 and R1C2 are both 1 or 2, so nothing else in row 1 and box 1 is 1 or 2
skyscraper | 4:r1-25,r8-26
    R1C5 =4= R1C2 -4- R8C2 =4= R8C6, so R2C6, R3C6, R7C5 and R9C5 are not 4
    …
simple colouring | 6:r1-19,r5-18,c1-15
    R1C1 =6= R1C9, R1C1 =6= R5C1 =6= R5C8
    …
XYZ-wing | R2C2=123 R2C8=13 R1C1=23
    R1C1 -2- R2C2 -1- R2C8, so R2C1 and R2C3 are not 3
    …
XY-chain | R1C5=14 R4C5=34 R4C7=35 R2C7=15 1:r1-589,r2-127
    R1C5 -4- R4C5 -3- R4C7 -5- R2C7, so R1C8 and R1C9 are not 1
    for either R1C5 is 1, or R1C5 is 4, so R4C5 is 3, so R4C7 is 5, so R2C7 is 1
X-wing | 7:r2-37,r5-37,c3-259,c7-25
    X-wing on 7 in rows 2 and 5, columns 3 and 7, so R9C3 is not 7
    …
forcing chain | R1C9=12 R9C1=13 R9C9=23
    suppose R1C1 = 1:
      R1C1 = 1 → R1C9 = 2, all that is left there
      R1C1 = 1 → R9C1 = 3, all that is left there
      R1C9 = 2 and R9C1 = 3 → no digit for R9C9 is left
    so R1C1 is not 1
cell forcing chains | R5C5=123 R5C1=19 R1C5=29 R5C3=34 R2C3=49
    R5C5 is 1, 2 or 3:
      if R5C5 = 1: R5C5 -1- R5C1 -9- R1C1
      if R5C5 = 2: R5C5 -2- R1C5 -9- R1C1
      if R5C5 = 3: R5C5 -3- R5C3 -4- R2C3 -9- R1C1
    so in any case R1C1 is not 9
cell forcing nets | R1C9=12 R9C1=13 R9C9=23
    R1C9 is 1 or 2:
      if R1C9 = 1:
        R1C9 = 1 → R1C1 is not 1
      if R1C9 = 2:
        R1C9 = 2 → R9C9 = 3, all that is left there
        R9C9 = 3 → R9C1 = 1, all that is left there
        R9C1 = 1 → R1C1 is not 1
    so in any case R1C1 is not 1
"""
"""A technique, a position, and the lines of its first step there; … for any lines that follow."""


@rows(("name", "position", "said"), re.findall(r"^(\S.*) \| (.+)\n((?:    .+\n)+)", SAID, re.MULTILINE))
def test_a_pattern_is_described_as_people_write_it(name: str, position: str, said: str) -> None:
    lines = [line[4:] for line in said.splitlines()]
    found = list(pattern_of(name, position).lines)
    assert (found[: len(lines) - 1] == lines[:-1]) if lines[-1] == "…" else (found == lines)


def test_a_hidden_pair_says_what_its_cells_hold() -> None:
    assert pattern_of("hidden pair", "12:r1-19").holds == "R1C1 and R1C9 hold 1 and 2"


def test_links_lead_along_a_chain_of_values() -> None:
    links = pattern_of("XY-chain", "R1C5=14 R4C5=34 R4C7=35 R2C7=15 1:r1-589,r2-127").links
    assert [link.kind for link in links] == [STRONG, WEAK] * 3 + [STRONG]
    assert (str(links[0].start), str(links[0].end), str(links[-1].end)) == ("R1C5 = 1", "R1C5 = 4", "R2C7 = 1")
    assert {link.kind for link in pattern_of("forcing chain", "R1C9=12 R9C1=13 R9C9=23").links} == {SO}


def test_a_fish_is_looked_for_in_its_rows() -> None:
    """Of a fish of two, whose rows have two places each, these are linked."""
    pattern = pattern_of("X-wing", "7:r2-37,r5-37,c3-259,c7-25")
    assert [link.kind for link in pattern.links] == [STRONG, STRONG]
    assert pattern.look is not None
    assert pattern.look.words == "the 7s in rows 2 and 5"


def test_a_place_that_leaves_a_digit_nothing_elsewhere_is_out() -> None:
    """With 9 in column 1 above rows 5 and 6, these would both need it in column 9."""
    lines = pattern_of("nishio", "9:r5-19,r6-19").lines
    assert lines[0].startswith("suppose ")
    assert lines[-2].endswith("cannot both be")
