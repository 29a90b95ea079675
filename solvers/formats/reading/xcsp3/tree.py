"""XML as a tree of elements that know their lines; no entities, no document types, no depth without end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO
from xml.parsers import expat

from models.errors import InputError, ModelError
from models.kit.names import count, shown

DEEPEST = 50
"""Elements within elements; XCSP3 needs fewer than ten."""

_PLACES = re.compile(r"%([0-9]{1,6})")
_HOLE = re.compile(r"%(?:([0-9]{1,6})|\.\.\.)")


@dataclass
class Element:
    """An element.

    Attributes:
        tag: what it is called.
        attributes: what stands in its tag.
        line: where it begins.
        words: what stands in it, without what stands in its children.
        children: the elements within it.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    words: list[str] = field(default_factory=list)
    children: list[Element] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What stands in it."""
        return "".join(self.words).strip()

    def child(self, tag: str) -> Element | None:
        """The first child of that name."""
        return next((child for child in self.children if child.tag == tag), None)

    def filled(self, arguments: Sequence[str]) -> Element:
        """The element with arguments for ``%0``, ``%1`` … in it, and those that are left for ``%...``."""
        first = 1 + max((int(number) for number in _PLACES.findall(self._whole())), default=-1)
        rest = " ".join(arguments[first:])
        if first > len(arguments):
            raise ModelError(f"%{first - 1} is to be one of {count(len(arguments), 'argument')}")
        return self._filled(lambda found: arguments[int(found[1])] if found[1] else rest)

    def _filled(self, by: Callable[[re.Match[str]], str]) -> Element:
        return replace(self, words=[_HOLE.sub(by, self.text)], children=[child._filled(by) for child in self.children])

    def _whole(self) -> str:
        return " ".join((self.text, *(child._whole() for child in self.children)))


def parse(stream: BinaryIO, where: Path | str) -> tuple[Element, int]:
    """The root element of a file, and how many bytes the file has.

    Raises:
        InputError: when it is no XML, or has more to it than elements, attributes and text.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    top = Element("", {}, 0)
    open_elements = [top]

    def error(sentence: str) -> InputError:
        return InputError(sentence, where, parser.CurrentLineNumber)

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(open_elements) > DEEPEST:
            raise error(f"{shown(tag)} is nested more than {DEEPEST} deep")
        element = Element(tag, attributes, parser.CurrentLineNumber)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def refuse(*_: object) -> None:
        raise error("document types and entities are not taken")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: open_elements.pop() and None
    parser.CharacterDataHandler = lambda text: open_elements[-1].words.append(text)
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    size = 0
    try:
        for piece in _pieces(stream):
            size += len(piece)
            parser.Parse(piece, not piece)
    except expat.ExpatError as problem:
        raise InputError(f"this is no XML: {expat.ErrorString(problem.code)}", where, problem.lineno) from None
    except (ValueError, LookupError) as problem:  # an encoding that there is not
        raise InputError(f"this is no XML: {problem}", where, parser.CurrentLineNumber) from None
    return top.children[0], size


def _pieces(stream: BinaryIO) -> Iterator[bytes]:
    """The file piece by piece, then an empty one."""
    while piece := stream.read(1 << 16):
        yield piece
    yield b""
