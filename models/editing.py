"""Editing: how an instance is entered on a page, part by part, and how it is played there.

A puzzle says, as data, which *parts* of its picture take which *symbols*, and which *pieces* a player sets. One page
draws all of it, and knows no puzzle. What a person has entered is a :class:`Draft`, which need not make sense yet.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from models.errors import InputError
from models.formulation import A, Formulation, I
from models.language.base import Key
from models.language.model import IntVar

NUMBER = "number"
"""The palette of parts in which a whole number is typed, digit by digit."""

TAP, LINE, AREA, PAIR, WHOLE = "tap", "line", "area", "pair", "whole"
"""Gestures of a tool: one part; parts in order, dragged over; a set of parts; two side by side; the whole board."""

SET, TURN, ROLL, PLACE = "set", "turn", "roll", "place"
"""How a piece is played: a symbol is set in its part; it is dragged round its centre; it is rolled by its moves; it is
placed on its parts, or is not."""


class DraftError(InputError):
    """A draft is no instance, yet or at all; ``parts`` are where, if that can be said."""

    def __init__(self, sentence: str, parts: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.parts = tuple(parts)


@dataclass(frozen=True)
class Symbol:
    """What a part can hold. In play ``key`` is the value of the piece's variable, as a number in digits."""

    key: str
    text: str  # as it is drawn; empty where the colour says it
    label: str = ""  # for screen readers, where the text is not enough
    colour: str = ""  # the fill of the part, ``#d55e00``, and the ink that is read on it
    ink: str = ""
    keys: tuple[str, ...] = ()  # what is pressed for it, besides its text


@dataclass(frozen=True)
class Part:
    """A place of the picture: its box in the picture's coordinates, and what it can hold."""

    key: str  # ``r1c1``
    label: str  # ``row 1, column 1``
    x: float
    y: float
    width: float
    height: float
    palette: str = ""  # the name of its palette, ``NUMBER``, or empty where it takes nothing and is only lit
    outline: str = ""  # an SVG path in place of the box
    rotor: int | None = None  # the ``data-rotor`` of the group with which it turns


@dataclass(frozen=True)
class Tool:
    """Something that is drawn over parts: a region, a thermometer, a rule word of the whole board."""

    key: str
    label: str
    gesture: str
    about: str  # a sentence
    group: str = ""  # under which the palette shows it
    asks: str = ""  # what has to be typed with it: ``sum``; empty where nothing
    optional: bool = False  # whether that may be left out
    symbols: tuple[Symbol, ...] = ()  # of which one is picked instead of typing


@dataclass(frozen=True)
class DrawnItem:
    """Something drawn by a tool."""

    tool: str
    parts: tuple[str, ...]
    value: str = ""


@dataclass(frozen=True)
class Setting:
    """A choice about the whole draft: how many dials, which boxes."""

    key: str
    label: str
    value: str
    choices: tuple[str, ...] = ()  # empty where it is typed
    least: int | None = None  # of a whole number
    most: int | None = None


@dataclass(frozen=True)
class Draft:
    """What a person has entered so far; everything is text, as it was typed.

    Attributes:
        entries: the symbol or number of each part that holds one.
        text: the instance written out, where a puzzle is entered so; then nothing else counts.
    """

    name: str = ""
    entries: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    items: tuple[DrawnItem, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Board:
    """What is drawn while a puzzle is entered: the picture without the entries, and all that can be touched.

    Attributes:
        svg: the picture; its ``viewBox`` begins at 0 0.
        notes: what is counted or looks wrong, a sentence each, such as "ring 2 of dial 1 has 11 of 12 places".
    """

    svg: str
    parts: tuple[Part, ...]
    palettes: Mapping[str, tuple[Symbol, ...]] = field(default_factory=dict)
    tools: tuple[Tool, ...] = ()
    settings: tuple[Setting, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class PieceMove:
    """A way to move a piece, by a key or a drag: from each of its values to another."""

    key: str  # ``ArrowLeft``
    label: str
    to: Mapping[str, str]


@dataclass(frozen=True)
class PlayPiece:
    """What a player sets: a variable of the formulation that is read.

    Attributes:
        key: what :meth:`Editing.variables` knows it by.
        gesture: ``SET``, ``TURN``, ``ROLL`` or ``PLACE``.
        palette: the symbols of its values; the value of a symbol is its key.
        given: the value that the instance fixes; None where the player chooses.
        start: the value before anything is done; None where there is none.
        parts: where it is seen; of a piece that is placed, the parts that it covers.
        looks: what its parts show, by value, where that is not the symbol itself.
        group: pieces that are alike for the player, such as the ways in which one shape can lie: its name.
        colour: of a piece that is placed.
        centre: of a piece that is turned, and the degrees of one step; a step clockwise adds 1 to its value.
        rotor: its ``data-rotor`` in the picture.
    """

    key: str
    label: str
    gesture: str
    palette: str = ""
    given: str | None = None
    start: str | None = None
    parts: tuple[str, ...] = ()
    looks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    moves: tuple[PieceMove, ...] = ()
    group: str = ""
    colour: str = ""
    centre: tuple[float, float] | None = None
    degrees: float = 0.0
    steps: int = 0
    rotor: int | None = None


@dataclass(frozen=True)
class Light:
    """A place that lights up when a rule is kept: a column's sum on the rim."""

    rule: str  # the rule's key as text, its parts joined by colons: ``column:0``
    part: str


@dataclass(frozen=True)
class PlayTable:
    """A puzzle on the table: what is drawn while it is played, and what the player sets."""

    svg: str
    parts: tuple[Part, ...]
    pieces: tuple[PlayPiece, ...]
    palettes: Mapping[str, tuple[Symbol, ...]] = field(default_factory=dict)
    lights: tuple[Light, ...] = ()
    has_marks: bool = False  # whether people write candidates into its parts


class Editing(ABC, Generic[I, A]):
    """How a puzzle is entered and played."""

    @abstractmethod
    def blank(self) -> Draft:
        """An empty one of the usual size."""

    @abstractmethod
    def draft(self, instance: I) -> Draft:
        """A draft that :meth:`instance` makes ``instance`` of."""

    @abstractmethod
    def instance(self, draft: Draft) -> I:
        """The instance that ``draft`` says; a :class:`DraftError` where it says none yet."""

    @abstractmethod
    def board(self, draft: Draft) -> Board:
        """What is drawn while it is entered, whatever the draft holds; DraftError where a setting makes no sense."""

    @abstractmethod
    def table(self, instance: I, stated: Formulation[I, A]) -> PlayTable:
        """What is drawn while it is played; ``stated`` is the formulation that is read."""

    @abstractmethod
    def variables(self, instance: I, stated: Formulation[I, A]) -> Mapping[str, IntVar]:
        """The variable of each piece, by the piece's key."""

    def where(self, instance: I, key: Key) -> tuple[str, ...] | None:
        """The parts of board and table that the rule with this key is about; None for those of the pieces in it."""
        return None

    def readings(self, instance: I, state: Mapping[str, str]) -> Mapping[str, str]:
        """What parts of the table show besides the symbols, by part, such as the sum of a column as it stands."""
        return {}
