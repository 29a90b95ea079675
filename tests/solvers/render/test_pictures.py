"""Do pictures reach their files, in the format that the file's name asks for?"""

import builtins
import struct
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError, PuzzlebenchError
from models.registry import find_instance, load_puzzle
from solvers.cli.exits import guarded
from solvers.core.limits import BAD_INPUT
from solvers.render import pictures
from solvers.render.pictures import as_png, write_picture
from solvers.run.__main__ import main
from tests.models.placed import size
from tests.tables import rows

PUZZLE = load_puzzle("grecian")
SVG = PUZZLE.drawing.picture(next(PUZZLE.read(find_instance(PUZZLE, "toy"))), (0, 2, 1))

SMALL = load_puzzle("sudoku")
PLAIN = SMALL.drawing.picture(next(SMALL.read(find_instance(SMALL, "order_4"))))
"""Lines and digits, without the grain of wood, which takes seconds to be drawn as points."""


def png_size(content: bytes) -> tuple[int, int]:
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    return width, height


@pytest.fixture
def png() -> None:
    """Skip, with the reason, where PNG files cannot be made."""
    pytest.importorskip("resvg_py")
    try:
        as_png(PLAIN)
    except PuzzlebenchError as error:
        pytest.skip(str(error))


def test_svg_is_written_as_it_is(tmp_path: Path) -> None:
    write_picture(SVG, tmp_path / "toy.SVG")
    assert (tmp_path / "toy.SVG").read_text(encoding="utf-8") == SVG


@pytest.mark.usefixtures("png")
def test_png_is_sharp_enough_for_paper(tmp_path: Path) -> None:
    write_picture(PLAIN, tmp_path / "toy.png")
    width, height = png_size((tmp_path / "toy.png").read_bytes())
    assert width >= 1200
    wide, high = size(PLAIN)
    assert width / height == pytest.approx(wide / high, rel=0.01)


@pytest.mark.usefixtures("png")
def test_a_very_long_picture_stays_within_what_viewers_take() -> None:
    tall = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 9000"><rect width="9" height="9"/></svg>'
    width, height = png_size(as_png(tall))
    assert height <= 16_001
    assert width >= 100


@pytest.mark.usefixtures("png")
def test_numbers_leave_a_trace_in_a_png() -> None:
    without = PLAIN.replace("<text", "<g").replace("</text", "</g")
    assert as_png(PLAIN) != as_png(without)


@pytest.mark.usefixtures("png")
@pytest.mark.parametrize(
    "family",
    ["", *(f'font-family="{name}"' for name in ("Arial, sans-serif", "monospace", "Unheard Of"))],
    ids=str,
)
def test_letters_are_drawn_on_a_machine_without_fonts(family: str, bare: None) -> None:
    def drawn(letter: str) -> bytes:
        words = f'<text x="9" y="30" font-size="24" {family}>{letter}</text>'
        return as_png(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 40">{words}</svg>')

    letters = ("", "\ufffd", "8", "R", "ж", "λ", "≠", "→")
    assert len(set(map(drawn, letters))) == len(letters)


@pytest.mark.usefixtures("png")
def test_bold_letters_are_bold_on_a_machine_without_fonts(bare: None) -> None:
    bold = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40"><text y="30" font-weight="bold">R8</text></svg>'
    assert as_png(bold.replace('font-weight="bold"', "")) != as_png(bold)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that has no fonts of its own."""
    resvg_py = pytest.importorskip("resvg_py")
    monkeypatch.setattr(pictures, "_renderer", lambda: partial(resvg_py.svg_to_bytes, skip_system_fonts=True))


def test_the_fonts_come_with_their_licence_and_are_packed() -> None:
    fonts = Path(pictures.__file__).parent / "fonts"
    assert "Bitstream Vera" in (fonts / "LICENSE.txt").read_text(encoding="utf-8")
    packed = tomllib.loads((fonts.parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert {"*.ttf", "*.txt"} <= {*packed["tool"]["setuptools"]["package-data"]["*"]}


def test_without_the_library_a_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    really = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> Any:
        if name == "resvg_py":
            raise ImportError(name)
        return really(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(PuzzlebenchError, match=r"puzzlebench\[png\]"):
        write_picture(SVG, tmp_path / "toy.png")


@rows("name", ["toy.gif", "toy", ".svg", "svg", "toy.svg.txt"])
def test_other_formats_are_refused_with_a_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.svg or \.png"):
        write_picture(SVG, tmp_path / name)


def test_a_missing_folder_and_a_folder_in_the_way_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no folder"):
        write_picture(SVG, tmp_path / "nowhere" / "toy.svg")
    (tmp_path / "dir.svg").mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        write_picture(SVG, tmp_path / "dir.svg")


def test_run_draws_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.svg"
    assert main(["grecian", "--instance", "toy", "--backend", "backtracking", "--svg", str(target)]) == 0
    assert target.read_text(encoding="utf-8") == SVG
    assert "the only answer" in capsys.readouterr().out


def test_run_draws_the_puzzle_where_there_is_no_answer(tmp_path: Path) -> None:
    target = tmp_path / "out.svg"
    asked = ["grecian", "--instance", "broken-safecracker", "--backend", "backtracking", "--svg", str(target)]
    assert main(asked) == 1
    assert target.read_text(encoding="utf-8") == PUZZLE.drawing.picture(
        next(PUZZLE.read(find_instance(PUZZLE, "broken-safecracker")))
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["grecian", "--svg", "out.gif"], "names that end in .svg or .png"),
        (["grecian", "--svg", "nowhere/out.svg"], "no folder"),
        (["grecian", "--svg", "out.svg", "--model"], "--model"),
        (["sudoku", "--instance", "norvig_easy50", "--svg", "out.svg"], "file of many"),
        (["grecian", "--html", "out.pdf"], "names that end in .html or .htm"),
        (["grecian", "--html", "nowhere/out.html"], "no folder"),
        (["grecian", "--html", "out.html", "--model"], "--model"),
        (["sudoku", "--instance", "norvig_easy50", "--html", "out.html"], "file of many"),
        (["sudoku", "--sheet", "sheet.pdf"], "names that end in .svg or .png"),
        (["sudoku", "--sheet", "nowhere/sheet.html"], "nowhere"),
        (["sudoku", "--sheet", "sheet.html", "--count"], "looks for no answer"),
        (["sudoku", "--instance", "norvig_easy50", "--sheet", "sheet.svg"], "--number N"),
        (["sudoku", "--instance", "top1465", "--sheet", "sheet.html"], "up to 60 puzzles"),
    ],
)
def test_run_refuses_in_one_sentence_before_it_searches(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert guarded(main, words) == BAD_INPUT
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out
    assert not list(tmp_path.iterdir())
