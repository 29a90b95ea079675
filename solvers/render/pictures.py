"""Files of pictures: SVG as it is, PNG as points."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from models.errors import PuzzlebenchError
from solvers.cli.files import check_name, write_whole
from solvers.cli.text import READABLY

SUFFIXES = (".svg", ".png")
PNG_POINTS_PER_PIXEL = 2.0  # of the picture's own size; a small picture gets more
MIN_PNG_POINTS_WIDE = 1200
MAX_PNG_POINTS = 16_000  # on either side: viewers give up on larger ones

LETTERS, DIGITS = "DejaVu Sans", "DejaVu Sans Mono"
"""The fonts in the folder ``fonts``, for what asks for none that the machine has; the machine's own come first.

The letters are the condensed ones, about as wide as those that pictures are measured for. The files are cut to the
letters of Latin, Greek and Cyrillic, to digits, mathematics, arrows and frames, with ``pyftsubset``.
"""

Renderer = Callable[..., bytes]


def write_picture(svg: str, path: Path) -> None:
    """Write ``svg`` to ``path`` in the format that the file's name asks for."""
    check_picture(path)
    content = svg.encode(errors=READABLY) if path.suffix.lower() == ".svg" else as_png(svg)
    write_whole(path, content, "the picture ")


def check_picture(path: Path) -> None:
    """Whether a picture could be written to ``path``, asked before the work that leads to it."""
    check_name(path, SUFFIXES, "picture")
    if path.suffix.lower() == ".png":
        _renderer()


def as_png(svg: str) -> bytes:
    """``svg`` as a PNG file on white, wide enough for paper."""
    return _renderer()(
        svg_string=svg,
        width=_width(svg),
        background="#ffffff",
        font_files=_fonts(),
        font_family=LETTERS,
        serif_family=LETTERS,
        sans_serif_family=LETTERS,
        monospace_family=DIGITS,
    )


def _renderer() -> Renderer:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise PuzzlebenchError(
            "PNG files need resvg-py, which is not installed; pip install 'puzzlebench[png]', or write an .svg file"
        ) from None
    found: Renderer = svg_to_bytes
    return found


def _fonts() -> list[str]:
    """Those that come with the program: on a machine without fonts, text would be left out in silence."""
    return [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]


def _width(svg: str) -> int:
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    if size is None:
        return MIN_PNG_POINTS_WIDE
    width, height = float(size[1]), float(size[2])
    wanted = max(MIN_PNG_POINTS_WIDE, PNG_POINTS_PER_PIXEL * width)
    return max(1, int(min(wanted, MAX_PNG_POINTS, MAX_PNG_POINTS * width / height)))
