"""What is written says what the model says: foreign programs find exactly the answers that brute force finds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, assume, given, settings

from models.cubes.generator import planted
from models.errors import InputError
from models.language.model import Model
from models.registry import find_instance, load_puzzle
from solvers.core.registry import load, load_backend
from solvers.export.__main__ import stated
from solvers.lowering.covering import unsupported_reason
from solvers.lowering.size import too_large
from tests.random_models import answers_of, brute_force, models
from tests.solvers.formats import foreign

Judge = Callable[[Model, Path], list[tuple[int, ...]]]

DEBIAN = "apt-get install minizinc flatzinc"
FOREIGN = [
    pytest.param("minizinc", foreign.by_minizinc, marks=foreign.needs_program("minizinc", DEBIAN), id="minizinc"),
    pytest.param("flatzinc", foreign.by_gecode, marks=foreign.needs_program("fzn-gecode", DEBIAN), id="flatzinc"),
    pytest.param("cpsat", foreign.by_ortools, marks=foreign.needs("ortools"), id="cpsat"),
    pytest.param("dlx", foreign.by_miniexact, marks=foreign.needs_program("miniexact", "an extra"), id="dlx"),
]
"""Each format with the foreign program that judges it."""

JUDGES = [*FOREIGN, pytest.param("flatzinc", foreign.by_our_reader, id="flatzinc-ours")]
"""Beside them our own reader, where it is as quick."""

MAX_GECODE_INT = 2**30
"""Gecode computes in 32 bits."""


def agrees(format_name: str, judge: Judge, examples: int) -> None:
    """``judge`` finds the answers of random models, all of them and no other."""

    @settings(
        max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow]
    )
    @given(models(max_vars=4, max_constraints=4))
    def agree(model: Model) -> None:
        assume(too_large(model, MAX_GECODE_INT) is None)
        assume(format_name != "dlx" or unsupported_reason(model) is None)
        with TemporaryDirectory() as folder:
            assert set(judge(model, Path(folder))) == brute_force(model)

    agree()


@pytest.mark.parametrize(("format_name", "judge"), JUDGES)
def test_random_models_have_the_same_answers(format_name: str, judge: Judge) -> None:
    agrees(format_name, judge, 8 if format_name == "minizinc" else 20)


@pytest.mark.slow
@pytest.mark.parametrize(("format_name", "judge"), JUDGES)
def test_very_many_random_models_have_the_same_answers(format_name: str, judge: Judge) -> None:
    agrees(format_name, judge, 150)


PUZZLES = {
    ("grecian", "grecian", "element"): "minizinc flatzinc",
    ("sudoku", "inkala", "cells"): "minizinc flatzinc cpsat",
    ("sudoku", "inkala", "cover"): "dlx",
    ("cubes", "8 with a tower", "orientation"): "flatzinc cpsat",
    ("cubes", "8 with a tower", "cover"): "dlx",
    ("cubes", "csun-mid8", "faces"): "flatzinc",
    ("cover", "wildwood", "options"): "minizinc flatzinc cpsat dlx",
}
"""A puzzle, an instance and a formulation, and the formats in which it goes to a foreign program."""


@pytest.mark.parametrize(
    ("judge", "name", "instance", "formulation"),
    [
        pytest.param(judge.values[1], *posed, marks=judge.marks, id="-".join((judge.values[0], *posed)))
        for posed, formats in PUZZLES.items()
        for judge in FOREIGN
        if judge.values[0] in formats.split()
    ],
)
def test_puzzles_have_our_answers(judge: Judge, name: str, instance: str, formulation: str, tmp_path: Path) -> None:
    puzzle = load_puzzle(name)
    shelf = {"8 with a tower": planted(8, 1)}
    posed = shelf[instance] if instance in shelf else next(puzzle.read(find_instance(puzzle, instance)))
    model = stated(puzzle, posed, formulation).model
    assert set(judge(model, tmp_path)) == answers_of(load(load_backend("backtracking")[0], model))


def test_what_is_no_cover_is_refused_as_dlx() -> None:
    puzzle = load_puzzle("grecian")
    model = stated(puzzle, next(puzzle.read(find_instance(puzzle, "grecian"))), "element").model
    with pytest.raises(InputError, match="cannot say the constraint turn of dial 2"):
        foreign.written("dlx", model)


@pytest.mark.parametrize(("format_name", "judge"), FOREIGN[:3])
@pytest.mark.parametrize("sense", ["minimize", "maximize"])
def test_the_best_comes_last(format_name: str, judge: Judge, sense: str, tmp_path: Path) -> None:
    model = Model("best")
    x, y = model.new_int_var(-3, 5, "x"), model.new_int_var_from_values([2, 7, 9], "y")
    model.add(x + y <= 9)
    model.add_all_different(x, y)
    getattr(model, sense)(3 * x - 2 * y + 4)
    best = max if sense == "maximize" else min
    assert judge(model, tmp_path)[-1] == best(brute_force(model), key=lambda answer: 3 * answer[0] - 2 * answer[1])


NAMES = [
    *("set", "domain", "var", "of", "output", "x 1", "x_1", "x-1", "Müller", "数", "3", "", "a\nb", 'say "x"', "\\(a)"),
    *("test_1", "place_1", "row_1", "number_1", "holds_1", "constraint", "% a", "| b", "p1", "true", "first_fail"),
]


@pytest.mark.parametrize(("format_name", "judge"), JUDGES)
def test_names_and_sentences_may_have_any_letters(format_name: str, judge: Judge, tmp_path: Path) -> None:
    model = Model("names")
    variables = [model.new_int_var(1, 2, name) for name in NAMES]
    for one, following in pairwise(variables):
        model.add_exactly_one(
            one == 1, following == 1, because='as "they"\nsay; \\(so) % | #', key=('"\\(x)', "é\n;", one.index)
        )
    assert set(judge(model, tmp_path)) == answers_of(load(load_backend("backtracking")[0], model))


@pytest.mark.parametrize("format_name", ["minizinc", "flatzinc", "cpsat"])
def test_numbers_beyond_64_bits_are_refused_in_a_sentence(format_name: str) -> None:
    model = Model("big")
    x = model.new_int_var(0, 9, "x")
    model.add(10**20 * x <= 10**20)
    with pytest.raises(InputError, match=r"^[^\n]*64 bits, cannot [a-z ]*a sum that reaches beyond 2\^6\d: 10{20}·x"):
        foreign.written(format_name, model)


@pytest.mark.parametrize(("format_name", "judge"), FOREIGN[1:3])
def test_tests_of_very_large_domains_are_told_by_their_runs(format_name: str, judge: Judge, tmp_path: Path) -> None:
    model = Model("large")
    x, y = model.new_int_var(0, 10**6, "x"), model.new_bool_var("y")
    model.add((~x.is_in([3, 5, 500_000])) != y)
    model.add(x <= 500_000)
    model.add(x >= 499_999)
    assert set(judge(model, tmp_path)) == {(499_999, 0), (500_000, 1)}
