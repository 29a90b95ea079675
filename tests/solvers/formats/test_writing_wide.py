"""Wide numbers in every format: written at once, or refused in a sentence."""

from __future__ import annotations

import warnings

import pytest

import solvers
from models.errors import PuzzlebenchError
from models.language.model import Model
from solvers import api as pb
from solvers.formats.opb import lines
from solvers.formats.registry import FORMATS
from tests.patience import soon
from tests.wide_models import WIDE_MODELS, wide_model

FAR = 10**12
SHORT = 10**5
"""Characters: what is written of a small model is short, however wide its variables are."""


def at_once(model: Model, name: str) -> str:
    """The model in a format, or why it is refused."""
    with soon(), warnings.catch_warnings(action="ignore"):
        try:
            return pb.export(model, name)
        except PuzzlebenchError as refusal:
            return str(refusal)


@pytest.mark.parametrize("name", [name for name, known in FORMATS.items() if known.writes])
def test_wide_models_are_written_at_once_or_refused(name: str) -> None:
    for made in WIDE_MODELS:
        assert len(at_once(wide_model(made, FAR)[0], name)) < SHORT


def test_a_statement_is_no_longer_than_memory_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model("tested often")
    w, flags = model.new_int_var(0, 9_999, "w"), model.new_bool_vars(f"flag{place}" for place in range(4))
    monkeypatch.setattr(lines, "MAX_TERMS", 40_000)
    for place, flag in enumerate(flags):
        lines.pseudo_boolean(model)
        model.add(flag == 1).only_enforce_if(w == place)
    with pytest.raises(lines.CannotState, match="more than 40,000 terms"):
        lines.pseudo_boolean(model)


def test_a_conflict_over_wide_variables_is_refused_in_a_sentence() -> None:
    model = Model("wide")
    w, x = model.new_int_var(0, FAR, "w"), model.new_int_var(0, 3, "x")
    model.add(w >= FAR // 2, because="it is large")
    model.add(w <= 5 + x, because="it is small")
    with (
        soon(),
        pytest.raises(PuzzlebenchError, match="conflicts are found with SAT, which cannot take variables with"),
    ):
        solvers.conflict(model, seconds=2)
