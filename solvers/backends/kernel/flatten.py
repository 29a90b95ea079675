"""A posted model as arrays of numbers, which is what the compiled store takes: cells, then propagators in order.

Each propagator is its kind, whether it is idempotent, the cells that wake it, and numbers of its own, written as
``propagators.c`` reads them. A set of bits takes as many 64-bit words as its cell.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from models.language.domains import runs_of
from models.language.model import CHOOSE, SELECT, Givens, IntVar, Literal, Model
from solvers.backends.backtracking import backend as reference
from solvers.backends.backtracking.all_different import AllDifferentPropagator
from solvers.backends.backtracking.backend import BacktrackingSearch
from solvers.backends.backtracking.branching import Brancher
from solvers.backends.backtracking.element import ElementPropagator, LongElementPropagator, SelectionPropagator
from solvers.backends.backtracking.linear import (
    BoundsPropagator,
    EqualPropagator,
    SumPropagator,
    Term,
    UnequalPropagator,
)
from solvers.backends.backtracking.literals import (
    CellLiteral,
    ClausePropagator,
    ConditionalPropagator,
    OnePropagator,
)
from solvers.backends.backtracking.posting import PostedModel
from solvers.backends.backtracking.store import Propagator
from solvers.backends.backtracking.table import TablePropagator
from solvers.backends.backtracking.wide import DigitsPropagator
from solvers.core.backend import ENDLESS, Assignments, Clock, OutOfTime, Settings, values_left
from solvers.kernel import compiled

if TYPE_CHECKING:
    from solvers.backends.backtracking.circuit import CircuitPropagator
    from solvers.backends.backtracking.cumulative import CumulativePropagator
    from solvers.kernel._kernel import StoreEngine

PROPAGATIONS_A_CALL = 20_000
"""Propagators run in one call of the store: some milliseconds, after which the clock is looked at."""

WIDE_VALUES, LONG_SCOPE = 1_024, 16
"""Where variables have more values than this, or propagators more cells on average, each takes longer, and fewer are
run."""

WORD_BITS = 64
MAX_SUM = 1 << 60  # sums that can come further than this stay with Python
MAX_EXACT_TOTAL = 1 << 20  # the largest total that the compiled Sum takes
COMPARING_CHOICES = ("lowest_min", "highest_max", "max_regret")  # by what the bits of cells stand for
MAX_COLUMN_BYTES = 1 << 26  # bytes that one column of a table may take: as many as values times rows


class NotFlat(Exception):
    """A propagator that the compiled store has no form of."""


def compiled_store(
    posted: PostedModel,
    deciding: Sequence[int],
    others: Sequence[int],
    branchers: Sequence[Brancher] = (),
    seed: int = 0,
    shown: int = 0,
    clock: Clock = ENDLESS,
) -> StoreEngine | None:
    """The store and its propagators compiled; None where some part has no compiled form.

    It branches as ``branchers`` say, then on the cells ``deciding``, and on the ``others`` when those are fixed; a seed
    picks values by chance. An answer tells the first ``shown`` cells.
    """
    kernel = compiled()
    if kernel is None:
        return None
    try:
        flat = _Flat(posted, clock)
        strategies = array("q", [number for brancher in branchers for number in flat.strategy(brancher)])
    except NotFlat:
        return None
    store: StoreEngine = kernel.StoreEngine(
        flat.widths,
        flat.domains,
        flat.program,
        flat.tables,
        array("q", deciding),
        array("q", others),
        strategies,
        len(posted.store.propagators),
        shown,
        -1 if posted.bound is None else posted.store.propagators.index(posted.bound),
        seed & (1 << 64) - 1,
        reference.FIRST_RESTART,
    )
    return store


class _Flat:
    def __init__(self, posted: PostedModel, clock: Clock) -> None:
        store = posted.store
        own = len(posted.value_indexes)  # further cells belong to propagators
        # Cells of one value index are of one width, whatever they hold, so that their sets can be compared.
        bits = [len(posted.value_indexes[place].values) if place < own else 0 for place in range(len(store.domains))]
        self.widths = array("q", (max(1, b, mask.bit_length()) for b, mask in zip(bits, store.domains, strict=True)))
        self.words = [-(-bits // WORD_BITS) for bits in self.widths]
        if max(self.words, default=1) == 1:
            self.domains = array("Q", store.domains)
        else:
            self.domains = array("Q", b"".join(map(self._words, range(len(self.words)), store.domains)))
        self.tables = array("q")
        self.program = array("q")
        self._known: dict[int, tuple[Sequence[int], int]] = {}  # by identity, with the sequence so that it stays
        for propagator in store.propagators:
            clock.check()
            kind, numbers = self._numbers(propagator)
            cells = dict.fromkeys(propagator.cells)
            self.program += array("q", (kind, propagator.idempotent, len(cells), *cells, len(numbers)))
            self.program += numbers if isinstance(numbers, array) else array("q", numbers)

    def strategy(self, brancher: Brancher) -> Iterator[int]:
        """Yield how a strategy chooses and selects, whether it is late, and each cell with what its bits stand for.

        Where it compares no values, bits stand for their places, which never lie out of reach.
        """
        yield from (CHOOSE.index(brancher.choose), SELECT.index(brancher.select), brancher.late, len(brancher.values))
        compares = brancher.choose in COMPARING_CHOICES or brancher.select in ("lower_half", "upper_half")
        for cell, values in brancher.values:
            if not compares:
                values = range(len(values))
            elif max(-values[0], values[-1]) > MAX_SUM:
                raise NotFlat("a strategy for values too far")
            if isinstance(values, range):
                yield from (cell, False, values[0], values.step)
            else:
                yield from (cell, True, self._table_of(values), 0)

    def _words(self, cell: int, mask: int) -> bytes:
        size = 8 * self.words[cell]
        return (mask & ((1 << 8 * size) - 1)).to_bytes(size, "little")

    def _set(self, cell: int, mask: int) -> Sequence[int]:
        """A set of a cell's bits as numbers, which are signed."""
        if self.widths[cell] < WORD_BITS:
            return (mask,)
        return array("q", self._words(cell, mask))

    def _numbers(self, propagator: Propagator) -> tuple[int, Sequence[int]]:
        known = _KIND_OF.get(type(propagator)) or _STATED.get(type(propagator).__name__)
        if known is None:
            raise NotFlat(type(propagator).__name__)
        kind, write = known
        return kind, write(self, propagator)

    def _all_different(self, propagator: AllDifferentPropagator) -> Sequence[int]:
        return (len(propagator.cells), *propagator.cells)

    def _element(self, propagator: ElementPropagator | LongElementPropagator) -> Sequence[int]:
        return (propagator.index, propagator.target, len(propagator.entries), *propagator.entries)

    def _selection(self, propagator: SelectionPropagator) -> Sequence[int]:
        if any(self.words[source] != self.words[propagator.target] for source in propagator.cells[2:]):
            raise NotFlat("a source of another value index")
        return (propagator.selector, propagator.target, len(propagator.reads), *propagator.reads)

    def _equal(self, propagator: EqualPropagator) -> Sequence[int]:
        return propagator.left, propagator.right, propagator.shift

    def _bounds(self, propagator: BoundsPropagator) -> Sequence[int]:
        terms = [(cell, adds) for cell, adds, _ in propagator.summands]
        numbers: list[int] = []
        for limit in (propagator.lowest, propagator.highest):
            if limit is not None and abs(limit) > MAX_SUM:
                raise NotFlat("a limit too far")
            numbers += (limit is not None, limit or 0)
        return numbers + self._terms(terms)

    def _sum(self, propagator: SumPropagator) -> Sequence[int]:
        if propagator.total > MAX_EXACT_TOTAL:
            raise NotFlat("a sum of too much")
        return [propagator.total, *self._terms(propagator.terms)]

    def _unequal(self, propagator: UnequalPropagator) -> Sequence[int]:
        if abs(propagator.total) > MAX_SUM:
            raise NotFlat("a total too far")
        return [propagator.total, *self._terms(propagator.terms)]

    def _table(self, propagator: TablePropagator) -> Sequence[int]:
        rows = propagator.rows_cell
        numbers = array("q", (rows, len(propagator.columns)))
        for cell, supports in propagator.columns:
            bits, size = max(1, self.widths[cell]), 8 * self.words[rows]
            if bits * size > MAX_COLUMN_BYTES:
                raise NotFlat("a table over too many values")
            numbers.extend((cell, bits))
            held = bytearray(bits * size)
            for bit, holding in supports.items():
                if bit:
                    place = bit.bit_length() - 1
                    held[place * size : (place + 1) * size] = self._words(rows, holding)
            numbers.frombytes(held)
        return numbers

    def _cumulative(self, propagator: CumulativePropagator) -> Sequence[int]:
        from solvers.backends.backtracking.cumulative import MAX_TIME  # it is loaded where there is a propagator

        tasks = propagator.tasks
        if any(max(abs(adds[0]), abs(adds[-1])) > MAX_TIME for _, adds in (task.term for task in tasks)):
            raise NotFlat("a start that is too far")
        amounts = [number for task in tasks for number in (task.later, task.size, task.demand)]
        return [propagator.capacity, *self._terms([task.term for task in tasks]), *amounts]

    def _circuit(self, propagator: CircuitPropagator) -> Sequence[int]:
        arcs = [number for tail, head, test in propagator.arcs for number in (tail, head, *self._literals([test]))]
        return [propagator.nodes, len(propagator.arcs), *arcs]

    def _one(self, propagator: OnePropagator) -> Sequence[int]:
        literals = list(propagator.literals.values())
        begin, begins = 2 + len(literals), []
        for cell, _ in literals:
            begins.append(begin)
            begin += 1 + self.words[cell]
        return [propagator.selector, len(literals), *begins, *self._literals(literals)]

    def _clause(self, propagator: ClausePropagator) -> Sequence[int]:
        return [len(propagator.literals), *self._literals(propagator.literals)]

    def _conditional(self, propagator: ConditionalPropagator) -> Sequence[int]:
        kind, numbers = self._numbers(propagator.relation)
        condition = propagator.condition
        return [len(condition), *self._literals(condition), kind, *numbers]

    def _literals(self, literals: Iterable[CellLiteral]) -> list[int]:
        numbers: list[int] = []
        for cell, yes in literals:
            numbers.append(cell)
            numbers += self._set(cell, yes)
        return numbers

    def _terms(self, terms: Sequence[Term]) -> list[int]:
        """How many terms, and for each its cell and what its bits add: a table, or a first number and a step."""
        if sum(max(abs(adds[0]), abs(adds[-1])) for _, adds in terms) > MAX_SUM:
            raise NotFlat("a sum too far")
        numbers = [len(terms)]
        for cell, adds in terms:
            most = WORD_BITS * self.words[cell]
            if isinstance(adds, range):
                # A digit may have fewer values than its base: what lies beyond is never reached.
                numbers += (cell, False, adds[0], adds.step, min(len(adds), most))
            else:
                numbers += (cell, True, self._table_of(adds), 0, min(len(adds), most))
        return numbers

    def _table_of(self, adds: Sequence[int]) -> int:
        known = self._known.get(id(adds))
        if known is None:
            known = self._known[id(adds)] = adds, len(self.tables)
            self.tables.extend(adds)
        return known[1]


_KIND_OF: dict[type, tuple[int, Callable[[_Flat, Any], Sequence[int]]]] = {
    AllDifferentPropagator: (1, _Flat._all_different),
    ElementPropagator: (2, _Flat._element),
    LongElementPropagator: (2, _Flat._element),
    SelectionPropagator: (3, _Flat._selection),
    EqualPropagator: (4, _Flat._equal),
    BoundsPropagator: (5, _Flat._bounds),
    DigitsPropagator: (5, _Flat._bounds),  # whose limits a search may change
    SumPropagator: (6, _Flat._sum),
    UnequalPropagator: (7, _Flat._unequal),
    TablePropagator: (8, _Flat._table),
    OnePropagator: (9, _Flat._one),
    ClausePropagator: (10, _Flat._clause),
    ConditionalPropagator: (11, _Flat._conditional),
}
"""The number of each kind, as ``state.h`` counts them, and what writes its numbers."""

_STATED: dict[str, tuple[int, Callable[[_Flat, Any], Sequence[int]]]] = {
    "CumulativePropagator": (12, _Flat._cumulative),
    "CircuitPropagator": (13, _Flat._circuit),
}
"""The same by name: most models state no such constraint, and start without these modules."""


class StoreSearch(BacktrackingSearch):
    own_name = "kernel"

    def __init__(self, model: Model, settings: Settings = Settings(), *, native: bool = True) -> None:
        super().__init__(model, settings, native=native)
        posted = self._posted
        # The cells of the variables come first, then those of the digits of wide ones.
        shown = len(posted.value_indexes) + sum(len(wide.digits) for wide in posted.wide.values())
        self._engine = compiled_store(
            posted, self._deciding, self._others, self._branchers, self._seed, shown, settings.clock
        )
        self._in_python = self._engine is None
        widest = max((len(index.values) for index in posted.value_indexes), default=0)
        propagators = posted.store.propagators
        cells = sum(len(propagator.cells) for propagator in propagators) // max(1, len(propagators))
        steps = PROPAGATIONS_A_CALL * WIDE_VALUES // max(WIDE_VALUES, widest)
        self._steps = max(100, steps * LONG_SCOPE // max(LONG_SCOPE, cells))
        self._values = [index.values.__getitem__ for index in posted.value_indexes]

    def effort(self) -> dict[str, int]:
        if self._engine is None or self._in_python:
            return super().effort()
        return self._engine.effort()

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        engine = self._engine
        left = values_left(givens, assumptions)
        told = engine is not None and self._posted.absent.isdisjoint(left)
        restrictions = self._restrictions(left) if told else None
        self._in_python = restrictions is None
        if engine is None or restrictions is None:
            return (yield from super()._assuming(givens, assumptions, clock))
        engine.begin(restrictions)
        if not self._ordered(engine, left, clock):
            return False
        finished = False
        while not finished:
            answers, finished = engine.more(1, self._steps)
            if answers:
                yield self._assignment(memoryview(answers).cast("i").tolist() if isinstance(answers, bytes) else [])
            if not finished and clock.expired():
                return False
        return True

    def _ordered(self, engine: StoreEngine, left: Mapping[IntVar, Set[int]], clock: Clock) -> bool:
        """Give the search the order of values, if one is asked for: at the root, which Python finds; in time or not."""
        if self._value_order is None:
            return True
        try:
            if self._start(left, clock):
                order = array("q")
                for cell, ranks in self._ranks.items():
                    order.extend((cell, len(ranks), *(bit.bit_length() - 1 for bit in ranks)))
                engine.order(order)
        except OutOfTime:
            return False
        finally:
            self._store.reset()
            self._posted.lift()
        return True

    def _count_remaining(self, clock: Clock, most: int | None, report: Callable[[int], None]) -> bool | None:
        if self._engine is None or self._in_python:
            return None
        from solvers.backends.kernel.covers import count_remaining  # most answers are listed

        return count_remaining(self._engine, self._steps, clock, most, report)

    def _assignment(self, places: list[int]) -> dict[IntVar, int]:
        variables = self.model.variables
        values = {var: value(place) for var, value, place in zip(variables, self._values, places, strict=False)}
        for index, wide in self._posted.wide.items():
            values[variables[index]] += sum(counts * places[cell] for counts, cell in wide.digits)
        return self._posted.form.complete(values) if self._posted.form else values

    def _restrictions(self, left: Mapping[IntVar, Set[int]]) -> array[int] | None:
        """What a search is narrowed to, as the store takes it; None where it has to be said in Python."""
        posted, restrictions = self._posted, array("q")
        numbers = {index: number for number, index in enumerate(posted.wide)}
        for var, values in left.items():
            if var.index in posted.wide and values:
                runs = runs_of(values)
                if len(runs) > 1:
                    return None
                least = var.domain[0]
                restrictions.extend((-1, numbers[var.index], runs[0][0] - least, runs[0][-1] - least))
            else:
                mask = posted.mask(var, values)
                restrictions.append(var.index)
                restrictions.frombytes(
                    mask.to_bytes(-(-len(posted.value_indexes[var.index].values) // 64) * 8, "little")
                )
        return restrictions
