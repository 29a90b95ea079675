"""A user's program under ``mypy --strict``: what the front door takes and gives has types, a slip is an error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

PROGRAM = """\
import puzzlebench as pb

m = pb.Model("fence")
width, height = (m.new_int_var(1, 9, name) for name in ("width", "height"))
m.add(width + height == 10, because="it is ten").only_enforce_if(width >= 2)
m.add_all_different([width, height])
answer = pb.solve(m, seconds=5.0, givens={"width": 4}, assumptions=[~(height == 3)], on_solution=print)
values: dict[str, int] = dict(answer)
total: int = answer["width"] + answer[height] + answer[width + height]
with pb.load(m, backend="sat") as search:
    for found in search.solutions(givens={width: 4}, limit=2):
        print(found[width == 3], found.value, found.objective)
    core: tuple[pb.Literal, ...] = search.core()
for step in pb.explain(m, givens={width: 3}).steps:
    print(step.fact, step.rules)
if (conflict := pb.conflict(m)) is not None:
    print([str(part) for part in conflict.parts])
sudoku = pb.puzzle("sudoku").load("inkala")
print(pb.solve(sudoku).value, pb.is_unique(sudoku), pb.count(sudoku, limit=2), pb.diagnose(sudoku).verdict)
print([one.name for one in pb.backends() if one.is_available], [one.summary for one in pb.puzzles()])
"""

SLIPS = {
    "pb.solve(m, time_limit=3)": 'Unexpected keyword argument "time_limit" for "solve"',
    "pb.solve(7)": 'Argument 1 to "solve" has incompatible type "int"',
    "pb.sovle(m)": 'Module has no attribute "sovle"; maybe "solve"?',
    "pb.explain(m, effort='much')": 'Argument "effort" to "explain" has incompatible type "str"',
    "pb.load(m).count(assumptions=[3])": 'List item 0 has incompatible type "int"',
}


@pytest.mark.slow  # mypy reads the whole program
def test_a_users_program_is_typed_and_a_slip_in_it_is_found(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "user.py").write_text(PROGRAM + "".join(f"{slip}\n" for slip in SLIPS), encoding="utf-8")
    path = os.pathsep.join([str(ROOT), str(ROOT / "solvers/api/installed")])
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "user.py"],
        cwd=tmp_path, env=os.environ | {"MYPYPATH": path}, capture_output=True, text=True, check=False
    )  # fmt: skip
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    first = len(PROGRAM.splitlines()) + 1
    assert [line.split(":")[1] for line in errors] == [str(first + place) for place in range(len(SLIPS))], done.stdout
    assert all(what in line for what, line in zip(SLIPS.values(), errors, strict=True))


def test_what_is_installed_says_that_it_is_typed() -> None:
    for package in ("models", "solvers", "solvers/api/installed/puzzlebench"):
        assert (ROOT / package / "py.typed").is_file()
