"""Algorithm X on the table of 0s and 1s tells the published story."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from models.registry import find_instance, load_puzzle
from solvers.backends.dlx.dancing import ExactCover
from solvers.classic.cover import AlgorithmX, TraceStep, incidence

COVER = load_puzzle("cover")

STORY = """\
Religion: take Shape Note Singing
  Culture: take Indian Lore
    Survival: no row is left, go back
Religion: take Bible Study
  Art: take Square Dancing
    Woodsmanship: take Noodling
      every column is met
    Woodsmanship: take Water Witching
      every column is met"""


def test_wildwood_is_solved_as_the_story_tells() -> None:
    (wildwood,) = COVER.read(find_instance(COVER, "wildwood"))
    names = [option.name for option in wildwood.options]
    search = AlgorithmX(incidence((option.items for option in wildwood.options), wildwood.primary))
    answers = [[names[row] for row in answer] for answer in search]
    assert answers == [
        ["Noodling", "Bible Study", "Square Dancing"],
        ["Bible Study", "Water Witching", "Square Dancing"],
    ]
    assert search.story(names, wildwood.primary) == STORY


def test_the_trace_grows_as_answers_are_taken() -> None:
    search = AlgorithmX([[1], [1]])
    assert next(search) == (0,)
    assert search.trace == [TraceStep(0, 0, 0), TraceStep(1, None)]
    assert list(search) == [(1,)]


def test_rows_given_in_advance_are_part_of_every_answer() -> None:
    matrix = [[1, 0], [0, 1], [1, 1]]
    assert list(AlgorithmX(matrix, given=[1])) == [(0, 1)]
    assert list(AlgorithmX(matrix, given=[1, 2])) == []


def test_an_empty_table_has_the_empty_answer() -> None:
    assert list(AlgorithmX([])) == [()]


@given(st.integers(1, 5).flatmap(lambda width: st.lists(st.lists(st.integers(0, 1), min_size=width, max_size=width))))
def test_links_dance_to_the_same_covers(matrix: list[list[int]]) -> None:
    width = len(matrix[0]) if matrix else 0
    options = [[column for column, one in enumerate(row) if one] for row in matrix]
    assert list(AlgorithmX(matrix)) == [tuple(sorted(cover)) for cover in ExactCover(width, 0, options).covers()]
