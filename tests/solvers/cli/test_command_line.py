"""The command line as a person meets it: answers, one sentence for each mistake, exit codes, nothing loaded in vain."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from solvers.run.__main__ import main
from tests.patience import soon
from tests.solvers.cli.test_exits import shell
from tests.tables import rows
from tests.third_party import ROOT
from tests.warm import run, started


@rows("backend", ["cpsat", "sat", "sat:glucose4", "mip", "backtracking", ""])
def test_the_grecian_computer_is_solved_and_unique(backend: str) -> None:
    done = run("grecian", *(["--backend", backend] if backend else []))
    assert done.returncode == 0
    assert "the only answer" in done.stdout
    assert "dial 1: 5 clockwise or 7 anticlockwise" in done.stdout
    assert "dial 2: 9 clockwise or 3 anticlockwise" in done.stdout


@pytest.mark.parametrize("backend", ["sat", "classic"])
def test_one_puzzle_of_a_file_of_many_is_solved_and_drawn(
    backend: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "many.txt").write_text("1" + "." * 15 + "\n" + "1234341221434321\n")
    picture = tmp_path / "second.svg"
    words = ["sudoku", "--instance", str(file), "--number", "2", "--backend", backend, "--svg", str(picture), "--json"]
    assert main(words) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["instance"], record["unique"]) == ("many #2", True)
    assert "<svg" in picture.read_text()


def test_a_count_tells_what_was_counted_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cubes", "--count", "--orientations"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "answered: the only answer"
    assert lines[3] == "counted apart is every orientation of every cube; turning the whole tower gives no new answer"
    assert lines[4].startswith("time: ")
    assert len(lines) == 5


def test_a_colour_that_may_be_mistyped_is_remarked_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (cubes := tmp_path / "mine.txt").write_text("BRRYRg\nRGYBGB\nRBGYRY\nGBRYYG\n")
    remark = "5 colours on 4 cubes: no side shows a colour twice, rather than every colour once; g is on 1 face"
    main(["cubes", "--instance", str(cubes)])
    assert f"\n{remark}\n" in capsys.readouterr().out
    main(["cubes", "--instance", str(cubes), "--json"])
    assert json.loads(capsys.readouterr().out)["remarks"] == [remark]


@rows(
    ("words", "code"),
    [
        (["grecian", "--instance", "broken-safecracker", "--backend", "sat"], 1),
        (["sudoku", "--instance", "no_answer"], 1),
        (["sudoku", "--instance", "clash"], 1),
        (["cubes", "--instance", "piaire-4-1"], 1),
        (["cover", "--instance", "mutilated-board"], 1),
        (["cubes", "--instance", "csun30-pi", "--backend", "backtracking", "--time-limit", "0.2"], 3),
        (["cover", "--limit", "1"], 0),
    ],
)
def test_exit_codes(words: list[str], code: int) -> None:
    assert run(*words).returncode == code


def test_all_count_and_limit_agree() -> None:
    asked = (["--count", "--backend", "dlx"], ["--all"], ["--limit", "5"])
    count, every, some = (json.loads(run("cover", "queens-8", "--json", *words).stdout) for words in asked)
    assert count["found"] == every["found"] == len(every["answers"]) == 92
    assert (some["found"], some["complete"], some["stopped_by"]) == (5, False, "solutions")


@rows(
    "words",
    [
        *(["--backend", backend] for backend in ("cpsat", "sat", "sat:glucose4", "dlx", "mip", "backtracking")),
        ["--backend", "dlx", "--seed", "7"],
        ["--backend", "sat", "--formulation", "choice"],
    ],
)
def test_wildwoods_published_answer_comes_first(words: list[str]) -> None:
    shown = run("cover", *words).stdout
    chosen = [line.split("  ")[1] for line in shown.splitlines() if "  meets " in line]
    assert chosen == ["Noodling", "Bible Study", "Square Dancing"]
    assert "There is at least one more answer: --all shows every one, --count counts them, --common says" in shown


def test_answers_come_in_the_puzzles_own_order_whoever_finds_them() -> None:
    words = ["cover", "--instance", "queens-8", "--all", "--json", "--backend"]
    first, *others = (json.loads(run(*words, backend).stdout)["answers"] for backend in ("dlx", "sat", "cpsat"))
    assert len(first) == 92
    assert all(answers == first for answers in others)


def test_a_backend_that_cannot_take_a_constraint_says_which_and_who_can() -> None:
    done = run("dealing", "--backend", "dlx")
    assert done.returncode == 2
    assert "cards" in done.stderr
    assert "backtracking" in done.stderr


@rows("seed", ["0", "7"])
@rows("backend", ["cpsat", "sat", "dlx", "backtracking"])
def test_the_same_seed_gives_the_same_answers_in_the_same_order(backend: str, seed: str) -> None:
    words = ["cubes", "--instance", "recpuzzles", "--all", "--json", "--backend", backend, "--formulation", "cover"]
    once, again = (json.loads(by(*words, "--seed", seed).stdout)["answers"] for by in (started, run))  # other hashes
    assert once == again
    assert len(once) == 10


HEAVY = ["ortools", "pysat", "numpy", "pandas", "matplotlib", "openpyxl", "rich"]


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("run cubes --backend backtracking", []),
        ("run cubes --backend sat", ["pysat"]),
        ("run cubes --backend dlx", []),
        ("diagnose sudoku --help", []),
    ],
)
def test_nothing_is_imported_before_it_is_needed(line: str, allowed: list[str]) -> None:
    program = (
        "import contextlib, sys; from solvers.__main__ import dispatch\n"
        "with contextlib.suppress(SystemExit): dispatch(sys.argv[1:])\n"
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    command = [sys.executable, "-c", program, *line.split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == str(allowed)


SLOW = pytest.mark.slow
"""What ``tests/solvers/backends/test_protocol.py`` interrupts too."""


@pytest.mark.parametrize(
    "backend", ["cpsat", "backtracking", *(pytest.param(backend, marks=SLOW) for backend in ("sat", "mip", "dlx"))]
)
def test_an_interrupt_ends_the_search_within_a_second_and_keeps_what_was_found(backend: str) -> None:
    words = ["cover", "--instance", "pentominoes-6x10", "--count", "--json", "--backend", backend]
    for patience in (1, 4, 20):  # until the search has begun, however busy the machine
        command = [sys.executable, "-m", "solvers.run", *words]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(patience)
        assert process.poll() is None, "the search is not over yet"
        process.send_signal(signal.SIGINT)
        with soon():
            out, err = process.communicate(timeout=20)
        assert "Traceback" not in err
        if out:
            break
    record = json.loads(out)
    assert record["stopped_by"] == "interrupt"
    assert process.returncode == (0 if record["found"] else 3)


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = shell("run --list", "| head -1")
    assert (done.stdout, done.stderr) == ("puzzles\n", "")


@rows(
    ("verb", "form"),
    [("run", ""), ("run", "--json"), ("explain", "--json"), ("diagnose", ""), ("compare", "--json")],
)
def test_a_page_is_written_although_nobody_reads_the_text(verb: str, form: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    backends = "--backends backtracking" if verb == "compare" else ""
    assert shell(f"{verb} sudoku order_4 {form} --html {page} {backends}", "| true").stderr == ""
    assert page.read_text().startswith("<!DOCTYPE html>")


def test_the_console_command_has_the_same_verbs() -> None:
    from solvers.__main__ import VERBS

    shown = run("--help", module="solvers")
    assert shown.returncode == 0
    assert all(verb in shown.stdout for verb in VERBS)
    assert run("nonsense", module="solvers").returncode == 2
    for words, module in ((["version"], "solvers"), (["sudoku", "--version"], "solvers.explain")):
        assert run(*words, module=module).stdout.startswith("puzzlebench ")
    versions = r"puzzlebench \d+\.\d+\.\d+\nPuzzlebench kernel \w+ in .+\n"
    assert re.fullmatch(versions, run("--version", module="solvers").stdout)
    assert "the only answer" in run("run", "dealing", module="solvers").stdout


CARDS = "dealing --stacks 4 --leftovers ?,2,? --minimize cards"


@rows("backend", ["cpsat", "sat", "maxsat", "backtracking"])
@rows(
    ("line", "least"),
    [("grecian --minimize turns", 14), ("grecian --minimize dials", 4), (CARDS, 24)],
)
def test_the_best_is_proved(backend: str, line: str, least: int) -> None:
    record = json.loads(run(*line.split(), "--backend", backend, "--json").stdout)
    assert (record["value"], record["complete"]) == (least, True)
    if "turns" in line or "dials" in line:
        turns = record["answers"][0]["clockwise"]
        assert least == sum(min(steps, 12 - steps) if "turns" in line else steps > 0 for steps in turns)


def test_hidden_numbers_are_drawn_on_request(tmp_path: Path) -> None:
    plain, faint = tmp_path / "plain.svg", tmp_path / "faint.svg"
    assert run("grecian", "--instance", "toy", "--svg", str(plain)).returncode == 0
    assert run("grecian", "--instance", "toy", "--hidden", "--svg", str(faint)).returncode == 0
    assert len(faint.read_text()) > len(plain.read_text())


def test_the_installed_command_is_not_misled_by_scripts_beside_it(tmp_path: Path) -> None:
    """python-sat installs a script called models.py into the folder of scripts."""
    (tmp_path / "models.py").write_text("raise SystemExit('the wrong models')\n")
    script = tmp_path / "puzzlebench"
    script.write_text("import sys\nfrom solvers.__main__ import main\nsys.exit(main())\n")
    command, environment = [sys.executable, str(script), "run", "dealing"], os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert "the only answer" in done.stdout


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("grecian --minimize turns", "14 turns, the best there is, proved"),
        (CARDS, "24 cards, the best"),
        (CARDS.replace("?,2,?", "1"), "1 card, the best"),
    ],
)
def test_the_best_is_told_with_what_is_counted(line: str, verdict: str) -> None:
    assert f"answered: {verdict}" in run(*line.split()).stdout
