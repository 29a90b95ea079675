"""Fins, uniqueness, almost locked sets, pairs far apart, chains and nets, each on a position that shows it alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from models.errors import ModelError
from models.grades import GRADES, place_of
from models.registry import instance_files, load_puzzle
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.techniques import CandidateBoard, Finding, findings
from models.sudoku.techniques.chains import chains
from models.sudoku.techniques.colouring import remote_pairs
from models.sudoku.techniques.fish import direct_locked, finned_fish
from models.sudoku.techniques.grading import grade
from models.sudoku.techniques.links import strong_links
from models.sudoku.techniques.nets import forcing_chains, forcing_nets, nishio
from models.sudoku.techniques.subsets import direct_hidden_subsets
from models.sudoku.techniques.uniqueness import graves, unique_loops
from models.sudoku.techniques.wings import aligned_pairs, als_xz, large_wings
from solvers.core.registry import load_backend
from solvers.explain.explainer import Explainer
from tests.models.sudoku.test_techniques import NAMES, board, box_1, column, eliminated, row

SUDOKU = load_puzzle("sudoku")
Technique = Callable[..., Iterator[Finding]]


def shown(technique: Technique, seen: CandidateBoard, *size: int) -> dict[str, set[str]]:
    """What each technique of a name shows, such as ``R1C1≠5``."""
    found: dict[str, set[str]] = {}
    for finding in technique(seen, *size):
        facts = {f"{NAMES[cell]}≠{digit}" for cell, digit in finding.gone}
        if finding.placed:
            facts.add(f"{NAMES[finding.placed[0]]}={finding.placed[1]}")
        found.setdefault(finding.name, set()).update(facts)
        assert seen.proposal(finding).pattern, "whatever is found can be told"
    return found


def only_one_answer(seen: CandidateBoard) -> CandidateBoard:
    """A board of a puzzle that is known to have one answer."""
    seen.unique = True
    return seen


def test_locked_candidates_may_leave_a_digit_one_place_at_once() -> None:
    """Box 1 needs 5 in row 2, and so box 2 has it in R1C4; box 3 has several places left."""
    pointing = board(without={5: [*box_1("R2C1", "R2C3"), "R1C5", "R1C6", "R3C4", "R3C5", "R3C6"]})
    assert shown(direct_locked, pointing)["direct pointing"] == {"R1C4=5"}


def test_a_hidden_pair_may_leave_a_digit_one_place_at_once() -> None:
    hidden = board(without={1: row(1, 1, 9), 2: row(1, 1, 9), 7: row(1, 1, 5)})
    assert shown(direct_hidden_subsets, hidden, 2) == {"direct hidden pair": {"R1C5=7"}}


@pytest.mark.parametrize(("second", "name"), [((3, 7, 8), "finned X-wing"), ((3, 8, 9), "sashimi X-wing")])
def test_an_x_wing_with_a_fin_clears_what_sees_the_fin_too(second: tuple[int, ...], name: str) -> None:
    found = shown(strong_links, board(without={6: row(2, 3, 7) + row(5, *second)}), 2)
    assert found == {name: eliminated(6, ["R4C7", "R6C7"])}


def test_a_swordfish_with_a_fin_clears_what_sees_the_fin_too() -> None:
    """Rows 1, 4 and 7 have their 8s in columns 1, 4 and 8, but for R4C7."""
    fish = board(without={8: row(1, 1, 4, 8) + row(4, 1, 4, 7, 8) + row(7, 1, 4, 8)})
    assert shown(finned_fish, fish, 3)["finned swordfish"] >= eliminated(8, ["R5C8", "R6C8"])
    assert "R2C8≠8" not in shown(finned_fish, fish, 3)["finned swordfish"]


def test_an_empty_rectangle_turns_a_strong_link_round_its_corner() -> None:
    """In box 5, 4 fits only row 5 and column 5; column 2 has it in R5C2 or R8C2, so R8C5 is not 4."""
    around = board(without={4: ["R4C4", "R4C6", "R6C4", "R6C6", *column(2, 5, 8)]})
    assert shown(strong_links, around, 2) == {"empty rectangle": {"R8C5≠4"}}


def test_pairs_far_apart_clear_both_their_digits() -> None:
    """R1C1, R1C4, R5C4 and R6C6 are all 1 or 2, each seeing the next."""
    pairs = board(only=dict.fromkeys(("R1C1", "R1C4", "R5C4", "R6C6"), (1, 2)))
    assert shown(remote_pairs, pairs) == {"remote pair": {"R6C1≠1", "R6C1≠2", "R1C6≠1", "R1C6≠2"}}


def test_a_w_wing_joins_two_equal_pairs_by_a_strong_link() -> None:
    """R1C1 and R9C9 are 1 or 2; row 5 has 2 in R5C1 or R5C9, so one of the two is 1."""
    wing = board(only={"R1C1": (1, 2), "R9C9": (1, 2)}, without={2: row(5, 1, 9)})
    assert shown(chains, wing) == {"W-wing": {"R1C9≠1", "R9C1≠1"}}


def test_a_ring_of_links_clears_all_around_it() -> None:
    """R1C1, R1C9, R9C9 and R9C1 hold 1, 2, 3 and 4 one way round or the other."""
    ring = board(only={"R1C1": (1, 2), "R1C9": (2, 3), "R9C9": (3, 4), "R9C1": (4, 1)})
    wanted = {*eliminated(2, row(1, 1, 9)), *eliminated(3, column(9, 1, 9))}
    wanted |= {*eliminated(4, row(9, 1, 9)), *eliminated(1, column(1, 1, 9))}
    assert shown(chains, ring) == {"XY-ring": wanted}


@pytest.mark.parametrize("size", [4, 5])
def test_larger_wings_are_an_almost_locked_set_and_a_pair(size: int) -> None:
    """In row 1 cells with 1, 2, 3 … have one candidate too many; R5C1 is 1 or 3, so row 1 or R5C1 has the 3."""
    digits = range(1, size + 1)
    set_of = {f"R1C{place}": {1: {1, 2}, 4: digits, 7: digits, 9: digits}[place] for place in (1, 4, 7, 9)[: size - 1]}
    wing = board(only={**set_of, "R5C1": (1, 3)}, without={1: ["R1C4", "R1C7", "R1C9"], 3: ["R1C7", "R1C9"]})
    name = "WXYZ-wing" if size == 4 else "VWXYZ-wing"
    assert shown(large_wings, wing, size) == {name: {"R5C4≠3"}}


def test_two_almost_locked_sets_share_a_digit() -> None:
    """R1C1 and R1C2 have 1, 2, 3; R5C1 and R6C2 have 1, 3, 4; only one of the sets holds 1, so one of them holds 3."""
    sets = board(only={"R1C1": (1, 2, 3), "R1C2": (2, 3), "R5C1": (1, 4), "R6C2": (3, 4)})
    assert shown(als_xz, sets) == {"ALS-XZ": {"R2C2≠3", "R3C2≠3"}}


def test_almost_locked_sets_that_share_a_cell_are_not_two() -> None:
    """R1C1 and R1C2, and R1C2 and R2C1, have 1, 2, 3: a naked triple, which another technique shows."""
    assert shown(als_xz, board(only={"R1C1": (1, 2), "R1C2": (1, 2, 3), "R2C1": (2, 3)})) == {}


def test_two_aligned_cells_cannot_use_up_a_cell_that_both_see() -> None:
    """R1C1 and R1C2 see R1C8 (1 or 2) and R3C3 (1 or 3): with 1 in R1C1 nothing is left for R1C2, which is 2 or 3."""
    aligned = board(only={"R1C1": (1, 4, 5), "R1C2": (2, 3), "R1C8": (1, 2), "R3C3": (1, 3)})
    assert "R1C1≠1" in shown(aligned_pairs, aligned)["aligned pair"]


RECTANGLE = {"R1C1": (1, 2), "R1C5": (1, 2), "R2C1": (1, 2)}


@pytest.mark.parametrize(
    ("fourth", "more", "kind", "wanted"),
    [
        ((1, 2, 3), {}, 1, {"R2C5≠1", "R2C5≠2"}),
        ((1, 2, 7), {"R2C1": (1, 2, 7)}, 2, eliminated(7, row(2, 1, 5))),
        ((1, 2, 8), {"R2C1": (1, 2, 7), "R2C9": (7, 8)}, 3, {f"{c}≠{d}" for c in row(2, 1, 5, 9) for d in (7, 8)}),
    ],
)
def test_four_cells_of_the_same_two_digits_would_give_two_answers(
    fourth: tuple[int, ...], more: dict[str, tuple[int, ...]], kind: int, wanted: set[str]
) -> None:
    seen = board(only=RECTANGLE | {"R2C5": fourth} | more)
    assert not shown(unique_loops, seen), "there may be two answers"
    assert shown(unique_loops, only_one_answer(seen)) == {f"unique rectangle type {kind}": wanted}
    assert all(finding.unique for finding in unique_loops(seen))


def test_a_rectangle_of_which_one_digit_is_tied_to_a_side_lacks_the_other_there() -> None:
    """In row 2, 1 fits only the two cells of the rectangle, so neither is 2."""
    seen = board(only=RECTANGLE | {"R2C1": (1, 2, 7), "R2C5": (1, 2, 8)}, without={1: row(2, 1, 5)})
    assert shown(unique_loops, only_one_answer(seen))["unique rectangle type 4"] == {"R2C1≠2", "R2C5≠2"}


def test_a_rectangle_in_four_boxes_shows_nothing() -> None:
    """Its digits cannot change places: the boxes would notice."""
    assert not shown(
        unique_loops, only_one_answer(board(only=RECTANGLE | {"R2C1": range(1, 10), "R5C1": (1, 2), "R5C5": (1, 2, 3)}))
    )


def test_a_grid_of_pairs_but_for_one_cell_needs_what_is_beyond_there() -> None:
    """Two grids mixed have two digits in each cell; with a third in one cell, it holds that."""
    first = [(row * 3 + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]
    second = [digit % 9 + 1 for digit in first]
    pairs = {name: {one, other} for name, one, other in zip(NAMES, first, second, strict=True)}
    third = next(digit for digit in range(1, 10) if digit not in pairs["R1C1"])
    seen = board(only={**pairs, "R1C1": {*pairs["R1C1"], third}})
    assert not shown(graves, seen)
    gone = shown(graves, only_one_answer(seen))
    assert gone == {"BUG+1": {f"R1C1≠{digit}" for digit in pairs["R1C1"]}}


def test_a_place_that_leaves_a_digit_nothing_elsewhere_is_out() -> None:
    """With 9 in column 1 above rows 5 and 6, these would both need it in column 9."""
    seen = board(without={9: [*row(5, 1, 9), *row(6, 1, 9)]})
    (found,) = nishio(seen)
    assert found.name == "nishio"
    lines = seen.proposal(found).pattern
    assert lines
    assert lines.lines[0].startswith("suppose ")
    assert lines.lines[-2].endswith("cannot both be")


def test_whatever_a_cell_holds_may_lead_to_one_and_the_same() -> None:
    """R5C5 is 1, 2 or 3; by way of one pair each, R1C1 is never 9."""
    seen = board(only={"R5C5": (1, 2, 3), "R5C1": (1, 9), "R1C5": (2, 9), "R5C3": (3, 4), "R2C3": (4, 9)})
    found = shown(forcing_chains, seen)
    assert found == {"cell forcing chains": {"R1C1≠9"}}
    (finding,) = forcing_chains(seen)
    pattern = seen.proposal(finding).pattern
    assert pattern
    assert pattern.lines == (
        "R5C5 is 1, 2 or 3:",
        "  if R5C5 = 1: R5C5 -1- R5C1 -9- R1C1",
        "  if R5C5 = 2: R5C5 -2- R1C5 -9- R1C1",
        "  if R5C5 = 3: R5C5 -3- R5C3 -4- R2C3 -9- R1C1",
        "so in any case R1C1 is not 9",
    )


def test_a_net_follows_from_several_at_once() -> None:
    """R1C9 is 1 itself or leads on to 1 in R9C1; either way R1C1 is not 1."""
    seen = board(only={"R1C9": (1, 2), "R9C1": (1, 3), "R9C9": (2, 3)})
    (found,) = forcing_nets(seen)
    pattern = seen.proposal(found).pattern
    assert pattern
    assert (found.name, pattern.lines) == (
        "cell forcing nets",
        (
            "R1C9 is 1 or 2:",
            "  if R1C9 = 1:",
            "    R1C9 = 1 → R1C1 is not 1",
            "  if R1C9 = 2:",
            "    R1C9 = 2 → R9C9 = 3, all that is left there",
            "    R9C9 = 3 → R9C1 = 1, all that is left there",
            "    R9C1 = 1 → R1C1 is not 1",
            "so in any case R1C1 is not 1",
        ),
    )


# In real puzzles


def rated(number: int) -> Sudoku:
    return next(islice(SUDOKU.read(instance_files(SUDOKU)["se_rated"]), number - 1, number))


@pytest.mark.parametrize("number", [41, 62, 83, 118, 141])
def test_no_finding_takes_the_answer_away_and_the_grade_is_the_rating(number: int) -> None:
    """Each of these is rated otherwise, from 4.2 to 7.2; Sukaku Explainer's ratings are in their names."""
    instance = rated(number)
    model = CellsModel(instance)
    (answer,) = load_backend("backtracking")[0].load(model.model).solutions(model.givens(instance))
    seen = CandidateBoard((), instance.layout)
    for cell, clue in enumerate(instance.clues):
        if clue:
            seen.put(cell, clue)
    hardest = 0.0
    while any(seen.left):
        for finding in islice(findings(seen), 1):
            for cell, digit in finding.gone:
                assert answer[model.cells[cell]] != digit, finding.name
            assert not finding.placed or answer[model.cells[finding.placed[0]]] == finding.placed[1]
            hardest = max(hardest, finding.number)
            seen.take(finding)
    found = grade(instance)
    assert found.number == hardest
    assert f"({found.number})" in instance.name
    assert GRADES[place_of(found.number)].startswith(f"{found.word}:")


def test_what_has_several_answers_has_no_grade() -> None:
    with pytest.raises(ModelError, match="there is none, or several"):
        grade(Sudoku((1, 0, 0, 0, *[0] * 12), (2, 2)))


def test_a_walk_tells_what_rests_on_there_being_one_answer() -> None:
    instance = rated(60)
    stated = CellsModel(instance)
    steps = list(Explainer(stated, stated.givens(instance)).steps())
    resting = [step for step in steps if step.unique]
    assert resting
    assert {step.name.partition(" type")[0] for step in resting} <= {"unique rectangle", "unique loop", "BUG+1", "BUG"}
    assert max(step.number or 0 for step in steps) == grade(instance).number


def test_nothing_rests_on_uniqueness_that_is_not_there() -> None:
    """In rows 1 and 2 the 1 and the 3 can change places; taken for granted, one answer would settle them."""
    grid = Sudoku((0, 2, 0, 4, 0, 4, 0, 2, 2, 1, 4, 3, 4, 3, 2, 1), (2, 2))
    stated = CellsModel(grid)
    explainer = Explainer(stated, stated.givens(grid))
    assert not list(explainer.steps())
    assert len(explainer.unsettled) == 4
