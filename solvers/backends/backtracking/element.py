"""Propagators for Element: over numbers, and over variables, where the target equals the source that is picked.

The second is also what a group of conditional equalities says: ``seen == own`` where the dial has a number,
``seen == below`` where it has a hole.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from models.language.domains import MAX_EXPLICIT_VALUES
from models.language.expressions import Constraint, IntVar, Linear, Literal
from solvers.backends.backtracking.store import Propagator, Store
from solvers.backends.backtracking.value_index import is_equality, mask_of, places

NOTHING = -1  # read at a place whose entry the target cannot take
FREE = -2  # read at a place of a selection that leaves the target free


def reading(cell: int) -> int:
    """What is read at a place of a selection that picks a cell, and the cell that is read by it."""
    return FREE - 1 - cell


class ElementPropagator(Propagator):
    """The target cell holds the entry that the index cell points at.

    Wakes when either cell shrinks. Domain consistent: an index stays if its entry is still possible,
    a target value stays if some remaining index reads it. O(indices left) a run.

    Each bit of the index has an entry: the place of the bit of the target that it reads, or ``NOTHING``.
    """

    __slots__ = ("entries", "index", "target", "_reads")

    def __init__(self, index: int, entries: Sequence[int], target: int) -> None:
        super().__init__((index, target), idempotent=True)
        self.entries = entries
        self.index = index
        self.target = target
        self._reads: dict[int, int] = {}

    def propagate(self, store: Store) -> bool:
        domains, reads = store.domains, self._reads or self._note()
        index, target = domains[self.index], domains[self.target]
        kept = read = 0
        rest = index
        while rest:
            bit = rest & -rest
            rest ^= bit
            entry = reads[bit]
            if entry & target:
                kept |= bit
                read |= entry
        if not kept:
            return False
        if kept != index:
            store.replace(self.index, kept)
        return read == target or store.narrow(self.target, read)

    def _note(self) -> dict[int, int]:
        for place, entry in enumerate(self.entries):
            self._reads[1 << place] = 0 if entry == NOTHING else 1 << entry
        return self._reads


MAX_SHORT_INDEX_VALUES = 4_096
"""An Element whose index has more values than this is long …"""

MAX_SHORT_ELEMENT_BITS = 1 << 26
"""… and so is one where an entry of the target for each of them would take more bits than this: eight megabytes."""


class LongElementPropagator(ElementPropagator):
    """An ``ElementPropagator`` for cells so wide that each step on one of their masks is long.

    It wakes and prunes alike. O(values of both cells) a run, whatever is left of them.
    """

    __slots__ = ()

    def propagate(self, store: Store) -> bool:
        entries, possible = self.entries, set(places(store.domains[self.target]))
        kept = [place for place in places(store.domains[self.index]) if entries[place] in possible]
        if not kept:
            return False
        store.narrow(self.index, mask_of(kept))
        return store.narrow(self.target, mask_of({entries[place] for place in kept}))


Case = tuple[int, int | None, int]
"""The selector's bits that pick a case; the source's cell, or None for a fixed set; that set."""


class SelectionPropagator(Propagator):
    """While the selector lies at a place, the target equals what that reads: a bit of its own, or a source.

    Places that read the same are one case. All cells share an index of values but the selector, unless it is a source.
    Wakes when any cell shrinks. Domain consistent (constructive disjunction over the cases): a case whose source
    and target have nothing in common is struck from the selector, the target keeps what some case still offers, and
    when a single case is left its source equals the target. O(cases) a run.

    Each bit of the selector reads the place of a bit of the target, ``NOTHING``, ``FREE`` or ``reading(source)``.
    """

    __slots__ = ("selector", "reads", "target", "_cases")

    def __init__(self, selector: int, reads: Sequence[int], target: int) -> None:
        sources = map(reading, dict.fromkeys(filter(FREE.__gt__, reads)))
        cells = (selector, target, *(source for source in sources if source != selector))
        super().__init__(cells, idempotent=True)
        self.selector = selector
        self.reads = reads
        self.target = target
        self._cases: list[Case] = []

    def propagate(self, store: Store) -> bool:
        domains = store.domains
        selector_cell = self.selector
        selector, target = domains[selector_cell], domains[self.target]
        free = selector
        kept = offered = possible = 0
        only: int | None = None
        for bits, source, fixed in self._cases or self._note():
            picked = selector & bits
            if not picked:
                continue
            free ^= picked
            if source == selector_cell:
                # The selector's own value is what shows: its values themselves have to fit.
                common = picked = picked & target
            elif source is None:
                common = fixed & target
            else:
                common = domains[source] & target
            if common:
                kept |= picked
                offered |= common
                possible += 1
                only = source
        if free:
            return store.narrow(selector_cell, kept | free)
        if not kept:
            return False
        if kept != selector:
            store.replace(selector_cell, kept)
        if offered != target and not store.narrow(self.target, offered):
            return False
        return possible > 1 or only is None or only == selector_cell or store.narrow(only, offered)

    def _note(self) -> list[Case]:
        places_of: dict[int, list[int]] = {}
        for place, read in enumerate(self.reads):
            places_of.setdefault(read, []).append(place)
        places_of.pop(FREE, None)
        for read, at in places_of.items():
            source = reading(read) if read < FREE else None
            self._cases.append((mask_of(at), source, 1 << read if read >= 0 else 0))
        return self._cases


Group = list[tuple[Literal, IntVar, IntVar]]
"""Conditional equalities on one selector with one target: what picks it, the target, the source."""


def selections(constraints: Iterable[Constraint], apart: Container[int]) -> tuple[list[Group], list[Constraint]]:
    """The constraints that are selections in pieces, grouped, and all others.

    A group has two or more equalities with one variable in common, each conditional on a literal of one selector that
    excludes the others. What speaks of variables ``apart`` (by index), or has a literal of very many values, is left.
    """
    others = list(constraints)
    pieces: dict[tuple[int, int], list[tuple[int, Literal, IntVar, IntVar]]] = {}
    for place, constraint in enumerate(others):
        if len(constraint.condition) == 1 and isinstance(constraint, Linear) and is_equality(constraint):
            (_, left), (_, right) = constraint.terms
            literal = constraint.condition[0]
            if len(literal.values) > MAX_EXPLICIT_VALUES:
                continue
            if any(var.index in apart for var in (left, right, literal.var)):
                continue
            for target, source in ((left, right), (right, left)):
                pieces.setdefault((literal.var.index, target.index), []).append((place, literal, target, source))
    used: set[int] = set()
    groups: list[Group] = []
    for candidates in pieces.values():
        group: Group = []
        places = []
        covered: frozenset[int] = frozenset()
        for place, literal, target, source in candidates:
            if place not in used and target is not literal.var and covered.isdisjoint(literal.values):
                group.append((literal, target, source))
                places.append(place)
                covered |= literal.values
        if len(group) > 1:
            groups.append(group)
            used.update(places)
    return groups, [constraint for place, constraint in enumerate(others) if place not in used]
