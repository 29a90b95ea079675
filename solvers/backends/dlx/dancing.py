"""Algorithm X with dancing links, without recursion: every exact cover of a set of items.

D. E. Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1. A cover is a set of *options*, each a set of
items, that meets every *primary* item exactly once and every *secondary* item at most once. Item ``i`` here is item
``i + 1`` there, 0 being the root. Every item's options form a circular list (``up``, ``down``) through its header, and
the primary items still to be met another (``left``, ``right``). Covering takes a node out of its list but leaves its
own links, so that uncovering in the opposite order puts it back: the links dance.

One thing is added: items may come *late*. They are chosen only when no other primary item is left, and then one way of
meeting all of them is enough: every choice of the other options comes once or a few times.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass

NODES_BETWEEN_LOOKS = 64  # nodes between two looks at the clock; one takes well under a millisecond as a rule
MAX_LISTED_SIBLINGS = 64  # up to so many items in an option, each of its nodes has a list of the others ready
Cells = tuple[tuple[int, int], ...]  # nodes of one option, each with its item


@dataclass
class CoverEffort:
    """The work of a search: options tried, options hidden while covering, and how often an item had no option left."""

    nodes: int = 0
    updates: int = 0
    dead_ends: int = 0


class ExactCover:
    """Items and options, linked once and searched as often as wanted.

    The primary items, to be met, are 0, 1, …; the secondary ones, met once at most, follow. An option has no item
    twice. Primary items may be ``late``.
    """

    def __init__(
        self, primary: int, secondary: int, options: Sequence[Sequence[int]], late: Collection[int] = ()
    ) -> None:
        items = primary + secondary
        self.items = items
        self.late = frozenset(item + 1 for item in late)
        self.late_root = items + 1
        # Headers come before nodes: the root 0, the items 1 to n, the root n + 1 of the late ones.
        self.up = list(range(items + 2))
        self.down = list(range(items + 2))
        self.size = [0] * (items + 2)
        self.left, self.right = self._circles(primary)
        self.item_of = list(range(items + 2))
        self.option_of = [-1] * (items + 2)
        self.nodes_of: list[Cells] = []
        self.siblings: list[Cells | _Around] = [()] * (items + 2)
        for number, option in enumerate(options):
            self._link(number, option)

    @property
    def nodes(self) -> int:
        return len(self.option_of) - self.items - 2

    def covers(
        self,
        chosen: Iterable[int] = (),
        removed: Iterable[int] = (),
        stop: Callable[[], bool] = lambda: False,
        effort: CoverEffort | None = None,
    ) -> Generator[list[int], None, bool]:
        """Every cover that has the options ``chosen`` and none of those ``removed``; False once ``stop()`` is true.

        Options chosen in advance come first, the others in the order of choice; one without primary items is never
        chosen unless given. Each search dances on links of its own, which take microseconds to copy.
        """
        up, down, size = self.up[:], self.down[:], self.size[:]
        left, right = self.left[:], self.right[:]
        siblings, late_items, late_root = self.siblings, self.late, self.late_root
        effort = CoverEffort() if effort is None else effort
        nodes = updates = dead_ends = 0

        def cover(item: int) -> None:
            nonlocal updates
            node = down[item]
            while node != item:
                for other, its_item in siblings[node]:
                    above, below = up[other], down[other]
                    down[above] = below
                    up[below] = above
                    size[its_item] -= 1
                node = down[node]
            before, after = left[item], right[item]
            right[before] = after
            left[after] = before
            updates += size[item]

        def uncover(item: int) -> None:
            before, after = left[item], right[item]
            right[before] = left[after] = item
            node = up[item]
            while node != item:
                for other, its_item in reversed(siblings[node]):
                    size[its_item] += 1
                    down[up[other]] = up[down[other]] = other
                node = up[node]

        def uncover_others(node: int) -> None:
            for _, its_item in reversed(siblings[node]):
                uncover(its_item)

        def with_fewest_options(root: int) -> int:
            item = right[root]
            fewest = size[item]
            following = right[item]
            while following != root:
                if size[following] < fewest:
                    item = following
                    fewest = size[item]
                following = right[following]
            return item

        # X1. Initialise: take out the options removed, then choose those chosen.
        removed, chosen = set(removed), list(dict.fromkeys(chosen))
        for option in removed:
            for node, item in self.nodes_of[option]:
                down[up[node]] = down[node]
                up[down[node]] = up[node]
                size[item] -= 1
        met: set[int] = set()
        for option in chosen:
            items = [item for _, item in self.nodes_of[option]]
            if option in removed or not met.isdisjoint(items):
                return True
            met.update(items)
            for item in items:
                cover(item)

        path: list[int] = []  # at each level, the node by which its option was chosen
        try:
            while True:
                # X2. Enter a level. When every primary item is met, visit the cover.
                root = 0 if right[0] else late_root
                if right[root] == root:
                    effort.nodes, effort.updates, effort.dead_ends = nodes, updates, dead_ends
                    yield chosen + [self.option_of[node] for node in path]
                    while path and self.item_of[path[-1]] in late_items:
                        node = path.pop()
                        uncover_others(node)
                        uncover(self.item_of[node])
                    node = 0
                else:
                    # X3. Choose an item.
                    item = with_fewest_options(root)
                    # X4. Cover it.
                    if size[item]:
                        cover(item)
                        node = down[item]
                    else:
                        dead_ends += 1
                        node = 0
                while node <= late_root:
                    # X7. Every option of an item was tried when its header comes round; 0 where none was covered.
                    if node:
                        uncover(node)
                    # X8. Leave the level.
                    if not path:
                        return True
                    # X6. Try the next option of the level above.
                    node = path.pop()
                    uncover_others(node)
                    node = down[node]
                # X5. Try an option: cover its other items.
                path.append(node)
                for _, its_item in siblings[node]:
                    cover(its_item)
                nodes += 1
                if nodes % NODES_BETWEEN_LOOKS == 0 and stop():
                    return False
        finally:
            effort.nodes, effort.updates, effort.dead_ends = nodes, updates, dead_ends

    def _circles(self, primary: int) -> tuple[list[int], list[int]]:
        """The primary items in a circle through root 0, the late ones through theirs, secondary ones each alone."""
        left, right = list(range(self.items + 2)), list(range(self.items + 2))
        early = [item for item in range(1, primary + 1) if item not in self.late]
        for root, members in ((0, early), (self.late_root, sorted(self.late))):
            for before, after in zip([root, *members], [*members, root], strict=True):
                right[before] = after
                left[after] = before
        return left, right

    def _link(self, number: int, option: Sequence[int]) -> None:
        first = len(self.up)
        cells = tuple((first + place, item + 1) for place, item in enumerate(option))
        self.nodes_of.append(cells)
        for place, (node, item) in enumerate(cells):
            above = self.up[item]
            self.up.append(above)
            self.down.append(item)
            self.down[above] = self.up[item] = node
            self.size[item] += 1
            self.item_of.append(item)
            self.option_of.append(number)
            self.siblings.append(
                cells[place + 1 :] + cells[:place] if len(cells) <= MAX_LISTED_SIBLINGS else _Around(cells, place)
            )


class _Around:
    """The other cells of a long option, made when they are asked for; kept for each node they would fill memory."""

    __slots__ = ("cells", "place")

    def __init__(self, cells: Cells, place: int) -> None:
        self.cells = cells
        self.place = place

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self.cells[self.place + 1 :] + self.cells[: self.place])

    def __reversed__(self) -> Iterator[tuple[int, int]]:
        return reversed(self.cells[self.place + 1 :] + self.cells[: self.place])
