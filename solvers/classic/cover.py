"""Algorithm X on a table of 0s and 1s, with every step written down.

D. E. Knuth, *Dancing Links* (2000): take the column with the fewest 1s, take in turn each row that has a 1 there,
strike out the columns that row meets and the rows that meet any of them, and go on. A column without a 1 is a dead end:
take back the latest row. No links here, only lists of the rows and columns that are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from models.cover.instance import Cover
from solvers.classic.programs import Answers, Figures, PublishedProgram


@dataclass(frozen=True)
class TraceStep:
    """One line of the trace. Without a column all are met: an answer; without a row the column has none: a dead end."""

    depth: int
    column: int | None
    row: int | None = None


class AlgorithmX(Iterator[tuple[int, ...]]):
    """Every set of rows that has exactly one 1 in each column, lazily; rows ascending, those ``given`` among them."""

    def __init__(self, matrix: Sequence[Sequence[int]], given: Iterable[int] = ()) -> None:
        self.matrix = matrix
        self.given = tuple(given)
        self.trace: list[TraceStep] = []
        self._search = self._answers()

    def __next__(self) -> tuple[int, ...]:
        return next(self._search)

    def story(self, rows: Sequence[str], columns: Sequence[str]) -> str:
        return "\n".join("  " * step.depth + _told(step, rows, columns) for step in self.trace)

    def _answers(self) -> Iterator[tuple[int, ...]]:
        rows = list(range(len(self.matrix)))
        columns = list(range(len(self.matrix[0]) if self.matrix else 0))
        for row in self.given:
            if row not in rows:
                return
            rows, columns = self._without(row, rows, columns)
        yield from self._covers(rows, columns, ())

    def _covers(self, rows: list[int], columns: list[int], chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        depth = len(chosen)
        if not columns:
            self.trace.append(TraceStep(depth, None))
            yield tuple(sorted(self.given + chosen))
            return
        column = min(columns, key=lambda c: sum(self.matrix[row][c] for row in rows))  # the first of several
        options = [row for row in rows if self.matrix[row][column]]
        if not options:
            self.trace.append(TraceStep(depth, column))
        for row in options:
            self.trace.append(TraceStep(depth, column, row))
            yield from self._covers(*self._without(row, rows, columns), (*chosen, row))

    def _without(self, chosen: int, rows: list[int], columns: list[int]) -> tuple[list[int], list[int]]:
        met = [column for column in columns if self.matrix[chosen][column]]
        return (
            [row for row in rows if row != chosen and not any(self.matrix[row][column] for column in met)],
            [column for column in columns if not self.matrix[chosen][column]],
        )


def incidence(options: Iterable[Iterable[str]], items: Sequence[str]) -> list[list[int]]:
    return [[int(item in met) for item in items] for met in map(frozenset, options)]


def _told(step: TraceStep, rows: Sequence[str], columns: Sequence[str]) -> str:
    if step.column is None:
        return "every column is met"
    if step.row is None:
        return f"{columns[step.column]}: no row is left, go back"
    return f"{columns[step.column]}: take {rows[step.row]}"


def matrix(instance: Cover, figures: Figures, story: list[str]) -> Answers:
    """Algorithm X on the table of an exact cover, with its trace as the story."""
    names = [option.name for option in instance.options]
    meets = [option.items for option in instance.options]
    # A secondary item need not be met: a row of its own, which is no option, meets it where no option does.
    columns = [*instance.primary, *instance.secondary]
    table = incidence([*meets, *([item] for item in instance.secondary)], columns)
    figures |= {"rows": len(table), "columns": len(columns)}
    search = AlgorithmX(table)
    labels = [*names, *(f"nothing for {item}" for item in instance.secondary)]
    try:
        for rows in search:
            yield tuple(names[row] for row in rows if row < len(names))
    finally:
        count_steps(figures, search)
        story += search.story(labels, columns).splitlines()


def count_steps(figures: Figures, search: AlgorithmX) -> None:
    figures["choices"] = sum(step.row is not None for step in search.trace)
    figures["dead ends"] = sum(step.row is None and step.column is not None for step in search.trace)


PROGRAMS = {"matrix": PublishedProgram("Algorithm X on the 0/1 table, with its trace", matrix)}
