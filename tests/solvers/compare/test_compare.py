"""The same work on every backend side by side: what is shown, and that disagreement is never missed."""

from __future__ import annotations

import csv
import io
import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from signal import Signals
from subprocess import DEVNULL, Popen
from typing import Any

import pytest

from models.errors import InputError
from models.registry import load_puzzle
from solvers.cli.exits import guarded
from solvers.compare.__main__ import main
from solvers.compare.record import Comparison, ComparisonRow, Measurement
from solvers.compare.request import CompareRequest
from solvers.compare.work import contest, contradictions, entrants
from solvers.core.limits import ANSWERED, BAD_INPUT, DISAGREEMENT, STOPPED
from tests.patience import soon, wait_until
from tests.pools import Here
from tests.tables import rows
from tests.third_party import command, install, is_running, processes_in

CUBES = load_puzzle("cubes")
GRECIAN = load_puzzle("grecian")


@dataclass(frozen=True)
class Named:
    """An instance that is nothing but its name."""

    name: str


def settled(seconds: float, **more: Any) -> Measurement:
    return Measurement("answered", found=1, complete=True, wall={"model": 0, "load": 0, "search": seconds}, **more)


def row(name: str, *runs: Measurement, instance: str = "one") -> ComparisonRow:
    return ComparisonRow(Named(instance), "f", name, runs)


# On the command line


def test_one_table_with_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grecian", "--instance", "toy", "--backends", "backtracking,sat"]) == ANSWERED
    shown = capsys.readouterr().out
    columns = ("formulation", "backend", "solver", "status", "answers", "size", "effort")
    figures = ("declare", "load", "first", "search", "CPU", "memory")
    content = ("element", "table", "cadical195", "answered", "MB", "clauses", "nodes", "conflicts")
    for word in columns + figures + content:
        assert word in shown, word


def test_json_says_everything_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["grecian", "--instance", "toy", "--backends", "backtracking,maxsat", "--repeat", "2", "--json"]
    assert main(arguments) == ANSWERED
    told = json.loads(capsys.readouterr().out)
    assert [(row["backend"], row["run"]) for row in told["rows"]] == [("backtracking", 1), ("backtracking", 2)] * 2
    assert all(row["status"] == "answered" and row["complete"] and row["memory"] > 1e6 for row in told["rows"])
    for part in ("model", "load", "first", "search"):
        assert all(row[f"{part}_wall"] >= 0 and row[f"{part}_cpu"] >= 0 for row in told["rows"]), part
    assert told["disagreements"] == []
    assert told["left_out"][0]["backend"] == "maxsat"
    assert {score["formulation"] for score in told["par2"]} == {"element", "table"}


def test_csv_has_a_line_for_each_run(capsys: pytest.CaptureFixture[str]) -> None:
    main(["cubes", "--backends", "backtracking,sat", "--formulations", "cover", "--mode", "all", "--csv"])
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [line["backend"] for line in lines] == ["backtracking", "sat"]
    assert {line["found"] for line in lines} == {"1"}
    assert "nodes" in lines[0]["effort"]


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_family_grows_in_a_table_and_a_plot(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    plot = tmp_path / f"growth.{ending}"
    arguments = ["--family", "cubes", "--sizes", "6,4", "--backends", "sat", "--formulations", "orientation"]
    assert main([*arguments, "--plot", str(plot)]) == ANSWERED
    shown = capsys.readouterr().out
    assert shown.index(" 4 ") < shown.index(" 6 ")
    assert plot.read_bytes()[:4] in (b"<?xm", b"\x89PNG")


def test_the_measures_of_a_family_can_be_named_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--family", "dials", "--sizes", "3x2x6,2x2x4,3x2x6", "--backends", "backtracking"]
    assert main([*arguments, "--formulations", "element"]) == ANSWERED
    shown = capsys.readouterr().out
    assert shown.index(" 2x2x4 ") < shown.index(" 3x2x6 ")
    assert "at most 60 s for declare + load + search" in " ".join(shown.split())


def test_a_backend_takes_part_where_it_takes_any_instance(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--family", "cubes", "--sizes", "3,4", "--seed", "2", "--backends", "dlx", "--mode", "first", "--json"]
    assert main(words) == ANSWERED
    told = json.loads(capsys.readouterr().out)
    statuses = [row["status"] for row in told["rows"] if row["formulation"] == "orientation"]
    assert statuses == ["cannot take", "answered"]
    assert [pair["formulation"] for pair in told["left_out"]] == ["faces", "factors"]


def test_what_is_named_twice_is_run_once(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["grecian", "--instance", "toy", "--instance", "toy", "--backends", "backtracking,backtracking"]
    assert main([*arguments, "--formulations", "element,element", "--json"]) == ANSWERED
    assert len(json.loads(capsys.readouterr().out)["rows"]) == 1


def test_nothing_settled_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--family", "cubes", "--sizes", "60", "--backends", "backtracking", "--formulations", "cover"]
    assert main([*arguments, "--time-limit", "0.1"]) == STOPPED
    assert "nothing was settled" in capsys.readouterr().err


def test_several_files_and_only_the_first_of_each(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sudoku", "--instance", "norvig_easy50", "--instance", "inkala", "--first", "3", "--json"]
    assert main([*arguments, "--backends", "backtracking", "--formulations", "cells", "--mode", "first"]) == ANSWERED
    assert len(json.loads(capsys.readouterr().out)["rows"]) == 4


def test_many_instances_are_summed_up_with_par2_scores(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sudoku", "--instance", "norvig_easy50", "--first", "5", "--formulations", "cells"]
    main([*arguments, "--backends", "backtracking", "--mode", "first"])
    shown = capsys.readouterr().out
    assert "PAR-2" in shown
    assert "5 of 5" in shown


@rows(
    ("arguments", "sentence"),
    [
        ([], "name a puzzle or a --family"),
        (["nosuch"], "there is no puzzle 'nosuch'"),
        (["grecian", "--backends", "nosuch"], "there is no backend 'nosuch'"),
        (["grecian", "--formulations", "nosuch"], "grecian has no formulation 'nosuch'; it has element"),
        (["grecian", "--instance", "nosuch"], "there is no file 'nosuch'"),
        (["grecian", "--plot", "plot.pdf"], "a plot is written as .svg or .png"),
        (["grecian", "--plot", "/no/such/folder/plot.svg"], "there is no such folder"),
        (["--family", "cubes"], "needs --sizes"),
        (["--family", "cubes", "--sizes", "4,x"], "whole numbers are expected"),
        (["--family", "cubes", "--sizes", "4x4"], "whole numbers are expected"),
        (["--family", "cubes", "--sizes", "0"], "a number of cubes from 1"),
        (["--family", "dials", "--sizes", "0"], "1 to 50 dials are expected"),
        (["--family", "dials", "--sizes", "-1"], "1 to 50 dials are expected"),
        (["--family", "dials", "--sizes", "100000000"], "1 to 50 dials are expected"),
        (["--family", "cubes", "--sizes", "4", "--first", "2"], "--first is for files of many"),
        (["--family", "sudoku", "--sizes", "9", "--puzzle", "." * 81], "you can name no other"),
        (["grecian", "--sizes", "4"], "no --family is named"),
        (["sudoku", "--puzzle", "." * 81, "--instance", "inkala"], "beside an instance typed in full"),
        (["sudoku", "--puzzle", "." * 81, "--first", "2"], "--first is for files of many"),
        (["grecian", "--minimize", "turns", "--mode", "all"], "--mode all for something else"),
        (["--family", "nosuch", "--sizes", "4"], "there is no "),
        (["grecian", "--family", "cubes", "--sizes", "4"], "makes its own instances of cubes"),
        (["grecian", "--backends", "maxsat"], "none of the backends takes any"),
        (["grecian", "--repeat", "0"], "'0' is no whole number from 1 up"),
        (["grecian", "--json", "--csv"], "not allowed with"),
    ],
)
def test_bad_usage_is_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = guarded(main, arguments)
    except SystemExit as end:
        code = int(str(end.code))
    assert code == BAD_INPUT
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 1
    assert sentence in errors[0]


# Backends that go wrong, in another package


@pytest.fixture
def others(tmp_path: Path) -> dict[str, str]:
    return install(tmp_path)


def test_a_backend_of_another_package_needs_no_edit_here(others: dict[str, str]) -> None:
    done = command(others, "run", "cubes", "--backend", "faithful")
    assert done.returncode == ANSWERED
    assert "borrowed 1.0" in done.stdout
    assert "the only answer" in done.stdout


@pytest.mark.parametrize(
    ("backend", "sentences"),
    [
        (
            "forgets_the_last",
            ["orientation × backtracking: 1 answer, all there are", "1 that orientation × forgets_the_last has not"],
        ),
        ("finds_all_twice", ["orientation × finds_all_twice counts 2 answers, but only 1 different"]),
        ("invents", ["orientation × invents came out with a wrong answer"]),
    ],
)
def test_a_broken_backend_is_caught(others: dict[str, str], backend: str, sentences: list[str]) -> None:
    arguments = ("cubes", "--backends", f"backtracking,{backend}", "--formulations", "orientation", "--mode", "all")
    done = command(others, "compare", *arguments)
    assert done.returncode == DISAGREEMENT
    assert "DISAGREEMENT Instant Insanity" in done.stderr
    for sentence in sentences:
        assert sentence in done.stderr


def test_one_that_ends_badly_is_a_row_and_the_rest_go_on(others: dict[str, str]) -> None:
    ways = "crashes,complains_at_length,exits,leaves,objects_badly,aborts,is_killed,starves,prints,backtracking"
    done = command(others, "compare", "cubes", "--backends", ways, "--formulations", "orientation", "--json")
    assert done.returncode == ANSWERED, done.stderr
    rows = {row["backend"]: (row["status"], row["note"]) for row in json.loads(done.stdout)["rows"]}
    assert rows == {
        "crashes": ("crashed", "RuntimeError: the gears have jammed"),
        "complains_at_length": ("crashed", "RuntimeError: the gears have jammed …"),
        "exits": ("crashed", "ended without a result: it called sys.exit(0)"),
        "leaves": ("crashed", "ended without a result"),
        "objects_badly": ("crashed", "LookupError: no idea"),
        "aborts": ("killed", "its process was ended by SIGABRT"),
        "is_killed": ("killed", "its process was ended by SIGKILL, as happens when memory runs out"),
        "starves": ("out of memory", "the process could get no more memory"),
        "prints": ("answered", ""),
        "backtracking": ("answered", ""),
    }


@pytest.mark.parametrize("signal", [Signals.SIGKILL, Signals.SIGTERM])
def test_when_it_is_killed_its_runs_end_too(others: dict[str, str], signal: Signals) -> None:
    arguments = ["cubes", "--backends", "waits_for_a_helper", "--formulations", "orientation"]
    comparing = Popen([sys.executable, "-m", "solvers.compare", *arguments], env=others, stdout=DEVNULL, stderr=DEVNULL)
    try:
        with soon():
            wait_until(lambda: processes_in(Path(others["PROCESSES"])))
            processes = processes_in(Path(others["PROCESSES"]))
            assert all(map(is_running, processes))
        comparing.send_signal(signal)
        comparing.wait(timeout=60)
        with soon():
            wait_until(lambda: not any(map(is_running, processes)))
    finally:
        comparing.kill()
        comparing.wait()


# Packages that cannot be loaded


@pytest.fixture
def broken(tmp_path: Path) -> dict[str, str]:
    return install(tmp_path, broken=True)


def test_a_broken_package_is_left_out_and_the_rest_go_on(broken: dict[str, str]) -> None:
    arguments = ("grecian", "--instance", "toy", "--formulations", "element", "--backends")
    done = command(broken, "compare", *arguments, "gone,nothing,no_backend,backtracking", "--json")
    assert done.returncode == ANSWERED, done.stderr
    told = json.loads(done.stdout)
    assert [row["backend"] for row in told["rows"]] == ["backtracking"]
    reasons = {pair["backend"]: pair["reason"] for pair in told["left_out"]}
    assert "of broken) cannot be loaded: ModuleNotFoundError" in reasons["gone"]
    assert "cannot be loaded: AttributeError" in reasons["nothing"]
    assert "is no Backend object" in reasons["no_backend"]


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (
            ("--list",),
            ANSWERED,
            "puzzle missing (no_such_module:PUZZLE of broken) cannot be loaded: ModuleNotFoundError",
        ),
        (
            ("--list",),
            ANSWERED,
            "backend gone (no_such_module:BACKEND of broken) cannot be loaded: ModuleNotFoundError",
        ),
        (("sudoku", "--list"), ANSWERED, "backend gone (no_such_module:BACKEND of broken) cannot be loaded"),
        (("grecian", "--backend", "dlx"), BAD_INPUT, ", backtracking"),  # who can take it is asked of everybody
        (("grecian", "--backend", "gone"), BAD_INPUT, "cannot be loaded: ModuleNotFoundError"),
        (("missing",), BAD_INPUT, "cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_a_broken_package_is_a_line_of_the_list_and_one_sentence_to_who_asks_for_it(
    broken: dict[str, str], arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    done = command(broken, "run", *arguments)
    assert done.returncode == code, done.stderr
    if code == BAD_INPUT:
        (line,) = done.stderr.splitlines()
        assert sentence in line
    else:
        assert sentence in done.stdout
        assert "dlx" in done.stdout


# Turns and scores

PAIRS = [("f", "a"), ("f", "b")]


def a_alone_goes_on(request: CompareRequest, instance: Any) -> Measurement:
    return settled(1) if request.backend == "a" or instance.name == "1" else Measurement("stopped")


def test_repeats_are_interleaved() -> None:
    order: list[str] = []

    def run(request: CompareRequest, instance: Any) -> Measurement:
        order.append(f"{instance.name}{request.backend}")
        return settled(1)

    pairs = [("f", "a"), ("f", "b")]
    rows, finished = contest(CompareRequest(time_limit=9.0, repeat=2), [Named("1"), Named("2")], pairs, run=run)
    assert order == ["1a", "1b", "2a", "2b"] * 2
    assert finished
    assert [len(row.runs) for row in rows] == [2, 2, 2, 2]


def test_a_pair_that_lost_twice_is_not_run_on_larger_sizes() -> None:
    asked = CompareRequest(time_limit=9.0, repeat=2, family="cubes")
    rows, _ = contest(asked, [Named(name) for name in "12345"], PAIRS, run=a_alone_goes_on)
    statuses = {name: [row.run.status for row in rows if row.backend == name] for name in "ab"}
    assert statuses["a"] == ["answered"] * 5
    assert statuses["b"] == ["answered", "stopped", "stopped", "not run", "not run"]


def test_sizes_that_cannot_be_taken_do_not_count_as_lost() -> None:
    def run(request: CompareRequest, instance: Any) -> Measurement:
        return settled(1) if instance.name == "4" else Measurement("cannot take")

    rows, _ = contest(
        CompareRequest(time_limit=9.0, family="cubes"), [Named(name) for name in "1234"], [("f", "a")], run=run
    )
    assert [row.run.status for row in rows] == ["cannot take"] * 3 + ["answered"]


def test_ctrl_c_keeps_what_was_measured() -> None:
    def run(request: CompareRequest, instance: Any) -> Measurement:
        if request.backend == "b":
            raise KeyboardInterrupt
        return settled(1)

    rows, finished = contest(CompareRequest(time_limit=9.0), [Named("1")], [("f", "a"), ("f", "b")], run=run)
    assert [row.backend for row in rows] == ["a"]
    assert not finished


def test_a_pool_measures_the_same_rows_and_says_who_did_which() -> None:
    run, pairs = a_alone_goes_on, PAIRS
    for family in (None, "cubes"):
        asked = CompareRequest(time_limit=9.0, repeat=2, family=family, on="local")
        instances = [Named(name) for name in "12345"]
        alone, _ = contest(asked, instances, pairs, run=run)
        shared, finished = contest(asked, instances, pairs, run=run, pool=Here(backwards=True, worker="tcp://it:1"))
        assert finished
        assert {run.worker for row in shared for run in row.runs} <= {"tcp://it:1", ""}  # "": it was not run
        nameless = [replace(row, runs=tuple(replace(run, worker="") for run in row.runs)) for row in shared]
        assert nameless == alone


def test_the_median_stands_for_the_runs_where_all_settled_it() -> None:
    assert row("a", settled(1), settled(9), settled(2)).total == 2
    assert row("a", settled(1), Measurement("stopped"), settled(2)).total is None


def test_par2_counts_what_was_not_solved_as_twice_the_limit() -> None:
    rows = [row("a", settled(1)), row("a", Measurement("killed")), row("a", settled(4))]
    assert Comparison(CUBES, CompareRequest(time_limit=10), rows).par2(rows) == 25 / 3


def test_left_out_is_who_cannot_take_it() -> None:
    instance = next(GRECIAN.read(GRECIAN.instances_folder / "toy.toml"))
    pairs, left_out = entrants(GRECIAN, [instance], ["element"], ["backtracking", "dlx"])
    assert pairs == [("element", "backtracking")]
    assert left_out[0].reason.startswith("cannot take the constraint")


def test_contradictions_name_the_instance() -> None:
    rows = [
        row("a", settled(1, answers=frozenset({1})), instance="one"),
        row("b", settled(1, answers=frozenset({2})), instance="one"),
        row("c", settled(1, answers=frozenset({2})), instance="two"),
    ]
    (found,) = contradictions(CUBES, rows)
    assert found.startswith("one: f × a and f × b disagree")


def test_an_objective_there_is_not_is_one_sentence() -> None:
    with pytest.raises(InputError, match="has no objective"):
        main(["grecian", "--instance", "toy", "--minimize", "nosuch", "--backends", "backtracking"])
