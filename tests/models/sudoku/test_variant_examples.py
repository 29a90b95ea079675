"""The examples that come with the variants: their published answers come out, and the verbs take them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import solvers
from models.registry import instance_files
from models.sudoku import PUZZLE
from solvers.compare.__main__ import main as compare
from solvers.diagnose.__main__ import main as diagnose
from solvers.explain.__main__ import main as explain
from solvers.explain.explainer import Explainer
from solvers.export.__main__ import main as export
from solvers.run.__main__ import main as run
from tests.tables import rows

FILES = {name: path for name, path in instance_files(PUZZLE).items() if path.suffix == ".toml"}
EXAMPLES = [name for name, path in FILES.items() if "published answer:" in path.read_text()]
"""The instances whose header tells the answer that was published with them."""

WORDS = {
    *("diagonals", "windoku", "antiking", "nonconsecutive", "arrows", "pill_arrow", "palindromes", "kropki", "xv"),
    *("inequalities", "even", "odd", "sandwich", "little_killer", "calcudoku", "clone", "given_marks"),
    *("renban", "german_whispers", "region_sum_lines", "entropic_lines", "zipper_lines", "slow_thermometers"),
}

ALIKE = (
    *("variants/miracle", "variants/xv_kropki", "variants/diagonals_windoku", "variants/kropki_all", "variants/xv_all"),
    *("variants/samurai", "variants/clones"),
)
"""Examples whose rules others have too, and a large one, whose small kin are tried elsewhere."""


def example(name: str) -> Any:
    (instance,) = PUZZLE.read(FILES[name])
    return instance


@rows("name", EXAMPLES)
def test_the_published_answer_is_the_only_one(name: str) -> None:
    header = FILES[name].read_text().partition("published answer:")[2]
    published = "".join(re.findall(r"^#     (\w+)$", header, re.MULTILINE))
    instance = example(name)
    assert [PUZZLE.compact(instance, answer.value) for answer in solvers.solutions(instance, limit=2)] == [published]


def test_a_puzzle_published_without_its_answer_has_exactly_one() -> None:
    assert len(list(solvers.solutions(example("variants/lettered_cages"), limit=2))) == 1


def test_every_variant_has_an_example() -> None:
    assert {variant.word for name in EXAMPLES for variant in example(name).variants} >= WORDS


@pytest.mark.parametrize("name", sorted({*EXAMPLES} - {*ALIKE}))
def test_a_verb_takes_it(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert run(["sudoku", name, "--json", "--html", str(page)]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "answered"
    assert "<svg" in page.read_text(encoding="utf-8")
    assert export(["sudoku", name, "--to", "opb"]) == 0
    assert diagnose(["sudoku", name]) == 0
    assert capsys.readouterr().err == ""


def test_what_solves_a_variant_can_be_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare(["sudoku", "variants/sandwich", "--backends", "kernel,sat", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["backend"], row["found"], row["complete"]) for row in rows] == [("kernel", 1, True), ("sat", 1, True)]


def test_an_explanation_tells_what_a_rule_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(["sudoku", "variants/kenken"]) == 0
    told = capsys.readouterr().out
    assert "by one rule" not in told
    assert "R1C1 and R2C1 add up to 11, so R1C1 and R2C1 are 5 or 6" in told


@pytest.mark.parametrize("name", ["variants/sandwich", "variants/little_killer", "variants/arrows"])
def test_an_explanation_can_begin(name: str) -> None:
    instance = example(name)
    stated = PUZZLE.state(instance)
    assert next(iter(Explainer(stated, stated.givens(instance)).steps())).new


@pytest.mark.parametrize(
    ("name", "right", "wrong", "told"),
    [
        ("kenken", '"11+"', '"10+"', "the number of the cage of R1C1 and R2C1 reads 10 (line 16); instead: 11"),
        pytest.param(
            *("sandwich", "26 10 16", "26 12 16", "the sandwich of row 6 reads 12 (line 28); instead: 10"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_number_that_was_misread_is_found(
    name: str, right: str, wrong: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FILES[f"variants/{name}"].read_text().replace(right, wrong))
    assert diagnose(["sudoku", str(path)]) == 0
    assert told in capsys.readouterr().out
