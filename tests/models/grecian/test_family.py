"""Planted stacks of dials: every one has an answer."""

import pytest

from models.grecian.family import planted, planted_dials
from solvers.classic.grecian import ring_by_ring


@pytest.mark.parametrize("size", range(1, 7))
def test_planted_stacks_of_every_size_have_an_answer(size):
    assert next(ring_by_ring(planted(size, 1)), None) is not None


def test_a_family_refuses_a_size_that_is_not_positive():
    with pytest.raises(ValueError, match="at least 1"):
        planted_dials(0, 2, 12, 1)
