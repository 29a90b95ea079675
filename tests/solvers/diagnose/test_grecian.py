"""Dials copied wrongly: the mistake is among the smallest corrections, and each correction named helps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, combinations, product
from random import Random
from time import process_time
from typing import Any

import pytest

from models.grecian.instance import Dials
from models.grecian.mistakes import left_out
from models.kit.misreadings import surprise
from models.registry import load_puzzle
from solvers.diagnose.record import AMBIGUOUS, WELL_POSED
from tests.solvers.diagnose.spoiling import (
    DIALS,
    corrected_instances,
    corrections,
    diagnosed,
    has_answer,
    instance_of,
    moved_rings,
    places,
    repaired,
    with_cell,
    with_numbers_changed,
)
from tests.tables import rows

SECONDS = 10


def fast(quick: str, names: Iterable[str]) -> list[Any]:
    """The names, of which the larger instances take as long as ten others do."""
    return [name if name in quick.split() else pytest.param(name, marks=pytest.mark.slow) for name in names]


EACH = fast("safecracker-40", ("safecracker-40", "grecian", "safecracker-50"))


def expect_the_original(instance: Dials, spoilt: Dials) -> None:
    began = process_time()  # of this process alone, however busy the machine is
    repair, corrections = repaired("grecian", spoilt, show=30)
    assert process_time() - began < SECONDS
    assert (repair.fewest, repair.proved) == (1, True)
    assert instance.dials in [tried.instance.dials for tried in corrections]


@pytest.mark.parametrize("name", fast("toy safecracker-40", DIALS))
def test_one_wrong_number_is_found(name: str) -> None:
    instance = instance_of("grecian", name)
    expect_the_original(instance, next(with_numbers_changed(instance, Random(f"{name} number"))))


@pytest.mark.parametrize("name", fast("toy", DIALS))
def test_every_wrong_number_shifted_ring_and_reversed_dial_is_found(name: str) -> None:
    instance = instance_of("grecian", name)
    moved = (spoilt for spoilt in moved_rings(instance) if not has_answer("grecian", spoilt))
    for spoilt in chain(moved, with_numbers_changed(instance, Random(name))):
        expect_the_original(instance, spoilt)


def test_a_number_that_can_never_be_part_of_a_sum_is_the_first_guess() -> None:
    grecian = instance_of("grecian", "grecian")
    found = diagnosed("grecian", with_cell(grecian, (0, 0, 2), 77))
    assert found.warnings == ("dial 0 ring 1 place 3 reads 77, which can never be part of a sum of 42",)
    assert found.repair is not None
    (likeliest, *_), *_ = found.repair.groups
    assert [(mistake.key, mistake.to) for mistake in likeliest.mistakes] == [(("cell", 0, 0, 2), 5)]


def test_a_number_in_place_of_a_hole_is_found_and_the_reverse() -> None:
    instance = instance_of("grecian", "safecracker-40")
    # The top dial always shows: its fourth place is a hole, its first a number.
    hole_filled = with_cell(instance, (3, 3, 3), 19)
    number_lost = with_cell(instance, (3, 3, 0), None)
    for spoilt in (hole_filled, number_lost):
        assert not has_answer("grecian", spoilt)
        expect_the_original(instance, spoilt)


def test_published_transcription_has_a_ring_one_place_off() -> None:
    found = diagnosed("grecian", instance_of("grecian", "broken-safecracker"))
    sentences = {str(tried.mistakes[0]): tried for tried in corrections(found)}
    tried = sentences["dial 2 ring 4 is one place off; instead: its numbers moved one place anticlockwise"]
    assert (tried.answer, tried.unique) == ((0, 14, 10, 5), True)
    assert found.nearest.startswith("9 of 16 columns right at best")


@pytest.mark.slow
def test_of_a_likely_confusion_all_columns_but_one_are_right() -> None:
    instance = instance_of("grecian", "grecian")
    assert instance.dials[4][3][2] == 7
    found = diagnosed("grecian", with_cell(instance, (4, 3, 2), 1))
    assert corrected_instances(found)[0].dials == instance.dials
    assert found.nearest.startswith("11 of 12 columns right at best")


@pytest.mark.parametrize("name", EACH)
def test_neighbours_that_changed_places_are_the_first_guess(name: str) -> None:
    instance, random = instance_of("grecian", name), Random(f"{name} swapped")
    spoilt = instance
    while spoilt == instance or has_answer("grecian", spoilt):
        dial, ring, home = random.choice(list(places(instance)))
        if home + 1 < instance.columns:
            one, other = instance.dials[dial][ring][home : home + 2]
            spoilt = with_cell(with_cell(instance, (dial, ring, home), other), (dial, ring, home + 1), one)
    found = diagnosed("grecian", spoilt, show=3)
    assert instance.dials in [corrected.dials for corrected in corrected_instances(found)]


@pytest.mark.parametrize("name", EACH)
def test_two_numbers_misread_are_among_the_corrections(name: str) -> None:
    instance, random = instance_of("grecian", name), Random(5)
    while True:
        spoilt = instance
        for place in random.sample(list(places(instance)), 2):
            dial, ring, home = place
            printed = instance.dials[dial][ring][home] or 0
            alike = [number for number in range(1, 28) if surprise(printed, number) == 0]
            spoilt = with_cell(spoilt, place, random.choice(alike))
        found = diagnosed("grecian", spoilt, show=30)
        if found.repair is not None and found.repair.fewest == 2:  # neither of the two lies hidden
            break
    assert instance.dials in [corrected.dials for corrected in corrected_instances(found)]


def test_a_solved_puzzle_leaves_hidden_numbers_untested() -> None:
    found = diagnosed("grecian", instance_of("grecian", "grecian"))
    assert found.verdict == WELL_POSED
    assert found.answers == ((0, 5, 9, 2, 7),)
    assert any("83 of the 131 printed numbers lie hidden" in remark for remark in found.warnings)


@rows("seed", range(6))
def test_no_smaller_correction_exists_and_each_named_one_helps(seed: int) -> None:
    random = Random(seed)
    spoilt = instance_of("grecian", "toy")
    for place in random.sample(list(places(spoilt)), 4):
        spoilt = with_cell(spoilt, place, random.randrange(1, 10))
    found = diagnosed("grecian", spoilt)
    if found.repair is None:
        assert has_answer("grecian", spoilt)
        return
    fewest = found.repair.fewest
    assert fewest is not None
    assert all(map(solvable, corrected_instances(found)))
    single = miscopies(spoilt)
    assert fewest == 0 or not solvable(spoilt)
    assert (fewest == 1) == any(map(solvable, single))
    assert fewest < 3 or not any(solvable(changed) for one in single for changed in miscopies(one))


@rows("seed", [407, 423, 454, *range(12)])
def test_changes_that_uncover_each_other_are_not_named(seed: int) -> None:
    """Where a number is taken for a hole, a neighbour that changed places below it is no longer hidden."""
    random = Random(seed)
    printed = ([1, 2, 3, 4], *[[None, None, 1, 2, 3, 4]] * 2)
    dials = tuple(tuple(tuple(random.choices(numbers, k=4)) for _ in range(2)) for numbers in printed)
    found = diagnosed("grecian", Dials("random", tuple(random.choices(range(3, 8), k=4)), dials))
    assert all(has_answer("grecian", corrected) for corrected in corrected_instances(found))


def solvable(instance: Dials) -> bool:
    return any(load_puzzle("grecian").check(instance, turns) is None for turns in product([0], range(3), range(3)))


def miscopies(instance: Dials) -> list[Dials]:
    """Everything that one mistake makes of the toy, numbers up to its target."""
    cells = [
        with_cell(instance, (dial, ring, home), number)
        for dial, rings in enumerate(instance.dials)
        for ring, numbers in enumerate(rings)
        if any(number is not None for number in numbers)
        for home, number in product(range(3), (None, *range(16)))
    ]
    return [*moved_rings(instance), *cells]


@pytest.mark.parametrize("name", fast("toy", ("toy", "safecracker-40")))
def test_cpsat_and_maxsat_agree_on_the_fewest_mistakes(name: str) -> None:
    spoilt = next(with_numbers_changed(instance_of("grecian", name), Random(7)))
    one, other = (diagnosed("grecian", spoilt, backend) for backend in ("cpsat", "maxsat"))
    assert one.repair
    assert other.repair
    assert (one.repair.fewest, one.repair.proved, one.nearest[:6]) == (other.repair.fewest, True, other.nearest[:6])


def test_dials_with_several_answers_are_ambiguous() -> None:
    ring = (1, 2, 1, 2)
    instance = Dials("two ways", (3,) * 4, ((ring, (2, 1, 2, 1)), ((None,) * 4, (1, 2, 1, 2))))
    found = diagnosed("grecian", instance)
    assert found.verdict == AMBIGUOUS
    assert len(found.answers) == 2
    assert found.hints is not None
    assert (len(found.hints), found.hints_proved) == (1, "any")


def test_two_wrong_numbers_are_found_on_the_toy() -> None:
    instance = instance_of("grecian", "toy")
    for first, second in combinations(list(places(instance))[:6], 2):
        spoilt = with_cell(with_cell(instance, first, 30), second, 40)
        if not has_answer("grecian", spoilt):
            repair, corrected = repaired("grecian", spoilt)
            assert repair.fewest in (1, 2)
            if repair.fewest == 2 and repair.complete:
                assert instance.dials in [tried.instance.dials for tried in corrected]


@pytest.mark.parametrize(
    ("dial", "said"),
    [
        (9, ""),
        (2, "dial 1 reaches 4 rings and dial 2 above it only 2"),
        (3, "dial 2 reaches 3 rings and dial 3 above it only 1"),
        (4, "the top dial reaches 2 rings, not 1"),
    ],
)
def test_a_dial_that_was_left_out_is_suspected_where_the_others_leave_a_gap(dial: int, said: str) -> None:
    grecian = instance_of("grecian", "grecian")
    assert left_out(replace(grecian, dials=grecian.dials[:dial] + grecian.dials[dial + 1 :])) == said


def test_a_gap_is_told_with_how_close_the_rest_comes() -> None:
    lower = ((7, 7, 1, 5), (9, 8, 7, 5), (8, 6, 4, 9))
    upper = ((None,) * 4, (None,) * 4, (3, None, 5, None))
    nearest = diagnosed("grecian", Dials("", (17,) * 4, (lower, upper)), show=1).nearest
    assert nearest.endswith("perhaps a dial is left out, as dial 0 reaches 3 rings and dial 1 above it only 1")


def test_likely_confusions_rank_first() -> None:
    confusions = [(7, 1), (6, 9), (19, 9), (16, 19), (11, 1), (12, 21), (4, 5), (12, 14), (3, 10)]
    assert [surprise(printed, meant) for printed, meant in confusions] == [0, 0, 0, 0, 0, 1, 1, 2, 3]
