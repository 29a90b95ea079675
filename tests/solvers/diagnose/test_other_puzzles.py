"""Cubes, exact covers and anything else: the fewest faces, requirements, givens and rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product, takewhile
from random import Random

import pytest

from models.cover.instance import Cover, Option
from models.cubes.instance import Cubes
from models.dealing.instance import Dealing, Dealt, digits
from models.dealing.packs import Packs
from models.kit.relaxed import RelaxedRules
from models.language.model import Model
from models.registry import load_puzzle
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from solvers import api as pb
from solvers.core.backend import Clock
from solvers.core.registry import load_backend
from solvers.diagnose.optimum import Optimiser, value_of
from solvers.diagnose.record import AMBIGUOUS
from tests.examples import examples
from tests.solvers.diagnose.spoiling import corrected_instances, diagnosed, has_answer, instance_of, repaired
from tests.tables import rows


def test_one_wrong_face_is_found() -> None:
    good = instance_of("cubes", "parker-jaap")
    spoilt = next(cubes for cubes in recoloured(good, Random(2)) if not has_answer("cubes", cubes))
    repair, corrections = repaired("cubes", spoilt)
    assert repair.fewest == 1
    assert good.cubes in [tried.instance.cubes for tried in corrections]


@rows("seed", range(4))
@rows("backend", ["maxsat", "cpsat"])
def test_fewest_faces_by_brute_force(seed: int, backend: str) -> None:
    random = Random(seed)
    cubes = Cubes("random", tuple(tuple(random.choice("RGB") for _ in range(6)) for _ in range(3)))
    if has_answer("cubes", cubes):
        return
    repair, corrections = repaired("cubes", cubes, backend)
    single = recoloured(cubes)
    if repair.fewest == 1:
        one_face = {c.instance.cubes for c in corrections if c.mistakes[0].key[0] == "face"}
        assert one_face == {c.cubes for c in single if has_answer("cubes", c)}
        assert all(has_answer("cubes", correction.instance) for correction in corrections)
    else:
        assert not any(has_answer("cubes", changed) for changed in single)


def recoloured(cubes: Cubes, random: Random | None = None) -> list[Cubes]:
    """One face in another of the colours, in any order that is wished."""
    changed = []
    for (cube, faces), face, colour in product(enumerate(cubes.cubes), range(6), cubes.colours):
        if faces[face] != colour:
            other = (*faces[:face], colour, *faces[face + 1 :])
            changed.append(replace(cubes, cubes=(*cubes.cubes[:cube], other, *cubes.cubes[cube + 1 :])))
    return random.sample(changed, len(changed)) if random else changed


def test_too_few_colours_are_made_up_for() -> None:
    plain = Cubes("plain", (("R",) * 6, ("R",) * 6, ("G",) * 6))
    assert diagnosed("cubes", plain).contradiction
    assert repaired("cubes", plain)[0].fewest == 4


def test_a_requirement_that_nobody_meets_is_named_and_left_unmet() -> None:
    camp = Cover("camp", ("Art", "Music", "Chess"), (), (Option("Song", ("Music",)), Option("Paint", ("Art",))))
    found = diagnosed("cover", camp)
    assert found.contradiction == "no option meets Chess"
    assert "requirement that no option meets: Chess" in found.warnings
    assert [corrected.primary for corrected in corrected_instances(found)] == [("Art", "Music")]


@rows("seed", range(6))
def test_fewest_requirements_by_brute_force(seed: int) -> None:
    random = Random(seed)
    items = tuple("abcdef")
    options = {tuple(sorted(random.sample(items, random.randrange(2, 5)))) for _ in range(5)}
    cover = Cover("random", items, (), tuple(Option("".join(option), option) for option in sorted(options)))
    if has_answer("cover", cover):
        return
    repair, corrections = repaired("cover", cover)

    def works(unmet: tuple[str, ...]) -> bool:
        """Whether some options meet each item once, those left unmet at most once."""
        return any(
            all(sum(item in option.items for option in chosen) in ((0, 1) if item in unmet else (1,)) for item in items)
            for size in range(len(cover.options) + 1)
            for chosen in combinations(cover.options, size)
        )

    fewest = next(size for size in range(7) if any(map(works, combinations(items, size))))
    assert repair.fewest == fewest
    unmet = {tuple(item for item in items if item not in tried.instance.primary) for tried in corrections}
    assert unmet == set(filter(works, combinations(items, fewest)))


def test_rules_of_one_sentence_are_given_up_one_by_one_and_told_apart() -> None:
    model = Model("twin")
    a, b, c = model.new_bool_vars(["a", "b", "c"])
    for number, (one, other) in enumerate(((a, b), (b, c), (a, c))):
        model.add_bool_or([~one, ~other], because="no two touch", key=("touch", number))
    model.add(a + b + c >= 2, because="two are on", key=("two",))
    model.add_bool_or([a, b], because="it is named as if it were given up", key=("given", 0))
    found = pb.diagnose(model, givens={a: 1}).repair
    assert found is not None
    told = {str(mistake) for correction in found.corrections for mistake in correction.mistakes}
    assert {f"the rule: no two touch ({pair}); instead: given up" for pair in ("¬a ∨ ¬b", "¬a ∨ ¬c")} <= told
    assert "the rule: two are on; instead: given up" in told


def test_options_of_no_answer_are_named() -> None:
    found = diagnosed("cover", instance_of("cover", "wildwood"))
    assert found.verdict == AMBIGUOUS
    assert found.hints == ("Noodling",)
    assert "never used in any answer: Moonshine, Shape Note Singing, Indian Lore" in found.warnings


def test_a_board_without_two_opposite_corners_leaves_two_squares_of_one_colour_uncovered() -> None:
    """Each domino covers a black square and a white one, and there are eight of one colour and six of the other."""
    repair, corrections = repaired("cover", instance_of("cover", "mutilated-board"))
    assert (repair.fewest, repair.complete, repair.known) == (2, True, 28)
    for tried in corrections:
        uncovered = [mistake.where[:4] for mistake in tried.mistakes]
        assert len({(int(name[1]) + int(name[3])) % 2 for name in uncovered}) == 1
        squares = " ".join(tried.answer).split()
        assert len(set(squares)) == len(squares) == 12


@pytest.mark.parametrize("backend", ["maxsat", "cpsat", "backtracking"])
def test_of_any_puzzle_the_fewest_givens_and_rules(backend: str) -> None:
    twice = Sudoku((1, 1, 1, 0, *[0] * 12), (2, 2))
    mistakes = RelaxedRules(twice, CellsModel(twice))
    best, proved = Optimiser(load_backend(backend)[0]).best(mistakes.model, Clock(None))
    assert best is not None
    # Rows must hold, so two of the three givens go, or the row and the box they share.
    assert (value_of(mistakes.model, best), proved) == (2, True)
    assert load_puzzle("sudoku").contradiction(twice)


def test_a_wrong_leftover_or_a_wrong_count_explains_the_other() -> None:
    _, corrections = repaired("dealing", instance_of("dealing", "wrong-count"))
    said = {"round 4 leaves 2 over; instead: 1", "the pack has 100 cards; instead: 164"}
    assert {str(tried.mistakes[0]) for tried in corrections} == said


@rows("seed", range(12))
def test_fewest_wrong_numbers_of_a_dealing_by_brute_force(seed: int) -> None:
    random = Random(seed)
    noted = tuple(random.choice([None, 0, 1, 2]) for _ in range(3))
    cards = random.choice([None, random.randrange(1, 40)])
    dealing = Dealing("random", 3, noted, goes_on=bool(seed % 2), cards=cards, at_most=random.randrange(0, 40))
    if has_answer("dealing", dealing):
        return
    repair, corrections = repaired("dealing", dealing)

    def mistakes(cards: int) -> int | None:
        left = digits(cards, 3)
        if len(left) < 3 or (len(left) > 3 and not dealing.goes_on):
            return None
        wrong = sum(number not in (None, digit) for number, digit in zip(noted, left, strict=False))
        return wrong + (dealing.cards not in (None, cards)) + (cards > (dealing.at_most or 0))

    counts = [count for cards in range(3**6) if (count := mistakes(cards)) is not None]
    assert {repair.fewest, *(len(tried.mistakes) for tried in corrections)} == {min(counts)}
    assert not any(load_puzzle("dealing").check(tried.instance, tried.answer) for tried in corrections)


def test_a_wrong_count_of_cards_is_first_taken_for_one_close_by() -> None:
    repair, _ = repaired("dealing", Dealing("odd", 2, (1,), cards=100))
    assert not repair.complete  # any odd number would do
    groups = {group[0].mistakes[0].key[0]: group for group in repair.groups}
    leftover, cards = groups["round"], groups["cards"]
    assert [mistake.instead for tried in leftover for mistake in tried.mistakes] == ["0"]
    assert [tried.instance.cards for tried in cards][:6] == [99, 101, 103, 105, 107, 109]


def test_a_bound_that_is_too_low_is_raised_once_and_no_more() -> None:
    _, corrections = repaired("dealing", Dealing("low", 4, (0, 1), at_most=3))
    bounds = [str(tried.mistakes[0]) for tried in corrections if "at most" in str(tried.mistakes)]
    assert bounds == ["the pack has at most 3 cards; instead: 4 or more"]


def test_leftovers_that_need_a_round_more_than_the_cards_have_blame_the_cards_alone() -> None:
    repair, corrections = repaired("dealing", Dealing("zeros", 2, (0, 0, 0), cards=3))
    assert repair.fewest == 1
    assert {tried.instance.cards for tried in corrections} >= {8, 16}


@pytest.mark.parametrize("seed", range(examples(20)))
def test_packs_beside_a_number_by_brute_force(seed: int) -> None:
    random = Random(seed)
    stacks = random.randrange(2, 5)
    leftovers = tuple(random.choice([None, random.randrange(stacks)]) for _ in range(random.randrange(4)))
    dealing = Dealing("random", stacks, leftovers, goes_on=not leftovers or random.random() < 0.7, at_most=10**6)
    answers = [Dealt(cards, tuple(digits(cards, stacks))) for cards in range(1, 600)]
    fitting = [answer.cards for answer in answers if not load_puzzle("dealing").check(dealing, answer)]
    for cards in random.sample(range(600), 40):
        upwards = list(takewhile(lambda number: number < 600, Packs(dealing).upwards(cards)))
        assert upwards == [number for number in fitting if number >= cards]
        assert list(Packs(dealing).downwards(cards)) == [number for number in reversed(fitting) if number <= cards]
        assert Packs(dealing).fits(cards) == (cards in fitting)
