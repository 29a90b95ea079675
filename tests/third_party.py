"""Another package's backends, registered by nothing but an entry point: some of them broken on purpose."""

from __future__ import annotations

import ast
import os
import subprocess
from pathlib import Path

from tests.warm import run

BACKENDS = '''
"""Backends of another package."""

import os
import signal
import subprocess
import sys
import time

from solvers.core.backend import Backend, Search
from solvers.core.registry import load_backend


class Borrowed(Backend):
    """What the reference says, passed on by ``_pass_on``."""

    summary = "passes on what the reference says"
    is_stateful = False

    def __init__(self, name, way):
        self.name = name
        self.way = way

    def unsupported_reason(self, model):
        if self.name == "objects_badly":
            raise LookupError("no idea")
        return None

    def _load(self, model, settings):
        if self.name == "loads_slowly":
            time.sleep(0.5)
        if self.name == "loads_for_ever":
            sleep_for_ever()
        return BorrowedSearch(model, self.way)

    def version(self, variant=""):
        return "borrowed 1.0"


class BorrowedSearch(Search):
    def __init__(self, model, way):
        super().__init__(model)
        self.way = way

    def size(self):
        return {}

    def effort(self):
        return {}

    def _assignments(self, givens, clock):
        backend, _ = load_backend("backtracking")
        search = backend.load(self.model)
        if self.way is keeps_the_time:
            yield from search.solutions(givens)
            while not clock.expired():
                time.sleep(0.01)
            return False
        yield from self.way(search.solutions(givens))
        return True


def faithful(solutions):
    yield from solutions


def forgets_the_last(solutions):
    found = list(solutions)
    yield from found[:-1]


def finds_all_twice(solutions):
    for solution in solutions:
        yield solution
        yield solution


def invents(solutions):
    for solution in solutions:
        yield {var: var.domain[0] for var in solution}


def crashes(solutions):
    raise RuntimeError("the gears have jammed")
    yield


def complains_at_length(solutions):
    raise RuntimeError("the gears have jammed\\nat tooth 3\\nand tooth 4")
    yield


def exits(solutions):
    sys.exit(0)
    yield


def leaves(solutions):
    os._exit(0)
    yield


def answers_slowly(solutions):
    time.sleep(0.6)
    yield from solutions


def aborts(solutions):
    os.abort()
    yield


def is_killed(solutions):
    os.kill(os.getpid(), signal.SIGKILL)
    yield


def starves(solutions):
    raise MemoryError
    yield


def cannot_stop(solutions):
    time.sleep(1000)
    yield


def note(*processes):
    """Write the numbers of processes into the file named for it."""
    with open(os.environ["PROCESSES"], "w") as file:
        file.write(" ".join(map(str, processes)) + " .")


def sleep_for_ever():
    """Sleep like native code that looks at no clock and hears of no Ctrl-C."""
    note(os.getpid())
    while True:
        try:
            time.sleep(1)
        except KeyboardInterrupt:
            pass


def never_stops(solutions):
    """Find all, and never say so; of a file of puzzles, only where the givens are these."""
    yield from solutions
    givens = "".join(map(str, solutions.givens.values()))
    if os.environ.get("SLEEPS_AT", givens) == givens:
        sleep_for_ever()


def keeps_the_time(solutions):
    """Find all, and say so when the time is up."""


def waits_for_a_helper(solutions):
    helper = subprocess.Popen(["sleep", "1000"])
    note(os.getpid(), helper.pid)
    helper.wait()
    yield


def leaves_a_helper(solutions):
    note(subprocess.Popen(["sleep", "1000"]).pid)
    yield from solutions


def prints(solutions):
    os.write(1, b"a library that prints")
    print("and one in Python", flush=True)
    yield from solutions


def is_poisoned(solutions):
    """Bring the process down at puzzles with these givens: at once, or by filling all the memory it may have."""
    givens = "".join(map(str, solutions.givens.values()))
    if givens == os.environ["ABORTS"]:
        os.abort()
    if givens == os.environ["HOARDS"]:
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (1 << 28, -1))
        hoard = [bytearray(1 << 26) for _ in range(100)]
        os._exit(0)
    yield from solutions


objects_badly = loads_slowly = loads_for_ever = faithful  # by their names

for name, way in list(globals().items()):
    if way.__class__ is faithful.__class__ and name not in ("load_backend", "note", "sleep_for_ever"):
        globals()["BACKEND_" + name] = Borrowed(name, way)
'''

WAYS = [
    made.name
    for made in ast.parse(BACKENDS).body
    if isinstance(made, ast.FunctionDef) and made.name not in ("note", "sleep_for_ever")
] + ["objects_badly", "loads_slowly", "loads_for_ever"]
"""The names of the backends: a function each."""

ROOT = Path(__file__).parents[1]


BROKEN = """
[puzzlebench.backends]
gone = no_such_module:BACKEND
nothing = borrowed_backends:NOTHING
no_backend = borrowed_backends:time
[puzzlebench.puzzles]
missing = no_such_module:PUZZLE
"""
"""Entry points that lead nowhere, or to something else."""


def install(folder: Path, broken: bool = False) -> dict[str, str]:
    """Lay out the package in ``folder`` as an installer would, perhaps with a ``broken`` one; its environment."""
    (folder / "borrowed_backends.py").write_text(BACKENDS, encoding="utf-8")
    entries = [f"{way} = borrowed_backends:BACKEND_{way}" for way in WAYS]
    packages = {("borrowed-backends", "1.0"): "\n".join(["[puzzlebench.backends]", *entries, ""])}
    if broken:
        packages["broken", "2.0"] = BROKEN
    for (name, version), points in packages.items():
        lay_out(folder, name, version, points)
    return {
        **os.environ,
        "PROCESSES": str(folder / "processes"),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)]),
    }


def lay_out(folder: Path, name: str, version: str, points: str) -> None:
    """What an installer says of a package with these entry points."""
    information = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (information / "entry_points.txt").write_text(points, encoding="utf-8")


def command(environment: dict[str, str], verb: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a verb of the command line in a process of its own, from a folder that is not the project's."""
    folder = environment["PYTHONPATH"].split(os.pathsep)[-1]
    return run(*map(str, arguments), module=f"solvers.{verb}", env=environment, cwd=Path(folder))


def is_running(process: int) -> bool:
    """Whether a process is there and does something; one that has ended and waits to be noticed does not count."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def processes_in(file: Path) -> list[int]:
    """The processes that a backend has noted in ``file``; none while it is not written in full."""
    noted = file.read_text().split() if file.exists() else []
    return [int(word) for word in noted[:-1]] if noted[-1:] == ["."] else []
