"""A method that a model does not have is answered by the likely one."""

from __future__ import annotations

from copy import deepcopy

import pytest

from models.language.model import Model
from models.language.synonyms import SYNONYMS, suggestion


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("AddAllDifferent", "add_all_different"),
        ("add_alldifferent", "add_all_different"),
        ("AllDifferent", "add_all_different"),
        ("NewIntVar", "new_int_var"),
        ("add_table", "add_allowed_assignments"),
        ("gcc", "add_global_cardinality"),
        ("regular", "add_automaton"),
        ("cumulative", "add_cumulative"),
        ("add_bin_packing", "add with sum(size * (bin == b) for ...) <= capacity for each b"),
        ("add_cirquit", "add_circuit"),
        ("Minimize", "minimize"),
        ("solve", "solvers.solve(model)"),
    ],
)
def test_the_likely_method_is_named(name: str, method: str) -> None:
    with pytest.raises(AttributeError, match=f"^a model has no {name!r}; use ") as caught:
        getattr(Model(), name)
    assert str(caught.value).endswith(f"; use {method}")


def test_what_is_like_nothing_is_only_missing() -> None:
    model = Model()
    assert not hasattr(model, "qqq")
    assert not hasattr(model, "_repr_png_")
    assert deepcopy(model).variables == []
    assert suggestion("qqq", dir(Model)) == ""


def test_every_synonym_leads_to_a_method() -> None:
    methods = {method.split()[0] for method in SYNONYMS.values() if "solvers." not in method}
    assert methods - {"only_enforce_if"} <= {*dir(Model)}
