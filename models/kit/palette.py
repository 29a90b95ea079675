"""The colours of pictures, by day, by night and on paper.

Colours mean something only together with a letter, a number or a shape. The hues are those of
M. Okabe and K. Ito, "Color Universal Design" (2008), which people with any common colour blindness
tell apart; tints of them fill areas. The woods differ in lightness alone, dark at the bottom and
light at the top, so that they stay apart in grey as well.

A class name in a picture stands for one of the ``TINTS``. Its colour is said twice: plainly, for viewers
that know little of style sheets, and as a custom property, which night, paper or a page can change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Tint:
    """What a class name does: one property, by day, by night and on paper (as by day where nothing is said)."""

    paints: str
    day: str
    night: str
    paper: str = ""


WOODS = ("walnut", "teak", "oak", "beech", "maple")
"""The woods of the dials from the bottom up; a sixth dial is walnut again."""

TINTS: dict[str, Tint] = {
    "paper": Tint("fill", "#fffdf8", "#16181c", "#ffffff"),
    "ink": Tint("fill", "#1d1b18", "#ece8df", "#000000"),
    "soft": Tint("fill", "#625c53", "#a9a49a", "#444444"),
    "line": Tint("stroke", "#1d1b18", "#d8d3c8", "#000000"),
    "hair": Tint("stroke", "#b9b2a6", "#4d4f55", "#999999"),
    "panel": Tint("fill", "#f1ece1", "#23262c", "#f4f4f4"),
    "plate": Tint("fill", "#e6dfd1", "#2c3037", "#eeeeee"),
    # what lies under the digits of a board: bands and discs, and thin lines of the same weight
    "band": Tint("fill", "#d6cebf", "#3b404a", "#dddddd"),
    "band-line": Tint("stroke", "#d6cebf", "#3b404a", "#dddddd"),
    # lines whose colour says their rule, as setters draw them
    "renban": Tint("stroke", "#e2c3ea", "#573a61"),
    "german-whispers": Tint("stroke", "#b9e0b2", "#2c5529"),
    "dutch-whispers": Tint("stroke", "#f8d2a4", "#674217"),
    "region-sum": Tint("stroke", "#add5f3", "#1e4a6b"),
    "entropic": Tint("stroke", "#f9cbc0", "#6a3a30"),
    "modular": Tint("stroke", "#aadfd9", "#1f5651"),
    "zipper": Tint("stroke", "#d2c9ef", "#443975"),
    "nabner": Tint("stroke", "#f0e59f", "#595015"),
    "ten-line": Tint("stroke", "#dbc5a3", "#54432a"),
    # marked cells, each kind with a shape besides: a line round it, hatching, signs, a disc or a square
    "region": Tint("fill", "#e6e0f2", "#2e2a45"),
    "clone": Tint("fill", "#e1ecd2", "#27361f"),
    "minimum": Tint("fill", "#d3ede8", "#153b38"),
    "maximum": Tint("fill", "#fbe0cc", "#4a2f1c"),
    "row-indexer": Tint("fill", "#f7dde8", "#472635"),
    "column-indexer": Tint("fill", "#dde6f8", "#232f4d"),
    "odd": Tint("fill", "#f0d3c0", "#503421"),
    "even": Tint("fill", "#cdd8ec", "#2c3955"),
    "wire": Tint("stroke", "#8b8376", "#8f8b83", "#777777"),
    "paper-line": Tint("stroke", "#fffdf8", "#16181c", "#ffffff"),
    # what is right, what is not
    "right": Tint("fill", "#00704f", "#35c79b"),
    "right-line": Tint("stroke", "#00704f", "#35c79b"),
    "on-right": Tint("fill", "#ffffff", "#08251b"),
    "on-right-line": Tint("stroke", "#ffffff", "#08251b"),
    "wrong": Tint("fill", "#a94300", "#ff9e5e"),
    "wrong-line": Tint("stroke", "#a94300", "#ff9e5e"),
    # what was found, and what is spoken of
    "found": Tint("fill", "#00578a", "#7cc7f3"),
    "found-line": Tint("stroke", "#00578a", "#7cc7f3"),
    "lit": Tint("fill", "#f9efa4", "#4b430a", "#f7f0b8"),
    "lit-line": Tint("stroke", "#8a6d00", "#f0e442"),
    "glow": Tint("stroke", "#f0e442", "#f0e442"),
    "reason": Tint("fill", "#d3eaf9", "#17415c"),
    "reason-line": Tint("stroke", "#0072b2", "#56b4e9"),
    "chosen": Tint("fill", "#bfe6d8", "#0d4a39"),
    "belief": Tint("fill", "#56b4e9", "#1f5f8a"),
    # the dials: each wood with its edge and the ink that is read on it; wood stays wood at night
    "walnut": Tint("fill", "#4a2e1d", "#4a2e1d"),
    "walnut-edge": Tint("stroke", "#2a180d", "#1d1008"),
    "walnut-ink": Tint("fill", "#f9edd8", "#f9edd8"),
    "teak": Tint("fill", "#7b4c28", "#7b4c28"),
    "teak-edge": Tint("stroke", "#4a2b13", "#3a200d"),
    "teak-ink": Tint("fill", "#fff4e0", "#fff4e0"),
    "oak": Tint("fill", "#b88549", "#b88549"),
    "oak-edge": Tint("stroke", "#7c5426", "#64421b"),
    "oak-ink": Tint("fill", "#1c1108", "#1c1108"),
    "beech": Tint("fill", "#dab279", "#dab279"),
    "beech-edge": Tint("stroke", "#9a7440", "#7f5e32"),
    "beech-ink": Tint("fill", "#241708", "#241708"),
    "maple": Tint("fill", "#f4e0b8", "#f4e0b8"),
    "maple-edge": Tint("stroke", "#b7985f", "#95794a"),
    "maple-ink": Tint("fill", "#2a1c0b", "#2a1c0b"),
    "shade": Tint("stroke", "#150b04", "#000000"),
    # the two sets of edges in a graph
    "ahead": Tint("stroke", "#c24e00", "#ff9a52"),
    "spare-edge": Tint("stroke", "#a9a196", "#625c53"),
    "across": Tint("stroke", "#0072b2", "#6cc0f0"),
    # cards and chips
    "card": Tint("fill", "#ffffff", "#efeadf"),
    "card-edge": Tint("stroke", "#7b746a", "#1d1b18"),
    "card-ink": Tint("fill", "#1d1b18", "#1d1b18"),
    "pip": Tint("fill", "#d55e00", "#b84f00"),
    "back": Tint("fill", "#00578a", "#2a77a8"),
    "on-back": Tint("fill", "#ffffff", "#ffffff"),
    "chip": Tint("fill", "#e69f00", "#e69f00"),
    "chip-edge": Tint("stroke", "#7a5400", "#7a5400"),
    "chip-ink": Tint("fill", "#241800", "#241800"),
    # what holds the dials together
    "brass": Tint("fill", "#c9a24a", "#c9a24a"),
    "brass-edge": Tint("stroke", "#7d6122", "#7d6122"),
    "brass-ink": Tint("fill", "#2a1e05", "#2a1e05"),
}
"""Every class name that pictures use."""

FACES: tuple[tuple[str, str], ...] = (
    ("#d55e00", "#ffffff"),
    ("#0072b2", "#ffffff"),
    ("#009e73", "#ffffff"),
    ("#f0e442", "#1d1b18"),
    ("#fbfaf6", "#1d1b18"),
    ("#e69f00", "#1d1b18"),
    ("#56b4e9", "#1d1b18"),
    ("#cc79a7", "#1d1b18"),
    ("#3a3733", "#ffffff"),
    ("#8a5a2b", "#ffffff"),
    ("#b9b2a6", "#1d1b18"),
    ("#5b3f8c", "#ffffff"),
)
"""Colours for painted faces, each with the ink that is read on it; a thirteenth begins again, told by its letter."""


def wood(dial: int) -> str:
    return WOODS[dial % len(WOODS)]


def stylesheet(classes: Iterable[str]) -> str:
    """The style rules for the class names among ``classes`` that have a tint."""
    used = [(name, tint) for name, tint in TINTS.items() if name in set(classes)]
    plainly = "".join(f".puzzle .{name}{{{tint.paints}:{tint.day}}}\n" for name, tint in used)
    by_property = "".join(f".puzzle .{name}{{{tint.paints}:var(--{name})}}\n" for name, tint in used)
    night = _properties([(name, tint.night) for name, tint in used if tint.night != tint.day])
    paper = _properties([(name, tint.paper) for name, tint in used if tint.paper])
    return (
        f"{plainly}@supports (fill:var(--ink)){{\n{_properties([(name, tint.day) for name, tint in used])}\n"
        f"{by_property}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{{night}}}\n"
        f"@media print{{{paper}.puzzle{{print-color-adjust:exact;-webkit-print-color-adjust:exact}}}}"
    )


def _properties(colours: Sequence[tuple[str, str]]) -> str:
    return ".puzzle{" + ";".join(f"--{name}:{colour}" for name, colour in colours) + "}"
