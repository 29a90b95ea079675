"""Conflicts as statements: some parts of a puzzle alone, which are proved not to hold together."""

from __future__ import annotations

from collections.abc import Collection

from models.deductions import Parts
from models.language.expressions import Literal
from models.language.model import Key
from solvers.proofs.constraints import Rejected
from solvers.proofs.statement import PBStatement, state


def state_parts(parts: Parts, chosen: Collection[Key]) -> tuple[PBStatement, tuple[str, ...]]:
    """The parts whose keys are ``chosen``, with what no part stands for, as a statement, and their names."""
    named = [part for part in parts.parts if part.key in chosen]
    unknown = set(chosen).difference(part.key for part in named)
    if unknown:
        raise Rejected(f"the puzzle has no part {min(map(str, unknown))}")
    left_out = {member for part in parts.parts for member in part.members if part not in named}
    kept = {member for part in named for member in part.members}
    rules = {constraint.rule for constraint in parts.model.constraints}
    facts = [member for part in named for member in part.members if isinstance(member, Literal)]
    statement = state(parts.model, rules=rules - (left_out - kept))
    return statement.under({}, facts), tuple(part.name for part in named)
