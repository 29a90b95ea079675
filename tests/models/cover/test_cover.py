"""Exact covers: the published answers and counts, and what is said of files that are none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from models.cover.instance import Cover, Option
from models.errors import InputError
from models.registry import instance_files, load_puzzle
from solvers.core.registry import load_backend
from tests.models import rooms
from tests.patience import soon
from tests.tables import rows

COVER = load_puzzle("cover")
DLX, _ = load_backend("dlx")


def instance_of(name: str) -> Cover:
    instance: Cover = rooms.instance_of("cover", name)
    return instance


def answers_to(instance: Cover, formulation: str = "options", limit: int | None = None) -> list[tuple[str, ...]]:
    return rooms.answers(instance, formulation, "dlx", limit)


@pytest.mark.parametrize("formulation", COVER.formulations)
def test_wildwoods_published_answer_comes_first_and_there_is_one_more(formulation: str) -> None:
    assert answers_to(instance_of("wildwood"), formulation) == [
        ("Noodling", "Bible Study", "Square Dancing"),
        ("Bible Study", "Water Witching", "Square Dancing"),
    ]


COUNTS = {
    "wildwood": 2,
    "queens-8": 92,
    "langford-3": 2,
    "langford-4": 2,
    "langford-7": 52,
    "langford-8": 300,
    "mutilated-board": 0,
}


@rows("formulation", COVER.formulations)
@rows("name", COUNTS)
def test_as_many_answers_as_published(name: str, formulation: str) -> None:
    assert len(answers_to(instance_of(name), formulation)) == COUNTS[name]
    assert not COUNTS[name] or COVER.contradiction(instance_of(name)) is None


def test_the_pentominoes_fill_the_rectangle() -> None:
    pentominoes = instance_of("pentominoes-6x10")
    assert len(pentominoes.primary) == 12 + 60
    assert len(pentominoes.options) == 2056
    assert len(answers_to(pentominoes, limit=3)) == 3


@pytest.mark.slow
def test_the_pentominoes_fill_the_rectangle_in_9356_ways() -> None:
    assert len(answers_to(instance_of("pentominoes-6x10"))) == 9356


def test_every_instance_that_comes_with_the_puzzle_is_listed_here() -> None:
    assert set(instance_files(COVER)) == {*COUNTS, "pentominoes-6x10"}


def test_an_option_without_primary_items_is_never_chosen() -> None:
    cover = Cover("some", ("a",), ("s",), (Option("just s", ("s",)), Option("a", ("a",))))
    for formulation in COVER.formulations:
        assert answers_to(cover, formulation) == [("a",)]
    assert COVER.check(cover, ("just s", "a")) == "just s meets no primary item, so that nothing needs it"


@rows(
    ("answer", "verdict"),
    [
        (("Noodling", "Bible Study"), "Art is not met"),
        (("Noodling", "Moonshine"), "Nature is met twice, by Noodling and by Moonshine"),
        (("Noodling", "Noodling"), "Woodsmanship is met twice, by Noodling and by Noodling"),
        (("Whittling",), "there is no option Whittling"),
        ((), "Woodsmanship is not met"),
    ],
)
def test_a_wrong_answer_is_told_from_the_instance_alone(answer: tuple[str, ...], verdict: str) -> None:
    assert COVER.check(instance_of("wildwood"), answer) == verdict


def test_an_item_without_options_is_a_plain_clash() -> None:
    cover = Cover("some", ("a", "b"), (), (Option("only a", ("a",)),))
    assert COVER.contradiction(cover) == "no option meets b"
    assert answers_to(cover) == answers_to(cover, "choice") == []


def test_options_that_are_both_needed_and_share_an_item_are_a_plain_clash() -> None:
    cover = Cover("some", ("a", "b"), ("s",), (Option("x", ("a", "s")), Option("y", ("b", "s"))))
    assert COVER.contradiction(cover) == "only x meets a and only y meets b, but both meet s"


def test_the_answer_is_text_to_act_on() -> None:
    wildwood = instance_of("wildwood")
    assert COVER.render(wildwood, ("Noodling", "Bible Study", "Square Dancing")) == (
        "Choose 3 of 7 options:\n"
        "  Noodling        meets Woodsmanship, Nature, Survival\n"
        "  Bible Study     meets Religion, Culture\n"
        "  Square Dancing  meets Art"
    )
    assert COVER.render(wildwood).splitlines()[:2] == [
        "Wildwood Academy: choose some of 7 options so that",
        "  each of 6 items is met exactly once:",
    ]
    assert COVER.render(instance_of("pentominoes-6x10")).endswith("… and 2,032 more")
    assert COVER.compact(wildwood, ("Noodling", "Bible Study")) == "Noodling; Bible Study"


def read(tmp_path: Path, text: str, name: str = "some.dlx") -> Any:
    return rooms.read("cover", tmp_path, text, name)


def test_dlx_text_is_read_with_comments_and_secondary_items(tmp_path: Path) -> None:
    text = "| from a book\n\n a b | s \n| of no account\na s\nb\nb\n"
    assert read(tmp_path, text) == Cover(
        "some",
        ("a", "b"),
        ("s",),
        (Option("a s", ("a", "s")), Option("b", ("b",)), Option("b (line 7)", ("b",))),
        "from a book",
    )


def test_toml_is_read_with_names(tmp_path: Path) -> None:
    text = 'name = "Some"\nitems = ["a"]\nsecondary = ["s"]\n[options]\n"the first" = ["a", "s"]\n'
    assert read(tmp_path, text, "some.toml") == Cover("Some", ("a",), ("s",), (Option("the first", ("a", "s")),))


BAD_DLX = [
    ("", "some.dlx: the file is empty; a line naming the items is expected"),
    ("| only a comment\n", "some.dlx: the file is empty"),
    ("a b\na c\n", "some.dlx:2: item 'c' is not named on the first line"),
    ("apple pear\napples\n", "did you mean apple?"),
    ("a b\na b a\n", "some.dlx:2: the option meets a twice"),
    ("a b a\n", "some.dlx:1: item a is named twice"),
    ("a | b | c\n", "some.dlx:1: the line of the items has a second |"),
    ("a b| c\n", "some.dlx:1: item 'b|' has a | in its name"),
    ("1:4|x1 2|x2 a\na x1\n", "some.dlx:1: item '1:4|x1' has a multiplicity; none is supported"),
    ("a 2|b\n", "some.dlx:1: item '2|b' has a multiplicity"),
    ("a | s\na s:red\n", "some.dlx:2: item s is given the colour 'red'; colours are not supported"),
    ("a:b\n", "some.dlx:1: item 'a:b' has a colon in its name"),
    ("a \x07\n", "some.dlx:1: item '\\x07' has a character in its name that cannot be printed"),
]


BAD_TOML = [
    ("", "some.toml: 'items' is missing"),
    ('items = ["a"]\n', "some.toml: 'options' is missing"),
    (
        'items = ["a"]\nitem = 3\noptions = {}\n',
        "some.toml:2: found the key 'item'; expected are name, source, items, secondary, options",
    ),
    ('items = "a"\n[options]\n', "some.toml:1: items is 'a'; a list of item names is expected"),
    ('items = ["a",\n 7]\n[options]\n', "some.toml:2: items lists 7; the name of an item is expected"),
    ('items = ["a", "a"]\n[options]\n', "some.toml:1: items names a twice"),
    ('items = ["a"]\nsecondary = ["a"]\n[options]\n', "some.toml:2: item a is both primary and secondary"),
    ('items = ["a"]\noptions = 3\n', "some.toml:2: options is 3; a table [options] is expected"),
    ('items = ["art"]\n[options]\nx = ["arts"]\n', "some.toml:3: option x: item 'arts' is not named on the list of"),
    ('items = ["a"]\n[options]\nx = []\n', "some.toml:3: option x meets no item"),
    ('items = ["a"]\n[options]\nx = ["a", "a"]\n', "some.toml:3: option x names a twice"),
    ('items = ["a"]\n[options]\nx = "a"\n', "some.toml:3: option x is 'a'; a list of item names is expected"),
    ('items = ["a"]\n[options]\nx = ["a"]\nx = ["a"]\n', "some.toml:4: the key x is given twice"),
    ('items = ["a"]\n[options]\n"" = ["a"]\n', "some.toml:3: an option is called ''"),
    ('name = 3\nitems = ["a"]\n[options]\n', "some.toml:1: name is 3; a text in quotes is expected"),
]


@rows(("text", "words"), [*BAD_DLX, *BAD_TOML])
def test_what_is_no_cover_is_said_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    error = read(tmp_path, text, "some.toml" if (text, words) in BAD_TOML else "some.dlx")
    assert isinstance(error, InputError)
    assert words in str(error)


def test_answers_are_ranked_by_the_options_that_come_earlier() -> None:
    cover = Cover("three ways", ("a", "b"), (), (Option("z", ("a",)), Option("y", ("a", "b")), Option("x", ("b",))))
    ranked = sorted([("y",), ("z", "x")], key=lambda answer: COVER.sort_key(cover, answer))
    assert ranked == [("z", "x"), ("y",)]


TOO_MANY = "there are more than 100,000 options here, or they meet more than 1,000,000 items together"
HUNDRED_ITEMS = " ".join(f"i{number}" for number in range(101))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("a\n" + "a\n" * 100_001, TOO_MANY),
        (HUNDRED_ITEMS + f"\n{HUNDRED_ITEMS}" * 9_901, TOO_MANY),
        ("a\n" + f"| {'note' * 20}\n" * 250_000, "the file has more than 20,000,000 characters"),
    ],
    ids=["options", "items met", "characters"],
)
def test_a_file_too_large_to_keep_is_refused_soon(tmp_path: Path, content: str, sentence: str) -> None:
    with soon():
        error = read(tmp_path, content, "huge.dlx")
    assert isinstance(error, InputError)
    assert sentence in str(error)
