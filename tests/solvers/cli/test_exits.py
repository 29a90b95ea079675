"""However a verb ends, it is one sentence and an exit code that means it, also where nothing can be written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from models.errors import Breakdown
from solvers.cli.exits import guarded
from tests import warm
from tests.tables import rows
from tests.third_party import ROOT, lay_out

IN_AN_IMPORT = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == "{module}":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
"""
"""Ctrl-C comes as soon as a module is looked for."""

FIRST_MODULES = ["models", "solvers.run", "models.errors", "solvers.core.limits", "solvers.cli.options"]


@rows("module", FIRST_MODULES)
def test_ctrl_c_while_it_is_imported_ends_it_quietly(module: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(IN_AN_IMPORT.format(module=module))
    done = subprocess.run(
        [sys.executable, "-m", "solvers.run", "grecian"], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)}, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@rows("verb", ["run", "grade", "explain", "diagnose", "compare", "export", "verify", "generate"])
def test_a_working_folder_that_is_gone_is_one_sentence(verb: str, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    line = f"rmdir {here}; {sys.executable} -m solvers.{verb} sudoku"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(line, shell=True, cwd=here, env=environment, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: the folder in which this was started has been removed; start it in another\n"


VERBS = [
    "run --version",
    "explain --help",
    "run grecian --backend backtracking",
    "run --list",
    "run --help",
    "run sudoku --instance norvig_easy50 --backend backtracking",
    "explain sudoku",
    "diagnose sudoku",
    "compare grecian --backends backtracking",
]

BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def shell(verb: str, redirection: str) -> subprocess.CompletedProcess[str]:
    line = f"{sys.executable} -m solvers.{verb} {redirection}"
    return subprocess.run(line, shell=True, cwd=ROOT, env=BUFFERED, capture_output=True, text=True, timeout=120)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full to stand for a full disk")
@pytest.mark.parametrize("verb", VERBS)
def test_a_full_disk_is_one_sentence(verb: str) -> None:
    done = shell(verb, ">/dev/full")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "error: standard output: cannot be written: No space left on device"
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is another one")
@pytest.mark.parametrize("verb", VERBS)
def test_a_closed_output_is_one_sentence(verb: str) -> None:
    done = shell(verb, ">&-")
    said = "error: standard output is closed; send it to /dev/null if nobody wants it\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is another one")
def test_where_errors_are_closed_the_exit_code_tells() -> None:
    assert shell("run grecian --backend nosuch", "2>&-").returncode == 2
    assert shell("run sudoku --instance nosuch", "2>/dev/full").returncode == 2
    assert shell("run --list", "2>&-").returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is another one")
@pytest.mark.parametrize("verb", VERBS)
def test_a_reader_that_goes_away_is_met_with_silence(verb: str) -> None:
    assert "error" not in shell(verb, "| true").stderr


class Odd(Exception):
    """Nothing that anybody expects."""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_the_exit_code_is_the_verbs_wherever_ctrl_c_came(tmp_path: Path) -> None:
    """In a string that is executed, as for a dataclass, it would have Python end by the signal after all."""
    (tmp_path / "interrupted.py").write_text("""if True:
        import signal, sys
        from solvers.cli.exits import guarded
        def verb(arguments):
            try:
                exec("signal.raise_signal(signal.SIGINT)")
            except KeyboardInterrupt:
                return 3
        sys.exit(guarded(verb, []))
    """)
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    assert subprocess.run([sys.executable, "-m", "interrupted"], env=environment, check=False).returncode == 3


@rows(
    ("error", "said"),
    [
        (Odd("on\x1b[31m fire\nand more"), "internal error: Odd: on\\x1b[31m fire … . The fault is Puzzlebench's"),
        (MemoryError(), "internal error: memory ran out; "),
        (RecursionError(), "RecursionError: something is nested too deeply. The fault is Puzzleb"),
        (
            KeyError("colour"),
            "internal error: KeyError: 'colour'. The fault is Puzzlebench's, not yours: please report",
        ),
        (BlockingIOError(11, "Resource temporarily unavailable"), "internal error: BlockingIOError: "),
        (SystemExit(1), "internal error: SystemExit: 1. "),
        (Breakdown("the workers are gone"), "internal error: the workers are gone"),
    ],
)
def test_what_should_never_happen_has_a_code_and_a_sentence_of_its_own(
    error: BaseException, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def verb(arguments: list[str]) -> int:
        raise error

    assert guarded(verb, []) == 70
    (line,) = capsys.readouterr().err.splitlines()
    assert said.replace(" … .", " ….") in line
    assert line.endswith("(PUZZLEBENCH_DEBUG=1 in the environment shows the traceback)")


def test_who_wants_the_traceback_gets_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def verb(arguments: list[str]) -> int:
        raise Odd

    monkeypatch.setenv("PUZZLEBENCH_DEBUG", "1")
    assert guarded(verb, []) == 70
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[-1].startswith("internal error: Odd. ")


FAULTY = '''
"""A puzzle of another package that fails where it is told to."""

import os, sys
from pathlib import Path
from typing import NamedTuple
from models import Model
from models.puzzle import Formulation, Puzzle

class Thing(NamedTuple):
    name: str

class Plain(Formulation):
    def __init__(self, thing, objective=None):
        self.model = Model(thing.name)
        self.model.new_int_var(0, 1, "x")
        fail("model")
    def decode(self, thing, assignment):
        fail("decode")

def fail(where):
    way = os.environ["FAIL"]
    if way == where + " exit":
        sys.exit(1)
    if way in (where, "many " + where):
        raise ZeroDivisionError("division by zero")

class Faulty(Puzzle):
    name, title, summary = "faulty", "Faulty", "Fails."
    formulations, default_instance, instances_folder = {"plain": Plain}, "one", Path(__file__).parent
    def read(self, path):
        fail("read")
        yield Thing("one")
        if os.environ["FAIL"].startswith("many"):
            yield Thing("two")
            fail("many")
    def check(self, thing, answer): return None
    def render(self, thing, answer=None): return "faulty"
    def as_json(self, thing, answer): return 0
PUZZLE = Faulty()
'''


@pytest.fixture
def faulty(tmp_path: Path) -> dict[str, str]:
    """An environment with a puzzle by somebody else."""
    (tmp_path / "faulty.py").write_text(FAULTY, encoding="utf-8")
    (tmp_path / "one.txt").write_text("", encoding="utf-8")
    lay_out(tmp_path, "faulty", "1", "[puzzlebench.puzzles]\nfaulty = faulty:PUZZLE\n")
    return os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}


@pytest.mark.parametrize("where", ["read", "model", "decode", "many", "model exit"])
@pytest.mark.parametrize("verb", ["run", "diagnose", "explain"])
def test_another_packages_fault_is_named_as_its_own(faulty: dict[str, str], where: str, verb: str) -> None:
    if (verb, where) in {("explain", "many"), ("explain", "decode")}:
        pytest.skip("explain reads no further, and reports no answer")
    done = warm.run("faulty", module=f"solvers.{verb}", env=faulty | {"FAIL": where})
    assert done.returncode == 70, done
    assert re.search(r"The fault is in faulty \(.*faulty\.py:.*please tell its makers", done.stderr.splitlines()[-1])
    assert "Traceback" not in done.stderr


def test_a_fault_in_a_worker_is_told_with_its_place(faulty: dict[str, str]) -> None:
    command = [sys.executable, "-m", "solvers.run", "faulty", "--workers", "2", "--backend", "backtracking"]
    environment = faulty | {"FAIL": "many decode", "PUZZLEBENCH_DEBUG": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 70
    assert "faulty.py" in done.stderr
    assert "in a worker process; please report it" in done.stderr.splitlines()[-1]
