"""Measurements made up for tests, and the page that compares them."""

from dataclasses import dataclass
from typing import Any

from models.registry import load_puzzle
from solvers.compare.page import compare_page
from solvers.compare.record import Comparison, ComparisonRow, Measurement
from solvers.compare.request import CompareRequest

STUCK = (Measurement("stopped", "time"),)


@dataclass(frozen=True)
class Named:
    """An instance that is nothing but its name."""

    name: str


def settled(*seconds: float) -> tuple[Measurement, ...]:
    return tuple(
        Measurement(
            "answered",
            solver="solver 1.0",
            found=1,
            complete=True,
            wall={"model": 0.001, "load": 0.002, "first": span / 2, "search": span},
            cpu={"model": 0.001, "load": 0.002, "first": span / 2, "search": span},
            memory=20_000_000,
            size={"clauses": 1234},
            effort={"conflicts": 5},
        )
        for span in seconds
    )


def row(backend: str, runs: tuple[Measurement, ...], instance: str = "one") -> ComparisonRow:
    return ComparisonRow(Named(instance), "cells", backend, runs)


def compared(rows: list[ComparisonRow], **more: Any) -> str:
    request = CompareRequest(time_limit=60.0, command=("sudoku", "--html", "x.html"))
    return compare_page(Comparison(load_puzzle("sudoku"), request, rows, **more))


def no_matplotlib(name: str) -> None:
    """What ``find_spec`` says where matplotlib is missing."""
