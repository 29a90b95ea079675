"""Can every answer be looked at in a notebook, as a run and an instance can?"""

import pytest

from models.registry import PUZZLES, find_instance, load_puzzle
from solvers.backend import Limits
from solvers.registry import load_backend
from solvers.render.notebook import Answer, answers_of, shown
from solvers.solving import Solver, resolve
from tests.models.placed import parsed


@pytest.mark.parametrize("name", PUZZLES)
def test_an_answer_shows_itself_as_the_puzzle_draws_and_tells_it(name: str) -> None:
    puzzle = load_puzzle(name)
    instance = next(puzzle.read(find_instance(puzzle, puzzle.default_instance)))
    answer = next(shown(Solver(puzzle, "", *load_backend("backtracking")), instance))
    assert puzzle.check(instance, answer.value) is None
    assert answer._repr_svg_() == puzzle.drawing.picture(instance, answer.value)
    assert str(answer) == puzzle.render(instance, answer.value)
    figure = parsed(answer._repr_html_())
    assert figure[0].text == f"{puzzle.title}: {instance.name}"
    assert figure[1].get("class") == "puzzle"


def test_answers_come_lazily_and_within_their_limits() -> None:
    puzzle = load_puzzle("cover")
    instance = next(puzzle.read(find_instance(puzzle, "queens-8")))
    solver = Solver(puzzle, "", *load_backend("dlx"))
    assert len({answer.value for answer in shown(solver, instance, Limits(solutions=3))}) == 3


def test_what_a_run_kept_can_be_looked_at_one_by_one() -> None:
    puzzle = load_puzzle("cover")
    instance = next(puzzle.read(find_instance(puzzle, "wildwood")))
    result = resolve(Solver(puzzle, "", *load_backend("dlx")), instance, Limits())
    assert answers_of(result) == [Answer(puzzle, instance, value) for value in result.answers]
    assert result.answers
