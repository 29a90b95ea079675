"""The benchmark: figures that are told as they are, and what is left out where something is not installed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError
from models.registry import instance_files, load_puzzle
from solvers.bench import cluster, figures, groups, kernel, network, story, workers
from solvers.bench.__main__ import main
from solvers.bench.figures import QUICK, Figure, Samples
from solvers.bench.grading import held_out, spearman
from solvers.bench.reading import reading
from solvers.bench.report import BEGIN, COLUMNS, END, as_json, as_text, context, replace_table
from solvers.cli.exits import guarded
from solvers.core import registry
from solvers.core.backend import MissingLibrary, Outcome
from solvers.core.limits import ANSWERED, BAD_INPUT, STOPPED
from solvers.kernel import compiled
from solvers.run import __main__ as run
from tests.pools import Here

FIGURES = [
    Figure("bulk", "quick enough", 90, 100, "/s", "checked; one model", "python-sat", at_least=0.75),
    Figure("bulk", "too slow", 500, 100, "ms", "checked; two models", "OR-Tools", at_most=2),
    Figure("dials", "nodes", 117, None, "nodes", at_most=2500),
    Figure("dials", "for the record", 7.5, None, "ms", "complete"),
    Figure("dials", "too", 8.5, None, "ms", "complete"),
    figures.left_out("dials", "sat", "python-sat is not installed"),
]


def test_a_bound_is_of_the_ratio_where_there_is_a_peer() -> None:
    assert [figure.holds for figure in FIGURES] == [True, False, True, None, None, None]


def test_text_says_which_bounds_do_not_hold() -> None:
    text = as_text(FIGURES, context(QUICK))
    assert text.count("DOES NOT HOLD") == 1
    assert text.count(" holds") == 2
    assert "Python 3." in text


def test_json_has_every_figure_with_its_ratio() -> None:
    told = json.loads(as_json(FIGURES, context(QUICK)))
    assert [figure["ratio"] for figure in told["figures"]] == [0.9, 5.0, None, None, None, None]
    assert told["figures"][0]["against"] == "python-sat"
    assert told["figures"][5]["ours"] is None
    assert {"processor", "cores", "python", "libraries", "seed", "sample", "date"} <= told.keys()


def test_the_table_says_against_what_and_keeps_groups_notes_and_losses(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    for _ in range(2):
        replace_table(readme, FIGURES, context(QUICK))
    lines = readme.read_text().splitlines()
    assert lines[:2] + lines[-2:] == ["before", BEGIN, END, "after"]
    assert "| quick enough | 90.0/s | 100/s | python-sat | 0.90 | ≥ 0.75 | one model |" in lines
    assert "| too slow | 500 ms | 100 ms | OR-Tools | 5.00 | ≤ 2 (it is not) | two models |" in lines
    assert next(line for line in lines if "**bulk**" in line).endswith("|  |  |  |  |  | checked |")
    assert [line.split("**")[1] for line in lines if line.startswith("| **")] == ["bulk", "dials"]
    others = "for the record 7.5 ms, too 8.5 ms (complete); sat (left out: python-sat is not installed)"
    assert f"| the others |  |  |  |  |  | {others} |" in lines
    assert {line.count("|") for line in lines if line.startswith("|")} == {len(COLUMNS) + 1}


def test_groups_that_are_not_measured_again_stay_in_the_table(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"{BEGIN}\nold\n{END}\n")
    here = context(QUICK)
    replace_table(readme, FIGURES, here)
    faster = [Figure("bulk", "quick enough", 95, 100, "/s", at_least=0.75)]
    replace_table(readme, faster, {**here, "date": "2030-01-01"})
    table = readme.read_text()
    assert "| quick enough | 95.0/s |" in table
    assert "too slow" not in table
    assert "| nodes | 117 nodes |" in table
    assert table.index("**bulk** (2030-01-01, ") < table.index(f"**dials** ({here['date']}, ")
    replace_table(readme, faster, {**here, "processor": "another"})
    assert "dials" not in readme.read_text(), "two machines in one table"


def test_a_readme_without_the_marks_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("no marks")
    with pytest.raises(InputError, match="marks"):
        replace_table(tmp_path / "README.md", FIGURES, context(QUICK))
    assert (tmp_path / "README.md").read_text() == "no marks"


def test_one_group_is_measured_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny = Samples("tiny", 1, {"backtracking": 2, "sat": 2}, 1, {}, 1, 1)
    monkeypatch.setattr(figures, "QUICK", tiny)
    file = tmp_path / "figures.json"
    assert main(["--quick", "--only", "bulk", "--json", str(file)]) == ANSWERED
    assert "Sudoku, 17 clues, backtracking" in capsys.readouterr().out
    assert len(json.loads(file.read_text())["figures"]) == 3


def test_the_kernel_is_measured_beside_whoever_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if compiled() is None:
        pytest.skip("no compiled kernel")
    monkeypatch.setattr(figures, "QUICK", Samples("tiny", 1, {}, 2, {}, 1, 1))
    monkeypatch.setattr(kernel, "FILE_PUZZLES", 10)
    monkeypatch.setattr(kernel, "_pentominoes", lambda: kernel.queens(6))
    monkeypatch.setattr(kernel, "QUEENS", 5)
    monkeypatch.setattr(
        kernel, "PEERS", {"json": lambda problem: [[]] * {2: 1, 25: 10, 36: 4}[len(problem.options)], "nosuch": len}
    )
    monkeypatch.setattr(kernel, "_grids", lambda: iter(()))
    (tmp_path / "quick").mkdir()
    script = tmp_path / "quick" / "build.sh"
    script.write_text("printf '#!/bin/sh\\necho {\\\"rate\\\": 1000}\\n' > $1/rate; chmod +x $1/rate\n")
    file = tmp_path / "figures.json"
    peers = ["--peer", str(tmp_path / "quick"), "--peer", str(tmp_path / "nothing")]
    assert main(["--quick", "--only", "kernel", *peers, "--json", str(file)]) == ANSWERED
    told = json.loads(file.read_text())["figures"]
    assert [figure["peer"] and round(figure["peer"]) for figure in told[:6]] == [1000] * 3 + [None] * 3
    assert all("nothing: there is neither a build.sh nor a rate" in figure["note"] for figure in told[3:6])
    assert [figure["ratio"] is None for figure in told[6:]] == [False, True] * 2
    assert "nosuch is not installed" in told[7]["note"]
    assert [figure["against"] for figure in told[::3]] == ["quick", "", "json", "nosuch"]


def test_grids_are_counted_by_the_clock_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = 0.0

    class Idle:
        def load(self, *_: Any) -> Idle:
            return self

        def count(self) -> Outcome:
            nonlocal seconds
            seconds += 0.02
            return Outcome(found=kernel.ALL_6X6)

    monkeypatch.setattr(kernel, "load_backend", lambda _: (Idle(), ""))
    monkeypatch.setattr(kernel, "perf_counter", lambda: seconds)
    (figure,) = kernel._grids()
    assert figure.ours == pytest.approx(20)


HIDDEN = """
import sys
from importlib.machinery import PathFinder

class Hiding(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.split(".")[0] in sys.argv[2:] else super().find_spec(name, path, target)

sys.meta_path[:] = [Hiding if finder is PathFinder else finder for finder in sys.meta_path]
from solvers.bench import figures, grading, groups, kernel, models, story, workers
from solvers.bench.__main__ import main
story.programs_of, story.backend_names = lambda _: ["numpy", "rings"], lambda: ["sat", "cpsat", "backtracking"]
puzzles = {"backtracking": 1, "dlx": 1, "sat": 1, "cpsat": 1}
figures.QUICK = figures.Samples("quick", 1, puzzles, 1, {4: 1}, 10, 1, lines=4)
rated = grading.held_out()[:81:10]
grading.held_out, grading._read = lambda: rated, lambda path: rated[:1]
groups.DIALS = ("grecian",)
kernel.QUEENS, kernel._pentominoes, kernel._grids = 5, lambda: kernel.queens(5), lambda: ()
workers._counts = lambda *_: ()
models.which, models.OWN = lambda program: None, ()
sys.exit(main(["--quick", "--json", sys.argv[1], *(f"--only={group}" for group in groups.GROUPS)]))
"""
LIBRARIES = ("pysat", "ortools", "numpy", "xcover", "pyxcc", "miniexact", "cpmpy", "dask", "distributed", "matplotlib")


def test_libraries_that_are_not_installed_are_left_out_with_a_note(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ended = subprocess.run([sys.executable, "-c", HIDDEN, file, *LIBRARIES], env=paths, capture_output=True, text=True)
    assert ended.returncode == ANSWERED, ended.stderr
    notes = {(one["group"], one["name"]): one["note"] for one in json.loads(file.read_text())["figures"]}
    assert {group for group, _ in notes} == {*groups.GROUPS}
    assert notes["start", "run grecian --backend sat"] == "left out: numpy and python-sat are not installed"
    assert notes["bulk", "Sudoku, hardest, sat"] == "left out: python-sat is not installed"
    assert notes["solving", "cpsat"] == notes["cubes", "cpsat"] == "left out: OR-Tools is not installed"
    assert notes["reading", "opb"] == "left out: CPMpy is not installed"
    assert notes["story", "classic:numpy, cpsat"] == "left out: not installed"
    assert notes["hard", "everything"] == notes["workers", workers.SUDOKUS] == "left out: python-sat is not installed"
    assert notes["cluster", "everything"].startswith("left out: Dask and python-sat are not installed")
    if compiled() is not None:
        assert notes["kernel", "5 queens, beside xcover"].endswith(
            "all 10 covers listed; xcover is not installed; ≥ 5 was met while ours only counted"
        )
    assert "Sudoku, 17 clues, backtracking" in {name for _, name in notes}


@pytest.mark.parametrize(
    "words",
    [
        ["--json", "/no/such/folder/figures.json"],
        ["--readme", "/no/such/folder/README.md"],
        ["--only", "bulk", "--plot", "bulk.svg"],
        ["--only", "story", "--plot", "/no/such/folder/story.svg"],
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_measured(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(main, ["--quick", *words]) == BAD_INPUT
    assert "measuring" not in capsys.readouterr().err


def test_what_was_measured_before_an_interrupt_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(effort: Samples) -> Iterator[Figure]:
        yield Figure("bulk", "half a group", 1, None, "/s")
        raise KeyboardInterrupt

    monkeypatch.setitem(groups.GROUPS, "bulk", interrupted)
    (readme := tmp_path / "README.md").write_text(table := f"{BEGIN}\nthe table\n{END}\n")
    figures_file = tmp_path / "figures.json"
    words = ["--quick", "--only", "bulk", "--readme", str(readme), "--json", str(figures_file)]
    assert guarded(main, words) == STOPPED
    shown, said = capsys.readouterr()
    assert "half a group" in shown
    assert said.endswith("interrupted: this is what was measured until then; table and plot stay as they are\n")
    assert readme.read_text() == table
    assert "half a group" in figures_file.read_text()


def test_the_story_has_a_bar_for_everyone_who_takes_the_dials(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(story, "backend_names", lambda: ["dlx", "maxsat", "backtracking"])
    monkeypatch.setattr(figures, "QUICK", Samples("tiny", 1, {}, 1, {}, 30, 1))
    plot = tmp_path / "story.svg"
    assert main(["--quick", "--only", "story", "--plot", str(plot)]) == ANSWERED
    drawn, printed = plot.read_text(), capsys.readouterr().out
    notes = {
        "classic:odometer": "an answer, and no more: 10,871 turns",
        "classic:loops": "the only answer: 248,832 positions, 1 unturned answer",
        "classic:numpy": "the only answer: 248,832 positions, 1 unturned answer",
        "classic:rings": "the only answer: 792 nodes",
        "backtracking": "the only answer: formulation element",
    }
    for name, note in notes.items():
        assert f">{name}<" in drawn
        assert note in drawn
        assert note in next(line for line in printed.splitlines() if line.startswith(f"  {name} "))
    assert not {"dlx", "maxsat"} & set(printed.split())
    assert "hatched" in drawn


def test_the_story_leaves_out_what_is_missing_or_stopped_by_a_limit_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(word: str) -> Any:
        if word == "gone":
            raise MissingLibrary(word, "no-such-library", word)
        return registry.load_backend(word)

    monkeypatch.setattr(story, "load_backend", load)
    monkeypatch.setattr(story, "backend_names", lambda: ["gone", "backtracking"])
    monkeypatch.setattr(story, "programs_of", lambda puzzle: ["odometer", "rings"])
    stopped = list(story.story(Samples("tiny", 1, {}, 1, {}, 0.02, 1)))
    assert isinstance(stopped[0], story.Contender)
    assert (stopped[0].name, stopped[0].settled) == ("classic:odometer", False)
    assert stopped[0].note.startswith("no answer in time: ")
    assert (stopped[-1].name, stopped[-1].note) == ("gone", "left out: not installed")


def test_reading_is_measured_beside_the_readers_that_are_there() -> None:
    found = list(reading(Samples("tiny", 1, {}, 1, {}, 0.02, 1, lines=400)))
    assert [figure.name for figure in found][:2] == ["dimacs, 400 lines", "wcnf, 400 lines"]
    assert all(figure.peer and figure.at_most == 3 for figure in found[:2])
    assert all(figure.against == "python-sat" for figure in found[:2])


def test_ranks_agree_fully_where_the_order_does_and_equal_values_share_their_rank() -> None:
    assert spearman([2.6, 3.0, 9.1], [1, 2, 5]) == pytest.approx(1)
    assert spearman([2.6, 3.0, 9.1], [5, 2, 1]) == pytest.approx(-1)
    assert spearman([1, 2, 3, 4], [1, 1, 2, 2]) == pytest.approx(0.8**0.5)


def test_rated_puzzles_are_held_out_of_everything_else() -> None:
    """Neither an instance nor a test has one, also not with its digits renamed or the board turned."""

    def like(grid: str) -> str:
        rows = [grid[at : at + 9] for at in range(0, 81, 9)]
        boards = []
        for _ in range(4):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
            boards += ["".join(rows), "".join(rows[::-1])]
        return min(renamed(board) for board in boards)

    def renamed(board: str) -> str:
        digits = dict.fromkeys(digit for digit in board if digit != ".")
        return board.translate({ord(digit): str(number) for number, digit in enumerate(digits, 1)})

    root = Path(figures.__file__).parents[2]
    kept = {like("".join(map(str, one.clues)).replace("0", ".")) for one in held_out()}
    assert len(kept) == len(held_out()) == 220
    files = [*(root / "tests").rglob("*.py"), *instance_files(load_puzzle("sudoku")).values(), root / "README.md"]
    elsewhere = {
        like(grid.replace("0", "."))
        for file in files
        for grid in re.findall(r"(?<![.0-9])[.0-9]{81}(?![.0-9])", file.read_text(encoding="utf-8"))
    }
    assert len(elsewhere) > 3000
    assert not kept & elsewhere


def test_two_workers_are_measured_beside_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run_here(*words: str) -> figures.TimedRun:
        assert run.main(list(words)) == ANSWERED
        return figures.TimedRun(2.0 / int(words[-1]), 0, capsys.readouterr().out)

    queens = workers._written(tmp_path / "5.dlx", kernel.queens(5))
    monkeypatch.setattr(workers, "timed_run", run_here)
    monkeypatch.setattr(workers, "QUICK_FILE", 3)
    monkeypatch.setattr(workers, "_counts", lambda *_: [workers.CountedSearch("5 queens", ("cover", queens), 10)])
    found = list(workers.workers(Samples("tiny", 1, {}, 1, {}, 1, 1)))
    assert [(figure.name, figure.ratio, figure.ours) for figure in found] == [
        ("Sudokus of 17 clues, sat", 2.0, 3.0),
        ("5 queens", 2.0, 10.0),
    ]


def test_a_cluster_is_measured_by_tasks_that_sleep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    psutil = pytest.importorskip("psutil")

    def begun(self: cluster.Simulated, *_: str) -> Any:
        self.file.touch()
        return psutil.Process()

    monkeypatch.setattr(cluster, "open_pool", lambda *_: nullcontext(Here(workers=16)))
    monkeypatch.setattr(cluster.Simulated, "_begun", begun)
    for name, value in {"MEAN_TASK_SECONDS": 0.0005, "TASKS": 3000, "EMPTY_TASKS": 1000, "QUICK_FILE": 3}.items():
        monkeypatch.setattr(cluster, name, value)
    found = {figure.name: figure for figure in cluster.cluster(Samples("tiny", 1, {}, 1, {}, 1, 1))}
    assert 0 < found["2 workers"].ours <= 1, "one did it all, and not two"
    assert found["2 workers"].at_least == 0.9
    assert found["4 workers"].peer == 4
    assert found["4 workers: memory"].at_most == 5
    assert found["Sudokus of 17 clues, sat"].ratio
    few, many = (found[f"shortest tasks for {workers} workers"].ours for workers in ("100", "10,000"))
    assert many == pytest.approx(100 * few)
    assert found["a byte"].unit == "ns"


def test_the_pentominoes_and_a_square_are_all_that_there_are() -> None:
    instance = workers.pentominoes_and_square()
    shapes = {piece: sum(piece in option.items for option in instance.options) for piece in instance.primary[:13]}
    assert len(instance.primary) == 13 + 64
    assert sorted(shapes.values()) == [36, 49, 64, *[144] * 4, 168, *[280] * 3, 288, 336]


@pytest.mark.slow
def test_grades_agree_with_ratings(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    assert main(["--quick", "--only", "grading", "--json", str(file)]) == ANSWERED
    figures = {figure["name"]: figure for figure in json.loads(file.read_text(encoding="utf-8"))["figures"]}
    for name in ("grade by the number", "grade by the word", "need case reasoning"):
        assert figures[name]["holds"], name


def test_the_network_is_measured_on_what_it_never_learnt_from(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    if compiled() is None:
        pytest.skip("no compiled kernel")
    monkeypatch.setattr(
        network, "STORED", ((network.RATED, "norvig_easy50", 50, None), ("top1465", "order_6", None, 100))
    )
    monkeypatch.setattr(network, "_made", lambda many: iter(()))
    monkeypatch.setattr(network, "ORDERED", (network.RATED,))
    monkeypatch.setattr(network, "CUBES", {3: None})
    found = {figure.name: figure for figure in network.network(Samples("quick", 1, {}, 1, {}, 1, 1))}
    assert found["17 clues, 128 passes"].holds
    assert found["top1465, in attempts"].ours == 100
    assert found["rate on 17 clues"].unit == "/s"
    assert found[f"{network.RATED}, backtracking:network"].against == "natural order"
    assert "planted sets of 3 cubes, in attempts" in found
    assert {"planted sets of 3 cubes, backtracking:network", "planted covers, backtracking:network"} <= found.keys()
