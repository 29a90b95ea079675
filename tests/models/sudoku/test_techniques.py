"""Every technique on a position that shows it, and how it is said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import pytest

from models.deductions import SO, STRONG, WEAK, Snapshot, TechniquePattern
from models.registry import load_puzzle
from models.sudoku.board import layout_of
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.techniques import CandidateBoard, Finding
from models.sudoku.techniques.chains import chains
from models.sudoku.techniques.colouring import remote_pairs, simple_colouring
from models.sudoku.techniques.exclusion import aligned_exclusion
from models.sudoku.techniques.fish import direct_locked, finned_fish, fish, locked_candidates
from models.sudoku.techniques.forcing import forcing
from models.sudoku.techniques.links import strong_links
from models.sudoku.techniques.nets import forcing_chains, forcing_nets, nishio
from models.sudoku.techniques.subsets import direct_hidden_subsets, hidden_singles, hidden_subsets, naked_subsets
from models.sudoku.techniques.uniqueness import graves, unique_loops
from models.sudoku.techniques.wings import als_xz, large_wings, xy_wings, xyz_wings
from tests.tables import rows

SUDOKU = load_puzzle("sudoku")
EMPTY = Sudoku((0,) * 81)
CELLS = CellsModel(EMPTY)
NAMES = [f"R{row}C{column}" for row in range(1, 10) for column in range(1, 10)]

Technique = Callable[[CandidateBoard], Iterator[Finding]]
Only = dict[str, Iterable[int]]
Without = dict[int, Iterable[str]]


def board(only: Only | None = None, without: Without | None = None, unique: bool = False) -> CandidateBoard:
    """An empty grid, but for cells that have ``only`` some candidates left, and digits that cells are ``without``."""
    left = {name: set(range(1, 10)) for name in NAMES}
    for name, digits in (only or {}).items():
        left[name] = set(digits)
    for digit, names in (without or {}).items():
        for name in names:
            left[name].discard(digit)
    variables = {var.name: var for var in CELLS.model.projection}
    snapshot = Snapshot({}, {variables[name]: frozenset(digits) for name, digits in left.items()}, unique=unique)
    return CandidateBoard(CELLS.cells, layout_of(EMPTY.box), snapshot)


def shown(technique: Technique, seen: CandidateBoard) -> dict[str, set[str]]:
    """What is shown under each name, such as ``R1C1≠5``."""
    found: dict[str, set[str]] = {}
    for proposal in map(seen.proposal, technique(seen)):
        found.setdefault(proposal.name, set()).update(str(fact).replace(" ", "") for fact in proposal.new)
        assert proposal.pattern, "whatever is found is described"
    return found


def pattern_of(technique: Technique, seen: CandidateBoard, name: str = "") -> TechniquePattern:
    """The first pattern, or the first of a name."""
    proposal = next(one for one in map(seen.proposal, technique(seen)) if name in one.name)
    assert proposal.pattern
    return proposal.pattern


def row(number: int, *kept: int) -> list[str]:
    """The cells of a row, but for the columns kept."""
    return [f"R{number}C{column}" for column in range(1, 10) if column not in kept]


def column(number: int, *kept: int) -> list[str]:
    """The cells of a column, but for the rows kept."""
    return [f"R{row}C{number}" for row in range(1, 10) if row not in kept]


def box_1(*kept: str) -> list[str]:
    return [name for name in (f"R{r}C{c}" for r in (1, 2, 3) for c in (1, 2, 3)) if name not in kept]


def eliminated(digits: int | Iterable[int], names: Iterable[str]) -> set[str]:
    return {f"{name}≠{digit}" for name in names for digit in ([digits] if isinstance(digits, int) else digits)}


def naked(*columns: int) -> tuple[Only, Without, set[str]]:
    """Cells of row 1 with as many digits between them."""
    digits = range(1, len(columns) + 1)
    return dict.fromkeys((f"R1C{c}" for c in columns), digits), {}, eliminated(digits, row(1, *columns))


def hidden(*columns: int) -> tuple[Only, Without, set[str]]:
    """As many digits that fit nowhere else in row 1."""
    digits = range(1, len(columns) + 1)
    gone = eliminated(range(len(columns) + 1, 10), (f"R1C{c}" for c in columns))
    return {}, {digit: row(1, *columns) for digit in digits}, gone


def fish_in(rows: Iterable[int], columns: tuple[int, ...]) -> tuple[Only, Without, set[str]]:
    gone = eliminated(7, (cell for c in columns for cell in column(c, *rows)))
    return {}, {7: [cell for r in rows for cell in row(r, *columns)]}, gone


def large_wing(size: int) -> tuple[Only, Without, set[str]]:
    """In row 1 cells with 1, 2, 3 … have one candidate too many; R5C1 is 1 or 3, so row 1 or R5C1 has the 3."""
    digits = range(1, size + 1)
    only: Only = {f"R1C{c}": {1: {1, 2}, 4: digits, 7: digits, 9: digits}[c] for c in (1, 4, 7, 9)[: size - 1]}
    return {**only, "R5C1": (1, 3)}, {1: ["R1C4", "R1C7", "R1C9"], 3: ["R1C7", "R1C9"]}, {"R5C4≠3"}


CORNERS = {"R1C9": (1, 2), "R9C1": (1, 3), "R9C9": (2, 3)}
RING = {"R1C1": (1, 2), "R1C9": (2, 3), "R9C9": (3, 4), "R9C1": (4, 1)}
AROUND_RING = eliminated(2, row(1, 1, 9)) | eliminated(3, column(9, 1, 9))
AROUND_RING |= eliminated(4, row(9, 1, 9)) | eliminated(1, column(1, 1, 9))
RECTANGLE = {"R1C1": (1, 2), "R1C5": (1, 2), "R2C1": (1, 2)}
COLOURS = {6: row(1, 1, 9) + row(5, 1, 8) + column(1, 1, 5)}
CELL_CASES = {"R5C5": (1, 2, 3), "R5C1": (1, 9), "R1C5": (2, 9), "R5C3": (3, 4), "R2C3": (4, 9)}
XYZ = {"R2C2": (1, 2, 3), "R2C8": (1, 3), "R1C1": (2, 3)}
TOWER = {4: row(1, 2, 5) + row(8, 2, 6)}


@rows(
    ("technique", "name", "only", "without", "wanted"),
    [
        (hidden_singles, "hidden single", {}, {5: row(4, 7)}, {"R4C7=5"}),
        (locked_candidates, "pointing", {}, {5: box_1("R2C1", "R2C3")}, eliminated(5, row(2, 1, 2, 3))),
        (locked_candidates, "claiming", {}, {5: row(2, 1, 3)}, eliminated(5, box_1("R2C1", "R2C2", "R2C3"))),
        (  # box 1 needs 5 in row 2, and so box 2 has it in R1C4; box 3 has several places left
            direct_locked,
            "direct pointing",
            {},
            {5: [*box_1("R2C1", "R2C3"), "R1C5", "R1C6", "R3C4", "R3C5", "R3C6"]},
            {"R1C4=5"},
        ),
        (partial(naked_subsets, size=2), "naked pair", *naked(1, 9)),
        (partial(naked_subsets, size=3), "naked triple", *naked(1, 5, 9)),
        (partial(naked_subsets, size=4), "naked quad", *naked(1, 4, 7, 9)),
        (partial(hidden_subsets, size=2), "hidden pair", *hidden(1, 9)),
        (partial(hidden_subsets, size=3), "hidden triple", *hidden(1, 5, 9)),
        (partial(hidden_subsets, size=4), "hidden quad", *hidden(1, 4, 7, 9)),
        (
            partial(direct_hidden_subsets, size=2),
            "direct hidden pair",
            {},
            {1: row(1, 1, 9), 2: row(1, 1, 9), 7: row(1, 1, 5)},
            {"R1C5=7"},
        ),
        (partial(fish, size=2), "X-wing", *fish_in((2, 5), (3, 7))),
        (partial(fish, size=3), "swordfish", *fish_in((2, 5, 8), (3, 6, 9))),
        (partial(fish, size=4), "jellyfish", *fish_in((1, 3, 5, 7), (2, 4, 6, 8))),
        (
            partial(strong_links, size=2),
            "finned X-wing",
            {},
            {6: row(2, 3, 7) + row(5, 3, 7, 8)},
            eliminated(6, ["R4C7", "R6C7"]),
        ),
        (
            partial(strong_links, size=2),
            "sashimi X-wing",
            {},
            {6: row(2, 3, 7) + row(5, 3, 8, 9)},
            eliminated(6, ["R4C7", "R6C7"]),
        ),
        (partial(strong_links, size=2), "skyscraper", {}, TOWER, eliminated(4, ["R2C6", "R3C6", "R7C5", "R9C5"])),
        (  # in box 5, 4 fits only row 5 and column 5; column 2 has it in R5C2 or R8C2, so R8C5 is not 4
            partial(strong_links, size=2),
            "empty rectangle",
            {},
            {4: ["R4C4", "R4C6", "R6C4", "R6C6", *column(2, 5, 8)]},
            {"R8C5≠4"},
        ),
        (xy_wings, "XY-wing", {"R1C1": (1, 2), "R1C5": (1, 3), "R5C1": (2, 3)}, {}, {"R5C5≠3"}),
        (xyz_wings, "XYZ-wing", XYZ, {}, {"R2C1≠3", "R2C3≠3"}),
        (partial(large_wings, size=4), "WXYZ-wing", *large_wing(4)),
        (partial(large_wings, size=5), "VWXYZ-wing", *large_wing(5)),
        (  # only one of the sets holds 1, so one of them holds 3
            als_xz,
            "ALS-XZ",
            {"R1C1": (1, 2, 3), "R1C2": (2, 3), "R5C1": (1, 4), "R6C2": (3, 4)},
            {},
            {"R2C2≠3", "R3C2≠3"},
        ),
        (
            remote_pairs,
            "remote pair",
            dict.fromkeys(("R1C1", "R1C4", "R5C4", "R6C6"), (1, 2)),
            {},
            eliminated((1, 2), ["R6C1", "R1C6"]),
        ),
        (chains, "W-wing", {"R1C1": (1, 2), "R9C9": (1, 2)}, {2: row(5, 1, 9)}, {"R1C9≠1", "R9C1≠1"}),
        (chains, "XY-ring", RING, {}, AROUND_RING),
        (forcing_chains, "cell forcing chains", CELL_CASES, {}, {"R1C1≠9"}),
        (forcing, "forcing chain", CORNERS, {}, {"R1C1≠1"}),
    ],
)
def test_a_technique_shows_what_its_pattern_takes(
    technique: Technique, name: str, only: Only, without: Without, wanted: set[str]
) -> None:
    assert shown(technique, board(only, without))[name] == wanted


@rows(
    ("technique", "name", "only", "without", "wanted", "unwanted"),
    [
        (  # rows 1, 4 and 7 have their 8s in columns 1, 4 and 8, but for R4C7
            partial(finned_fish, size=3),
            "finned swordfish",
            {},
            {8: row(1, 1, 4, 8) + row(4, 1, 4, 7, 8) + row(7, 1, 4, 8)},
            eliminated(8, ["R5C8", "R6C8"]),
            {"R2C8≠8"},
        ),
        (partial(strong_links, size=2), "two-string kite", {}, {4: row(1, 1, 8) + column(2, 2, 9)}, {"R9C8≠4"}, set()),
        (simple_colouring, "simple colouring", {}, COLOURS, eliminated(6, ["R2C8", "R3C8", "R4C9", "R6C9"]), set()),
        (  # an X-wing, and no clash of colours
            simple_colouring,
            "simple colouring",
            {},
            {6: row(1, 1, 9) + row(5, 1, 9) + column(1, 1, 5)},
            set(),
            {"R1C1≠6", "R1C9≠6"},
        ),
        (
            chains,
            "XY-chain",
            {"R1C1": (1, 2), "R1C9": (2, 3), "R9C9": (3, 4), "R9C2": (4, 1)},
            {},
            {"R2C2≠1", "R7C1≠1"},
            set(),
        ),
        (  # with 1 in R1C1 nothing is left for R1C2, which is 2 or 3
            partial(aligned_exclusion, size=2),
            "aligned pair",
            {"R1C1": (1, 4, 5), "R1C2": (2, 3), "R1C8": (1, 2), "R3C3": (1, 3)},
            {},
            {"R1C1≠1"},
            set(),
        ),
        (  # with 2 in R1C4, R8C4 is 3 and R4C4 is 8; so R6C4 is 1, and nothing is left for R5C5
            partial(aligned_exclusion, size=3),
            "aligned triple",
            {"R1C4": (1, 2, 8), "R8C4": (2, 3), "R5C5": (1, 8), "R4C4": (2, 8), "R6C4": (1, 3)},
            {},
            {"R1C4≠2"},
            {"R1C4≠1", "R1C4≠8"},
        ),
    ],
)
def test_a_technique_shows_some_facts_and_not_others(
    technique: Technique, name: str, only: Only, without: Without, wanted: set[str], unwanted: set[str]
) -> None:
    found = shown(technique, board(only, without)).get(name, set())
    assert wanted <= found
    assert not unwanted & found


def test_almost_locked_sets_that_share_a_cell_are_not_two() -> None:
    """R1C1 and R1C2, and R1C2 and R2C1, have 1, 2, 3: a naked triple, which another technique shows."""
    assert shown(als_xz, board({"R1C1": (1, 2), "R1C2": (1, 2, 3), "R2C1": (2, 3)})) == {}


@pytest.mark.parametrize(
    ("more", "without", "kind", "wanted"),
    [
        ({"R2C5": (1, 2, 3)}, {}, 1, {"R2C5≠1", "R2C5≠2"}),
        ({"R2C5": (1, 2, 7), "R2C1": (1, 2, 7)}, {}, 2, eliminated(7, row(2, 1, 5))),
        ({"R2C5": (1, 2, 8), "R2C1": (1, 2, 7), "R2C9": (7, 8)}, {}, 3, eliminated((7, 8), row(2, 1, 5, 9))),
        # In row 2, 1 fits only the two cells of the rectangle, so neither is 2.
        ({"R2C1": (1, 2, 7), "R2C5": (1, 2, 8)}, {1: row(2, 1, 5)}, 4, {"R2C1≠2", "R2C5≠2"}),
    ],
)
def test_four_cells_of_the_same_two_digits_would_give_two_answers(
    more: Only, without: Without, kind: int, wanted: set[str]
) -> None:
    assert not shown(unique_loops, board(RECTANGLE | more, without)), "there may be two answers"
    seen = board(RECTANGLE | more, without, unique=True)
    assert shown(unique_loops, seen)[f"unique rectangle type {kind}"] == wanted
    assert all(finding.unique for finding in unique_loops(seen))


def test_a_rectangle_in_four_boxes_shows_nothing() -> None:
    """Its digits cannot change places: the boxes would notice."""
    four = RECTANGLE | {"R2C1": range(1, 10), "R5C1": (1, 2), "R5C5": (1, 2, 3)}
    assert not shown(unique_loops, board(four, unique=True))


def test_a_grid_of_pairs_but_for_one_cell_needs_what_is_beyond_there() -> None:
    """Two grids mixed have two digits in each cell; with a third in one cell, it holds that."""
    first = [(row * 3 + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]
    pairs: dict[str, set[int]] = {name: {one, one % 9 + 1} for name, one in zip(NAMES, first, strict=True)}
    third = next(digit for digit in range(1, 10) if digit not in pairs["R1C1"])
    only: Only = {**pairs, "R1C1": {*pairs["R1C1"], third}}
    assert not shown(graves, board(only))
    assert shown(graves, board(only, unique=True)) == {"BUG+1": {f"R1C1≠{digit}" for digit in pairs["R1C1"]}}


@rows(
    ("technique", "name", "only", "without", "lines"),
    [
        (
            partial(naked_subsets, size=2),
            "",
            {"R1C1": (1, 2), "R1C2": (1, 2)},
            {},
            ["R1C1 and R1C2 are both 1 or 2, so nothing else in row 1 and box 1 is 1 or 2"],
        ),
        (
            partial(strong_links, size=2),
            "skyscraper",
            {},
            TOWER,
            ["R1C5 =4= R1C2 -4- R8C2 =4= R8C6, so R2C6, R3C6, R7C5 and R9C5 are not 4"],
        ),
        (simple_colouring, "", {}, COLOURS, ["R1C1 =6= R1C9, R1C1 =6= R5C1 =6= R5C8"]),
        (xyz_wings, "", XYZ, {}, ["R1C1 -2- R2C2 -1- R2C8, so R2C1 and R2C3 are not 3"]),
        (
            chains,
            "XY-chain",
            {"R1C5": (1, 4), "R4C5": (3, 4), "R4C7": (3, 5), "R2C7": (1, 5)},
            {1: [*row(1, 5, 8, 9), *row(2, 1, 2, 7)]},
            [
                "R1C5 -4- R4C5 -3- R4C7 -5- R2C7, so R1C8 and R1C9 are not 1",
                "for either R1C5 is 1, or R1C5 is 4, so R4C5 is 3, so R4C7 is 5, so R2C7 is 1",
            ],
        ),
        (
            forcing,
            "forcing chain",
            CORNERS,
            {},
            [
                "suppose R1C1 = 1:",
                "  R1C1 = 1 → R1C9 = 2, all that is left there",
                "  R1C1 = 1 → R9C1 = 3, all that is left there",
                "  R1C9 = 2 and R9C1 = 3 → no digit for R9C9 is left",
                "so R1C1 is not 1",
            ],
        ),
        (
            forcing_chains,
            "cell forcing chains",
            CELL_CASES,
            {},
            [
                "R5C5 is 1, 2 or 3:",
                "  if R5C5 = 1: R5C5 -1- R5C1 -9- R1C1",
                "  if R5C5 = 2: R5C5 -2- R1C5 -9- R1C1",
                "  if R5C5 = 3: R5C5 -3- R5C3 -4- R2C3 -9- R1C1",
                "so in any case R1C1 is not 9",
            ],
        ),
        (
            forcing_nets,
            "cell forcing nets",
            CORNERS,
            {},
            [
                "R1C9 is 1 or 2:",
                "  if R1C9 = 1:",
                "    R1C9 = 1 → R1C1 is not 1",
                "  if R1C9 = 2:",
                "    R1C9 = 2 → R9C9 = 3, all that is left there",
                "    R9C9 = 3 → R9C1 = 1, all that is left there",
                "    R9C1 = 1 → R1C1 is not 1",
                "so in any case R1C1 is not 1",
            ],
        ),
    ],
)
def test_a_pattern_is_described_as_people_write_it(
    technique: Technique, name: str, only: Only, without: Without, lines: list[str]
) -> None:
    found = pattern_of(technique, board(only, without), name).lines
    assert list(found[: len(lines)]) == lines
    assert len(lines) == 1 or len(lines) == len(found)


def test_a_hidden_pair_says_what_its_cells_hold() -> None:
    found = pattern_of(partial(hidden_subsets, size=2), board(*hidden(1, 9)[:2]), "hidden pair")
    assert found.holds == "R1C1 and R1C9 hold 1 and 2"


def test_links_lead_along_a_chain_of_values() -> None:
    left = {"R1C5": (1, 4), "R4C5": (3, 4), "R4C7": (3, 5), "R2C7": (1, 5)}
    links = pattern_of(chains, board(left, {1: [*row(1, 5, 8, 9), *row(2, 1, 2, 7)]})).links
    assert [link.kind for link in links] == [STRONG, WEAK] * 3 + [STRONG]
    assert (str(links[0].start), str(links[0].end), str(links[-1].end)) == ("R1C5 = 1", "R1C5 = 4", "R2C7 = 1")
    assert {link.kind for link in pattern_of(forcing, board(CORNERS)).links} == {SO}


def test_a_fish_is_described_by_its_lines_and_what_they_take() -> None:
    """Of a fish of two, whose rows have two places each, these are linked; to be looked for in its rows."""
    without = {7: row(2, 3, 7) + row(5, 3, 7) + column(3, 2, 5, 9) + column(7, 2, 5)}
    pattern = pattern_of(partial(fish, size=2), board(without=without))
    assert pattern.lines[0] == "X-wing on 7 in rows 2 and 5, columns 3 and 7, so R9C3 is not 7"
    assert [link.kind for link in pattern.links] == [STRONG, STRONG]
    assert pattern.look is not None
    assert pattern.look.words == "the 7s in rows 2 and 5"


def test_a_place_that_leaves_a_digit_nothing_elsewhere_is_out() -> None:
    """With 9 in column 1 above rows 5 and 6, these would both need it in column 9."""
    lines = pattern_of(nishio, board(without={9: [*row(5, 1, 9), *row(6, 1, 9)]}), "nishio").lines
    assert lines[0].startswith("suppose ")
    assert lines[-2].endswith("cannot both be")
