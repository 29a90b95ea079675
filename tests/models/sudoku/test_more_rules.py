"""Extra regions, disjoint groups, clones, quadruples, between lines, minimum and maximum: what cannot be is refused."""

from __future__ import annotations

from typing import Any

import pytest

from models.kit.toml import SchemaError
from models.sudoku.reading.table import sudoku_from

BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"extra_regions": ["r1c1-r1c4 r2c1"]}, "has 5 cells; there are 4 digits"),
    ({"disjoint_groups": True, "boxes": "none"}, "regions of its own, or none"),
    ({"clone": [{"cells": "r1c1 r1c2", "copy": "r3c3"}]}, "has 2 cells, and its copy 1"),
    ({"clone": [{"cells": "r1c1", "copy": "r1c3"}]}, "should hold one digit, but both are in row 1"),
    ({"clone": [{"cells": "r1c1", "copy": "r1c1"}]}, "at the same place of a clone and of its copy"),
    ({"quadruple": [{"cells": "r1c1 r1c2 r2c1", "digits": "1"}]}, "four that touch at a corner"),
    ({"quadruple": [{"cells": "r1c1 r1c2 r2c1 r3c3", "digits": "1"}]}, "four that touch at a corner"),
    ({"quadruple": [{"cells": "r1c1 r1c2 r2c1 r2c2", "digits": "5"}]}, "one to four from 1 to 4"),
    ({"quadruple": [{"cells": "r1c1 r1c2 r2c1 r2c2", "digits": ""}]}, "one to four from 1 to 4"),
    ({"between_lines": ["r1c1 r1c2"]}, "3 at least are expected"),
    ({"minimum": "r9c9"}, "r9c9 is no cell"),
]


@pytest.mark.parametrize(("rules", "sentence"), BROKEN, ids=lambda part: str(part)[:50])
def test_what_makes_no_sense_is_said(rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SchemaError, match=sentence):
        sudoku_from("typed", {"order": 4, **rules})


def test_disjoint_groups_are_houses() -> None:
    """So every technique, and the exact cover, knows them."""
    layout = sudoku_from("typed", {"order": 4, "disjoint_groups": True}).layout
    groups = [[layout.name(cell) for cell in unit.cells] for unit in layout.units if unit.kind == "disjoint group"]
    assert groups[0] == ["R1C1", "R1C3", "R3C1", "R3C3"]
    assert len(groups) == 4


def test_an_extra_region_of_all_digits_is_a_house() -> None:
    layout = sudoku_from("typed", {"order": 4, "extra_regions": ["r1c1 r2c3 r3c2 r4c4", "r1c1 r2c4"]}).layout
    (house,) = (unit for unit in layout.units if unit.kind == "extra region")
    assert str(house) == "the extra region from R1C1 on"
