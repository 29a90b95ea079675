"""XML as a tree of elements that know their lines; no entities, no document types, no depth without end."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import BinaryIO
from xml.parsers import expat

from models.errors import InputError, ModelError
from models.kit.names import count, shown

MAX_TAG_BYTES = 1_000_000  # of a tag with its attributes, or a comment: the parser keeps all of it
MAX_DEPTH = 50  # of elements within elements; XCSP3 needs fewer than ten

_NO_ATTRIBUTES: dict[str, str] = {}

_PLACES = re.compile(r"%([0-9]{1,6})")
_HOLE = re.compile(r"%(?:([0-9]{1,6})|\.\.\.)")


@dataclass(slots=True)
class XmlElement:
    """An element; ``words`` is what stands in it, without what stands in its children."""

    tag: str
    attributes: dict[str, str]
    line: int
    words: Sequence[str] = ()
    children: Sequence[XmlElement] = ()

    @property
    def text(self) -> str:
        return "".join(self.words).strip()

    def child(self, tag: str) -> XmlElement | None:
        return next((child for child in self.children if child.tag == tag), None)

    @property
    def arity(self) -> int:
        """Count the arguments that the element names by ``%0``, ``%1`` … up to the last."""
        return 1 + max((int(number) for number in _PLACES.findall(self._whole())), default=-1)

    def filled(self, arguments: Sequence[str]) -> XmlElement:
        """The element with arguments for ``%0``, ``%1`` … in it, and those that are left for ``%...``."""
        first = self.arity
        rest = " ".join(arguments[first:])
        if first > len(arguments):
            raise ModelError(f"%{first - 1} is to be one of {count(len(arguments), 'argument')}")
        return self._filled(lambda found: arguments[int(found[1])] if found[1] else rest)

    def _filled(self, by: Callable[[re.Match[str]], str]) -> XmlElement:
        return replace(self, words=[_HOLE.sub(by, self.text)], children=[child._filled(by) for child in self.children])

    def _whole(self) -> str:
        return " ".join((self.text, *(child._whole() for child in self.children)))


def parse(stream: BinaryIO, where: Path | str) -> XmlElement:
    """The root element of a file, unless that is no XML, or has more to it than elements, attributes and text."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    top = XmlElement("", {}, 0)
    open_elements = [top]

    def error(sentence: str) -> InputError:
        return InputError(sentence, where, parser.CurrentLineNumber)

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(open_elements) > MAX_DEPTH:
            raise error(f"{shown(tag)} is nested more than {MAX_DEPTH} deep")
        element, around = XmlElement(tag, attributes or _NO_ATTRIBUTES, parser.CurrentLineNumber), open_elements[-1]
        if isinstance(around.children, list):
            around.children.append(element)
        else:
            around.children = [element]
        open_elements.append(element)

    def text(words: str) -> None:
        around = open_elements[-1]
        if isinstance(around.words, list):
            around.words.append(words)
        elif around.words or not words.isspace():
            around.words = [*around.words, words]

    def refuse(*_: object) -> None:
        raise error("document types and entities are not taken")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: open_elements.pop() and None
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    size = 0
    try:
        for piece in chain(iter(partial(stream.read, 1 << 16), b""), (b"",)):
            size += len(piece)
            parser.Parse(piece, not piece)
            if size - parser.CurrentByteIndex > MAX_TAG_BYTES:
                raise error(f"a tag or a comment has more than {MAX_TAG_BYTES:,} bytes")
    except expat.ExpatError as problem:
        raise InputError(f"this is no XML: {expat.ErrorString(problem.code)}", where, problem.lineno) from None
    except (ValueError, LookupError) as problem:  # an encoding that there is not
        raise InputError(f"this is no XML: {problem}", where, parser.CurrentLineNumber) from None
    return top.children[0]
