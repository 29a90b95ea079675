"""What is written says what the model says: foreign programs find exactly the answers that brute force finds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from models.cubes.generator import planted
from models.errors import InputError
from models.language.model import Model
from models.registry import find_instance, load_puzzle
from solvers.core.registry import load, load_backend
from solvers.export.__main__ import stated as stated_puzzle
from solvers.lowering.covering import unsupported_reason
from solvers.lowering.mip.rows import MAX_OBJECTIVE
from solvers.lowering.plain import reach, too_large
from tests.random_features import FEATURES, stated
from tests.random_models import answers_of, brute_force, models
from tests.solvers.formats import foreign, highs
from tests.solvers.formats.foreign import Comments, best_of, needs, needs_program, with_objective, worth, written
from tests.tables import rows


class Judge(NamedTuple):
    """A foreign program that finds all answers of a model in a format, the best one last, or the best one's worth."""

    format: str
    find: Callable[[Model, Path], object]
    takes: Callable[[Model], bool]
    examples: int
    sizes: dict[str, int]
    """Of random models; for the best, how large the factors of an objective may be."""


def fits_gecode(model: Model) -> bool:
    """Gecode computes in 32 bits."""
    return too_large(model, 2**30) is None


def is_cover(model: Model) -> bool:
    return fits_gecode(model) and unsupported_reason(model) is None


def is_small(model: Model) -> bool:
    return prod(len(var.domain) for var in model.projection) <= 40


def has_small_objective(model: Model) -> bool:
    return reach(model.objective.cost.summands()) <= MAX_OBJECTIVE


def always(_: Model) -> bool:
    return True


DEBIAN = "apt-get install minizinc flatzinc"
FOUR, THREE = {"max_vars": 4, "max_constraints": 4}, {"max_vars": 3, "max_constraints": 3}


def judge(name: str, mark: pytest.MarkDecorator, *about: object) -> object:
    return pytest.param(Judge(name.partition("-")[0], *about), marks=mark, id=name)


JUDGES = [
    judge("minizinc", needs_program("minizinc", DEBIAN), foreign.by_minizinc, fits_gecode, 8, FOUR),
    judge("flatzinc", needs_program("fzn-gecode", DEBIAN), foreign.by_gecode, fits_gecode, 20, FOUR),
    judge("cpsat", needs("ortools"), foreign.by_ortools, fits_gecode, 20, FOUR),
    judge("dlx", needs_program("miniexact", "an extra"), foreign.by_miniexact, is_cover, 20, FOUR),
    judge("dimacs", needs("pysat"), foreign.by_pysat, always, 25, {}),
    judge("opb-exact", needs("exact"), foreign.by_exact, always, 15, {}),
    judge("opb-clasp", needs("clingo"), foreign.by_clasp, foreign.fits_clasp, 5, {}),
    judge("xcsp3", needs("cosoco_bin"), foreign.by_cosoco, foreign.fits_cosoco, 12, {}),
    judge("lp", needs("highspy"), partial(highs.answers_by_highs, "lp"), is_small, 8, THREE),
    judge("mps", needs("highspy"), partial(highs.answers_by_highs, "mps"), is_small, 8, THREE),
]


def worth_of_last(find: Callable[[Model, Path], list[tuple[int, ...]]], model: Model, folder: Path) -> int | None:
    return next((worth(model, answer) for answer in reversed(find(model, folder))), None)


def last_of(name: str) -> Callable[[Model, Path], int | None]:
    (judge,) = (param.values[0] for param in JUDGES if param.id == name)
    return partial(worth_of_last, judge.find)


BEST = [
    judge("minizinc", JUDGES[0].marks, last_of("minizinc"), fits_gecode, 3, {"largest": 90}),
    judge("flatzinc", JUDGES[1].marks, last_of("flatzinc"), fits_gecode, 8, {"largest": 90}),
    judge("cpsat", JUDGES[2].marks, last_of("cpsat"), fits_gecode, 8, {"largest": 90}),
    judge("wcnf", needs("pysat"), foreign.by_rc2, always, 15, {}),
    judge("opb", needs("clingo"), foreign.best_by_clasp, foreign.fits_clasp, 5, {"largest": 9}),
    judge("xcsp3", needs("cosoco_bin"), foreign.best_by_cosoco, foreign.fits_cosoco, 8, {"largest": 9}),
    judge("lp", needs("highspy"), partial(highs.best_by_highs, "lp"), has_small_objective, 10, {"largest": 90}),
    judge("mps", needs("highspy"), partial(highs.best_by_highs, "mps"), has_small_objective, 10, {"largest": 90}),
]


def agrees(judge: Judge, random: st.SearchStrategy[Model], expected: Callable[[Model], object], many: bool) -> None:
    @settings(max_examples=150 if many else judge.examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(random)
    def agree(model: Model) -> None:
        assume(judge.takes(model))
        with TemporaryDirectory() as folder:
            found = judge.find(model, Path(folder))
        assert (set(found) if isinstance(found, list) else found) == expected(model)

    agree()


how_many = pytest.mark.parametrize("many", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["few", "many"])


@how_many
@pytest.mark.parametrize("judge", JUDGES)
def test_random_models_have_the_same_answers(judge: Judge, many: bool) -> None:
    agrees(judge, models(**judge.sizes), brute_force, many)


@how_many
@pytest.mark.parametrize("judge", BEST)
def test_the_best_answer_is_the_best(judge: Judge, many: bool) -> None:
    agrees(judge, with_objective(**judge.sizes), best_of, many)


@pytest.mark.slow
@needs("pysat")
@pytest.mark.parametrize("feature", FEATURES)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_python_sat_finds_the_answers_where_the_model_has_variables_of_its_own(
    feature: str, data: st.DataObject
) -> None:
    meant = data.draw(stated(feature))
    text = written("dimacs", meant.model)
    solutions = foreign.models_of(*foreign.clauses_of(text))
    assert {Comments(text, "c ").decided(one) for one in solutions} == meant.answers()


PUZZLES = {
    ("grecian", "grecian", "element"): "minizinc flatzinc dimacs opb-clasp xcsp3",
    ("sudoku", "inkala", "cells"): "minizinc flatzinc cpsat dimacs opb-clasp xcsp3",
    ("sudoku", "inkala", "cover"): "dlx",
    ("cubes", "8 with a tower", "orientation"): "flatzinc cpsat dimacs opb-clasp xcsp3",
    ("cubes", "8 with a tower", "cover"): "dlx",
    ("cubes", "csun-mid8", "faces"): "flatzinc",
    ("cover", "wildwood", "options"): "minizinc flatzinc cpsat dlx",
}
"""A puzzle, an instance and a formulation, and the judges that it goes to."""


def model_of(name: str, instance: str, formulation: str) -> Model:
    puzzle = load_puzzle(name)
    made = {"8 with a tower": planted(8, 1)}
    posed = made[instance] if instance in made else next(puzzle.read(find_instance(puzzle, instance)))
    return stated_puzzle(puzzle, posed, formulation).model


@pytest.mark.parametrize(
    ("judge", "posed"),
    [
        pytest.param(judge.values[0], posed, marks=judge.marks, id="-".join((judge.id, *posed)))
        for posed, judges in PUZZLES.items()
        for judge in JUDGES
        if judge.id in judges.split()
    ],
)
def test_puzzles_have_our_answers(judge: Judge, posed: tuple[str, str, str], tmp_path: Path) -> None:
    model = model_of(*posed)
    assert set(judge.find(model, tmp_path)) == answers_of(load(load_backend("backtracking")[0], model))


def counted_by_ganak(text: str) -> int:
    """How many models there are over the variables that are counted."""
    from pyganak import Counter

    clauses, shown = foreign.clauses_of(text)
    header = next(line for line in text.splitlines() if line.startswith("p cnf "))
    counter = Counter()
    counter.new_vars(int(header.split()[2]))
    for clause in clauses:
        counter.add_clause(clause)
    counter.set_sampling_set(shown)
    return counter.count()  # type: ignore[no-any-return]


@needs("pyganak")
@settings(max_examples=12, deadline=None)
@given(model=models())
def test_the_projected_count_is_the_number_of_answers(model: Model) -> None:
    assert counted_by_ganak(written("dimacs", model)) == len(brute_force(model))


@pytest.mark.slow
@needs("pyganak")
@pytest.mark.parametrize("posed", list(PUZZLES)[:2])
def test_ganak_counts_the_one_answer_of_a_puzzle(posed: tuple[str, str, str]) -> None:
    assert counted_by_ganak(written("dimacs", model_of(*posed))) == 1


NAMES = [
    *("set", "domain", "var", "of", "output", "x 1", "x_1", "x-1", "Müller", "数", "3", "", "a\nb", 'say "x"', "\\(a)"),
    *("test_1", "place_1", "row_1", "number_1", "holds_1", "constraint", "% a", "| b", "p1", "true", "first_fail"),
]


@pytest.mark.parametrize("judge", JUDGES[:4])
def test_names_and_sentences_may_have_any_letters(judge: Judge, tmp_path: Path) -> None:
    model = Model("names")
    variables = [model.new_int_var(1, 2, name) for name in NAMES]
    for one, following in pairwise(variables):
        model.add_exactly_one(
            one == 1, following == 1, because='as "they"\nsay; \\(so) % | #', key=('"\\(x)', "é\n;", one.index)
        )
    assert set(judge.find(model, tmp_path)) == answers_of(load(load_backend("backtracking")[0], model))


@pytest.mark.parametrize("judge", JUDGES[1:3])
def test_tests_of_very_large_domains_are_written_by_their_runs(judge: Judge, tmp_path: Path) -> None:
    model = Model("large")
    x, y = model.new_int_var(0, 10**6, "x"), model.new_bool_var("y")
    model.add((~x.is_in([3, 5, 500_000])) != y)
    model.add(x <= 500_000)
    model.add(x >= 499_999)
    assert set(judge.find(model, tmp_path)) == {(499_999, 0), (500_000, 1)}


@needs("cosoco_bin")
@pytest.mark.parametrize(
    ("values", "expression"),
    [
        ({7}, "eq(x,7)"),
        (set(range(300)) - {7}, "ne(x,7)"),
        (set(range(150)), "le(x,149)"),
        (set(range(150, 300)), "ge(x,150)"),
        ({2, 3, 298}, "in(x,set(2,3,298))"),
        (set(range(20, 80)) | set(range(90, 150)), "or(and(ge(x,20),le(x,79)),and(ge(x,90),le(x,149)))"),
    ],
)
def test_a_test_is_written_as_briefly_as_may_be(values: set[int], expression: str, tmp_path: Path) -> None:
    model = Model()
    x, free = model.new_int_var(0, 299, "x"), model.new_bool_var("free")
    model.add_bool_or(x.is_in(values), free)
    model.add(free == 0)
    assert f"<intension> or({expression}," in written("xcsp3", model)
    assert set(foreign.by_cosoco(model, tmp_path)) == {(value, 0) for value in values}


@needs("highspy")
@pytest.mark.parametrize("name", ["lp", "mps"])
def test_names_that_mean_something_to_readers_do_no_harm(name: str, tmp_path: Path) -> None:
    model = Model("odd names")
    words = ["e5", "free", "End", "st", "x y", "2x", "größe", "a:b", "", "<=", "inf", "x_y", "objective"]
    odd = [model.new_int_var(0, 3, word) for word in words]
    for place, var in enumerate(odd):
        model.add(var >= place % 3, because=f"rule {place}\nEnd", key=("subject to", place))
    model.add(sum(odd) <= 20)
    model.maximize(sum(place * var for place, var in enumerate(odd)))
    values = [place % 3 for place in range(len(odd))]
    for place in reversed(range(len(odd))):  # each at its least, then what is left of 20 to those that come last
        values[place] += min(3 - values[place], 20 - sum(values))
    assert highs.best_by_highs(name, model, tmp_path) == sum(place * value for place, value in enumerate(values))


@needs("highspy")
@pytest.mark.parametrize("name", ["lp", "mps"])
def test_what_is_carried_may_be_negative(name: str) -> None:
    model = Model()
    x, y = model.new_int_var(0, 900, "x"), model.new_int_var(0, 900, "y")
    model.add(1_000_007 * x + 999_900 * y == 1_000_007 * 2 + 999_900 * 898)
    (found,) = highs.highs().solve(written(name, model), name)
    assert (found["columns"]["x"], found["columns"]["y"]) == (2, 898)
    assert any(value < 0 for column, value in found["columns"].items() if column.startswith("aux"))


WIDE, HEAVY, FAR = Model("wide"), Model("heavy"), Model("far")
WIDE.new_int_var(0, 10**9, "x")
HEAVY.minimize(2**70 * HEAVY.new_bool_var("x"))
FAR.add(10**20 * FAR.new_int_var(0, 9, "x") + FAR.new_int_var(0, 9, "y") <= 10**20)
SMALL = Model("small")
SMALL.minimize(SMALL.new_int_var(0, 2, "x"))


@rows(
    ("name", "model", "sentence"),
    [
        *((name, WIDE, "cannot say .*1,000,000") for name in ("dimacs", "wcnf", "opb")),
        *(
            (name, FAR, r"^[^\n]*64 bits, cannot [a-z ]*a sum that reaches beyond 2\^6\d: 10{20}·x")
            for name in ("minizinc", "flatzinc", "cpsat")
        ),
        ("dimacs", SMALL, "DIMACS has no objective and cannot say minimize x; wcnf and opb can"),
        ("wcnf", HEAVY, r"weights add up to less than 2\^63, cannot say minimize"),
        ("lp", HEAVY, "LP cannot say an objective that reaches beyond 1,000,000,000"),
        ("mps", HEAVY, "MPS cannot say an objective that reaches beyond 1,000,000,000"),
    ],
)
def test_what_a_format_cannot_say_is_refused_in_a_sentence(name: str, model: Model, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        written(name, model)


def test_what_is_no_cover_is_refused_as_dlx() -> None:
    with pytest.raises(InputError, match="cannot say the constraint turn of dial 2"):
        written("dlx", model_of("grecian", "grecian", "element"))
