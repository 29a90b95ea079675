"""Proofs kept as files: an invalid one for each known attack, and valid ones beside them.

The first line of a statement says what is expected of its proof: ``* rejected: REASON`` or ``* proves: WHAT``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solvers.proofs.checker import check
from solvers.proofs.formula import Rejected, read_formula
from solvers.proofs.tables import check_table
from tests.tables import rows

INVALID, VALID = (sorted((Path(__file__).parent / folder).glob("*.opb")) for folder in ("invalid", "valid"))
assert INVALID
assert VALID


def shown(statement: Path) -> str:
    """What the proof beside a statement shows, in a few words."""
    formula = read_formula(statement.read_text("utf-8"))
    table, proof = statement.with_suffix(".count"), statement.with_suffix(".pbp")
    if table.exists():
        return f"table {check_table(formula, table.read_text('utf-8'))}"
    proved = check(formula, proof.read_text("utf-8"))
    least = "" if proved.least is None else f" least {proved.least}"
    return f"{proved.conclusion} {len(proved.answers)}{least}"


def expected(statement: Path, word: str) -> str:
    first = statement.read_text("utf-8").partition("\n")[0]
    assert first.startswith(f"* {word}: ")
    return first.removeprefix(f"* {word}: ")


@rows("statement", INVALID)
def test_an_invalid_proof_is_rejected_for_its_reason(statement: Path) -> None:
    with pytest.raises(Rejected) as rejected:
        shown(statement)
    assert re.match(expected(statement, "rejected"), str(rejected.value)), str(rejected.value)


@rows("statement", VALID)
def test_a_valid_proof_shows_what_it_claims(statement: Path) -> None:
    assert shown(statement) == expected(statement, "proves")
