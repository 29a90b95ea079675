"""A search cut into cubes has the answers of the whole, each once: listed, counted, the best one; noted and resumed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.language.model import Assignment, Givens, Literal, Model
from solvers.cli.exits import guarded
from solvers.core.backend import ENDLESS, Backend, Limits
from solvers.core.registry import load_backend
from solvers.run import __main__ as run
from solvers.run.splitting import search as splitting
from solvers.run.splitting.covers import CoverTree, is_plain_cover, tree_of
from solvers.run.splitting.cubes import cut
from solvers.run.splitting.estimate import estimate
from solvers.run.splitting.pieces import Piece, Whole, packed, search_piece
from solvers.run.splitting.search import Split, SplitPlan, SplitSearch
from solvers.run.splitting.tree import Tree
from tests.examples import examples
from tests.patience import wait_until
from tests.pools import Here
from tests.random_models import brute_force, decisions_of, givens_for, literals_for, models
from tests.third_party import ROOT

LENIENT = list(HealthCheck)


def split(model: Model, plan: SplitPlan, backend: str = "backtracking", workers: int = 1) -> SplitSearch:
    inner: Backend = load_backend(backend)[0]
    search = Split(inner, replace(plan, workers=workers)).load(model)
    assert isinstance(search, SplitSearch)
    return search


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces are searched in this process, which is quicker; that others do it as well is tried further down."""

    monkeypatch.setattr(splitting, "open_pool", lambda on, workers: nullcontext(Here()))


def queens(order: int) -> Model:
    model = Model(f"{order} queens")
    columns = [model.new_int_var(0, order - 1, f"row {row}") for row in range(order)]
    model.add_all_different(columns)
    for one in range(order):
        for other in range(one):
            model.add(columns[one] - columns[other] != one - other)
            model.add(columns[other] - columns[one] != one - other)
    return model


@pytest.mark.usefixtures("here")
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[*LENIENT])
@given(
    models(),
    st.data(),
    st.sampled_from(["backtracking", "sat", "kernel"]),
    st.sampled_from([None, 1, 2, 3]),
    st.sampled_from([1, 2, 5]),
)
def test_the_cubes_of_random_models_hold_every_answer_once_or_as_many_as_are_wanted(
    model: Model, data: st.DataObject, backend: str, depth: int | None, most: int
) -> None:
    givens: Givens = data.draw(givens_for(model))
    assumed: list[Literal] = data.draw(literals_for(model))
    search = split(model, SplitPlan(pieces=7, depth=depth), backend)
    found = [decisions_of(model, answer) for answer in search.solutions(givens, assumptions=assumed)]
    assert len(found) == len(set(found))
    assert set(found) == brute_force(model, givens, assumed)
    assert search.solutions(givens, assumptions=assumed).outcome.found == 0
    every = brute_force(model, givens)
    counted = split(model, SplitPlan(pieces=7, depth=depth, counts=True), backend).count(givens)
    assert (counted.found, counted.complete) == (len(every), True)
    answers = split(model, SplitPlan(pieces=7, most=most), backend).solutions(givens, Limits(solutions=most))
    few = {decisions_of(model, answer) for answer in answers}
    assert few <= every
    assert len(few) == answers.outcome.found == min(most, len(every))
    assert answers.outcome.complete or len(few) == most
    counted = split(model, SplitPlan(pieces=7, counts=True, most=most), backend).count(givens, Limits(solutions=most))
    assert counted.found == min(most, len(every))


@pytest.mark.usefixtures("here")
@settings(max_examples=examples(40), deadline=None, suppress_health_check=[*LENIENT])
@given(models(), st.sampled_from(["backtracking", "cpsat"]), st.integers(-2, 2))
def test_the_best_of_all_cubes_is_the_best(model: Model, backend: str, goal: int) -> None:
    model.minimize(sum((goal + place) * var for place, var in enumerate(model.variables)))
    objective = model.objective
    assert objective is not None

    def best(answers: Iterator[Assignment]) -> int | None:
        costs = [objective.cost.value(answer) for answer in answers]
        assert costs == sorted(set(costs), reverse=True)
        return costs[-1] if costs else None

    whole = load_backend("backtracking")[0].load(model)
    pieces = split(model, SplitPlan(pieces=5), backend)
    answers = pieces.solutions()
    assert best(answers) == best(whole.solutions())
    assert answers.outcome.complete


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[*LENIENT])
@given(models(), st.data())
def test_cubes_differ_in_a_decision_and_their_shares_make_no_more_than_the_whole(
    model: Model, data: st.DataObject
) -> None:
    cubes = cut(Tree(model, data.draw(givens_for(model)), (), ENDLESS), pieces=9)
    assert sum(cube.share for cube in cubes) <= 1 + 1e-9
    for place, one in enumerate(cubes):
        for other in cubes[:place]:
            values = dict(other.decisions)
            assert any(values.get(var, value) != value for var, value in one.decisions) or _excluded(model, one, other)


@st.composite
def covers(draw: st.DrawFn) -> Model:
    model = Model("cover")
    options = [model.new_bool_var(f"option {number}") for number in range(draw(st.integers(1, 7)))]
    for _ in range(draw(st.integers(0, 5))):
        members = draw(st.lists(st.sampled_from(options), unique_by=lambda var: var.index, max_size=5))
        draw(st.sampled_from([model.add_exactly_one, model.add_at_most_one]))(members)
    return model


@settings(max_examples=examples(80), deadline=None, suppress_health_check=[*LENIENT])
@given(covers(), st.data())
def test_sets_of_bits_cut_a_cover_as_propagators_do(model: Model, data: st.DataObject) -> None:
    givens: Givens = data.draw(givens_for(model))
    assumed: list[Literal] = data.draw(literals_for(model))
    assert is_plain_cover(model)
    fast, slow = CoverTree(model, givens, assumed, ENDLESS), Tree(model, givens, assumed, ENDLESS)
    assert fast.holds == slow.holds
    cubes = cut(fast, pieces=9)
    for cube in cubes:
        assert fast.go_to(cube.decisions)
        assert slow.go_to(cube.decisions)
        assert fast.size() == pytest.approx(slow.size())
        assert [slow.size_below(each) for each in fast.alternatives()] == [
            each and pytest.approx(each) for each in map(fast.size_below, fast.alternatives())
        ]
    for answer in brute_force(model, givens, assumed):
        values = dict(zip(model.projection, answer, strict=True))
        assert sum(all(values[var] == value for var, value in cube.decisions) for cube in cubes) == 1


def test_a_model_that_is_more_than_a_cover_keeps_its_propagators() -> None:
    model = Model("more")
    one, other = model.new_bool_var("one"), model.new_bool_var("other")
    model.add_exactly_one(one, ~other)
    assert isinstance(tree_of(model, {}, (), ENDLESS), Tree)


def _excluded(model: Model, one: Any, other: Any) -> bool:
    """Whether no answer obeys both, as where both make another literal of one exactly-one constraint true."""
    return not brute_force(model, {**dict(one.decisions), **dict(other.decisions)})


def test_several_processes_find_all_92_queens_and_tell_them_as_one_would() -> None:
    found = [tuple(answer.values()) for answer in split(queens(8), SplitPlan(pieces=30), "sat", workers=2).solutions()]
    assert (len(found), len(set(found))) == (92, 92)
    assert found == [tuple(answer.values()) for answer in split(queens(8), SplitPlan(pieces=30), "sat").solutions()]


def test_which_best_answer_is_shown_does_not_depend_on_who_is_first(monkeypatch: pytest.MonkeyPatch) -> None:
    model = queens(7)
    model.minimize(model.variables[1] + model.variables[4])  # several answers are as good
    for backend in ("sat", "backtracking", "kernel", "cpsat"):
        shown = set()
        for pool in (Here(), Here(backwards=True, worker="it")):
            monkeypatch.setattr(splitting, "open_pool", lambda on, workers, pool=pool: nullcontext(pool))
            search = split(model, SplitPlan(pieces=20), backend)
            *_, best = search.solutions()
            shown.add(tuple(best.values()))
            assert search.workers == {pool.worker} - {""}
        assert len(shown) == 1, backend


@pytest.mark.usefixtures("here")
def test_a_limit_of_answers_holds_for_all_cubes_together() -> None:
    answers = split(queens(8), SplitPlan(pieces=30, most=5)).solutions(limits=Limits(solutions=5))
    assert (len(list(answers)), answers.outcome.stopped_by) == (5, "solutions")
    counted = split(queens(8), SplitPlan(pieces=30, counts=True, most=50)).count(limits=Limits(solutions=50))
    assert (counted.found, counted.complete, counted.stopped_by) == (50, False, "solutions")


def test_what_a_solver_has_learnt_changes_no_answer_of_a_cube() -> None:
    model = queens(8)
    whole = Whole(packed(model), (), (), "sat", 0, False)
    cubes = cut(Tree(model, {}, (), ENDLESS), pieces=50)
    decisions = [tuple((var.index, value) for var, value in cube.decisions) for cube in cubes]
    pieces = [Piece(number, each, most=2) for number, each in enumerate(decisions)]
    forwards = [search_piece(whole, piece).answers for piece in pieces]
    backwards = [search_piece(whole, piece).answers for piece in reversed(pieces)]
    assert any(forwards)
    assert not all(forwards)
    assert forwards == backwards[::-1]


def test_a_search_that_cubes_hardly_shrink_stays_whole(capsys: pytest.CaptureFixture[str]) -> None:
    free = Model("much of it free")
    for number in range(40):
        free.new_int_var(1, 9, f"x{number}")
    whole = split(free, SplitPlan(most=2), "sat")
    assert len(list(whole.solutions(limits=Limits(solutions=2)))) == 2
    assert "cubes" not in whole.effort()
    assert "sat, as asked for; the search stays whole, for each of " in whole.why
    assert "cubes" in split(queens(8), SplitPlan(most=2), "sat").effort()
    assert "cubes" in split(free, SplitPlan(most=2, depth=1), "sat").effort()
    for words, found in (("", 2), ("--count --limit 3", 3)):
        blank = ["sudoku", "." * 81, "--backend", "sat", "--split", "auto", "--json", *words.split()]
        assert run.main(blank) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["found"], "stays whole" in told["why"]) == (found, True)


def test_variables_whose_values_rule_out_the_most_are_decided_first() -> None:
    for is_shown in (False, True):
        model = Model("four of four, and one beside")
        beside = model.new_int_var(1, 4, "beside")
        column = [model.new_int_var(1, 4, f"row {number}") for number in range(4)]
        model.add_all_different(column)
        model.add(beside + column[0] >= 3)
        if is_shown:  # what a variable is looked up for is no demand
            for number in range(9):
                shown = model.new_int_var(1, 40, f"shown {number}")
                model.add_element(beside, range(number, number + 5), shown)
            model.project_on([beside, *column])
        assert [var for var, _ in Tree(model, {}, (), ENDLESS).alternatives()] == [column[0]] * 4


@pytest.mark.usefixtures("here")
def test_when_the_time_is_up_it_is_said_and_nothing_is_complete() -> None:
    answers = split(queens(20), SplitPlan(counts=True)).count(limits=Limits(seconds=0.1))  # it would never end
    assert (answers.complete, answers.stopped_by) == (False, "time")


@pytest.mark.usefixtures("here")
def test_headway_grows_to_the_whole() -> None:
    search = split(queens(6), SplitPlan(pieces=10))
    told = [search.progress() for _ in search.solutions()] + [search.progress()]
    shares = [progress.share for progress in told if progress is not None]
    assert len(shares) == len(told)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert told[-1].done == told[-1].pieces  # type: ignore[union-attr]


@pytest.mark.usefixtures("here")
def test_what_was_noted_is_not_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    real = splitting.search_piece
    for cut_off in (0, 7):  # as a kill may leave it
        notes = tmp_path / "queens.cubes"
        plan = SplitPlan(pieces=30, counts=True, notes=notes)
        first = split(queens(8), plan)
        answers = first.solutions()
        next(answers)
        done = first.effort()["cubes done"]
        answers.close()
        notes.write_bytes(notes.read_bytes() + notes.read_bytes()[:cut_off])
        searched.clear()
        with monkeypatch.context() as patch:
            patch.setattr(splitting, "search_piece", lambda whole, piece: searched.append(piece) or real(whole, piece))
            second = split(queens(8), plan)
            assert second.count().found == 92
        assert len(searched) == second.effort()["cubes"] - done
        assert [*tmp_path.iterdir()] == []


@pytest.mark.usefixtures("here")
def test_notes_of_something_else_count_for_nothing(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    for written in (b"", b"\xff\x00", b"[]\n", b'{"search": 1, "cubes": [[[99, 1], 1.0]]}\n'):
        notes.write_bytes(written)
        assert split(queens(6), SplitPlan(pieces=5, counts=True, notes=notes)).count().found == 4


@pytest.mark.needs_processes
def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    output, notes = tmp_path / "queens.txt", tmp_path / "queens.txt.cubes"
    words = f"cover queens-8 --count --split auto --workers 2 --backend sat --output {output}".split()
    killed = subprocess.Popen([sys.executable, "-m", "solvers.run", *words], cwd=ROOT, stderr=subprocess.DEVNULL)
    wait_until(lambda: killed.poll() is not None or (notes.exists() and notes.read_bytes().count(b"\n") > 5), 0.001)
    killed.kill()
    killed.wait()
    assert run.main([*words, "--resume"]) == 0
    assert output.read_text().endswith(" 92 answers\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".queens.txt.finished", "queens.txt"]


def test_an_estimate_of_a_small_search_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["cover", "queens-8", "--estimate", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["estimate"]
    assert told["searched"] == told["cubes"]
    assert told["counted"] == {"mean": 92.0, "error": 0.0}
    assert abs(told["answers"]["mean"] - 92) < 4 * told["answers"]["error"]
    assert run.main(["cover", "queens-8", "--estimate"]) == 0
    shown = capsys.readouterr().out
    assert "done to its end\n  answers  92\n" in shown
    assert "descents" not in shown


def test_random_descents_are_right_on_the_average() -> None:
    model = Model("free")
    model.new_int_var(1, 5, "x"), model.new_int_var(1, 7, "y")
    told = estimate(load_backend("backtracking")[0].load(model), {})
    assert (told.answers.mean, told.answers.error, told.nodes.mean) == (35, 0, 41)


def test_what_makes_no_sense_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("--split 0", "--split x", "--split auto --verified"):
        assert guarded(run.main, ["cover", "queens-8", *words.split()]) == 2
        assert capsys.readouterr().err.count("\n") == 1, words
