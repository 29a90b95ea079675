"""The dealing trick: either way round and everything between, what a person is shown, bad input."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.dealing.instance import MOST_CARDS, Dealing, Dealt, digits
from models.dealing.reading import known
from models.errors import InputError
from models.families import family
from models.registry import find_instance, instance_files, load_puzzle
from solvers.backend import Limits
from solvers.classic.dealing import cards_of, fitting
from solvers.registry import load_backend
from solvers.solving import Solver

PUZZLE = load_puzzle("dealing")

EXPECTED_CARDS = {
    "four-stacks": [100],
    "hundred-cards": [100],
    "forgotten-leftover": [68, 84, 100, 116],
    "first-two-only": [11, 20, 29, 38, 47],
    "powers-of-two": [512],
    "wrong-count": [],
    "million": list(range(1_235_000, 1_235_041)),
}


def instance(name):
    (found,) = PUZZLE.read(find_instance(PUZZLE, name))
    return found


def answers(dealing, formulation="rounds", backend="backtracking", objective=None):
    solver = Solver(PUZZLE, formulation, *load_backend(backend), objective=objective)
    found = solver.answers(dealing, Limits(seconds=60))
    dealt = list(found)
    assert found.outcome.complete
    return dealt


def cards(dealing, *how):
    return sorted(dealt.cards for dealt in answers(dealing, *how))


def brute_force(dealing):
    bounds = [dealing.cards, dealing.at_most, None if dealing.goes_on else dealing.stacks ** len(dealing.leftovers)]
    for number in range(min(bound for bound in bounds if bound is not None) + 1):
        dealt = Dealt(number, tuple(digits(number, dealing.stacks)))
        if PUZZLE.check(dealing, dealt) is None:
            yield dealt


# Answers


def test_four_stacks_with_leftovers_0_1_2_1_were_100_cards():
    assert answers(instance("four-stacks")) == [Dealt(100, (0, 1, 2, 1))]


def test_100_cards_into_four_stacks_leave_0_1_2_1():
    assert answers(instance("hundred-cards")) == [Dealt(100, (0, 1, 2, 1))]


@pytest.mark.parametrize("formulation", PUZZLE.formulations)
@pytest.mark.parametrize("name", EXPECTED_CARDS)
def test_instances(name, formulation):
    assert cards(instance(name), formulation) == EXPECTED_CARDS[name]


def test_every_instance_is_expected_here():
    assert set(instance_files(PUZZLE)) == set(EXPECTED_CARDS)


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


@pytest.mark.parametrize("formulation", PUZZLE.formulations)
@pytest.mark.parametrize("dealing", KNOWN, ids=lambda dealing: dealing.name)
def test_everything_between_as_brute_force_has_it(dealing, formulation):
    expected = set(brute_force(dealing))
    assert set(answers(dealing, formulation)) == expected
    assert (PUZZLE.clash(dealing) is None) == bool(expected)
    if expected:
        best = answers(dealing, formulation, objective="cards")[-1]
        assert best.cards == min(dealt.cards for dealt in expected)


@pytest.mark.parametrize("backend", ["cpsat", "sat", "mip"])
@pytest.mark.parametrize("formulation", PUZZLE.formulations)
@pytest.mark.parametrize("dealing", KNOWN, ids=lambda dealing: dealing.name)
def test_every_backend_agrees(dealing, formulation, backend):
    assert set(answers(dealing, formulation, backend)) == set(brute_force(dealing))


@settings(max_examples=60, deadline=None)
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
    assert (PUZZLE.clash(dealing) is None) == bool(expected)
    for formulation in PUZZLE.formulations:
        assert set(answers(dealing, formulation)) == expected


@pytest.mark.parametrize("backend", ["backtracking", "cpsat", "mip"])
@pytest.mark.parametrize("formulation", PUZZLE.formulations)
def test_big_packs(formulation, backend):
    few = known("a million and more", 10, "7 ? 0 ? 3 ? 1", at_most=1_030_030)
    assert cards(few, formulation, backend) == [1_030_007, 1_030_017, 1_030_027]
    assert cards(known("leftovers of a million", 10, cards=1_000_001), formulation, backend) == [1_000_001]
    assert cards(known("cards of many leftovers", 10, "0 1 2 3 4 5 6 7"), formulation, backend) == [76_543_210]


@pytest.mark.parametrize("backend", ["backtracking", "cpsat"])
@pytest.mark.parametrize("formulation", PUZZLE.formulations)
def test_the_biggest_packs(formulation, backend):
    assert cards(known("cards", 10, cards=MOST_CARDS - 1), formulation, backend) == [MOST_CARDS - 1]
    assert cards(known("leftovers", 2, "1 " * 49), formulation, backend) == [2**49 - 1]
    assert len(cards(known("some leftovers", 7, "1 ? 3 4 5 6 0 1 2 3 4 ? 6 1"), formulation, backend)) == 49


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
    assert PUZZLE.clash(made) is None
    assert answers(made, "digits")


# Judging and showing


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (Dealt(100, (0, 1, 2, 1)), None),
        (Dealt(100, (0, 1, 2)), "1 cards left to deal"),
        (Dealt(100, (0, 1, 2, 1, 0)), "nothing is left to deal in round 5"),
        (Dealt(101, (0, 1, 2, 1)), "round 1 leaves 1 of 101 cards over, not 0"),
        (Dealt(101, (1, 1, 2, 1)), "leave 1 over in round 1, not 0"),
        (Dealt(25, (1, 2, 1)), "can be dealt 3 times, not 4 times"),
        (Dealt(-1, ()), "a pack has -1 cards"),
    ],
)
def test_check(answer, sentence):
    complaint = PUZZLE.check(instance("four-stacks"), answer)
    assert complaint is None if sentence is None else sentence in complaint


@pytest.mark.parametrize(
    ("dealing", "sentence"),
    [
        (instance("wrong-count"), "100 cards leave 1 over in round 4, not 2"),
        (known("", 4, "1 0"), "the last leftover is 0"),
        (known("", 4, "0 1 2 1", at_most=99), "need 100 cards at least, and there are at most 99"),
        (known("", 4, "0 1 2", cards=100), "dealt 4 times, not 3 times"),
    ],
)
def test_plain_clashes_are_named(dealing, sentence):
    assert sentence in PUZZLE.clash(dealing)


def test_text_shows_every_round():
    (answer,) = answers(instance("four-stacks"))
    text = PUZZLE.render(instance("four-stacks"), answer)
    rows = [line.replace(" (a chip)", "").split() for line in text.splitlines()[1:5]]
    assert rows == [
        ["1", "100", "25", "0", "1"],
        ["2", "25", "6", "1", "4"],
        ["3", "6", "1", "2", "16"],
        ["4", "1", "0", "1", "64"],
    ]
    assert "0 × 1 + 1 × 4 + 2 × 16 + 1 × 64 = 100 cards" in text


def test_text_of_what_is_known():
    assert "0 1 ? 1" in PUZZLE.render(instance("forgotten-leftover"))
    assert "2 0 …" in PUZZLE.render(instance("first-two-only"))
    assert "0 cards" in PUZZLE.render(known("", 4, cards=0), Dealt(0, ()))


def test_json_has_every_round():
    shown = PUZZLE.as_json(instance("four-stacks"), Dealt(100, (0, 1, 2, 1)))
    assert shown["cards"] == 100
    assert shown["rounds"][2] == {"cards": 6, "stack": 1, "leftover": 2, "stands_for": 16}


# Reading and typing


def test_typed_in_full():
    assert PUZZLE.typed({}) is None
    assert PUZZLE.typed({"stacks": "4", "leftovers": "0 1 2 1"}).leftovers == (0, 1, 2, 1)
    found = PUZZLE.typed({"stacks": "4", "cards": "100", "at-most": "300"})
    assert (found.stacks, found.cards, found.at_most, found.goes_on) == (4, 100, 300, True)


def test_options_change_what_a_file_says():
    told = instance("forgotten-leftover")
    assert PUZZLE.arrange(told, {}) == told
    assert cards(PUZZLE.arrange(told, {"at-most": "90"})) == [68, 84]
    assert cards(PUZZLE.arrange(told, {"cards": "7"})) == [7]
    assert cards(PUZZLE.arrange(told, {"leftovers": "3"})) == [3]


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"stacks": 1, "cards": 5}, "stacks is 1; a number of stacks to deal into from 2"),
        ({"stacks": 4}, "an upper bound on the cards is needed"),
        ({"stacks": 4, "leftovers": "0 1 ..."}, "an upper bound on the cards is needed"),
        ({"stacks": 4, "leftovers": "0 4 1"}, "the leftover of round 2 is 4; with 4 stacks, 0 to 3"),
        ({"stacks": 4, "leftovers": "0 -1 1"}, "the leftover of round 2 is -1"),
        ({"stacks": 4, "leftovers": "0 ... 1"}, "the leftover of round 2 is ..."),
        ({"stacks": 4, "leftovers": [0, True]}, "the leftover of round 2 is True"),
        ({"stacks": 4, "cards": -3}, "cards is -3"),
        ({"stacks": 4, "cards": MOST_CARDS + 1}, "cards is 1000000000000001"),
        ({"stacks": 4, "at_most": 1.5}, "at_most is 1.5"),
        ({"stacks": 2, "leftovers": "? " * 60}, "dealt 60 times into 2 stacks"),
        ({"stacks": 10**9, "leftovers": "? ?"}, "dealt 2 times"),
    ],
)
def test_what_makes_no_dealing_is_said_in_a_sentence(parts, sentence):
    with pytest.raises(InputError) as error:
        known("", **parts)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("", "", "how many stacks"),
        ("stacks = 4\n\nleftovers = [0,\n 1, 7]\n", ":3", "the leftover of round 3 is 7"),
        ("stacks = 4\ncards = 'many'\n", ":2", "cards is many"),
        ("stacks = 4\ncard = 5\n", ":2", "found the key 'card'"),
        ("name = 4\nstacks = 4\ncards = 5\n", ":1", "a text in quotes"),
        ("stacks 4\n", ":1", "this is no TOML"),
    ],
)
def test_bad_files_say_where_and_what(tmp_path, text, place, sentence):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    (error,) = PUZZLE.read(path)
    assert isinstance(error, InputError)
    assert f"mine.toml{place}: " in str(error)
    assert sentence in str(error)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(["name", "stacks", "leftovers", "cards", "at_most"]), st.text(max_size=8)))
def test_any_toml_makes_a_dealing_or_one_error(tmp_path_factory, parts):
    path = tmp_path_factory.mktemp("fuzz") / "dealing.toml"
    path.write_text("".join(f"{key} = {value}\n" for key, value in parts.items()), encoding="utf-8", errors="replace")
    (found,) = PUZZLE.read(path)
    assert isinstance(found, Dealing | InputError)
