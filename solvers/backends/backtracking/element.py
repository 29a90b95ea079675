"""How does "target = array[index]" prune, when the array holds numbers?"""

from __future__ import annotations

from solvers.backends.backtracking.store import Propagator, Store


class ElementPropagator(Propagator):
    """The target cell holds the entry that the index cell points at.

    Wakes when either cell shrinks. Domain consistent: an index stays if its entry is still possible,
    a target value stays if some remaining index reads it. O(indices left) a run.

    Args:
        index: the cell of the index.
        reads: for each bit of the index, the bit of the target it reads (0 for a value it cannot take).
        target: the cell of the target.
    """

    __slots__ = ("_index", "_reads", "_target")

    def __init__(self, index: int, reads: dict[int, int], target: int) -> None:
        super().__init__((index, target), idempotent=True)
        self._index = index
        self._reads = reads
        self._target = target

    def propagate(self, store: Store) -> bool:
        domains, reads = store.domains, self._reads
        index, target = domains[self._index], domains[self._target]
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
            store.replace(self._index, kept)
        return read == target or store.narrow(self._target, read)
