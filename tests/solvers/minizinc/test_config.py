"""What MiniZinc is told of this solver, and what it then makes of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from solvers.__main__ import dispatch
from solvers.core.limits import ANSWERED, BAD_INPUT
from solvers.core.registry import backend_names
from solvers.minizinc.config import FLAGS, LIBRARY
from solvers.minizinc.flatzinc.builtins import builtins

MODEL = """\
include "globals.mzn";
array[0..3] of var 0..3: next;
array[0..3] of var 0..3: before;
array[1..3] of var 1..4: word;
var set of 1..3: some;
var 0..20: cost;
constraint circuit(next) /\\ inverse(next, before) /\\ next[0] > next[1];
constraint regular(word, 2, 4, [|1, 2, 1, 0|0, 2, 1, 0|], 1, {2}) /\\ all_different(word);
constraint table([word[1], next[0]], [|1, 2|1, 3|2, 3|]);
constraint card(some) = count(word, 2) /\\ 3 in some;
constraint cost = max(word) + pow(word[1], 2) + next[2] div 2;
solve minimize cost;
"""


def solved(folder: Path, text: str, *solver: str) -> str:
    """What MiniZinc prints of a model when all answers of one of its solvers are asked for."""
    assert dispatch(["minizinc-config", "--output", str(folder / "solvers")]) == ANSWERED
    (folder / "model.mzn").write_text(text)
    environment = {**os.environ, "MZN_SOLVER_PATH": str(folder / "solvers")}
    command = ["minizinc", "--solver", *solver, "-a", "--output-mode", "dzn", str(folder / "model.mzn")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_there_is_an_entry_for_each_backend(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["minizinc-config", "--output", str(tmp_path / "solvers")]) == ANSWERED
    entries = {path.stem: json.loads(path.read_text()) for path in (tmp_path / "solvers").glob("*.msc")}
    told = {*backend_names()} - {"minizinc"}  # which would lead back to MiniZinc
    assert entries.keys() == {"puzzlebench", *(f"puzzlebench.{name}" for name in told)}
    for name, entry in entries.items():
        assert entry["id"] == name
        assert entry["stdFlags"] == FLAGS
        assert "inputType" not in entry  # MiniZinc 2.6 takes nothing of a file that has it
        assert (tmp_path / "solvers" / entry["mznlib"] / "redefinitions.mzn").is_file()
    assert entries["puzzlebench.sat"]["executable"][-2:] == ["--backend", "sat"]
    assert "minizinc --solver puzzlebench MODEL.mzn" in capsys.readouterr().out


def test_a_wrong_word_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["minizinc-config", "--output", "a", "b"]) == BAD_INPUT
    assert "'a' is not understood" in capsys.readouterr().err


def test_what_the_library_hands_over_whole_is_known() -> None:
    bodiless = [
        (name, len(re.findall(r":", takes)))
        for path in LIBRARY.glob("*.mzn")
        for name, takes in re.findall(r"^predicate (\w+)\(([^)]*)\);", path.read_text(), re.M)
    ]
    assert len(bodiless) > 12
    for name, arity in bodiless:
        assert arity in builtins()[name]


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="MiniZinc is not installed")
def test_minizinc_solves_with_it(tmp_path: Path) -> None:
    for solver in ("puzzlebench", "puzzlebench.kernel"):
        output = solved(tmp_path, MODEL, solver)
        assert output.endswith("==========\n")
        last = output.split("----------\n")[-2]
        assert {"cost = 4;", "word = [1, 3, 2];", "some = 3..3;"} <= set(last.splitlines())


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="MiniZinc is not installed")
def test_a_contradiction_that_compilers_see_through_is_none_of_our_answers(tmp_path: Path) -> None:
    text = "var bool: c; var bool: d; constraint not (not (true xor c) -> (d -> c));"
    assert solved(tmp_path, text, "puzzlebench") == "=====UNSATISFIABLE=====\n"


DECLARED = """\
include "alldifferent.mzn"; include "circuit.mzn"; include "inverse.mzn"; include "table.mzn"; include "lex_less.mzn";
include "regular.mzn"; include "count.mzn"; include "cumulative.mzn"; include "increasing.mzn"; include "nvalue.mzn";
include "bin_packing_load.mzn"; include "value_precede_chain.mzn"; include "sliding_sum.mzn"; include "sort.mzn";
include "arg_max.mzn"; include "subcircuit.mzn"; include "global_cardinality_closed.mzn"; include "diffn.mzn";
include "bin_packing.mzn"; include "bin_packing_capa.mzn";
array[1..3] of var -1..2: x; array[1..2] of var bool: b; array[1..3] of var 1..3: p;
"""

CLAIMED = [
    "(inverse(p, [2, 1, 3]) \\/ b[2]) /\\ x[1] mod -2 = x[2] div 2 /\\ (alldifferent(x) <-> b[1])",
    "x[p[1]] = p[2] - 1 /\\ circuit(p) /\\ xorall([b[1], x[1] in {-1, 2}, b[2]]) /\\ count(x, x[1]) <= p[3]",
    "(lex_less(x, p) xor b[1]) /\\ not table([x[1], x[2]], [|1, 2|0, 1|]) /\\ sum(i in 1..3 where x[i] > 0)(x[i]) = 3",
    "cumulative(p, [2, 1, 2], [1, abs(x[1]), 1], 2) /\\ nvalue(p[2], x) /\\ (increasing(x) -> b[1]) /\\ b[1] < b[2]",
    "bin_packing_load([3, x[1], p[3] - 1], p, [1, 2, 1]) /\\ pow(x[2], 2) = p[2] /\\ abs(x[1] - x[2]) = max(x[3], 1)",
    "bin_packing(3, p, [1, 2, 2]) /\\ bin_packing_capa([3, 1, 2, 4], [p[3], x[1], p[1]], [2, 1, 1]) /\\ b[1] < b[2]",
    "bin_packing_load([3, x[1] + p[2], x[2]], p, [1, 1, 3]) /\\ (bin_packing(2, [p[1], x[3]], [1, 2]) <-> b[1])",
    "regular(p, 2, 3, [|2, 1, 0|1, 2, 2|], 1, {2}) /\\ value_precede_chain([1, 2], p) /\\ clause([b[1]], [b[2]])",
    "sort(p, [1, 2, 2]) /\\ arg_max(x) = p[1] /\\ (if b[1] then x[1] else p[2] endif) * x[3] = 2",
    "subcircuit(p) /\\ global_cardinality_closed(x, [-1, 0, 2], [0, p[1], p[2]]) /\\ b[1] = sliding_sum(2, 4, 2, p)",
    "diffn([p[1], p[2]], [x[1], p[3]], [1, 2], [2, 1]) /\\ 2 * sum(b) - x[2] <= 0 /\\ min(x) < 0",
]


@pytest.mark.skipif(shutil.which("fzn-gecode") is None, reason="Gecode is not installed")
@pytest.mark.parametrize(
    "claim", [pytest.param(CLAIMED[0]), *(pytest.param(c, marks=pytest.mark.slow) for c in CLAIMED[1:])]
)
def test_it_finds_the_answers_of_gecode(claim: str, tmp_path: Path) -> None:
    text = DECLARED + f"constraint {claim}; solve satisfy;"
    solvers = (["puzzlebench"], ["gecode", "-G", "std"])
    ours, theirs = (sorted(solved(tmp_path, text, *solver).split("----------\n")) for solver in solvers)
    assert ours == theirs
    assert len(ours) > 1
