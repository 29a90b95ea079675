"""Sets of any number of cubes: planted so that there is a tower, or drawn from a bag of faces."""

from __future__ import annotations

from random import Random
from string import ascii_letters, digits

from models.cubes.instance import Cubes
from models.cubes.towers import ORIENTATIONS
from models.errors import InputError
from models.puzzle import Family

COPIES = 9
"""How many faces of each colour are in the bag that a set is drawn from."""

LARGEST = 1000
"""Cubes; each takes a colour of one character."""


def planted(size: int, seed: int) -> Cubes:
    """``size`` cubes of as many colours that have at least one tower.

    Each of the four sides of the tower shows the colours in a random order: front and back are one
    arrangement of the cubes' edges in the colour graph, right and left another. The hidden faces are
    random; then every cube is turned and all are shuffled.
    """
    random, colours = _start("cubes", size, seed)
    sides = [random.sample(colours, size) for _ in range(4)]
    cubes = []
    for shown in zip(*sides, strict=True):
        way = random.choice(ORIENTATIONS)
        hidden = zip((way.top, way.bottom), random.choices(colours, k=2), strict=True)
        faces = {**dict(zip(way.sides, shown, strict=True)), **dict(hidden)}
        cubes.append(tuple(faces[face] for face in range(1, 7)))
    random.shuffle(cubes)
    return Cubes(f"planted cubes {size} seed {seed}", tuple(cubes))


def drawn(size: int, seed: int) -> Cubes:
    """``size`` cubes whose faces are drawn from a bag with nine of each of ``size`` colours; many have no tower."""
    random, colours = _start("cubes-drawn", size, seed)
    faces = random.sample(colours * COPIES, 6 * size)
    return Cubes(f"drawn cubes {size} seed {seed}", tuple(tuple(faces[6 * k : 6 * k + 6]) for k in range(size)))


def _start(name: str, size: int, seed: int) -> tuple[Random, list[str]]:
    if not 1 <= size <= LARGEST:
        raise InputError(f"the size of family {name} is {size}; a number of cubes from 1 to {LARGEST} is expected")
    return Random(f"{name} {size} {seed}"), letters(size)


def letters(colours: int) -> list[str]:
    """A character for each of so many colours, ``LARGEST`` at most."""
    more = (chr(code) for code in range(0x4E00, 0x4E00 + LARGEST))  # characters that take no accents
    return [*ascii_letters, *digits, *more][:colours]


FAMILIES = {
    "cubes": Family(planted, "cubes that have a tower"),
    "cubes-drawn": Family(drawn, "cubes drawn from a bag of faces, nine of each colour"),
}
