"""XCSP3-core, the XML of the solver competitions: its mini track (arXiv 2009.00514) and some global constraints.

The mini track is intension, extension (with short tables), allDifferent, sum, element and instantiation. All may stand
in groups, slides and blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

from models.errors import InputError, ModelError
from models.kit.names import count, shown
from models.language.base import Domain, as_domain
from models.language.model import Assignment, IntVar, LinearExpr, Model
from solvers.core.limits import ENDLESS, Clock
from solvers.formats.document import LINE, PROJECTION, ObjectiveNote, Reading
from solvers.formats.xcsp3.constraints import ATTRIBUTES, KINDS, MINI, Poster
from solvers.formats.xcsp3.expressions import span, whole
from solvers.formats.xcsp3.tree import XmlElement, parse

MAX_VARIABLES = 1_000_000  # of a file; values that a domain may list, and entries of a list
MAX_WORDS = 10_000_000  # of all lists together: a few letters such as x[] may stand for very many

_WORD = re.compile(r"([^\s\[]+)((?:\[[^\s\]]*\])*)$")
_NAME = re.compile(r"[A-Za-z_][\w.]*")


def read(stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS) -> Reading:
    """An instance; an answer is a value for each variable."""
    root = parse(stream, where)
    return _Xcsp3Instance(where, clock).read(root)


class _Xcsp3Instance:
    def __init__(self, where: Path | str, clock: Clock) -> None:
        self.where = where
        self.model = Model(Path(where).name)
        self.variables: dict[str, IntVar] = {}
        self.arrays: dict[str, tuple[int, ...]] = {}
        self.domains: dict[str, Domain] = {}
        self.clock = clock
        self.poster = Poster(self.model, self.variables, self.listed, clock)
        self._words = 0
        self.projection: list[IntVar] | None = None
        self.found = 0
        self.line = 0

    def read(self, root: XmlElement) -> Reading:
        """The whole of it."""
        try:
            self._read(root)
        except ModelError as error:
            raise InputError(str(error), self.where, self.line) from None
        self.model.project_on(self.variables.values() if self.projection is None else self.projection)
        about = f"{count(len(self.variables), 'variable')}, {count(self.found, 'constraint')}"
        return Reading(self.model, _instantiation, about)

    def _read(self, root: XmlElement) -> None:
        self.line = root.line
        if root.tag != "instance" or root.attributes.get("format") != "XCSP3":
            raise ModelError(f'<{root.tag}> is no <instance format="XCSP3">')
        for part in root.children:
            self.line = part.line
            if part.tag == "variables":
                for element in self.clock.along(part.children):
                    self.line = element.line
                    self._declare(element)
            elif part.tag == "constraints":
                self._post(part, {})
            elif part.tag == "objectives":
                self._optimise(part)
            elif part.tag == "annotations":  # which say how to search, but for a note of ours
                if part.attributes.get("note") == PROJECTION:
                    self._project(part)
            else:
                raise ModelError(f"<{part.tag}> is no part of an instance")
        if not self.variables:
            raise ModelError("there are no variables in it")

    # Variables

    def _declare(self, element: XmlElement) -> None:
        name = element.attributes.get("id", "")
        if not _NAME.fullmatch(name):
            raise ModelError(f"<{element.tag}> is called {shown(name)}; a name of letters and digits is expected")
        if name in self.domains or name in self.arrays:
            raise ModelError(f"a second {shown(name)}")
        if element.attributes.get("type", "integer") != "integer":
            raise ModelError(f"{shown(name)} is {element.attributes['type']}; only integer variables can be taken")
        if element.tag == "var":
            self.domains[name] = self._domain(element)
            self._variable(name, self.domains[name])
        elif element.tag == "array":
            self._array(name, element)
        else:
            raise ModelError(f"<{element.tag}> is neither <var> nor <array>")

    def _array(self, name: str, element: XmlElement) -> None:
        size = element.attributes.get("size", "")
        if not re.fullmatch(r"(\[[0-9]{1,9}\])+", size):
            raise ModelError(f"the array {shown(name)} has the size {shown(size)}; one such as [3][4] is expected")
        sizes = tuple(map(int, re.findall("[0-9]+", size)))
        cells = prod(sizes)
        if len(self.variables) + cells > MAX_VARIABLES:
            raise ModelError(f"the array {shown(name)} has {cells:,} variables; {MAX_VARIABLES:,} can be taken in all")
        self.arrays[name] = sizes
        domains: dict[str, Domain] = {}
        others = self._domain(element) if element.text or "as" in element.attributes else None
        for child in element.children:
            self.line = child.line
            domain = self._domain(child)
            if child.attributes.get("for") == "others":
                others = domain
            else:
                domains.update(dict.fromkeys(self._counted(self._cells(child.attributes.get("for", ""))), domain))
        self.domains[name] = others if others is not None else next(iter(domains.values()), range(0))
        for places in self.clock.along(product(*map(range, sizes))):
            cell = f"{name}{''.join(f'[{place}]' for place in places)}"
            kept = domains.get(cell, others)
            if kept is not None:  # a cell of no domain stands nowhere
                self._variable(cell, kept)

    def _domain(self, element: XmlElement) -> Domain:
        like = element.attributes.get("as")
        if like is not None:
            if like not in self.domains:
                raise ModelError(f"there is no {shown(like)} whose domain could be taken")
            return self.domains[like]
        runs = [span(word) for word in element.text.split()]
        if len(runs) == 1 and runs[0]:
            return runs[0]
        if sum(map(len, runs)) > MAX_VARIABLES:
            raise ModelError(f"a domain of more than {MAX_VARIABLES:,} values in several parts")
        return as_domain(value for run in runs for value in run)

    def _variable(self, name: str, domain: Domain) -> None:
        if isinstance(domain, range) and domain:
            self.variables[name] = self.model.new_int_var(domain[0], domain[-1], name)
        else:
            self.variables[name] = self.model.new_int_var_from_values(domain, name)

    # Lists of variables

    def listed(self, text: str) -> Iterator[str]:
        """The words of a list, with every cell for ``x[]`` and ``x[1..3][2]``."""
        return self._counted(self._every_word(text))

    def _counted(self, words: Iterator[str]) -> Iterator[str]:
        first = self._words
        for word in self.clock.along(words):
            self._words += 1
            if self._words - first > MAX_VARIABLES:
                raise ModelError(f"a list of more than {MAX_VARIABLES:,} entries")
            if self._words > MAX_WORDS:
                raise ModelError(f"the lists have more than {MAX_WORDS:,} entries together")
            yield word

    def _every_word(self, text: str) -> Iterator[str]:
        for word in text.split():
            found = _WORD.match(word)
            if word in self.variables or found is None or not found[2]:
                yield word
            else:
                yield from self._cells(word)

    def _cells(self, text: str) -> Iterator[str]:
        for word in text.split():
            found = _WORD.match(word)
            if found is None or found[1] not in self.arrays:
                raise ModelError(f"there is no array for {shown(word)}")
            sizes, places = self.arrays[found[1]], re.findall(r"\[([^\]]*)\]", found[2])
            if len(places) != len(sizes):
                raise ModelError(f"{shown(word)} has {count(len(places), 'index')}, the array {len(sizes)}")
            ranges = []
            for place, size in zip(places, sizes, strict=True):
                places_there = span(place) if place else range(size)
                if places_there and (places_there[0] < 0 or places_there[-1] >= size):
                    raise ModelError(f"{shown(word)} reaches outside the array")
                ranges.append(places_there)
            for chosen in product(*ranges):
                yield f"{found[1]}{''.join(f'[{place}]' for place in chosen)}"

    # Constraints

    def _post(self, part: XmlElement, around: Mapping[str, Any]) -> None:
        for element in self.clock.along(part.children):
            self.line = element.line
            take = {"block": self._post, "group": self._group, "slide": self._slide}.get(element.tag, self._one)
            take(element, self._reason(element, around))

    def _reason(self, element: XmlElement, around: Mapping[str, Any]) -> dict[str, Any]:
        """What names a constraint: its own id and note, or those of what is around it; else its line."""
        reason = dict(around)
        if name := element.attributes.get("id", ""):
            reason["key"] = (name,)
        if note := " ".join(element.attributes.get("note", "").split()):
            reason["because"] = note
        return reason

    def _one(self, element: XmlElement, reason: Mapping[str, Any]) -> None:
        kind = KINDS.get(element.tag)
        if kind is None:
            raise ModelError(f"<{element.tag}> is none of the constraints that can be taken, {MINI}")
        parts = [part.rstrip("*") for part in kind.parts.split()]
        once = {part for part in kind.parts.split() if not part.endswith("*")}
        tags = [child.tag for child in element.children]
        for number, tag in enumerate(tags):
            if tag not in parts or (tag in once and tag in tags[:number]):
                second = "a second " if tag in parts else ""
                raise ModelError(f"{second}<{tag}> in <{element.tag}> cannot be taken; {', '.join(parts)} can")
        for part in (element, *element.children):
            if odd := next((name for name in part.attributes if name not in ATTRIBUTES), ""):
                raise ModelError(f"the attribute {odd} of <{part.tag}> cannot be taken")
        self.found += 1
        kind.post(self.poster, element, {"key": (LINE, self.line), **reason})

    def _group(self, element: XmlElement, reason: Mapping[str, Any]) -> None:
        template, *arguments = element.children or [element]
        if template is element or not arguments or any(one.tag != "args" for one in arguments):
            raise ModelError("a group is expected to have a constraint, and then <args>")
        for one in self.clock.along(arguments):
            self.line = one.line
            self._one(template.filled(list(self.listed(one.text))), reason)

    def _slide(self, element: XmlElement, reason: Mapping[str, Any]) -> None:
        """Post the last constraint on each window of the lists, as wide as it needs or as ``collect`` says."""
        *lists, template = element.children or [element]
        if not lists or any(one.tag != "list" for one in lists):
            raise ModelError("slide is expected to have lists, and then a constraint")
        is_circular = element.attributes.get("circular") == "true"
        words = [list(self.listed(one.text)) for one in lists]
        steps = [whole(one.attributes.get("offset", "1")) for one in lists]
        arity = str(template.arity) if len(lists) == 1 else "1"
        widths = [whole(one.attributes.get("collect", arity)) for one in lists]
        if min(steps) < 1 or min(widths) < 1 or not all(words):
            raise ModelError("slide is expected to have lists, each with an offset and a collect of at least 1")
        if is_circular and any(width > len(entries) for entries, width in zip(words, widths, strict=True)):
            raise ModelError("slide collects more entries than a list has")
        for turn in self.clock.along(range(-(-len(words[0]) // steps[0]))):
            window: list[str] = []
            for entries, step, width in zip(words, steps, widths, strict=True):
                first = turn * step
                if not is_circular and first + width > len(entries):
                    return
                window += (entries[(first + place) % len(entries)] for place in range(width))
            self._one(template.filled(window), reason)

    def _optimise(self, part: XmlElement) -> None:
        if len(part.children) != 1:
            raise ModelError(f"{count(len(part.children), 'objective')}; one is expected")
        (element,) = part.children
        self.line = element.line
        if element.tag not in ("minimize", "maximize"):
            raise ModelError(f"<{element.tag}> is neither <minimize> nor <maximize>")
        total = self._total(element, element.attributes.get("type", "expression"))
        (self.model.minimize if element.tag == "minimize" else self.model.maximize)(total)
        if note := ObjectiveNote.found(element.attributes.get("note", "")):
            note.restore(self.model)

    def _project(self, part: XmlElement) -> None:
        """Let the decision variables alone make up an answer; where there are none, nothing does."""
        decision = part.child("decision")
        names = [] if decision is None else list(self.listed(decision.text))
        self.projection = list(map(self.poster.expressions.named, names))

    def _total(self, element: XmlElement, kind: str) -> LinearExpr:
        if kind == "expression":
            return self.poster.expressions.sum(element.text)
        if kind == "sum":
            return self.poster.total(element)
        if kind in ("minimum", "maximum"):
            return self.poster.expressions.extreme(kind[:3], *self.poster.sums(element))
        if kind == "nValues":
            return self.poster.number_of_values(element)
        known = "expression, sum, minimum, maximum and nValues"
        raise ModelError(f"an objective of type {shown(kind)}; {known} can be taken")


def _instantiation(answer: Assignment) -> str:
    names = " ".join(var.name for var in answer)
    values = " ".join(map(str, answer.values()))
    return f"<instantiation>\n  <list> {names} </list>\n  <values> {values} </values>\n</instantiation>"
