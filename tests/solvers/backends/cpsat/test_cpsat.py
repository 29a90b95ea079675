"""CP-SAT in particular: several workers, large numbers, and what it imports."""

from __future__ import annotations

import subprocess
import sys

import pytest

from solvers.core.backend import Limits, Settings
from solvers.core.registry import load_backend
from tests.patience import soon
from tests.solvers.backends.hard_models import many_answers, market_split

pytest.importorskip("ortools")
CPSAT, _ = load_backend("cpsat")


@pytest.mark.parametrize("declare", [market_split, many_answers])
def test_several_workers_keep_a_time_limit(declare) -> None:
    search = CPSAT.load(declare(), Settings(workers=2))
    solutions = search.solutions(limits=Limits(seconds=0.3))
    with soon():
        for _ in solutions:
            pass
    assert solutions.outcome.stopped_by == "time"


def test_a_program_may_end_in_the_middle_of_a_search() -> None:
    program = (
        "from solvers.core.registry import load_backend; from tests.solvers.backends.hard_models import many_answers;"
        "solutions = load_backend('cpsat')[0].load(many_answers()).solutions(); next(solutions)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, capture_output=True).returncode == 0


def test_it_imports_no_pandas() -> None:
    program = (
        "import sys; from models.language.model import Model; from solvers.core.registry import load_backend;"
        "next(load_backend('cpsat')[0].load(Model()).solutions()); assert 'pandas' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
