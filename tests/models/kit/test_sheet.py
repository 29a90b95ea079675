"""Rows of things that are about as long."""

import pytest

from models.kit.svg import even_rows


@pytest.mark.parametrize(
    ("number", "most", "rows"), [(4, 3, (2, 2)), (7, 3, (3, 3)), (3, 3, (1, 3)), (2, 0, (2, 1)), (0, 3, (1, 1))]
)
def test_rows_are_about_as_long(number: int, most: int, rows: tuple[int, int]) -> None:
    assert even_rows(number, most) == rows
