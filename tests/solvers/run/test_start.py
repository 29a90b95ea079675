"""What a start costs: modules of ours that are imported, and functions of ours that are entered."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.third_party import ROOT

COUNT = """
import sys
from importlib import import_module

entered = set()


def watch(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_flags & 1 and code.co_name[0] != "<" and code.co_filename.startswith({ours!r}):
        entered.add(code)  # a function: neither the body of a module or a class, nor a comprehension


sys.setprofile(watch)
{act}
sys.setprofile(None)
ours = [name for name in sys.modules if name.partition(".")[0] in ("models", "solvers", "puzzlebench")]
print(len(ours), len(entered), file=sys.stderr)
"""

RUN = "sys.argv[0] = '-m'; import_module('solvers.run.__main__').main({words!r}.split())"
SOLVE = """
import solvers
from models import Model

model = Model("two")
x, y = model.new_int_var(0, 5, "x"), model.new_int_var(0, 5, "y")
model.add(x + y == 7)
assert solvers.solve(model)
"""


@pytest.mark.parametrize(
    ("act", "modules", "functions"),
    [
        (RUN.format(words="grecian --backend cpsat"), 55, 300),
        (SOLVE, 55, 300),
        (RUN.format(words="sudoku --instance norvig_easy50 --workers 2"), 94, None),  # in threads
    ],
    ids=["run", "solve", "bulk"],
)
def test_a_start_imports_and_enters_little(act: str, modules: int, functions: int | None) -> None:
    if "cpsat" in act:
        pytest.importorskip("ortools")
    program = COUNT.format(ours=(str(ROOT / "models"), str(ROOT / "solvers")), act=act)
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    imported, entered = map(int, ended.stderr.split()[-2:])
    assert imported <= modules
    assert functions is None or entered <= functions
