"""Exact covers: the published answers and counts, and what is said of files that are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.cover.instance import Cover, Option
from models.errors import InputError
from models.registry import find_instance, instance_files, load_puzzle
from solvers.core.backend import Limits
from solvers.core.registry import load_backend
from tests.patience import soon

COVER = load_puzzle("cover")
DLX, _ = load_backend("dlx")


def instance_of(name: str) -> Cover:
    (instance,) = COVER.read(find_instance(COVER, name))
    if isinstance(instance, InputError):
        raise instance
    return instance


def answers_to(instance: Cover, formulation: str = "options", limit: int | None = None) -> list[tuple[str, ...]]:
    """The answers on dlx, in order, each checked."""
    stated = COVER.formulations[formulation](instance)
    solutions = DLX.load(stated.model).solutions(limits=Limits(solutions=limit))
    answers = [stated.decode(instance, assignment) for assignment in solutions]
    assert len(set(answers)) == len(answers)
    assert [COVER.check(instance, answer) for answer in answers] == [None] * len(answers)
    return answers


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


@pytest.mark.parametrize("formulation", COVER.formulations)
@pytest.mark.parametrize("name", COUNTS)
def test_as_many_answers_as_published(name: str, formulation: str) -> None:
    assert len(answers_to(instance_of(name), formulation)) == COUNTS[name]


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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_no_clash_is_claimed_where_there_are_answers(name: str) -> None:
    if COUNTS[name]:
        assert COVER.contradiction(instance_of(name)) is None


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


def read(tmp_path: Path, text: str, name: str = "some.dlx") -> Cover | InputError:
    path = tmp_path / name
    path.write_text(text)
    (instance,) = COVER.read(path)
    return instance


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


@pytest.mark.parametrize(("text", "words"), BAD_DLX)
def test_what_is_no_dlx_text_is_said_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    error = read(tmp_path, text)
    assert isinstance(error, InputError)
    assert words in str(error)


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


@pytest.mark.parametrize(("text", "words"), BAD_TOML)
def test_what_is_no_cover_in_toml_is_said_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    error = read(tmp_path, text, "some.toml")
    assert isinstance(error, InputError)
    assert words in str(error)


@settings(deadline=None)
@given(
    content=st.one_of(st.binary(), st.text(alphabet="ab| :\n\t").map(str.encode)),
    suffix=st.sampled_from(["dlx", "toml"]),
)
def test_no_file_raises_anything(tmp_path_factory: pytest.TempPathFactory, content: bytes, suffix: str) -> None:
    path = tmp_path_factory.getbasetemp() / f"fuzzed.{suffix}"
    path.write_bytes(content)
    (instance,) = COVER.read(path)
    if isinstance(instance, Cover):
        COVER.contradiction(instance)
        COVER.render(instance)
        for formulation in COVER.formulations:
            answers_to(instance, formulation, limit=5)


PIECES = [
    "items",
    "secondary",
    "options",
    "name",
    " = ",
    "[options]",
    "[",
    "]",
    '"a"',
    '"b"',
    ", ",
    "\n",
    "{",
    "}",
    "1",
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_no_toml_raises_anything(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzzed.toml"
    path.write_text('items = ["a", "b"]\n' + text)
    (instance,) = COVER.read(path)
    assert isinstance(instance, Cover | InputError)


def test_answers_are_ranked_by_the_options_that_come_earlier() -> None:
    cover = Cover("three ways", ("a", "b"), (), (Option("z", ("a",)), Option("y", ("a", "b")), Option("x", ("b",))))
    ranked = sorted([("y",), ("z", "x")], key=lambda answer: load_puzzle("cover").sort_key(cover, answer))
    assert ranked == [("z", "x"), ("y",)]


@pytest.mark.parametrize(
    "content",
    [
        "a\n" + "\n".join(["a"] * 100_001),
        " ".join(f"i{n}" for n in range(101)) + ("\n" + " ".join(f"i{n}" for n in range(101))) * 9_901,
    ],
    ids=["options", "items met"],
)
def test_a_file_of_too_many_options_is_refused_soon(tmp_path: Path, content: str) -> None:
    with soon():
        error = read(tmp_path, content, "huge.dlx")
    assert isinstance(error, InputError)
    assert "there are more than 100,000 options here, or they meet more than 1,000,000 items together" in str(error)


def test_a_file_too_large_to_keep_is_refused_soon(tmp_path: Path) -> None:
    with soon():
        error = read(tmp_path, "a\n" + f"| {'note' * 20}\n" * 250_000, "huge.dlx")
    assert isinstance(error, InputError)
    assert "the file has more than 20,000,000 characters" in str(error)
