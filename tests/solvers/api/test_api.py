"""The front door: what a script asks of a model or an instance in one call, lazily imported, errors in one sentence."""

from __future__ import annotations

import doctest
import inspect
import pickle
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import puzzlebench
import pytest

import solvers
import solvers.diagnose.__main__
import solvers.explain.__main__  # its module must not take the function's place
from models import Model
from models.errors import InputError, PuzzlebenchError
from models.registry import PUZZLES
from solvers import Status
from solvers import api as pb
from solvers.core.registry import BACKENDS
from tests.models.placed import parsed
from tests.tables import rows


def magic_square() -> tuple[Model, list[Any]]:
    model = Model("magic square")
    cells = [model.new_int_var(1, 9, f"cell {place}") for place in range(9)]
    model.add_all_different(cells)
    lines = [cells[i : i + 3] for i in (0, 3, 6)] + [cells[i::3] for i in range(3)] + [cells[::4], cells[2:7:2]]
    for line in lines:
        model.add(sum(line) == 15)
    return model, cells


def best_of_two() -> tuple[Model, Any, Any]:
    model = Model("knapsack")
    x, y = model.new_int_var(0, 5, "x"), model.new_int_var(0, 5, "y")
    model.add(3 * x + 2 * y <= 12)
    model.maximize(4 * x + 3 * y)
    return model, x, y


def contradiction() -> Model:
    model = Model("contradiction")
    x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
    model.add(x < y, because="x comes before y", key=("before", 0))
    model.add(y < x, because="y comes before x", key=("before", 1))
    model.add(x + y >= 1, because="they are not both 0")
    return model


@pytest.mark.parametrize("module", [solvers, pb, puzzlebench], ids=lambda module: module.__name__)
def test_the_examples_in_its_docstrings_run(module: Any) -> None:
    assert doctest.testmod(module, extraglobs={"pb": pb}).failed == 0


@rows("name", pb.__all__)
def test_every_call_has_an_example_that_runs(name: str) -> None:
    call = inspect.unwrap(getattr(pb, name))
    examples = doctest.DocTestFinder().find(call, name, globs={"pb": pb}) if inspect.isfunction(call) else []
    assert not inspect.isfunction(call) or any(one.examples for one in examples)
    assert all(doctest.DocTestRunner().run(one).failed == 0 for one in examples)


def test_importing_it_imports_no_solver_no_puzzle_and_nothing_heavy() -> None:
    program = (
        "import sys; before = set(sys.modules); import solvers; solvers.solve;"
        "print(*sorted(name for name in set(sys.modules) - before if not name.startswith(('models', 'solvers'))))"
    )
    for use, allowed in (("", set()), ("solvers.solve;", None)):
        done = subprocess.run(
            [sys.executable, "-c", program.replace("solvers.solve;", use)], capture_output=True, text=True, check=True
        )
        found = set(done.stdout.split())
        assert found <= allowed if allowed is not None else not {"rich", "ortools", "pysat", "numpy"} & found


def test_verbs_are_packages_of_solvers_and_functions_of_puzzlebench() -> None:
    assert {*puzzlebench.__all__} >= {*solvers.__all__, "explain", "diagnose", "export", "generate", "verify"}
    assert set(solvers.__all__) <= set(dir(solvers))
    assert callable(puzzlebench.explain)
    assert callable(solvers.explain.__main__.main)
    with pytest.raises(AttributeError, match="module 'solvers' has no attribute 'ask'"):
        solvers.ask  # noqa: B018


@rows("backend", ["", *BACKENDS])
def test_a_model_is_solved_counted_and_listed(backend: str) -> None:
    model, cells = magic_square()
    if backend in ("dlx", "maxsat"):
        with pytest.raises(PuzzlebenchError, match=f"backend {backend} cannot take"):
            solvers.solve(model, backend=backend)
        return
    answer = solvers.solve(model, backend=backend)
    assert (answer.status, answer[cells[4]], answer[sum(cells)], answer[cells[4] == 5]) == (Status.SOLVED, 5, 45, True)
    assert solvers.count(model, backend=backend) == 8
    assert not solvers.is_unique(model, backend=backend)
    assert len({tuple(found[cell] for cell in cells) for found in solvers.solutions(model, backend=backend)}) == 8


def test_answers_come_lazily_and_differ_in_the_projection() -> None:
    model, cells = magic_square()
    model.project_on(cells[4])
    answers = solvers.solutions(model, limit=3)
    assert next(answers)[cells[4]] == 5
    assert list(answers) == []
    assert solvers.is_unique(model)


def test_the_best_is_found_and_proved() -> None:
    model, x, y = best_of_two()
    for answer in (solvers.solve(model), solvers.optimum(model), solvers.optimum(model, backend="backtracking")):
        assert (answer.objective, answer.proved, answer[3 * x + 2 * y] <= 12) == (17, True, True)
    assert repr(solvers.solve(model)) == "<solved: x = 2, y = 3; objective 17, proved the best>"
    assert [found.objective for found in solvers.solutions(model)][-1] == 17
    assert solvers.optimum(contradiction_with_objective()).status is Status.IMPOSSIBLE


def contradiction_with_objective() -> Model:
    model = contradiction()
    model.minimize(model.variables[0])
    return model


def test_what_is_impossible_says_so_and_why() -> None:
    answer = solvers.solve(contradiction())
    assert (answer.status, bool(answer), answer.objective) == (Status.IMPOSSIBLE, False, None)
    assert repr(answer) == "<impossible: contradiction; proved to have no answer>"
    found = solvers.conflict(contradiction())
    assert found is not None
    assert [part.key for part in found.parts] == [("before", 0), ("before", 1)]
    assert solvers.conflict(magic_square()[0]) is None


def test_what_is_not_known_in_time_is_no_answer() -> None:
    hardest = solvers.puzzle("sudoku").typed(25 * 25 * ".")
    assert solvers.solve(hardest, backend="backtracking", seconds=1e-9).status is Status.UNKNOWN
    for ask in (solvers.count, solvers.is_unique):
        with pytest.raises(solvers.NotKnown, match=r"how many more is not known: time limit reached"):
            ask(hardest, backend="backtracking", seconds=1e-9)


@rows("name", PUZZLES)
def test_an_instance_knows_its_puzzle_and_its_answer_shows_itself(name: str) -> None:
    puzzle = solvers.puzzle(name)
    instance = puzzle.load()
    answer = solvers.solve(instance, backend="backtracking")
    assert puzzle.puzzle.check(instance, answer.value) is None
    assert str(answer) == puzzle.puzzle.render(instance, answer.value)
    assert repr(answer) == f"<solved: {name} {instance.name}>"
    shown = parsed(answer._repr_html_())
    assert shown[0].text == f"{puzzle.puzzle.title}: {instance.name}"
    assert shown[1].get("class") == "puzzle"


def test_a_model_shows_itself_as_a_table() -> None:
    shown = solvers.solve(best_of_two()[0])._repr_html_()
    assert "<tr><th>x</th><td>2</td></tr><tr><th>y</th><td>3</td></tr>" in shown


def test_instances_are_loaded_read_typed_and_arranged(tmp_path: Path) -> None:
    sudoku, cubes = solvers.puzzle("sudoku"), solvers.puzzle("cubes")
    inkala = sudoku.load("inkala")
    clues = "".join(map(str, inkala.clues))
    (tmp_path / "mine.txt").write_text(clues + "\n" + clues + "\n")
    assert sudoku.typed(clues).clues == sudoku.read(tmp_path / "mine.txt", 2).clues == inkala.clues
    assert sudoku.load("norvig_easy50", 7) == list(sudoku.every("norvig_easy50"))[6]
    assert "inkala" in sudoku.names
    assert repr(sudoku).startswith("<puzzle sudoku: Fill the grid")
    assert cubes.load(orientations=True).orientations
    assert solvers.count(solvers.puzzle("dealing").typed(stacks=4, leftovers="0 ? 2 1")) > 1


@rows(
    ("wrong", "sentence"),
    [
        (lambda: solvers.solve(7), "int is neither a model nor an instance of a puzzle"),
        (lambda: solvers.puzzle("chess"), "there is no puzzle 'chess'; the puzzles are "),
        (lambda: solvers.puzzle("sudoku").load("inkalla"), "there is no file 'inkalla' and no instance of sudoku"),
        (lambda: solvers.puzzle("sudoku").read("inkala"), "inkala: there is no such file"),
        (lambda: solvers.puzzle("sudoku").load(colour=3), "sudoku has no option 'colour'; it has puzzle, boxes"),
        (lambda: solvers.puzzle("grecian").typed("1"), "that makes no instance of grecian by itself"),
        (lambda: solvers.solve(magic_square()[0], backend="gurobi"), "there is no backend 'gurobi'; the backends are "),
        (lambda: solvers.solve(magic_square()[0], formulation="cells"), "a model is one formulation"),
        (lambda: solvers.optimum(magic_square()[0]), "model 'magic square' has no objective"),
        (lambda: solvers.count(best_of_two()[0]), "model 'knapsack' has an objective"),
        (
            lambda: solvers.solve(contradiction())[contradiction().variables[0]],
            "this answer has no values",
        ),
        (lambda: solvers.solve(best_of_two()[0])[best_of_two()[1]], "x is no variable of model 'knapsack'"),
        (
            lambda: solvers.solve(best_of_two()[0])[7],  # type: ignore[index]
            "7 has no value here; a variable or its name, a literal or a sum of them has",
        ),
        (
            lambda: solvers.solve(best_of_two()[0])["z"],
            "model 'knapsack' has no variable 'z'; its variables are [x, y]",
        ),
        (lambda: solvers.solve(magic_square()[0]).svg(), "a model has no picture"),
    ],
)
def test_a_mistake_is_one_sentence(wrong: Any, sentence: str) -> None:
    with pytest.raises(PuzzlebenchError) as raised:
        wrong()
    assert str(raised.value).startswith(sentence)
    assert "\n" not in str(raised.value)


@rows("ask", [solvers.solve, solvers.solutions, solvers.count, solvers.is_unique, solvers.optimum])
@rows(
    ("how", "sentence"),
    [
        ({"seconds": "3"}, "seconds is '3'; a number above 0 is expected, or None for no seconds"),
        ({"seconds": float("nan")}, "seconds is nan; a number above 0"),
        ({"seconds": 0}, "seconds is 0; a number above 0"),
        ({"seconds": Decimal(3)}, "seconds is Decimal('3'); a number above 0"),
        ({"workers": -5}, "workers is -5; a whole number from 1 up is expected"),
        ({"workers": 1.5}, "workers is 1.5; a whole number from 1 up is expected"),
        ({"seed": None}, "seed is None; a whole number is expected"),
        ({"backend": 3}, "backend is 3; a word is expected"),
    ],
)
def test_an_argument_of_the_wrong_kind_is_refused_before_anything_starts(ask: Any, how: Any, sentence: str) -> None:
    model = best_of_two()[0] if ask is solvers.optimum else magic_square()[0]
    with pytest.raises(InputError) as raised:
        ask(model, **how)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize("limit", [0, -1, "2", 1.0])
def test_a_limit_is_a_whole_number_from_1(limit: Any) -> None:
    for ask in (solvers.count, solvers.solutions):
        with pytest.raises(
            InputError, match=r"limit is .*; a whole number from 1 up is expected, or None for no limit"
        ):
            ask(magic_square()[0], limit=limit)


def test_other_verbs_check_their_arguments_too() -> None:
    inkala = solvers.puzzle("sudoku").load("inkala")
    for wrong in (
        lambda: pb.explain(inkala, seconds=-1),
        lambda: pb.explain(inkala, effort="much"),
        lambda: pb.diagnose(inkala, workers=0),
        lambda: solvers.conflict(contradiction(), seconds="1"),
        lambda: solvers.puzzle("sudoku").load("norvig_easy50", number=0),
    ):
        with pytest.raises(InputError, match="is expected"):
            wrong()


@pytest.mark.parametrize("backend", ["", "backtracking", "dlx", "kernel"])
def test_no_more_are_counted_than_the_limit(backend: str) -> None:
    cover = solvers.puzzle("cover").load("queens-8")
    assert [solvers.count(cover, limit=limit, backend=backend) for limit in (1, 5, 92, 1000)] == [1, 5, 92, 92]


def test_an_impossible_instance_is_diagnosed_and_explained() -> None:
    twice = solvers.puzzle("sudoku").typed("11" + 79 * ".")
    assert solvers.solve(twice).status is Status.IMPOSSIBLE
    assert pb.explain(twice).status == "impossible"
    assert pb.diagnose(twice).verdict == "impossible"
    assert pickle.loads(pickle.dumps(Status.SOLVED)) is Status.SOLVED


def test_puzzles_are_made_of_a_puzzle_or_of_its_word() -> None:
    sudoku = solvers.puzzle("sudoku")
    made = [next(pb.generate(what, size=4, seed=1)).text for what in ("sudoku", sudoku, sudoku.puzzle)]
    assert made == made[:1] * 3
    with pytest.raises(InputError, match="puzzle is 5; a puzzle or its word, such as 'sudoku', is expected"):
        pb.generate(5)  # type: ignore[arg-type]
