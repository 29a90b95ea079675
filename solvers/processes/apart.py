"""How is work done in a process of its own, so that whatever happens to it, its asker hears of it and goes on?

``ask_apart`` starts the process and waits; ``answer_apart`` is that process. They speak in pickles: the question
comes on its standard input, the answer goes out on its standard output. The input stays open as long as the asker
lives, so that its end tells the process that nobody waits for the answer any more.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Thread, Timer
from typing import IO, Any, NoReturn

TAIL = 1 << 16
"""Of what a process said on standard error, so many bytes at the end are kept."""


@dataclass(frozen=True)
class Ending:
    """How a process ended.

    Attributes:
        answer: what it answered; None when it ended without an answer.
        code: its exit code, or less than 0 when a signal ended it.
        said: the end of what it said on standard error.
        overdue: whether it was killed because it took too long.
    """

    answer: Any
    code: int
    said: str
    overdue: bool


def ask_apart(module: str, question: object, patience: float | None) -> Ending:
    """Let ``python -m module`` answer ``question``; the process and all that it started are gone afterwards.

    Args:
        patience: after so many seconds it is killed; None for never.
    """
    asked = pickle.dumps(question)
    # Files rather than pipes: a process that it started and left behind would keep a pipe open.
    with TemporaryFile() as answer, TemporaryFile() as said:
        process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=answer,
            stderr=said,
            env=_environment(),
            start_new_session=True,  # Ctrl-C is for this process, which ends the other
        )
        assert process.stdin is not None
        overdue = Event()

        def too_late() -> None:
            overdue.set()
            _end(process)

        timer = None if patience is None else Timer(patience, too_late)
        try:
            if timer is not None:
                timer.start()
            with suppress(OSError):  # one that is gone already is noticed below
                process.stdin.write(asked)
                process.stdin.flush()
            process.wait()
        finally:
            if timer is not None:
                timer.cancel()
            _end(process)
            process.wait()
            with suppress(OSError):
                process.stdin.close()
        return Ending(_answer_in(answer), process.returncode, _tail(said), overdue.is_set())


def answer_apart(work: Callable[[Any], object]) -> NoReturn:
    """Answer the question that came with ``work``, and end this process; or end it when the asker is gone."""
    source, out = os.dup(0), os.dup(1)
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)  # a library that prints must not get into the answer
    with os.fdopen(source, "rb", closefd=False) as pipe:
        question = pickle.load(pipe)
    Thread(target=_end_with_the_asker, args=(source,), daemon=True).start()
    answer = pickle.dumps(work(question))
    with os.fdopen(out, "wb") as file:
        file.write(answer)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # the asker has what it wants: no thread left behind and no farewell is waited for


def _end_with_the_asker(source: int) -> None:
    """Wait until nobody can write to ``source`` any more, then end this process and all that it started."""
    os.read(source, 1)
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(1)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill what is still there of ``process`` and of all that it started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):  # nobody is left, or nothing but its remains
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _answer_in(file: IO[bytes]) -> Any:
    """The answer that was written to ``file``; None where there is none, or only a part of it."""
    file.seek(0)
    try:
        return pickle.load(file)
    except Exception:  # half a pickle can go wrong in any way
        return None


def _tail(file: IO[bytes]) -> str:
    file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL))
    return file.read().decode(errors="replace")


def _environment() -> dict[str, str]:
    """This process's environment, in which the other finds the same packages."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
