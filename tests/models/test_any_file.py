"""Whatever stands in a file: instances that can be shown and stated, or errors of one sentence, and nothing else."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.errors import InputError
from models.registry import PUZZLES, find_instance, load_puzzle
from tests.examples import examples

SUFFIXES = {
    "grecian": ["toml"],
    "sudoku": ["txt", "sdk", "toml"],
    "cubes": ["txt"],
    "cover": ["toml", "dlx"],
    "dealing": ["toml"],
}

SAMPLES = {"grecian": "toy", "sudoku": "inkala", "cubes": "haque-4", "cover": "wildwood", "dealing": "four-stacks"}

KEYS = ["target", "dials", "items", "secondary", "options", "cells", "stacks", "leftovers", "cards", "name"]
WORDS = st.sampled_from([*KEYS, *"[]{}=,|:.10#-?ab \n\t", "[options]", "'''", '"""', '"a"', '"b"'])

CONTENT = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(WORDS, max_size=40).map(" ".join).map(str.encode),
    st.lists(WORDS, max_size=20).map(lambda words: ('items = ["a", "b"]\n' + "".join(words)).encode()),
)


def expect_instances_or_errors(puzzle_name: str, path: Path, content: bytes) -> None:
    puzzle = load_puzzle(puzzle_name)
    path.write_bytes(content)
    for found in islice(puzzle.read(path), 3):
        if isinstance(found, InputError):
            assert "\n" not in str(found)
            continue
        assert isinstance(found.name, str)
        assert puzzle.render(found)
        puzzle.warnings(found)
        if puzzle.contradiction(found) is None:
            assert all(puzzle.state(found, formulation).model for formulation in puzzle.formulations)


@pytest.mark.parametrize("puzzle", PUZZLES)
@settings(deadline=None, max_examples=examples(200))
@given(CONTENT, st.data())
def test_any_content(
    puzzle: str, tmp_path_factory: pytest.TempPathFactory, content: bytes, data: st.DataObject
) -> None:
    path = tmp_path_factory.getbasetemp() / f"any.{data.draw(st.sampled_from(SUFFIXES[puzzle]))}"
    expect_instances_or_errors(puzzle, path, content)


@pytest.mark.parametrize("puzzle", PUZZLES)
@settings(deadline=None, max_examples=examples(150))
@given(st.data())
def test_a_damaged_file(puzzle: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    sample = find_instance(load_puzzle(puzzle), SAMPLES[puzzle])
    text = sample.read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        stop = data.draw(st.integers(start, min(len(text), start + 30)))
        text = text[:start] + data.draw(st.one_of(WORDS, st.text(max_size=3))) + text[stop:]
    path = tmp_path_factory.getbasetemp() / f"damaged{sample.suffix}"
    expect_instances_or_errors(puzzle, path, text.encode("utf-8", "surrogatepass"))
