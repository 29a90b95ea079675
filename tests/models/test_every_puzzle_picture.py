"""The pictures of every puzzle: sound, legible and alike every time, whichever instance is asked for."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError
from models.kit.palette import TINTS
from models.puzzle import Puzzle
from models.registry import PUZZLES, instance_files, load_puzzle
from solvers.core.backend import Limits
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.render.gallery import FOLDER, pictures
from tests.models.placed import SVG, parsed, size, texts
from tests.models.rooms import instance_of
from tests.tables import rows


def firsts(name: str) -> Iterator[Any]:
    """The first instance of each file that holds one."""
    puzzle = load_puzzle(name)
    for path in instance_files(puzzle).values():
        instance = next(puzzle.read(path))
        if not isinstance(instance, InputError):
            yield instance


def assert_sound(svg: str) -> None:
    """Well-formed, self-contained, titled, every shape painted, every text inside."""
    root = parsed(svg)
    assert root[0].text
    assert root[1].text
    assert root.get("role") == "img"
    assert root.get("aria-labelledby", "").split() == [root[0].get("id"), root[1].get("id")]
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|href|<script|@import|url\((?!#)", svg)
    width, height = size(svg)
    assert all(-1 <= text.x <= width + 1 and -1 <= text.y <= height + 1 for text in texts(svg))
    for node in root.iter():
        if node.tag.removeprefix(SVG) in ("rect", "circle", "path", "text"):
            classes = node.get("class", "").split()
            painted = any(TINTS[name].paints == "fill" for name in classes if name in TINTS)
            assert painted or node.get("fill"), f"{node.tag} {node.attrib} would be black, by night too"
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    referred = set(re.findall(r"url\(#([^)]*)\)", svg))
    assert referred <= set(ids)


LEGIBLE_AT = 400
"""A picture of so many pixels must still be read."""


def legible_width(svg: str) -> float:
    """The width at which the smallest letters are 9 pixels."""
    return 9 * size(svg)[0] / min(float(text.element.get("font-size", 0)) for text in texts(svg))


@rows("name", PUZZLES)
def test_every_instance_is_drawn_and_can_be_read_in_a_narrow_picture(name: str) -> None:
    puzzle = load_puzzle(name)
    drawn = [puzzle.drawing.picture(instance) for instance in firsts(name)]
    assert drawn
    for svg in drawn:
        assert_sound(svg)
        assert legible_width(svg) <= LEGIBLE_AT


@pytest.mark.parametrize("name", ["grecian", "safecracker-40", "safecracker-50"])
def test_covered_numbers_can_be_read_in_a_narrow_picture(name: str) -> None:
    instance = replace(instance_of("grecian", name), show_hidden=True)
    turns = tuple(range(len(instance.dials)))
    assert legible_width(load_puzzle("grecian").drawing.picture(instance, turns)) <= LEGIBLE_AT


@rows("name", PUZZLES)
def test_the_default_answer_is_drawn_alike_every_time(name: str) -> None:
    puzzle = load_puzzle(name)
    instance = next(puzzle.read(instance_files(puzzle)[puzzle.default_instance]))
    result = Solver(puzzle, "", *load_backend("backtracking")).solve(instance, Limits(solutions=1))
    assert_sound(result.svg())
    assert legible_width(result.svg()) <= LEGIBLE_AT
    assert result.svg() == puzzle.drawing.picture(instance, result.answers[0])
    assert result.svg() != puzzle.drawing.picture(instance)


@rows("name", PUZZLES)
def test_notebooks_show_instances_and_results(name: str) -> None:
    puzzle = load_puzzle(name)
    instance = next(puzzle.read(instance_files(puzzle)[puzzle.default_instance]))
    assert instance._repr_svg_() == puzzle.drawing.picture(instance)
    shown = parsed(instance._repr_html_())
    assert shown[0].text == f"{puzzle.title}: {instance.name}"
    assert [node.tag for node in shown] == ["figcaption", f"{SVG}svg"]
    result = Solver(puzzle, "", *load_backend("backtracking")).solve(instance, Limits(solutions=1))
    assert result._repr_svg_() == result.svg()
    html = result._repr_html_()
    assert result.verdict in html
    assert html.endswith("</figure>")
    parsed(html)


def test_a_puzzle_without_a_drawing_shows_its_text() -> None:
    puzzle, instance = load_puzzle("grecian"), instance_of("grecian", "toy")
    svg = Puzzle.drawing.fget(puzzle).picture(instance, (0, 2, 1))
    assert_sound(svg)
    lines = [text.words.replace("\N{NO-BREAK SPACE}", " ") for text in texts(svg)]
    assert lines == puzzle.render(instance, (0, 2, 1)).splitlines()


@pytest.mark.parametrize("name", ["grecian-before.svg", "grecian-after.svg"])
def test_the_readme_shows_pictures_as_the_gallery_draws_them(name: str) -> None:
    drawn = next(svg for drawn, svg in pictures() if drawn == name)
    assert (FOLDER / name).read_bytes() == drawn.encode(), "run: python -m solvers.render.gallery"


def test_the_gallery_writes_its_pictures_where_it_is_told(tmp_path: Path) -> None:
    from solvers.render.gallery import main

    pytest.importorskip("numpy", reason="one of the pictures is of the network")
    assert main(["--folder", str(tmp_path / "new")]) == 0
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["grecian-after.svg", "grecian-before.svg", "network-passes.svg"]
    assert_sound((tmp_path / "new" / "network-passes.svg").read_text(encoding="utf-8"))
    assert (FOLDER / "network-passes.svg").is_file()
