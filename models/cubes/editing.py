"""Editing of cubes: their unfoldings are painted with colours, and the tower is built by rolling them.

What a player sets are the colours on the four sides of the tower; rolling a cube sets its four at once. The first cube
says from where the tower is seen, so it has no more ways to stand than the model gives it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from models.cubes.instance import ORIENTATIONS, SIDES, Cubes, Orientation, Stacking
from models.cubes.model import OrientationModel
from models.cubes.picture import FACE, HEAD, MARGIN, NET, NET_HEIGHT, NET_WIDTH, painting
from models.editing import (
    ROLL,
    SET,
    Board,
    Draft,
    DraftError,
    Editing,
    Part,
    PieceMove,
    PlayPiece,
    PlayTable,
    Setting,
    Symbol,
)
from models.formulation import Formulation
from models.kit.names import count
from models.kit.svg import Markup, even_rows, on_paper, rect, text
from models.language.base import Key
from models.language.model import IntVar

MAX_CUBES, MAX_COLOURS = 60, 60
NETS_ACROSS = 2  # as many as a phone shows with faces that a finger meets
CELL = FACE + 8

SPIN: Mapping[str, tuple[str, tuple[int, int, int, int, int, int]]] = {
    "ArrowLeft": ("turn to the left", (1, 2, 3, 0, 4, 5)),
    "ArrowRight": ("turn to the right", (3, 0, 1, 2, 4, 5)),
    "ArrowUp": ("tip backwards", (5, 1, 4, 3, 0, 2)),
    "ArrowDown": ("tip forwards", (4, 1, 5, 3, 2, 0)),
}
"""How a cube is rolled: where what then shows in front, right, behind, left, on top and below was before."""


class CubesEditing(Editing[Cubes, Stacking]):
    """An entry is the colour of a face, at ``c1.f1``."""

    def blank(self) -> Draft:
        return Draft(settings={"cubes": "4", "colours": "R G B Y"})

    def draft(self, instance: Cubes) -> Draft:
        entries = {
            f"c{cube}.f{face}": colour
            for cube, faces in enumerate(instance.cubes, 1)
            for face, colour in enumerate(faces, 1)
        }
        settings = {"cubes": str(len(instance.cubes)), "colours": " ".join(instance.colours)}
        if instance.source:
            settings["source"] = instance.source
        return Draft(instance.name, entries, settings)

    def instance(self, draft: Draft) -> Cubes:
        number, colours = _size(draft)
        keys = [[f"c{cube}.f{face}" for face in range(1, 7)] for cube in range(1, number + 1)]
        missing = [key for faces in keys for key in faces if key not in draft.entries]
        if missing:
            raise DraftError(
                f"{count(len(missing), 'face')} {'has' if len(missing) == 1 else 'have'} no colour", missing
            )
        strange = [key for faces in keys for key in faces if draft.entries[key] not in colours]
        if strange:
            raise DraftError("a face has none of the colours", strange)
        cubes = tuple(tuple(draft.entries[key] for key in faces) for faces in keys)
        return Cubes(draft.name or "cubes", cubes, draft.settings.get("source", ""))

    def board(self, draft: Draft) -> Board:
        number, colours = _size(draft)
        rows, across = even_rows(number, NETS_ACROSS)
        body, parts = list[Markup](), list[Part]()
        for cube in range(1, number + 1):
            row, column = divmod(cube - 1, across)
            x, y = MARGIN + column * NET_WIDTH, MARGIN + row * NET_HEIGHT
            body.append(text(x + 1.5 * FACE, y + HEAD / 2 - 2, f"cube {cube}", 17, font_weight="bold"))
            for face, (right, down) in sorted(NET.items()):
                box = x + right * FACE + 1, y + HEAD + down * FACE + 1, FACE - 2, FACE - 2
                body.append(rect(*box, "panel", rx=4))
                body.append(text(box[0] + FACE / 2, box[1] + FACE / 2, face, 15, "soft"))
                parts.append(Part(f"c{cube}.f{face}", f"cube {cube}, face {face}", *box, "colours"))
        width, height = 2 * MARGIN + across * NET_WIDTH - 26, 2 * MARGIN + rows * NET_HEIGHT
        settings = (
            Setting("cubes", "cubes", str(number), least=1, most=MAX_CUBES),
            Setting("colours", "colours", " ".join(colours)),
        )
        svg = on_paper(draft.name or "cubes", ["The unfoldings of the cubes."], width, height, body).svg()
        return Board(svg, tuple(parts), {"colours": _symbols(colours)}, (), settings, tuple(_counts(draft, colours)))

    def variables(self, instance: Cubes, stated: Formulation[Cubes, Stacking]) -> Mapping[str, IntVar]:
        assert isinstance(stated, OrientationModel)
        shown = enumerate(stated.shown, 1)
        return {_side(cube, side): var for cube, sides in shown for side, var in zip(SIDES, sides, strict=True)}

    def table(self, instance: Cubes, stated: Formulation[Cubes, Stacking]) -> PlayTable:
        left, top, height = 60.0, 40.0, len(instance.cubes) * CELL
        body = [text(left + (side + 0.5) * CELL, 22, name, 16, font_weight="bold") for side, name in enumerate(SIDES)]
        variables = self.variables(instance, stated)
        parts, pieces = [], []
        for cube in range(1, len(instance.cubes) + 1):
            y = top + height - cube * CELL
            body.append(text(28, y + CELL / 2, cube, 20, font_weight="bold"))
            for side, name in enumerate(SIDES):
                box = left + side * CELL + 2, y + 2, CELL - 4, CELL - 4
                body.append(rect(*box, "panel", rx=4))
                key = _side(cube, name)
                parts.append(Part(key, f"cube {cube}, {name}", *box, "colours"))
                only = variables[key].domain if len(variables[key].domain) == 1 else ()  # of the first cube
                given = str(only[0]) if only else None
                pieces.append(PlayPiece(key, f"cube {cube}, {name}", SET, "colours", given, parts=(key,)))
            parts.append(Part(f"cube {cube}", f"cube {cube}", 4, y + 2, 48, CELL - 4))
            pieces.append(_rolled(instance, cube))
        width = left + 4 * CELL + MARGIN
        words = [f"A tower of {len(instance.cubes)} cubes to be built, its four sides rolled out."]
        svg = on_paper(instance.name, words, width, top + height + MARGIN, body).svg()
        symbols = _symbols(instance.colours, instance.codes)
        return PlayTable(svg, tuple(parts), tuple(pieces), {"colours": symbols}, has_marks=True)

    def where(self, instance: Cubes, key: Key) -> tuple[str, ...] | None:
        if key[0] != "cube":
            return None
        cube = int(key[1]) + 1
        return (f"cube {cube}", *(f"c{cube}.f{face}" for face in range(1, 7)))


EDITING = CubesEditing()


def _rolled(instance: Cubes, cube: int) -> PlayPiece:
    """A cube that is rolled from one of its orientations to another; the first one only has its own ways."""
    ways = instance.first_ways if cube == 1 else tuple(range(len(ORIENTATIONS)))
    looks = {
        str(way): {
            _side(cube, name): str(instance.codes[colour])
            for name, colour in zip(SIDES, instance.shown(cube - 1, way), strict=True)
        }
        for way in ways
    }
    if cube == 1:
        following = dict(zip(map(str, ways), map(str, (*ways[1:], ways[0])), strict=True))
        moves = tuple(PieceMove(key, "another way", following) for key in ("ArrowRight", "ArrowUp"))
    else:
        moves = tuple(
            PieceMove(key, label, {str(way): str(_after(way, places)) for way in ways})
            for key, (label, places) in SPIN.items()
        )
    parts = (f"cube {cube}", *(_side(cube, name) for name in SIDES))
    return PlayPiece(f"cube {cube}", f"cube {cube}", ROLL, parts=parts, looks=looks, moves=moves)


def _after(way: int, places: Sequence[int]) -> int:
    """The orientation after a roll, whose ``places`` are as in ``SPIN``."""
    faces = (*ORIENTATIONS[way].sides, ORIENTATIONS[way].top, ORIENTATIONS[way].bottom)
    front, right, back, left, top, _ = (faces[place] for place in places)
    return ORIENTATIONS.index(Orientation((front, right, back, left), top))


def _side(cube: int, name: str) -> str:
    return f"cube {cube} {name}"


def _symbols(colours: Sequence[str], codes: Mapping[str, int] | None = None) -> tuple[Symbol, ...]:
    paint = painting(tuple(colours))
    return tuple(
        Symbol(str(codes[colour]) if codes else colour, colour, f"colour {colour}", *paint[colour], (colour.lower(),))
        for colour in colours
    )


def _size(draft: Draft) -> tuple[int, tuple[str, ...]]:
    word = draft.settings.get("cubes", "")
    number = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0
    if not 1 <= number <= MAX_CUBES:
        raise DraftError(f"there are 1 to {MAX_CUBES} cubes")
    colours = tuple(dict.fromkeys(draft.settings.get("colours", "").split()))
    if not 1 <= len(colours) <= MAX_COLOURS:
        raise DraftError(f"there are 1 to {MAX_COLOURS} colours, each a letter or a word, with spaces between them")
    return number, colours


def _counts(draft: Draft, colours: Sequence[str]) -> Iterator[str]:
    faces = Counter(draft.entries.values())
    yield ", ".join(f"{colour}: {faces[colour]}" for colour in colours)
