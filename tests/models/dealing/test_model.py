"""The models of the dealing trick: either way round and everything between, as brute force has it."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.dealing.instance import MAX_CARDS, Dealing, Dealt, digits
from models.dealing.reading import known
from models.registry import family, instance_files
from solvers.classic.dealing import cards_of, fitting
from tests.examples import examples
from tests.models.dealing.dealings import PUZZLE, answers, cards, instance
from tests.tables import rows

EXPECTED_CARDS = {
    "four-stacks": [100],
    "hundred-cards": [100],
    "forgotten-leftover": [68, 84, 100, 116],
    "first-two-only": [11, 20, 29, 38, 47],
    "powers-of-two": [512],
    "wrong-count": [],
    "million": list(range(1_235_000, 1_235_041)),
}


def brute_force(dealing):
    bounds = [dealing.cards, dealing.at_most, None if dealing.goes_on else dealing.stacks ** len(dealing.leftovers)]
    for number in range(min(bound for bound in bounds if bound is not None) + 1):
        dealt = Dealt(number, tuple(digits(number, dealing.stacks)))
        if PUZZLE.check(dealing, dealt) is None:
            yield dealt


@rows("formulation", PUZZLE.formulations)
@rows("name", instance_files(PUZZLE))
def test_instances(name, formulation):
    assert cards(instance(name), formulation) == EXPECTED_CARDS[name]


KNOWN = [
    known("leftovers of two stacks", 2, "? ? 1"),
    known("all unknown", 3, "? ? ?"),
    known("may go on", 3, "1 ...", at_most=30),
    known("may go on after a chip", 3, "0 ...", at_most=30),
    known("nothing known but a bound", 5, at_most=12),
    known("cards and some leftovers", 4, "? 1 ? 1", cards=100),
    known("cards and the first leftover", 4, "0 ...", cards=100),
    known("cards and a wrong leftover", 4, "1 ...", cards=100),
    known("cards and too few rounds", 4, "0 1 2", cards=100),
    known("cards and too many rounds", 4, "0 1 2 1 ?", cards=100),
    known("cards above the bound", 4, None, cards=100, at_most=99),
    known("too many rounds for the bound", 4, "? ? ? ?", at_most=63),
    known("just within the bound", 4, "? ? ? ?", at_most=64),
    known("a chip at last", 4, "1 2 0"),
    known("an empty pack", 4, cards=0),
    known("no round at all", 4, ""),
    known("no round, but a card", 4, "", cards=1),
    known("one card", 2, cards=1),
    known("fewer cards than stacks", 52, cards=51),
]


@rows("backend", ["backtracking", "cpsat", "sat", "mip"])
@rows("formulation", PUZZLE.formulations)
@rows("dealing", KNOWN)
def test_everything_between_as_brute_force_has_it(dealing, formulation, backend):
    expected = set(brute_force(dealing))
    assert set(answers(dealing, formulation, backend)) == expected
    if backend == "backtracking" and expected:
        best = answers(dealing, formulation, objective="cards")[-1]
        assert best.cards == min(dealt.cards for dealt in expected)


@settings(max_examples=examples(60), deadline=None)
@given(
    st.integers(2, 5),
    st.lists(st.one_of(st.none(), st.integers(0, 1)), max_size=4),
    st.booleans(),
    st.one_of(st.none(), st.integers(0, 130)),
    st.integers(0, 130),
)
def test_formulations_agree_on_whatever_is_known(stacks, leftovers, goes_on, cards, at_most):
    dealing = Dealing("any", stacks, tuple(leftovers), goes_on, cards, at_most)
    expected = set(brute_force(dealing))
    assert (PUZZLE.contradiction(dealing) is None) == bool(expected)
    for formulation in PUZZLE.formulations:
        assert set(answers(dealing, formulation)) == expected


BIG = {
    "7 ? 0 ? 3 ? 1": (10, {"at_most": 1_030_030}, [1_030_007, 1_030_017, 1_030_027]),
    "0 1 2 3 4 5 6 7": (10, {}, [76_543_210]),
    "1 " * 49: (2, {}, [2**49 - 1]),
    None: (10, {"cards": MAX_CARDS - 1}, [MAX_CARDS - 1]),
    "1 ? 3 4 5 6 0 1 2 3 4 ? 6 1": (7, {}, 49),
}


@rows(
    ("backend", "leftovers"),
    [
        *product(("backtracking", "cpsat"), BIG),
        *product(("mip",), [*BIG][:2]),
    ],
)
@rows("formulation", PUZZLE.formulations)
def test_big_packs(leftovers, formulation, backend):
    stacks, further, expected = BIG[leftovers]
    found = cards(known("big", stacks, leftovers, **further), formulation, backend)
    assert found == expected if isinstance(expected, list) else len(found) == expected


def test_a_thousand_answers_as_the_pencil_has_them():
    million = known("three leftovers forgotten", 10, "7 ? 0 ? 3 ? 1")
    expected = [cards_of(way, 10) for way in fitting(million.leftovers, 10)]
    assert cards(million) == expected
    assert len(expected) == 1000


def test_small_packs_of_as_many_rounds_share_one_structure():
    assert PUZZLE.shape(known("a", 4, "0 1 2 1")) == PUZZLE.shape(known("b", 4, "? ? 3 3"))
    assert PUZZLE.shape(known("a", 4, "0 1 2 1")) == PUZZLE.shape(known("c", 4, cards=200))
    assert PUZZLE.shape(known("a", 4, "0 1 2 1")) != PUZZLE.shape(known("d", 4, "0 1 2 1 1"))


@pytest.mark.parametrize("size", [1, 50, 10_000, 10**9])
def test_planted_dealings_have_an_answer(size):
    made = family("dealing")(size, 1)
    assert made == family("dealing")(size, 1)
    assert PUZZLE.contradiction(made) is None
    assert answers(made, "digits")
