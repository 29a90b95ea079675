"""Reading a picture back: where each of its texts comes to stand after all moving and turning of its groups."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, cos, degrees, radians, sin
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Placed:
    """A text with its place in the picture, the degrees it is turned by, and what it and its groups carry."""

    words: str
    x: float
    y: float
    turned: float
    element: ElementTree.Element
    groups: tuple[ElementTree.Element, ...]

    def inside(self, class_: str) -> bool:
        return any(class_ in group.get("class", "").split() for group in (*self.groups, self.element))

    def data(self, name: str) -> str | None:
        """The nearest ``data-`` attribute of that name, its own first."""
        found = (node.get(f"data-{name}") for node in (self.element, *reversed(self.groups)))
        return next((value for value in found if value is not None), None)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(svg: str, class_: str = "") -> list[Placed]:
    """Every text of the picture, or those in a group (or with a class of their own) called ``class_``."""
    found = list(_walk(parsed(svg), (1, 0, 0, 1, 0, 0), ()))
    return [text for text in found if not class_ or text.inside(class_)]


def groups(svg: str, class_: str) -> list[ElementTree.Element]:
    return [node for node in parsed(svg).iter() if class_ in node.get("class", "").split()]


def size(svg: str) -> tuple[float, float]:
    _, _, width, height = map(float, parsed(svg).get("viewBox", "").split())
    return width, height


def _walk(node: ElementTree.Element, matrix: Matrix, above: tuple[ElementTree.Element, ...]) -> Iterator[Placed]:
    matrix = _after(matrix, node.get("transform", ""))
    if node.tag == f"{SVG}text":
        # Texts are written 0.36 font sizes below the height that they are centred on.
        x, y = float(node.get("x", 0)), float(node.get("y", 0)) - 0.36 * float(node.get("font-size", 0))
        a, b, c, d, e, f = matrix
        yield Placed(node.text or "", a * x + c * y + e, b * x + d * y + f, degrees(atan2(b, a)) % 360, node, above)
    for child in node:
        yield from _walk(child, matrix, (*above, node))


def _after(matrix: Matrix, transform: str) -> Matrix:
    for kind, arguments in re.findall(r"(\w+)\(([^)]*)\)", transform):
        numbers = [float(number) for number in re.split(r"[ ,]+", arguments.strip())]
        sine, cosine = sin(radians(numbers[0])), cos(radians(numbers[0]))
        p, q, r, s, t, u = {
            "translate": (1, 0, 0, 1, numbers[0], numbers[-1]),
            "rotate": (cosine, sine, -sine, cosine, 0, 0),
            "scale": (numbers[0], 0, 0, numbers[-1], 0, 0),
            "matrix": numbers,
        }[kind]
        a, b, c, d, e, f = matrix
        matrix = (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)
    return matrix
