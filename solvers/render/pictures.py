"""Files of pictures: SVG as it is, PNG as points."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from models.errors import InputError, PuzzlebenchError
from solvers.terminal.encoding import READABLY
from solvers.terminal.files import write_whole

SUFFIXES = (".svg", ".png")
SHARPNESS = 2.0
"""PNG points for each pixel of the picture's own size; a small picture gets more."""
LEAST_WIDTH = 1200
MOST_POINTS = 16_000
"""Neither side of a PNG file gets longer: viewers give up on larger ones."""


Renderer = Callable[..., bytes]


def write_picture(svg: str, path: Path) -> None:
    """Write ``svg`` to ``path`` in the format that the file's name asks for."""
    check_picture(path)
    content = svg.encode(errors=READABLY) if path.suffix.lower() == ".svg" else as_png(svg)
    write_whole(path, content, "the picture ")


def check_picture(path: Path) -> None:
    """Whether a picture could be written to ``path``, asked before the work that leads to it.

    Raises:
        InputError: when the name asks for no format there is, or its folder does not exist.
        PuzzlebenchError: when a PNG file is asked for and the library that makes it is missing.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"pictures are written to names that end in {' or '.join(SUFFIXES)}, not to {str(path)!r}")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder {str(path.parent)!r} to write the picture {path.name!r} to")
    if path.suffix.lower() == ".png":
        _renderer()


def as_png(svg: str) -> bytes:
    """``svg`` as a PNG file on white, wide enough for paper."""
    render = _renderer()
    options = {
        "background": "#ffffff",
        "font_family": "Liberation Sans",
        "sans_serif_family": "Liberation Sans",
        "monospace_family": "DejaVu Sans Mono",
    }
    if "<text" in svg and not _writes(render, options):
        raise PuzzlebenchError(
            "a PNG file needs a font for its numbers and none is installed; "
            "install one (on Debian: apt install fonts-dejavu-core) or write an .svg file"
        )
    return render(svg_string=svg, width=_width(svg), **options)


def _renderer() -> Renderer:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise PuzzlebenchError(
            "PNG files need resvg-py, which is not installed; pip install 'puzzlebench[png]', or write an .svg file"
        ) from None
    found: Renderer = svg_to_bytes
    return found


def _writes(render: Renderer, options: dict[str, str]) -> bool:
    """Whether a letter leaves a trace: without any font, text is left out in silence."""
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
    blank, letter = frame.format(""), frame.format('<text x="2" y="16" font-size="16">8</text>')
    return render(svg_string=blank, **options) != render(svg_string=letter, **options)


def _width(svg: str) -> int:
    """Enough points for a sharp print."""
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    if size is None:
        return LEAST_WIDTH
    width, height = float(size[1]), float(size[2])
    wanted = max(LEAST_WIDTH, SHARPNESS * width)
    return max(1, int(min(wanted, MOST_POINTS, MOST_POINTS * width / height)))
