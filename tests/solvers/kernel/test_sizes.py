"""Sizes that make no sense, or would fill memory, are refused before any is taken."""

from __future__ import annotations

import sys
import tracemalloc
from array import array
from collections.abc import Callable

import pytest

from tests.solvers.kernel.built import kernel
from tests.tables import rows

KERNEL = kernel()

NONE = array("i")
ENDLESS = 10**9

REFUSED: dict[str, Callable[[], object]] = {
    "a thousand million variables": lambda: KERNEL.AllDifferentEngine(ENDLESS, 9, array("Q"), NONE),
    "fewer domains than variables": lambda: KERNEL.AllDifferentEngine(3, 9, array("Q", [1]), NONE),
    "no values": lambda: KERNEL.AllDifferentEngine(1, 0, array("Q", [1]), NONE),
    "65 values": lambda: KERNEL.AllDifferentEngine(1, 65, array("Q", [1]), NONE),
    "a negative size": lambda: KERNEL.AllDifferentEngine(-1, 9, array("Q"), NONE),
    "a domain past its values": lambda: KERNEL.AllDifferentEngine(1, 2, array("Q", [4]), NONE),
    "a unit that names a variable twice": lambda: KERNEL.AllDifferentEngine(
        2, 2, array("Q", [3, 3]), array("i", [2, 0, 0])
    ),
    "a unit that reaches past the list": lambda: KERNEL.AllDifferentEngine(
        2, 2, array("Q", [3, 3]), array("i", [ENDLESS, 0, 1])
    ),
    "a unit of no variable there is": lambda: KERNEL.AllDifferentEngine(2, 2, array("Q", [3, 3]), array("i", [1, 2])),
    "a unit of negative length": lambda: KERNEL.AllDifferentEngine(2, 2, array("Q", [3, 3]), array("i", [-1, 0])),
    "bytes that are no words": lambda: KERNEL.AllDifferentEngine(1, 2, b"123", NONE),
    "a thousand million items": lambda: KERNEL.ExactCoverEngine(ENDLESS, 0, NONE, b"", False),
    "a thousand million secondary items": lambda: KERNEL.ExactCoverEngine(0, ENDLESS, NONE, b"", False),
    "items without late": lambda: KERNEL.ExactCoverEngine(2, 0, NONE, b"", False),
    "an option with an item twice": lambda: KERNEL.ExactCoverEngine(2, 0, array("i", [2, 1, 1]), b"\0\0", False),
    "an option past the list": lambda: KERNEL.ExactCoverEngine(2, 0, array("i", [ENDLESS]), b"\0\0", False),
    "clauses of bytes that are no literals": lambda: KERNEL.ClauseEngine(False).add(b"123"),
    "a clause without its end": lambda: KERNEL.ClauseEngine(False).add(array("i", [1, 0, 2])),
    "a literal out of range": lambda: KERNEL.ClauseEngine(False).add(array("i", [1 << 28, 0])),
    "the negative of none": lambda: KERNEL.ClauseEngine(False).add(array("i", [-(1 << 31), 0])),
    "an assumption out of range": lambda: KERNEL.ClauseEngine(False).solve(array("i", [-ENDLESS]), 1, 1),
    "an assumption that is none": lambda: KERNEL.ClauseEngine(False).propagate(array("i", [0])),
    "a preference that is none": lambda: KERNEL.ClauseEngine(False).prefer(array("i", [0])),
    "a negative number of conflicts": lambda: KERNEL.ClauseEngine(False).solve(NONE, -1, 1),
    "a negative number of propagations": lambda: KERNEL.ClauseEngine(False).solve(NONE, 1, -1),
    "bitsets for too many options": lambda: KERNEL.ExactCoverEngine(1, 0, array("i", [1, 0] * 9000), b"\0", False),
}


@rows("make", REFUSED.values())
def test_it_is_refused(make: Callable[[], object]) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=r"."):
            make()
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def store(
    widths: list[int] = [2],  # noqa: B006
    domains: list[int] = [3],  # noqa: B006
    program: list[int] = [],  # noqa: B006
    tables: list[int] = [],  # noqa: B006
    deciding: list[int] = [0],  # noqa: B006
    propagators: int | None = None,
    shown: int = 1,
    bound: int = -1,
    strategies: list[int] = [],  # noqa: B006
    first_restart: int = 250,
) -> object:
    parts = (program, tables, deciding, [], strategies)
    arrays = [array("q", widths), array("Q", domains), *(array("q", part) for part in parts)]
    many = bool(program) if propagators is None else propagators
    return KERNEL.StoreEngine(*arrays, int(many), shown, bound, 0, first_restart)


FAR = 1 << 62

STORES = {
    "a cell of no width": {"widths": [0]},
    "a cell of endless width": {"widths": [1 << 60]},
    "fewer domains than cells": {"domains": []},
    "more shown than there are": {"shown": 2},
    "a decision that is no cell": {"deciding": [1]},
    "a strategy that ends early": {"strategies": [0, 0, 0]},
    "a strategy of no kind": {"strategies": [0, 99, 0, 0]},
    "a strategy of endless many": {"strategies": [0, 0, 0, FAR]},
    "a strategy for a cell that is none": {"strategies": [0, 0, 0, 1, 7, 0, 0, 1]},
    "a strategy for values that are not there": {"strategies": [0, 0, 0, 1, 0, 1, 5, 0]},
    "a strategy for values beyond all": {"strategies": [0, 0, 0, 1, 0, 0, FAR, FAR]},
    "a run that ends before it begins": {"first_restart": 0},
    "a run without an end": {"first_restart": FAR},
    "an endless number of propagators": {"propagators": FAR},
    "propagators that are not there": {"propagators": 1},
    "a kind that is none": {"program": [99, 0, 0, 0]},
    "cells past the program": {"program": [1, 0, FAR, 0]},
    "a waking cell that is none": {"program": [1, 0, 1, 7, 1, 0]},
    "numbers past the program": {"program": [1, 0, 0, FAR]},
    "numbers that are left over": {"program": [1, 0, 0, 1, 0, 5]},
    "all different of endless many": {"program": [1, 0, 0, 1, FAR]},
    "all different of a cell that is none": {"program": [1, 0, 0, 2, 1, 9]},
    "an element with too few places": {"program": [2, 0, 0, 4, 0, 0, 1, 0]},
    "an element that reads past its target": {"program": [2, 0, 0, 5, 0, 0, 2, 0, 64]},
    "a selection with too few places": {"program": [3, 0, 0, 3, 0, 0, 0]},
    "a selection past the program": {"program": [3, 0, 0, 3, 0, 0, 2]},
    "a selection of endless places": {"program": [3, 0, 0, 3, 0, 0, FAR]},
    "a selection that reads past its target": {"program": [3, 0, 0, 5, 0, 0, 2, 0, 64]},
    "a selection from a cell that is none": {"program": [3, 0, 0, 5, 0, 0, 2, 0, -4]},
    "a selection from far below": {"program": [3, 0, 0, 5, 0, 0, 2, 0, -2 * FAR]},
    "bounds over a table that is not there": {"program": [5, 0, 0, 10, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2]},
    "bounds whose sum overflows": {
        "program": [5, 0, 0, 15, 0, 0, 0, 0, 2, *([0, 0, FAR, FAR, 2] * 2)],
    },
    "a sum with an endless total": {"program": [6, 0, 0, 2, FAR, 0]},
    "a sum of negative adds": {"program": [6, 0, 0, 7, 1, 1, 0, 1, 0, 0, 2], "tables": [-1, 0]},
    "a table of endless columns": {"program": [8, 0, 0, 2, 0, FAR]},
    "a table that is too short": {"program": [8, 0, 0, 4, 0, 1, 0, 2]},
    "a selector with too many places": {"program": [9, 0, 0, 2, 0, 0]},
    "a literal that ends early": {"program": [10, 0, 0, 2, 1, 0]},
    "a condition on nothing there is": {"program": [11, 0, 0, 2, 0, 77]},
    "a condition within a condition": {"program": [11, 0, 0, 4, 0, 11, 0, 1]},
    "tasks that are not there": {"program": [12, 0, 0, 2, 1, FAR]},
    "a task that takes no time": {"program": [12, 0, 0, 10, 1, 1, 0, 0, 0, 1, 2, 0, 0, 1]},
    "a task that takes forever": {"program": [12, 0, 0, 10, 1, 1, 0, 0, 0, 1, 2, 0, FAR, 1]},
    "a task of negative demand": {"program": [12, 0, 0, 10, 1, 1, 0, 0, 0, 1, 2, 0, 1, -1]},
    "a task that starts too late": {"program": [12, 0, 0, 10, 1, 1, 0, 0, 1 << 31, 1, 2, 0, 1, 1]},
    "a task that is moved too far": {"program": [12, 0, 0, 10, 1, 1, 0, 0, 0, 1, 2, -FAR, 1, 1]},
    "a task that lacks its demand": {"program": [12, 0, 0, 9, 1, 1, 0, 0, 0, 1, 2, 0, 1]},
    "a resource below nothing": {"program": [12, 0, 0, 10, -1, 1, 0, 0, 0, 1, 2, 0, 1, 1]},
    "a circuit of endless many nodes": {"program": [13, 0, 0, 2, FAR, 0]},
    "a circuit of endless many arcs": {"program": [13, 0, 0, 2, 1, FAR]},
    "a circuit of an arc to nowhere": {"program": [13, 0, 0, 6, 1, 1, 0, 1, 0, 1]},
    "a circuit of an arc from nowhere": {"program": [13, 0, 0, 6, 1, 1, -1, 0, 0, 1]},
    "a circuit whose arc lacks its literal": {"program": [13, 0, 0, 5, 1, 1, 0, 0, 0]},
    "a bound that is no bound": {"program": [1, 0, 0, 1, 0], "propagators": 1, "bound": 0},
    "a bound that is not there": {"bound": 0},
}


@rows("parts", STORES.values())
def test_a_store_of_it_is_refused(parts: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        store(**parts)  # type: ignore[arg-type]


@pytest.mark.skipif(sys.maxsize > 1 << 32, reason="addresses have 64 bits, and so there is room for it")
def test_a_sum_that_needs_more_bytes_than_there_are_addresses_is_refused() -> None:
    # A word for each 64 sums up to the total, for each cell: 2^32 bytes, and a few more that 32 bits would keep.
    cells, total = 1 << 15, (1 << 20) - 1
    terms = [number for cell in range(cells) for number in (cell, 1, 0, 0, 1)]
    program = [6, 0, 0, 2 + len(terms), total, cells, *terms]
    with pytest.raises(MemoryError):
        store(widths=[1] * cells, domains=[1] * cells, program=program, tables=[0], propagators=1)


@pytest.mark.skipif(sys.maxsize > 1 << 32, reason="addresses have 64 bits, and so there is room for it")
def test_a_variable_whose_watches_need_more_bytes_than_there_are_addresses_is_refused() -> None:
    engine = KERNEL.ClauseEngine(False)
    for variable in (
        119_304_637,
        (1 << 28) - 1,
    ):  # of the bytes for half as many again, 32 bits would keep few, or many
        with pytest.raises(MemoryError):
            engine.add(array("i", [variable, 0]))
    with pytest.raises(MemoryError):
        engine.solve(array("i"), 1, 1)


def test_a_store_that_fits_is_taken() -> None:
    engine = store(program=[1, 1, 1, 0, 2, 1, 0])
    engine.begin(array("q"))  # type: ignore[attr-defined]
    assert engine.count(10, 1000) == (2, True)  # type: ignore[attr-defined]


@rows("restriction", [[5, 1], [0], [-2, 0], [-1, 0, 0, 0], [-1, FAR, 0, 0], [-1]])
def test_restrictions_that_make_no_sense_are_refused(restriction: list[int]) -> None:
    with pytest.raises(ValueError, match=r"."):
        store().begin(array("q", restriction))  # type: ignore[attr-defined]


@rows("order", [[0], [0, 2, 0], [0, -1], [9, 0], [-1, 0], [0, 1, 64], [0, 1, -1], [0, 1 << 62]])
def test_orders_that_make_no_sense_are_refused(order: list[int]) -> None:
    engine = store()
    engine.begin(array("q"))  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=r"an order"):
        engine.order(array("q", order))  # type: ignore[attr-defined]
    engine.order(array("q", [0, 1, 1]))  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=r"given twice"):
        engine.order(array("q", [0, 0]))  # type: ignore[attr-defined]
    assert engine.count(10, 1000) == (2, True)  # type: ignore[attr-defined]


@pytest.mark.parametrize("limits", [(-1, 1), (1, -1), (1 << 40, 1)])
def test_limits_that_make_no_sense_are_refused(limits: tuple[int, int]) -> None:
    units = KERNEL.AllDifferentEngine(1, 2, array("Q", [3]), NONE)
    for engine in (units, KERNEL.ExactCoverEngine(1, 0, array("i", [1, 0]), b"\0", False), store()):
        with pytest.raises(ValueError, match=r"limits"):
            engine.more(*limits)


@rows(
    ("stride", "first", "limit", "nodes"),
    [(2, 0, 2, 9), (3, 5, 2, 9), (3, -1, 2, 9), (3, 0, 0, 9), (1 << 62, 0, 2, 9)],
)
def test_batches_that_do_not_fit_are_refused(stride: int, first: int, limit: int, nodes: int) -> None:
    units = KERNEL.AllDifferentEngine(3, 3, array("Q", [7, 7, 7]), NONE)
    with pytest.raises(ValueError, match=r"row"):
        units.batch(bytes(6), bytearray(6), array("q", [0, 0]), stride, first, limit, nodes)


def test_options_named_twice_are_refused() -> None:
    cover = KERNEL.ExactCoverEngine(1, 0, array("i", [1, 0]), b"\0", False)
    for chosen in ([0, 0], [1], [-1]):
        with pytest.raises(ValueError, match=r"options"):
            cover.begin(array("i", chosen), NONE)
