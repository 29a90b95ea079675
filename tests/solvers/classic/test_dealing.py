"""Pencil and paper for the dealing trick."""

from solvers.classic.dealing import cards_of, fitting, leftovers_of
from tests.tables import rows


def test_100_in_base_4():
    assert leftovers_of(100, 4) == [0, 1, 2, 1]
    assert cards_of([0, 1, 2, 1], 4) == 100


@rows("stacks", [2, 3, 7, 10])
def test_there_and_back(stacks):
    assert all(cards_of(leftovers_of(cards, stacks), stacks) == cards for cards in range(300))


def test_a_bound_ends_the_list():
    assert list(fitting((0, 1, None, 1), 4, at_most=90)) == [[0, 1, 0, 1], [0, 1, 1, 1]]
