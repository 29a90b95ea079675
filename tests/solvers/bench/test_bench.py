"""The benchmark: hand-written code that is right, and figures that are told as they are."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError
from models.families import family
from models.registry import find_instance, load_puzzle
from solvers import registry, run
from solvers.backend import MissingLibrary
from solvers.bench import cluster, figures, groups, kernel, main, peers_cpsat, peers_python, peers_sat, story, workers
from solvers.bench.figures import QUICK, Effort, Figure
from solvers.bench.grading import spearman
from solvers.bench.groups import TURNS, solve_file
from solvers.bench.reading import reading
from solvers.bench.report import BEGIN, END, as_json, as_markdown, as_text, context, replace_table
from solvers.kernel import compiled
from solvers.terminal.exits import ANSWERED, BAD_INPUT, STOPPED, guarded
from tests.crews import Here

FIGURES = [
    Figure("bulk", "quick enough", 90, 100, "/s", at_least=0.75),
    Figure("bulk", "too slow", 500, 100, "ms", "by hand", at_most=2),
    Figure("dials", "nodes", 117, None, "nodes", at_most=2500),
    Figure("dials", "for the record", 7.5, None, "ms"),
]


def first(puzzle: str, name: str) -> Any:
    return next(load_puzzle(puzzle).read(find_instance(load_puzzle(puzzle), name)))


@pytest.mark.parametrize(
    "solve",
    [peers_sat.solve_sudokus, peers_cpsat.solve_sudokus, peers_python.cover_sudokus, peers_python.search_sudokus],
)
def test_sudokus_by_hand_come_out_as_ours(solve: Callable[[list[str]], list[tuple[str, bool]]], tmp_path: Path) -> None:
    found = find_instance(load_puzzle("sudoku"), "royle_17").read_text().splitlines()
    lines = [line for line in found if line[0] != "#"][:3] + ["12345678." + "." * 72]
    (tmp_path / "file.txt").write_text("\n".join(lines))
    ours = solve_file(tmp_path / "file.txt", "sat")
    by_hand = solve(lines)
    assert by_hand[:3] == ours[:3]
    assert [unique for _, unique in by_hand] == [True, True, True, False]


@pytest.mark.parametrize("solve", [peers_sat.solve_dials, peers_cpsat.solve_dials])
def test_dials_by_hand_come_out_as_published(solve: Callable[..., list[list[int]]]) -> None:
    grecian = first("grecian", "grecian")
    assert solve(grecian.dials, grecian.targets[0]) == [[0, 5, 9, 2, 7]]


@pytest.mark.parametrize("solve", [peers_sat.stack_cubes, peers_cpsat.stack_cubes])
def test_cubes_stacked_by_hand_show_every_colour_once_on_each_side(solve: Callable[..., list[int] | None]) -> None:
    cubes = family("cubes")(6, 1).cubes
    ways = solve(cubes, TURNS)
    assert ways is not None
    for side in range(4):
        assert len({cube[TURNS[way][side]] for cube, way in zip(cubes, ways, strict=True)}) == 6
    assert solve([cubes[0]] * 6, TURNS) is None


def test_a_bound_is_of_the_ratio_where_there_is_a_peer() -> None:
    assert [figure.holds for figure in FIGURES] == [True, False, True, None]


def test_text_says_which_bounds_do_not_hold() -> None:
    text = as_text(FIGURES, context(QUICK))
    assert text.count("DOES NOT HOLD") == 1
    assert text.count(" holds") == 2
    assert "Python 3." in text


def test_json_has_every_figure_with_its_ratio() -> None:
    told = json.loads(as_json(FIGURES, context(QUICK)))
    assert [figure["ratio"] for figure in told["figures"]] == [0.9, 5.0, None, None]
    assert {"processor", "cores", "python", "libraries", "seed", "sample", "date"} <= told.keys()


def test_the_readme_keeps_everything_but_the_table(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    for _ in range(2):
        replace_table(readme, as_markdown(FIGURES, context(QUICK)))
    lines = readme.read_text().splitlines()
    assert lines[:2] + lines[-2:] == ["before", BEGIN, END, "after"]
    assert "| quick enough | 90.0/s | 100/s | 0.90 | ≥ 0.75 |" in lines
    assert "| too slow | 500 ms | 100 ms | 5.00 | ≤ 2 (it is not) |" in lines
    assert "for the record" not in readme.read_text()


def test_a_readme_without_the_marks_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("no marks")
    with pytest.raises(InputError, match="marks"):
        replace_table(tmp_path / "README.md", "table")
    assert (tmp_path / "README.md").read_text() == "no marks"


def test_one_group_is_measured_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny = Effort("tiny", 1, {"backtracking": 2, "sat": 2}, 1, {}, 1, 1)
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
    monkeypatch.setattr(figures, "QUICK", Effort("tiny", 1, {}, 2, {}, 1, 1))
    monkeypatch.setattr(kernel, "MANY", 10)
    monkeypatch.setattr(kernel, "_pentominoes", lambda: kernel.queens(6))
    monkeypatch.setattr(kernel, "QUEENS", 5)
    monkeypatch.setattr(
        kernel, "PEERS", {"json": lambda problem: 4 if len(problem.options) > 25 else 10, "nosuch": len}
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


def test_what_cannot_be_written_is_told_before_anything_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(main, ["--quick", "--json", "/no/such/folder/figures.json"]) == BAD_INPUT
    assert guarded(main, ["--quick", "--readme", "/no/such/folder/README.md"]) == BAD_INPUT
    assert "measuring" not in capsys.readouterr().err


def test_what_was_measured_before_an_interrupt_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(effort: Effort) -> Iterator[Figure]:
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
    monkeypatch.setattr(figures, "QUICK", Effort("tiny", 1, {}, 1, {}, 30, 1))
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
    stopped = list(story.story(Effort("tiny", 1, {}, 1, {}, 0.02, 1)))
    assert (stopped[0].name, stopped[0].settled) == ("classic:odometer", False)
    assert stopped[0].note.startswith("no answer in time: ")
    assert "gone" not in {one.name for one in stopped}


def test_a_plot_without_the_story_is_refused_before_anything_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(main, ["--quick", "--only", "bulk", "--plot", "bulk.svg"]) == BAD_INPUT
    assert guarded(main, ["--quick", "--only", "story", "--plot", "/no/such/folder/story.svg"]) == BAD_INPUT
    assert "measuring" not in capsys.readouterr().err


def test_reading_is_measured_beside_the_readers_that_are_there() -> None:
    found = list(reading(Effort("tiny", 1, {}, 1, {}, 0.02, 1, lines=400)))
    assert [figure.name for figure in found][:2] == ["dimacs, 400 lines", "wcnf, 400 lines"]
    assert all(figure.peer and figure.at_most == 3 for figure in found)


def test_ranks_agree_fully_where_the_order_does_and_equal_values_share_their_rank() -> None:
    assert spearman([2.6, 3.0, 9.1], [1, 2, 5]) == pytest.approx(1)
    assert spearman([2.6, 3.0, 9.1], [5, 2, 1]) == pytest.approx(-1)
    assert spearman([1, 2, 3, 4], [1, 1, 2, 2]) == pytest.approx(0.8**0.5)


def test_two_workers_are_measured_beside_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run_here(words: list[str]) -> tuple[float, str]:
        assert run.main(words) == ANSWERED
        return 2.0 / int(words[-1]), capsys.readouterr().out

    queens = workers._written(tmp_path / "5.dlx", kernel.queens(5))
    monkeypatch.setattr(workers, "_run", run_here)
    monkeypatch.setattr(workers, "QUICK_FILE", 3)
    monkeypatch.setattr(workers, "_counts", lambda *_: [workers.Count("5 queens", ("cover", queens), 10)])
    found = list(workers.workers(Effort("tiny", 1, {}, 1, {}, 1, 1)))
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

    monkeypatch.setattr(cluster, "hired", lambda *_: nullcontext(Here(workers=16)))
    monkeypatch.setattr(cluster.Simulated, "_begun", begun)
    for name, value in {"SLEEP": 0.0005, "TASKS": 3000, "NOTHINGS": 1000, "QUICK_FILE": 3}.items():
        monkeypatch.setattr(cluster, name, value)
    found = {figure.name: figure for figure in cluster.cluster(Effort("tiny", 1, {}, 1, {}, 1, 1))}
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
