"""The program that MiniZinc calls: its flags, and what it prints for which outcome."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from solvers.__main__ import dispatch
from solvers.core.limits import ANSWERED, BAD_INPUT
from solvers.minizinc.flatzinc.reading import read
from tests.tables import rows

THREE = "var 1..3: x :: output_var; solve satisfy;"
BEST = "var 0..9: x :: output_var; var 0..9: y; constraint int_lin_le([1, 1], [x, y], 7); solve maximize x;"
NONE = "var 1..3: x; constraint int_lt(x, x); solve satisfy;"
UNBOUNDED = "var int: x :: output_var; solve minimize x;"
TWO_INTS = "var int: x :: output_var; var int: z :: output_var; "
FOUR_TIMES = TWO_INTS + "constraint int_lin_eq([4,-1],[x,z],0); solve minimize z;"
A_THOUSANDTH = TWO_INTS + "constraint int_lin_eq([1,-1000],[x,z],0); solve minimize z;"
"""Where the best answer rests on where ints are cut off, nothing is said of it."""
BOUNDED_BELOW = "var int: x :: output_var; constraint int_le(10, x); solve minimize x;"
OPEN_BELOW = "var int: x :: output_var; constraint int_le(x, 10); solve minimize x;"
SILENT = "var 1..3: x; solve satisfy;"
ENDLESS = "var int: x :: output_var; solve satisfy;"
PIGEONS = "\n".join(
    [
        *(f"var 1..11: p{bird};" for bird in range(12)),
        *(f"constraint int_ne(p{a}, p{b});" for a in range(12) for b in range(a)),
        "solve satisfy;",
    ]
)


@pytest.fixture
def printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """What the program prints for a file under some flags."""

    def run(text: str, *flags: str) -> list[str]:
        path = tmp_path / "model.fzn"
        path.write_text(text)
        assert dispatch(["flatzinc", *flags, str(path)]) == ANSWERED
        return capsys.readouterr().out.splitlines()

    return run


@pytest.mark.parametrize(
    ("text", "flags", "lines"),
    [
        (THREE, ["-a"], "x = 1; ---------- x = 2; ---------- x = 3; ---------- =========="),
        (THREE, ["-n", "2"], "x = 1; ---------- x = 2; ----------"),
        (THREE, ["-n", "4"], "x = 1; ---------- x = 2; ---------- x = 3; ---------- =========="),
        (THREE, [], "x = 1; ----------"),
        (BEST, [], "x = 7; ---------- =========="),
        (NONE, ["-a"], "=====UNSATISFIABLE====="),
        (SILENT, ["-a"], "---------- =========="),
        (UNBOUNDED, [], "x = -2147483646; ---------- =====UNBOUNDED====="),
        (FOUR_TIMES, [], "x = -536870911; z = -2147483644; ---------- =====UNBOUNDED====="),
        (A_THOUSANDTH, [], "x = -2147483000; z = -2147483; ----------"),
        (BOUNDED_BELOW, [], "x = 10; ---------- =========="),
        (OPEN_BELOW, [], "x = -2147483646; ---------- =====UNBOUNDED====="),
        (PIGEONS, ["-t", "50"], "=====UNKNOWN====="),
    ],
)
def test_it_prints_what_minizinc_reads(printed, text: str, flags: list[str], lines: str) -> None:  # type: ignore[no-untyped-def]
    assert " ".join(printed(text, *flags, "--backend", "backtracking")) == lines


SEARCHED = """
var 0..9: x :: output_var; var 0..9: y :: output_var; var 1..9: z; var bool: b; array [1..2] of var int: a = [y, x];
constraint int_lin_eq([1, 1, 1], [x, y, z], 12);
solve :: seq_search([bool_search([b], input_order, indomain_max), int_search(a, {}, complete)]) satisfy;
"""


@pytest.mark.parametrize("backend", [[], ["--backend", "kernel"], ["--backend", "backtracking"]])
@pytest.mark.parametrize(
    ("search", "flags", "first"),
    [
        ("input_order, indomain_min", [], "x = 3; y = 0; ----------"),
        ("input_order, indomain_max", [], "x = 2; y = 9; ----------"),
        ("input_order, indomain_max", ["-a"], "x = 2; y = 9; ----------"),
        ("smallest, indomain_split", [], "x = 3; y = 0; ----------"),
        ("dom_w_deg, indomain_median", [], "x = 3; y = 4; ----------"),
        ("no_such_order, indomain_min", [], "x = 3; y = 0; ----------"),
        ("input_order, indomain_max", ["-f"], "x = 0; y = 3; ----------"),
    ],
)
def test_search_annotations_are_followed(
    printed, backend: list[str], search: str, flags: list[str], first: str
) -> None:  # type: ignore[no-untyped-def]
    assert " ".join(printed(SEARCHED.replace("{}", search), *flags, *backend)).startswith(first)


def test_a_warm_start_is_a_hint() -> None:
    text = "var 1..9: x; var bool: b; solve :: warm_start([x], [7]) :: warm_start(b, true) minimize x;"
    model = read(BytesIO(text.encode()), "w.fzn").model
    assert {var.name: value for var, value in model.hints.items()} == {"x": 7, "b": 1}


@pytest.mark.parametrize("flag", ["-i", "-a"])
def test_better_and_better_answers_are_printed_on_the_way(printed, flag: str) -> None:  # type: ignore[no-untyped-def]
    lines = printed(BEST, flag, "--backend", "kernel")
    values = [int(line[4:-1]) for line in lines if line.startswith("x")]
    assert values == sorted(set(values))
    assert len(values) > 1
    assert lines[-3:] == ["x = 7;", "----------", "=========="]


def test_statistics_come_as_minizinc_reads_them(printed) -> None:  # type: ignore[no-untyped-def]
    lines = printed(BEST, "-s", "-f", "-p", "1", "-r", "7", "--backend", "kernel")
    told = dict(line.removeprefix("%%%mzn-stat: ").split("=") for line in lines if line.startswith("%%%mzn-stat: "))
    assert told["objective"] == "7"
    assert told["method"] == '"maximize"'
    assert {"solveTime", "initTime", "solutions", "nodes"} <= told.keys()
    assert lines[-1] == "%%%mzn-stat-end"


@rows(
    ("words", "complaint"),
    [
        (["-n", "many", "x.fzn"], "-n takes a whole number from 0, not 'many'"),
        (["-p", "0", "x.fzn"], "-p takes a whole number from 1, not '0'"),
        (["--backends", "sat", "x.fzn"], "there is no option '--backends'; did you mean --backend?"),
        (["x.fzn", "y.fzn"], "one file is solved at a time; 'y.fzn' is a second one"),
        ([], "name a FlatZinc file"),
        (["nowhere.fzn"], "nowhere.fzn"),
    ],
)
def test_a_wrong_call_is_refused(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["flatzinc", *words]) == BAD_INPUT
    assert complaint in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_signal_ends_it_with_what_was_found(tmp_path: Path) -> None:
    (tmp_path / "model.fzn").write_text(ENDLESS)
    command = [sys.executable, "-m", "solvers.minizinc.flatzinc", "-a", "--backend", "kernel", tmp_path / "model.fzn"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "x = -2147483646;\n"
        process.send_signal(signal.SIGTERM)
        rest, complaint = process.stdout.read(), process.stderr.read()
    assert process.returncode == ANSWERED
    assert complaint == ""
    assert rest.endswith("----------\n")
