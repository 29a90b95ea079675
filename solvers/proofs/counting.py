"""Proofs of how many answers there are: a table of counts, or the answers listed and no other, whichever is shorter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from solvers.backends.dlx.memo import CountTable, tabulate
from solvers.core.backend import Clock
from solvers.proofs.formula import PBFormula
from solvers.proofs.proving import TreeTooLong, prove
from solvers.proofs.statement import PBStatement
from solvers.proofs.tables import Items, items_of, write_table

TABLE_ROW_BUDGETS = (10_000, 100_000, 1_000_000, 6_000_000)
"""Rows of a table of counts that are tried, one after another; the last take a minute and a gigabyte."""

MAX_ANSWERS_BESIDE_TABLE = 100
"""So few answers may be listed where a table would do: the rest of the proof may be shorter than the table."""

MAX_LISTED_ANSWERS = 10_000
"""Of more answers, a table is tried that takes a minute and a gigabyte."""

Answers = Sequence[Sequence[str]]
"""Literals from which each answer follows."""


def prove_count(
    statement: PBStatement, count: int, listed: Callable[[], Answers], producer: str, tabulated: bool, clock: Clock
) -> str:
    """A proof that ``statement`` has ``count`` answers.

    ``listed`` lists them all, which may take as long as counting them did; where they were ``tabulated``, they may
    never have been listed. The other arguments are those of :func:`solvers.proofs.proving.prove`.
    """
    formula = statement.formula()
    items = items_of(formula)
    if items is None:
        return prove(statement, listed(), producer, clock=clock)
    if items.is_contradictory():
        return write_table((), {})
    if count > MAX_LISTED_ANSWERS:
        table = _table(items, TABLE_ROW_BUDGETS, clock)
    else:
        table = _table(items, TABLE_ROW_BUDGETS[:-1] if tabulated else TABLE_ROW_BUDGETS[:1], clock)
        if table is None or count <= MAX_ANSWERS_BESIDE_TABLE:
            answers = listed() if table is None else [*_covers(items, table, formula)]
            most = TABLE_ROW_BUDGETS[0] if table is None else len(table.counts)
            with suppress(TreeTooLong):
                proof = prove(statement, answers, "tree", clock=clock, most=most + count)
                shown = None if table is None else write_table(table.order, table.counts)
                return proof if shown is None or len(proof) <= len(shown) else shown
            table = table or _table(items, TABLE_ROW_BUDGETS[1:-1], clock)
    if table is None:
        return prove(statement, listed(), producer, clock=clock)
    return write_table(table.order, table.counts)


def _table(items: Items, budgets: Sequence[int], clock: Clock) -> CountTable | None:
    primary, secondary = items.open()
    table = tabulate(primary, secondary, list(items.options().values()), budgets, clock.expired)
    if table is None:
        clock.check()
    return table


def _covers(items: Items, table: CountTable, formula: PBFormula) -> Iterator[list[str]]:
    names = list(formula.names.numbers)
    bit = {number: 1 << place for place, number in enumerate(table.order)}
    options = {boolean: sum(bit[number] for number in numbers) for boolean, numbers in items.options().items()}
    must = sum(bit[number] for number in items.open()[0])
    waiting: list[tuple[int, list[str]]] = [(table.whole, [names[boolean] for boolean in sorted(items.chosen)])]
    while waiting:
        state, chosen = waiting.pop()
        left = state & must
        if not left:
            yield chosen
            continue
        first = left & -left
        for boolean, option in options.items():
            if option & first and option & state == option and table.counts.get(state ^ option):
                waiting.append((state ^ option, [*chosen, names[boolean]]))
