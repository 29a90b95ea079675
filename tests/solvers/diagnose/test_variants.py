"""A variant copied wrongly: the number misread is among the smallest corrections, and its line in the file is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from models.sudoku import PUZZLE
from models.sudoku.instance import Sudoku
from models.sudoku.reading.table import as_toml, sudoku_from
from models.sudoku.variants.cages import Cage
from tests.solvers.diagnose.spoiling import corrected_instances, diagnosed

SMALL = sudoku_from(
    "small",
    {
        "order": 4,
        "diagonals": True,
        "cage": [{"cells": "r1c1 r1c2", "sum": 3}, {"cells": "r2c1 r2c2 r3c2", "sum": 8}, {"cells": "r4c4", "sum": 2}],
    },
)


def with_wrong_sum(instance: Sudoku, number: int, added: int) -> Sudoku:
    variants = list(instance.variants)
    cage = variants[number]
    assert isinstance(cage, Cage)
    variants[number] = replace(cage, sum=added)
    return replace(instance, variants=tuple(variants))


def test_a_sum_misread_is_put_right() -> None:
    spoilt = with_wrong_sum(SMALL, 2, 7)
    found = diagnosed("sudoku", spoilt, show=30)
    assert found.repair is not None
    assert found.repair.fewest == 1
    assert SMALL in corrected_instances(found)
    places = {mistake.where for group in found.repair.groups for one in group for mistake in one.mistakes}
    assert "the sum of the cage of R1C1 and R1C2 reads 7" in places


def test_a_digit_copied_wrongly_is_put_right_under_the_variants_rules() -> None:
    clued = replace(SMALL, clues=(1, *SMALL.clues[1:]))
    spoilt = replace(SMALL, clues=(4, *SMALL.clues[1:]))
    found = diagnosed("sudoku", spoilt, show=30)
    assert found.repair is not None
    assert found.repair.fewest == 1
    assert clued in corrected_instances(found)


def test_a_mistake_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(as_toml(replace(SMALL, clues=(1, *SMALL.clues[1:]))))
    (instance,) = PUZZLE.read(path)
    lines = path.read_text().splitlines()
    keys = {("cell", 0): '"1..."', ("number", *SMALL.variants[3].key): "[[cage]]"}
    for key, text in keys.items():
        line = PUZZLE.error_model.line(path, instance, key)
        assert line is not None
        assert text in lines[line - 1]
    assert "r2c1" in lines[line]
