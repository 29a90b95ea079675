"""LP files as textbooks, PuLP and linopy write them: bounds, types and fractions."""

from __future__ import annotations

from io import BytesIO

from solvers.core.registry import load, load_backend
from solvers.formats.document import Reading
from solvers.formats.registry import FORMATS, reader
from tests.tables import rows


def read(text: str) -> Reading:
    return reader(FORMATS["lp"]).read(BytesIO(text.encode()), "it")


@rows(
    ("rest", "domains"),
    [
        ("c: x + y <= 4\nGeneral\nx y", [range(5), range(5)]),
        ("c: x + y <= 4\nd: 3 y - x <= 0.5\nGeneral\nx y", [range(5), range(2)]),
        ("c: -2.5 x - y >= -4\nBounds\ny >= -3.5\nGeneral\nx y", [range(3), range(-3, 5)]),
        ("c: 2 x - y = 0\nBounds\ny <= 7\nGeneral\nx y", [range(4), range(8)]),
        ("c: x + y <= 4\nBounds\nx <= 0\nBinary\nx y", [range(1), range(2)]),
        ("c: x + y <= 4\nBounds\n1 <= x <= 5\ny free\nBinary\nx y", [range(1, 2), range(2)]),
        ("c: x + y <= 4\nBinary\nx y\nBounds\nx <= 5\ny <= 0", [range(2), range(1)]),
        ("c: x + y <= 4\nBounds\ny = 3\nGeneral\nx y", [range(2), range(3, 4)]),
    ],
)
def test_bounds_are_what_bounds_types_and_rows_leave(rest: str, domains: list[range]) -> None:
    text = f"Minimize\n o: x\nSubject To\n{rest}\nEnd\n"
    assert [var.domain for var in read(text).model.variables] == domains


def test_what_nothing_bounds_is_cut_off_with_a_warning() -> None:
    reading = read("Minimize\n x + y\nSubject To\n x + y >= 3\nBounds\ny <= 9\nGeneral\nx y\nEnd\n")
    assert [var.domain[-1] for var in reading.model.variables] == [2**31 - 2, 9]
    assert [sentence.partition(" are looked")[0] for sentence in reading.warnings] == ["1 variable without bounds (x)"]


@rows(
    ("objective", "best"),
    [
        ("Minimize\n 3.5 x + 2.25 y", 8),
        ("Minimize\n 3.5 x + 2.25 y - 0.125", 7.875),
        ("Maximize\n -0.5 x + 1e-1 y", -0.3),
        ("Maximize\n 2 x", 10),
        ("Minimize\n x - x + 1.5", 1.5),
    ],
)
def test_a_fraction_in_an_objective_is_scaled_and_shown_unscaled(objective: str, best: float) -> None:
    text = f"{objective}\nSubject To\n c: x + y >= 3\nBounds\n x <= 5\n y <= 2\nGeneral\n x y\nEnd\n"
    found = load(load_backend("backtracking")[0], read(text).model).solutions()
    assert [*found]
    assert found.objective_value == best
