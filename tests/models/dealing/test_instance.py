"""A dealing itself: the check of an answer, plain clashes, words and JSON."""

import pytest

from models.dealing.instance import Dealt
from models.dealing.reading import known
from tests.models.dealing.dealings import PUZZLE, answers, instance
from tests.tables import rows


@rows(
    ("answer", "sentence"),
    [
        (Dealt(100, (0, 1, 2, 1)), None),
        (Dealt(100, (0, 1, 2)), "1 cards left to deal"),
        (Dealt(100, (0, 1, 2, 1, 0)), "nothing is left to deal in round 5"),
        (Dealt(101, (0, 1, 2, 1)), "round 1 leaves 1 of 101 cards over, not 0"),
        (Dealt(101, (1, 1, 2, 1)), "leave 1 over in round 1, not 0"),
        (Dealt(25, (1, 2, 1)), "can be dealt 3 times, not 4 times"),
        (Dealt(1, (1,)), "1 card in 4 stacks can be dealt once, not 4 times"),
        (Dealt(2, (2,)), "2 cards in 4 stacks can be dealt once, not 4 times"),
        (Dealt(-1, ()), "a pack has -1 cards"),
    ],
)
def test_check(answer, sentence):
    complaint = PUZZLE.check(instance("four-stacks"), answer)
    assert complaint is None if sentence is None else sentence in complaint


def test_the_check_keeps_to_what_is_known_of_cards_and_rounds():
    for_sure = Dealt(100, (0, 1, 2, 1))
    assert PUZZLE.check(known("", 4, "0 1 …", at_most=100), for_sure) is None
    assert PUZZLE.check(known("", 4, "0 1 …", at_most=99), for_sure) == "there are at most 99, not 100 cards"
    assert PUZZLE.check(known("", 4, "0 1 …", cards=99), for_sure) == "there are 99, not 100 cards"
    assert PUZZLE.check(known("", 4, "…", cards=1), for_sure) == "there is 1, not 100 cards"
    assert PUZZLE.check(known("", 4, "0 1"), for_sure) == ("100 cards in 4 stacks can be dealt 4 times, not twice")
    assert PUZZLE.check(known("", 4, "0 1 2 1 0 …", at_most=999), for_sure) == (
        "100 cards in 4 stacks can be dealt 4 times, not 5 times"
    )


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
    assert sentence in PUZZLE.contradiction(dealing)


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
