"""Every technique on a grid where it shows by its textbook pattern; in real puzzles, that what it shows is true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

import pytest

from models.deductions import SO, STRONG, WEAK, Proposal, Snapshot, taken_away
from models.registry import instance_files, load_puzzle
from models.sudoku.board import layout_of
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.techniques import TECHNIQUES, CandidateBoard, Finding
from models.sudoku.techniques.chains import chains
from models.sudoku.techniques.colouring import simple_colouring
from models.sudoku.techniques.fish import fish, locked_candidates
from models.sudoku.techniques.forcing import forcing
from models.sudoku.techniques.links import strong_links
from models.sudoku.techniques.nets import nishio
from models.sudoku.techniques.subsets import hidden_singles, hidden_subsets, naked_subsets
from models.sudoku.techniques.wings import xy_wings, xyz_wings
from solvers.core.registry import load_backend
from solvers.explain.explainer import Explainer

SUDOKU = load_puzzle("sudoku")
EMPTY = Sudoku((0,) * 81)
CELLS = CellsModel(EMPTY)
Technique = Callable[..., Iterator[Finding]]


def seen(technique: Technique, board: CandidateBoard, *size: int) -> Iterator[Proposal]:
    """All that a technique finds, told."""
    return map(board.proposal, technique(board, *size))


QUICK = TECHNIQUES[: TECHNIQUES.index(nishio)]
"""Those that look for no suppositions."""

NAMES = [f"R{row}C{column}" for row in range(1, 10) for column in range(1, 10)]


def board(
    only: dict[str, Iterable[int]] | None = None, without: dict[int, Iterable[str]] | None = None
) -> CandidateBoard:
    """An empty grid, but for cells that have ``only`` some candidates left, and digits that cells are ``without``."""
    left = {name: set(range(1, 10)) for name in NAMES}
    for name, digits in (only or {}).items():
        left[name] = set(digits)
    for digit, names in (without or {}).items():
        for name in names:
            left[name].discard(digit)
    variables = {var.name: var for var in CELLS.model.projection}
    snapshot = Snapshot({}, {variables[name]: frozenset(digits) for name, digits in left.items()})
    return CandidateBoard(CELLS.cells, layout_of(EMPTY.box), snapshot)


def row(number: int, *kept: int) -> list[str]:
    """The cells of a row, but for the columns kept."""
    return [f"R{number}C{column}" for column in range(1, 10) if column not in kept]


def column(number: int, *kept: int) -> list[str]:
    """The cells of a column, but for the rows kept."""
    return [f"R{row}C{number}" for row in range(1, 10) if row not in kept]


def box_1(*kept: str) -> list[str]:
    return [name for name in (f"R{r}C{c}" for r in (1, 2, 3) for c in (1, 2, 3)) if name not in kept]


def shown(proposals: Iterable[Proposal], name: str) -> set[str]:
    """What the technique of this name shows, such as ``R1C1≠5``."""
    facts = [fact for proposal in proposals if proposal.name == name for fact in proposal.new]
    return {
        f"{fact.var.name}={next(iter(fact.values))}" if len(fact.values) == 1 else f"{fact.var.name}≠{taken_away(fact)}"
        for fact in facts
    }


def eliminated(digit: int, names: Iterable[str]) -> set[str]:
    return {f"{name}≠{digit}" for name in names}


def test_a_hidden_single_is_the_only_place_in_a_unit() -> None:
    assert shown(seen(hidden_singles, board(without={5: row(4, 7)})), "hidden single") == {"R4C7=5"}


def test_pointing_clears_the_line_and_claiming_the_box() -> None:
    pointing = board(without={5: box_1("R2C1", "R2C3")})
    assert shown(seen(locked_candidates, pointing), "pointing") == eliminated(5, row(2, 1, 2, 3))
    claiming = board(without={5: row(2, 1, 3)})
    assert shown(seen(locked_candidates, claiming), "claiming") == eliminated(5, box_1("R2C1", "R2C2", "R2C3"))


@pytest.mark.parametrize(
    ("cells", "digits", "name"),
    [
        (("R1C1", "R1C9"), (1, 2), "naked pair"),
        (("R1C1", "R1C5", "R1C9"), (1, 2, 3), "naked triple"),
        (("R1C1", "R1C4", "R1C7", "R1C9"), (1, 2, 3, 4), "naked quad"),
    ],
)
def test_a_naked_subset_takes_its_digits_from_the_unit(
    cells: tuple[str, ...], digits: tuple[int, ...], name: str
) -> None:
    found = shown(seen(naked_subsets, board(only=dict.fromkeys(cells, digits)), len(cells)), name)
    assert found == {f"{cell}≠{digit}" for cell in row(1) if cell not in cells for digit in digits}


@pytest.mark.parametrize(
    ("columns", "digits", "name"),
    [
        ((1, 9), (1, 2), "hidden pair"),
        ((1, 5, 9), (1, 2, 3), "hidden triple"),
        ((1, 4, 7, 9), (1, 2, 3, 4), "hidden quad"),
    ],
)
def test_a_hidden_subset_leaves_its_cells_nothing_else(
    columns: tuple[int, ...], digits: tuple[int, ...], name: str
) -> None:
    found = shown(
        seen(hidden_subsets, board(without={digit: row(1, *columns) for digit in digits}), len(columns)), name
    )
    assert found == {f"R1C{column}≠{digit}" for column in columns for digit in range(1, 10) if digit not in digits}


@pytest.mark.parametrize(
    ("rows", "columns", "name"),
    [((2, 5), (3, 7), "X-wing"), ((2, 5, 8), (3, 6, 9), "swordfish"), ((1, 3, 5, 7), (2, 4, 6, 8), "jellyfish")],
)
def test_a_fish_clears_its_columns(rows: tuple[int, ...], columns: tuple[int, ...], name: str) -> None:
    found = shown(seen(fish, board(without={7: [cell for r in rows for cell in row(r, *columns)]}), len(rows)), name)
    assert found == eliminated(7, [cell for c in columns for cell in column(c, *rows)])


def test_a_skyscraper_stands_on_one_column_and_clears_what_both_tops_see() -> None:
    found = shown(seen(strong_links, board(without={4: row(1, 2, 5) + row(8, 2, 6)}), 2), "skyscraper")
    assert found == eliminated(4, ["R2C6", "R3C6", "R7C5", "R9C5"])


def test_a_two_string_kite_is_tied_in_a_box() -> None:
    found = shown(seen(strong_links, board(without={4: row(1, 1, 8) + column(2, 2, 9)}), 2), "two-string kite")
    assert "R9C8≠4" in found


def test_a_wing_clears_what_sees_its_wings() -> None:
    xy = board(only={"R1C1": (1, 2), "R1C5": (1, 3), "R5C1": (2, 3)})
    assert shown(seen(xy_wings, xy), "XY-wing") == {"R5C5≠3"}
    xyz = board(only={"R2C2": (1, 2, 3), "R2C8": (1, 3), "R1C1": (2, 3)})
    assert shown(seen(xyz_wings, xyz), "XYZ-wing") == {"R2C1≠3", "R2C3≠3"}


def test_colours_that_meet_are_false_and_whoever_sees_both_is_out() -> None:
    """In rows 1 and 5 and in column 1 the digit has two places: a chain R1C9, R1C1, R5C1, R5C8 of two colours."""
    chain = board(without={6: row(1, 1, 9) + row(5, 1, 8) + column(1, 1, 5)})
    assert {"R2C8≠6", "R3C8≠6", "R4C9≠6", "R6C9≠6"} <= shown(seen(simple_colouring, chain), "simple colouring")
    wrapped = board(without={6: row(1, 1, 9) + row(5, 1, 9) + column(1, 1, 5)})
    assert not shown(seen(simple_colouring, wrapped), "simple colouring") & {"R1C1≠6", "R1C9≠6"}, "an X-wing, no clash"


def test_an_xy_chain_has_one_of_its_ends() -> None:
    chain = board(only={"R1C1": (1, 2), "R1C9": (2, 3), "R9C9": (3, 4), "R9C2": (4, 1)})
    assert {"R2C2≠1", "R7C1≠1"} <= shown(seen(chains, chain), "XY-chain")


def test_a_chain_is_told_as_people_write_it() -> None:
    """From cell to cell by the digit that the link is about; one of the two ends is 1."""
    left = {"R1C5": (1, 4), "R4C5": (3, 4), "R4C7": (3, 5), "R2C7": (1, 5)}
    only_there = board(only=left, without={1: [*row(1, 5, 8, 9), *row(2, 1, 2, 7)]})
    (proposal,) = seen(chains, only_there)
    assert shown([proposal], "XY-chain") == {"R1C8≠1", "R1C9≠1"}
    assert proposal.pattern is not None
    assert proposal.pattern.lines == (
        "R1C5 -4- R4C5 -3- R4C7 -5- R2C7, so R1C8 and R1C9 are not 1",
        "for either R1C5 is 1, or R1C5 is 4, so R4C5 is 3, so R4C7 is 5, so R2C7 is 1",
    )
    assert [link.kind for link in proposal.pattern.links] == [STRONG, WEAK] * 3 + [STRONG]
    first, *_, last = proposal.pattern.links
    assert (str(first.start), str(first.end), str(last.end)) == ("R1C5 = 1", "R1C5 = 4", "R2C7 = 1")


def test_a_strong_link_between_cells_is_written_with_two_strokes() -> None:
    tower = board(without={4: row(1, 2, 5) + row(8, 2, 6)})
    proposal = next(proposal for proposal in seen(strong_links, tower, 2) if proposal.name == "skyscraper")
    assert proposal.pattern is not None
    assert proposal.pattern.lines[0] == "R1C5 =4= R1C2 -4- R8C2 =4= R8C6, so R2C6, R3C6, R7C5 and R9C5 are not 4"


def test_a_fish_is_told_by_its_lines_and_what_they_take() -> None:
    """Of a fish of two, whose rows have two places each, these are linked; to be looked for in its rows."""
    (proposal,) = seen(fish, board(without={7: row(2, 3, 7) + row(5, 3, 7) + column(3, 2, 5, 9) + column(7, 2, 5)}), 2)
    assert proposal.pattern is not None
    assert proposal.pattern.lines[0] == "X-wing on 7 in rows 2 and 5, columns 3 and 7, so R9C3 is not 7"
    assert [link.kind for link in proposal.pattern.links] == [STRONG, STRONG]
    assert proposal.pattern.look is not None
    assert proposal.pattern.look.words == "the 7s in rows 2 and 5"


def test_colours_and_bent_wings_are_told_link_by_link() -> None:
    colours = board(without={6: row(1, 1, 9) + row(5, 1, 8) + column(1, 1, 5)})
    assert told(seen(simple_colouring, colours))[0] == "R1C1 =6= R1C9, R1C1 =6= R5C1 =6= R5C8"
    wing = board(only={"R2C2": (1, 2, 3), "R2C8": (1, 3), "R1C1": (2, 3)})
    assert told(seen(xyz_wings, wing))[0] == "R1C1 -2- R2C2 -1- R2C8, so R2C1 and R2C3 are not 3"


def told(proposals: Iterable[Proposal]) -> Sequence[str]:
    """The first proposal in words."""
    pattern = next(iter(proposals)).pattern
    assert pattern is not None
    return pattern.lines


def test_a_supposition_is_followed_link_by_link_until_it_fails() -> None:
    """With 1 in R1C1 and only R1C9 and R9C1 to take it else, both corners lose it, and R9C9 has nothing left."""
    corners = board(only={"R1C9": (1, 2), "R9C1": (1, 3), "R9C9": (2, 3)})
    (proposal,) = seen(forcing, corners)
    assert proposal.name == "forcing chain"
    assert shown([proposal], "forcing chain") == {"R1C1≠1"}
    assert proposal.pattern is not None
    assert proposal.pattern.lines == (
        "suppose R1C1 = 1:",
        "  R1C1 = 1 → R1C9 = 2, all that is left there",
        "  R1C1 = 1 → R9C1 = 3, all that is left there",
        "  R1C9 = 2 and R9C1 = 3 → no digit for R9C9 is left",
        "so R1C1 is not 1",
    )
    assert {link.kind for link in proposal.pattern.links} == {SO}


def test_what_one_pattern_shows_is_one_proposal() -> None:
    """A pair in row 1 and box 1 clears both."""
    (pair,) = seen(naked_subsets, board(only={"R1C1": (1, 2), "R1C2": (1, 2)}), 2)
    assert len(pair.new) == 2 * (7 + 6)
    assert pair.pattern is not None
    assert pair.pattern.lines == ("R1C1 and R1C2 are both 1 or 2, so nothing else in row 1 and box 1 is 1 or 2",)


@pytest.mark.parametrize("number", [2, 3])
def test_what_a_technique_shows_in_a_real_puzzle_is_true(number: int) -> None:
    instance = next(islice(SUDOKU.read(instance_files(SUDOKU)["norvig_easy50"]), number - 1, number))
    stated = CellsModel(instance)
    givens = stated.givens(instance)
    answer = next(load_backend("backtracking")[0].load(stated.model).solutions(givens))
    known = dict(givens)
    names = set()
    explainer = Explainer(stated, givens)
    for number, step in enumerate(explainer.steps()):
        left = {var: frozenset(explainer.left[var]) for var in explainer.variables if var not in known}
        board = CandidateBoard(stated.cells, layout_of(instance.box), Snapshot(known, left, unique=True))
        for technique in TECHNIQUES if number == 55 else QUICK if number % 6 == 0 else ():
            for proposal in map(board.proposal, islice(technique(board), 40)):
                names.add(proposal.name)
                assert all(fact.holds(answer) for fact in proposal.new), f"{proposal.name}: {proposal.new}"
                assert all(fact.holds(answer) for fact in proposal.facts)
        if step.places:
            known[step.fact.var] = step.value
    assert len(names) >= 15, "even an easy puzzle shows nearly everything at some moment"
