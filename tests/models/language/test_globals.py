"""What the language lowers to kinds means what it says, as the model itself judges it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.random_features import FEATURES, stated
from tests.random_models import brute_force


@pytest.mark.parametrize("feature", FEATURES)
@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_model_judges_what_was_lowered_with_no_solver(feature: str, data: st.DataObject) -> None:
    chosen = data.draw(stated(feature))
    assert brute_force(chosen.model) == chosen.answers()
