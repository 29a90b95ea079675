"""Every backend finds exactly the answers of brute force for everything the language lowers to kinds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.registry import BACKENDS, load_backend
from tests.random_features import FEATURES, stated
from tests.random_models import answers_of


@pytest.mark.parametrize("feature", FEATURES)
@pytest.mark.parametrize("name", [name for name in BACKENDS if name != "maxsat"])
@settings(max_examples=15, deadline=None)
@given(st.data())
def test_a_backend_agrees_with_brute_force(name: str, feature: str, data: st.DataObject) -> None:
    chosen = data.draw(stated(feature))
    backend, _ = load_backend(name)
    if backend.objection(chosen.model) is None:
        assert answers_of(backend.load(chosen.model)) == chosen.answers()
