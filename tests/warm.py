"""Programs started warm: a process that has imported what the verbs need forks for each of them, in place of a start.

What runs is a process of its own all the same, with a working folder, standard streams, signals and an exit code. Where
it matters what a fresh interpreter does (what it imports, its environment, its hashes), a test starts one itself.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NoReturn

from tests.system import skip_without_processes

ROOT = Path(__file__).parents[1]

LIBRARIES = ("importlib.metadata", "solvers.render.json", "solvers.run.text", "pysat.solvers", "pysat.formula")
"""What most programs import late, or most of those that a solver answers."""


def run(
    *words: str,
    module: str = "solvers.run",
    input: str | None = None,
    stdin: IO[str] | int = subprocess.DEVNULL,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """What ``python -m module words`` says and ends with; the other arguments are those of ``subprocess.run``."""
    skip_without_processes()
    with TemporaryFile() as out, TemporaryFile() as err, _given(input, stdin) as given:
        question = json.dumps([module, words, str(cwd), dict(os.environ if env is None else env)])
        door = _door()
        socket.send_fds(door, [question.encode()], [stream.fileno() for stream in (given, out, err)])
        code = int(door.recv(100))
        said = [stream.seek(0) or stream.read().decode() for stream in (out, err)]
    return subprocess.CompletedProcess([module, *words], code, *said)


def started(*words: str) -> subprocess.CompletedProcess[str]:
    """What ``run`` says and ends with, by a fresh interpreter."""
    skip_without_processes()
    command = [sys.executable, "-m", "solvers.run", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def _given(text: str | None, stdin: IO[str] | int) -> IO[bytes]:
    """What is standard input: ``text`` comes through a pipe."""
    if text is not None:
        reading, writing = os.pipe()
        assert os.write(writing, text.encode()) < 1 << 16, "a pipe holds no more"
        os.close(writing)
        return os.fdopen(reading, "rb")
    if stdin == subprocess.DEVNULL:
        return Path(os.devnull).open("rb")
    return os.fdopen(os.dup(stdin if isinstance(stdin, int) else stdin.fileno()), "rb")


@cache
def _door() -> socket.socket:
    """The way to this process's server, which ends with it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.settimeout(120)
    with theirs:
        command = [sys.executable, "-c", f"from {__name__} import serve; serve({theirs.fileno()})"]
        subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True
        )
    return ours


def serve(door: int) -> NoReturn:
    """Import, and then fork for each who knocks, one after the other."""
    from models.registry import PUZZLES, load_puzzle
    from solvers.__main__ import MODULES, VERBS
    from solvers.core.registry import BACKENDS, load_backend

    for name in (*LIBRARIES, *(MODULES.get(verb, f"solvers.{verb}.__main__") for verb in VERBS)):
        import_module(name)
    for puzzle in PUZZLES:
        load_puzzle(puzzle)
    for backend in BACKENDS:
        load_backend(backend)
    gc.freeze()
    with socket.socket(fileno=door) as asker:
        while True:
            message, streams, *_ = socket.recv_fds(asker, 1 << 17, 3)
            if not message:
                sys.exit()
            if not (child := os.fork()):
                break
            for each in streams:
                os.close(each)
            asker.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    _be(*json.loads(message))


def _be(module: str, words: list[str], folder: str, environment: dict[str, str]) -> NoReturn:
    """Be the program: what the file of the verb does where it is started."""
    from solvers.cli.exits import guarded

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    packages = environment.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[1:1] = [place for place in packages if place and place not in sys.path]
    sys.argv = [module, *words]
    is_room = hasattr(import_module(module), "__path__")
    verb = import_module(f"{module}.__main__" if is_room else module).main
    if module == "solvers":
        verb()
    sys.exit(guarded(verb, words))
