"""The picture of a dealing: each round with its stacks and leftovers, and what they stand for in a row at the end."""

from models.dealing.instance import Dealing, Dealt, digits
from models.dealing.picture import MAX_STACKS_SHOWN, picture
from models.registry import load_puzzle
from tests.models.placed import groups, parsed, size, texts
from tests.tables import rows


def dealt(cards: int, stacks: int) -> Dealt:
    return Dealt(cards, tuple(digits(cards, stacks)))


draw = load_puzzle("dealing").drawing.picture

HUNDRED = draw(Dealing("hundred", 4, cards=100), dealt(100, 4))


def test_a_hundred_cards_are_dealt_into_four_stacks_four_times() -> None:
    assert [text.words for text in texts(HUNDRED, "dealt")] == ["100 cards", "25 cards", "6 cards", "1 card"]
    assert [stack.get("data-cards") for stack in groups(HUNDRED, "stack")] == ["25"] * 4 + ["6"] * 4 + ["1"] * 4
    assert [text.words for text in texts(HUNDRED, "stack")] == ["25"] * 4 + ["6"] * 4 + ["1"] * 4


def test_each_round_says_what_is_left_over_and_what_it_stands_for() -> None:
    rounds = texts(HUNDRED, "round")
    left = [text.words for text in rounds if text.inside("leftover")]
    assert left == ["0", "1", "2", "1"]
    assert [text.words for text in rounds if text.inside("worth")] == ["= 0", "= 4", "= 32", "= 64"]
    assert {"0 × 1", "1 × 4", "2 × 16", "1 × 64"} <= {text.words for text in rounds}


def test_the_row_of_leftovers_stands_in_the_order_of_the_rounds_with_a_chip_for_none() -> None:
    row = texts(HUNDRED, "leftovers")
    left = [text for text in row if text.inside("leftover")]
    assert [text.words for text in left] == ["0", "1", "2", "1"]
    assert [text.x for text in left] == sorted(text.x for text in left)
    worth = {text.x: text.words for text in row if text.inside("stands-for")}
    assert [worth[text.x] for text in left] == ["× 1", "× 4", "× 16", "× 64"]
    assert len(groups(HUNDRED, "chip")) == 2  # in its round and in the row
    assert any(text.words == "in all 100 cards" for text in texts(HUNDRED))


def test_as_many_leftover_cards_as_there_are_lie_side_by_side() -> None:
    rounds = groups(HUNDRED, "round")
    cards = [sum("card" in (node.get("class") or "").split() for node in shapes.iter()) for shapes in rounds]
    assert cards == [0, 1, 2, 1]


def test_one_stack_of_each_round_but_the_last_is_kept() -> None:
    kept = [any(node.get("class") == "found" for node in shapes) for shapes in groups(HUNDRED, "round")]
    assert kept == [True, True, True, False]


def test_what_is_not_known_is_a_question_mark_and_further_rounds_are_dots() -> None:
    svg = draw(Dealing("known in part", 3, (2, None, 0), goes_on=True, at_most=52))
    assert [text.words for text in texts(svg, "leftovers") if not text.inside("stands-for")] == ["2", "?", "0", "…"]
    assert any("at most 52" in text.words for text in texts(svg))
    closed = draw(Dealing("known in part", 3, (2, None), goes_on=False))
    assert [text.words for text in texts(closed, "leftovers") if not text.inside("stands-for")] == ["2", "?"]


def test_many_stacks_are_some_dots_and_the_last() -> None:
    svg = draw(Dealing("ten", 10, cards=57), dealt(57, 10))
    assert len(groups(svg, "stack")) == MAX_STACKS_SHOWN - 1
    assert len(groups(svg, "more-stacks")) == 2


@rows(
    ("cards", "stacks"),
    [(0, 2), (1, 2), (1, 100), (99, 100), (10**15, 2), (10**15, 3), (10**15, 10**6), (10**15 - 1, 10), (12, 5)],
)
def test_any_pack_is_drawn_inside_its_picture(cards: int, stacks: int) -> None:
    for svg in (draw(Dealing("p", stacks, cards=cards)), draw(Dealing("p", stacks, cards=cards), dealt(cards, stacks))):
        width, height = size(svg)
        for text in texts(svg):
            wide = 0.5 * float(text.element.get("font-size", 0)) * len(text.words)
            anchor = text.element.get("text-anchor")
            left = text.x - wide * {"start": 0, "middle": 0.5, "end": 1}[anchor or "start"]
            assert left >= 0
            assert left + wide <= width
            assert 0 < text.y < height


def test_a_hundred_cards_can_be_read_in_the_297_pixels_that_a_page_of_360_leaves() -> None:
    hundred = Dealing("p", 4, cards=100)
    for shown in (picture(hundred), picture(hundred, dealt(100, 4))):
        assert shown.legible_width <= 297


def test_the_words_tell_every_round() -> None:
    words = parsed(HUNDRED)[1].text or ""
    assert "Round 1: 100 cards, 25 in each stack, left over a chip for none; one stands for 1." in words
    assert "Round 4: 1 card, 0 in each stack, left over 1; one stands for 64." in words
