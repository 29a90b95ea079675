"""The dials themselves: what shows, the check of an answer, plain clashes, what is said of them."""

from dataclasses import replace
from itertools import product

from models.grecian.instance import Dials, column_sums, face, hidden_numbers, misfits
from tests.models.grecian.stacks import HOLE_TO_THE_TABLE, ODD_ONES, ONE_DIAL, PUZZLE, every_right_position, instance
from tests.tables import rows


def test_the_solved_grecian_shows_the_published_face():
    shown = [[number for number, _ in ring] for ring in face(instance("grecian"), (0, 5, 9, 2, 7))]
    assert shown == [
        [12, 1, 5, 9, 7, 12, 8, 6, 8, 10, 3, 10],
        [12, 22, 26, 16, 14, 9, 13, 5, 9, 10, 19, 8],
        [12, 11, 4, 14, 7, 15, 13, 21, 14, 15, 9, 9],
        [6, 8, 7, 3, 14, 6, 8, 10, 11, 7, 11, 15],
    ]


def test_83_of_the_131_numbers_of_the_grecian_lie_hidden():
    grecian = instance("grecian")
    assert grecian.printed == 131
    assert sum(len(numbers) for _, _, numbers in hidden_numbers(grecian, (0, 5, 9, 2, 7))) == 83


def test_a_hole_down_to_the_table_adds_nothing():
    assert face(HOLE_TO_THE_TABLE, (0, 1)) == [[(4, 1), None]]
    assert column_sums(HOLE_TO_THE_TABLE, (0, 1)) == [4, 0]


def test_a_turn_takes_numbers_clockwise():
    assert column_sums(instance("toy"), (0, 1, 0)) == [15, 13, 12]
    assert face(ONE_DIAL, (1,)) == [[(2, 0), (1, 0)]]


@rows(
    ("turns", "complaint"),
    [
        ((0, 5, 9, 2, 7), None),
        ((3, 8, 0, 5, 10), None),
        ((0, 5, 9, 2, 8), "column 1 sums to 42"),
        ((0, 5, 9, 2), "there are 5 dials, but the answer turns 4"),
        ((0, 5, 9, 2, 12), "dial 4 is turned 12 steps; 0 to 11 are expected"),
        ((0, 5, 9, 2, -5), "dial 4 is turned -5 steps; 0 to 11 are expected"),
    ],
)
def test_the_checker_judges_from_the_numbers(turns, complaint):
    verdict = PUZZLE.check(instance("grecian"), turns)
    if turns == (0, 5, 9, 2, 8):
        assert verdict.endswith("not 42")
    else:
        assert verdict == complaint


def test_a_target_out_of_reach_is_named():
    grecian = instance("grecian")
    far = replace(grecian, targets=(42,) * 11 + (200,))
    assert PUZZLE.contradiction(grecian) is None
    assert "column 12 must sum to 200" in PUZZLE.contradiction(far)
    assert "at least" in PUZZLE.contradiction(replace(grecian, targets=(1,) * 12))


@rows("dials", ODD_ONES)
@rows("shift", [-9, -1, 0, 1, 9])
def test_a_clash_is_named_only_where_there_is_no_answer(dials, shift):
    moved = replace(dials, targets=tuple(target + shift for target in dials.targets))
    if PUZZLE.contradiction(moved):
        assert every_right_position(moved, base_free=True) == []


@rows("dials", [*ODD_ONES, instance("toy")])
def test_a_misfit_shows_in_no_column_that_reaches_a_target(dials):
    strange = {(*place[:2], dials.dials[place[0]][place[1]][place[2]]) for place in misfits(dials)}
    for turns in product(range(dials.columns), repeat=len(dials.dials)):
        assert "sum" in PUZZLE.render(dials, turns)
        shown, sums = face(dials, turns), column_sums(dials, turns)
        for column, total in enumerate(sums):
            seen = {(ring[column][1], r, ring[column][0]) for r, ring in enumerate(shown) if ring[column]}
            assert total not in dials.targets or not seen & strange


def test_a_number_above_the_sum_is_a_misfit_and_so_is_one_too_small():
    rings = ((1, 2, 77), (20, 21, 22))
    assert list(misfits(Dials("too large", (42,) * 3, (rings,)))) == [(0, 0, 0), (0, 0, 1), (0, 0, 2)]
    assert list(misfits(Dials("too small", (30,) * 3, (((9, 8, 10), (1, 21, 22)),)))) == [(0, 1, 0)]
    assert not any(list(misfits(instance(name))) for name in ("grecian", "safecracker-40", "safecracker-50"))


def with_cell(dials, ring, place, number):
    """The dials with another number on the second of them."""
    rings = list(dials.dials[1])
    rings[ring] = (*rings[ring][:place], number, *rings[ring][place + 1 :])
    return replace(dials, dials=(dials.dials[0], tuple(rings), *dials.dials[2:]))


def test_what_was_probably_copied_wrongly_is_remarked_upon():
    grecian = instance("grecian")
    assert PUZZLE.warnings(with_cell(grecian, 0, 2, 77)) == (
        "dial 1 ring 1 place 3 reads 77, which can never be part of a sum of 42",
    )
    assert PUZZLE.warnings(with_cell(grecian, 0, 1, 0)) == (
        "dial 1 ring 1 has a 0, which is an ordinary number; a dot is a hole",
    )
    assert not any(PUZZLE.warnings(instance(name)) for name in ("grecian", "safecracker-50", "toy"))


def test_the_turns_are_told_both_ways_round():
    text = PUZZLE.render(instance("grecian"), (0, 5, 9, 2, 7))
    assert "dial 0 (bottom): stays put" in text
    assert "dial 1: 5 clockwise or 7 anticlockwise" in text
    assert "83 of the 131 printed numbers lie hidden" in text
    assert text.splitlines()[12].split() == ["sum", *["42"] * 12]
    assert "dial 1: 6 either way" in PUZZLE.render(instance("grecian"), (0, 6, 9, 2, 7))
    assert "1 of 3 columns right" in PUZZLE.render(instance("toy"), (0, 0, 1))


def test_the_answer_for_machines():
    toy = instance("toy")
    face = [[7, 8, 6], [7, 2, 3], [1, 5, 6]]
    expected = {"clockwise": [0, 2, 1], "face": face, "column_sums": [15, 15, 15]}
    assert PUZZLE.as_json(toy, (0, 2, 1)) == expected
    assert PUZZLE.compact(toy, (0, 2, 1)) == "0 2 1"
