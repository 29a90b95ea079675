"""Dealings written down, in a file or as options, and the sentence for each thing that makes none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.dealing.instance import MAX_CARDS, Dealing
from models.dealing.reading import known
from models.errors import InputError
from tests.examples import examples
from tests.models.dealing.dealings import PUZZLE, cards, instance
from tests.tables import rows


def test_typed_in_full():
    assert PUZZLE.typed({}) is None
    assert PUZZLE.typed({"stacks": "4", "leftovers": "0 1 2 1"}).leftovers == (0, 1, 2, 1)
    found = PUZZLE.typed({"stacks": "4", "cards": "100", "at-most": "300"})
    assert (found.stacks, found.cards, found.at_most, found.goes_on) == (4, 100, 300, True)


def test_options_change_what_a_file_says():
    told = instance("forgotten-leftover")
    assert PUZZLE.with_options(told, {}) == told
    assert cards(PUZZLE.with_options(told, {"at-most": "90"})) == [68, 84]
    assert cards(PUZZLE.with_options(told, {"cards": "7"})) == [7]
    assert cards(PUZZLE.with_options(told, {"leftovers": "3"})) == [3]


@rows(
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
        ({"stacks": 4, "cards": MAX_CARDS + 1}, "cards is 1000000000000001"),
        ({"stacks": 4, "at_most": 1.5}, "at_most is 1.5"),
        ({"stacks": 2, "leftovers": "? " * 60}, "dealt 60 times into 2 stacks"),
        ({"stacks": 10**9, "leftovers": "? ?"}, "dealt 2 times"),
    ],
)
def test_what_makes_no_dealing_is_said_in_a_sentence(parts, sentence):
    with pytest.raises(InputError) as error:
        known("", **parts)
    assert sentence in str(error.value)


@rows(
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


@settings(max_examples=examples(100), deadline=None)
@given(st.dictionaries(st.sampled_from(["name", "stacks", "leftovers", "cards", "at_most"]), st.text(max_size=8)))
def test_any_toml_makes_a_dealing_or_one_error(tmp_path_factory, parts):
    path = tmp_path_factory.mktemp("fuzz") / "dealing.toml"
    path.write_text("".join(f"{key} = {value}\n" for key, value in parts.items()), encoding="utf-8", errors="replace")
    (found,) = PUZZLE.read(path)
    assert isinstance(found, Dealing | InputError)
