"""What all families have in common: they grow, and the same size and seed give the same instance."""

from __future__ import annotations

import pytest

from models.errors import InputError
from models.generation import Size
from models.grecian.generator import MAX_FAMILY_MEASURE as MAX_DIALS
from models.registry import families, family, load_puzzle, puzzle_of, read_size, write_size
from tests.models.rooms import answers
from tests.tables import rows


@rows("name", families())
def test_every_family_gives_the_same_instance_for_the_same_seed(name: str) -> None:
    made = family(name)(9, 5)
    assert made == family(name)(9, 5)
    assert made != family(name)(9, 6)
    assert made.name != family(name)(9, 6).name
    assert load_puzzle(puzzle_of(name)).render(made)


@pytest.mark.parametrize("name", families())
@pytest.mark.parametrize("size", [-1, 10**8, 10**20])
def test_a_size_out_of_range_is_one_sentence(name: str, size: int) -> None:
    if name == "dealing" and size == 10**8:
        pytest.skip("a pack of a hundred million cards is no trouble")
    with pytest.raises(InputError, match=f"the size of family {name} is {size}; "):
        family(name)(size, 0)


def test_sizes_are_read_as_they_are_written() -> None:
    sizes: dict[str, list[Size]] = {"dials": [5, (5, 4, 12)], "dealing": [1000, (1000, 3)], "cubes": [4]}
    for name, some in sizes.items():
        for size in some:
            assert read_size(name, write_size(size)) == size


NO_SIZES = [("dials", text) for text in ("5x4", "5x4x12x1", "5xx12")] + [("cubes", t) for t in ("4x4", "four", "4.0")]


@rows(("name", "text"), NO_SIZES)
def test_what_is_no_size_is_one_sentence(name: str, text: str) -> None:
    with pytest.raises(InputError, match=f"the size of family {name} is '{text}'; whole numbers are expected"):
        read_size(name, text)


def test_an_unknown_family_is_one_sentence() -> None:
    with pytest.raises(InputError, match="there is no family 'dice'"):
        family("dice")


# Dials


def test_dials_grow_in_every_measure() -> None:
    made = family("dials")((3, 2, 7), 0)
    assert (len(made.dials), made.rings, made.columns) == (3, 2, 7)
    assert family("dials")(5, 0) == family("dials")((5, 4, 12), 0)
    assert answers(made, most=1)


@rows("size", [(0, 4, 12), (5, 0, 12), (5, 4, 0), (MAX_DIALS + 1, 4, 12), (5, 4, 10**9)])
def test_dials_there_cannot_be_are_one_sentence(size: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match=f"is {write_size(size)}; dials, rings and columns from 1 to {MAX_DIALS}"):
        family("dials")(size, 0)


# Dealing


def answers_of(size: Size) -> int:
    return len(answers(family("dealing")(size, 1)))


@pytest.mark.parametrize("sizes", [[10, 1000, 100_000], [(1000, unknown) for unknown in range(4)]])
def test_larger_packs_and_more_unknown_leftovers_of_a_dealing_have_more_answers(sizes: list[Size]) -> None:
    counts = [answers_of(size) for size in sizes]
    assert counts == sorted(set(counts))
    assert answers_of((1000, 0)) == 1


def test_more_leftovers_than_there_are_cannot_be_unknown() -> None:
    with pytest.raises(InputError, match=r"so that 0 to \d unknown leftovers are expected"):
        family("dealing")((1000, 20), 1)
