"""What every verb says, without times: one Python's output beside another's."""

import contextlib
import io
import os
import re
import tempfile

from solvers.__main__ import dispatch
from solvers.kernel import missing

THIN = """
run grecian
run sudoku several_answers --count
run cubes
run dealing
run sudoku --proof proof
verify proof
export grecian --to opb
diagnose sudoku no_answer
explain sudoku order_6
generate sudoku --seed 1
compare grecian --formulations table --backends kernel,backtracking,sat
"""
"""What is tried before each landing."""

REST = """
run sudoku inkala
run sudoku several_answers --common
run cover pentominoes-6x10 --count --workers 2
export sudoku --to minizinc
export cubes --to dimacs
diagnose grecian
diagnose sudoku several_answers
explain grecian
explain sudoku norvig_easy50 --number 1
explain sudoku order_6 --brief
explain sudoku inkala --hint see
explain sudoku inkala --why-not R1C2=5
explain sudoku clash
explain sudoku clash --smallest
explain cubes --full
explain dealing
generate grecian --seed 1
generate cubes --seed 1
generate cover --seed 1
generate dealing --seed 1
generate sudoku --count 3 --seed 2 --workers 2 --output made.txt
run sudoku made.txt --output answers.csv
run sudoku made.txt --workers 2
"""

TIMED = {"compare"}
"""The verbs that say nothing but times."""

assert not missing(), missing()
os.chdir(tempfile.mkdtemp())
for line in (THIN if os.environ.get("VERBS") == "thin" else THIN + REST).split("\n"):
    if not line:
        continue
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
        try:
            code = dispatch(line.split())
        except SystemExit as end:  # the words were not understood
            code = end.code
    assert code in (0, 1), f"{line}: {code}"
    print(f"$ puzzlebench {line}: exit {code}")
    if line.split()[0] not in TIMED:
        print(re.sub(r"^time: .*\n", "", said.getvalue(), flags=re.MULTILINE), flush=True)
