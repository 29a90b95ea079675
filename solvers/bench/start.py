"""How long does the program take from the command line to its answer, beside the bare import of a library?"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from time import perf_counter

from solvers.bench.figures import Effort, Figure

RUN = ("-m", "solvers.run", "grecian", "--backend")
NUMPY = ("-c", "import numpy")
CP_MODEL = ("-c", "from ortools.sat.python import cp_model")

PAIRS = (
    ("run grecian --backend backtracking", (*RUN, "backtracking"), "import numpy", NUMPY, "≤ 2"),
    ("run grecian --backend sat", (*RUN, "sat"), "import numpy", NUMPY, "≤ 2"),
    ("run grecian --backend cpsat", (*RUN, "cpsat"), "import cp_model", CP_MODEL, "≤ 1.3"),
)


def figures(effort: Effort) -> Iterator[Figure]:
    """Whole processes, each started in turn with the import it is compared with; the least wall time counts."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    for name, command, peer_name, peer_command, bound in PAIRS:
        if find_spec("numpy" if peer_command is NUMPY else "ortools") is None:
            continue
        least = [float("inf"), float("inf")]
        for _ in range(effort.starts):
            for side, arguments in enumerate((command, peer_command)):
                started = perf_counter()
                subprocess.run([sys.executable, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)
                least[side] = min(least[side], perf_counter() - started)
        ours, peer = least
        yield Figure("start", name, ours * 1000, peer * 1000, "ms", bound, f"beside python -c '{peer_name}'")
