"""Worker processes: fresh interpreters that work for this one, end with it, and may be killed without harm to it.

A :class:`WorkerProcess` gets one function and then pieces of work for it, one at a time; everything travels as pickles,
save the answers of one that runs strangers' code, for a pickle may have its reader do anything.
``call`` has one piece done with a time limit; a pool (:mod:`solvers.workers.pool`) has many done by several.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import sys
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from queue import SimpleQueue
from subprocess import DEVNULL, Popen, TimeoutExpired
from tempfile import TemporaryFile
from threading import RLock, Thread
from time import monotonic
from traceback import format_exc
from typing import IO, Any, NoReturn, TypeVar

from models.errors import Breakdown, PuzzlebenchError
from models.plugins import in_one_line
from solvers.core.system import CAN_START_OTHERS
from solvers.workers import usage

PROGRAM_FOLDER = str(Path(__file__).parents[2])
"""The folder of this program's packages."""

T = TypeVar("T")

MAX_TAIL_BYTES = 1 << 16
MAX_TRIES = 3
GIVEN_UP = (
    f"a worker process was killed {MAX_TRIES} times at the same place; it may be short of memory: try fewer --workers"
)

POLL_SECONDS = 0.1


class WorkerLost(Breakdown):
    """A piece of work killed every worker that tried it."""


@dataclass(frozen=True)
class TaskResult:
    """What a piece of work returned, or raised.

    ``seconds`` are those of the processor that its process had taken by then; ``worker`` is the name of the cluster's
    worker that did it, empty where a process of this machine did.
    """

    value: Any = None
    error: Exception | None = None
    seconds: float = 0.0
    worker: str = ""


@dataclass(frozen=True)
class Ending:
    """How a process that was asked one thing ended: with an answer, or without one and with an exit code.

    The code is less than 0 when a signal ended it; ``overdue`` says that it was killed because it took too long.
    """

    answer: Any
    code: int
    stderr: str
    overdue: bool


def call(work: Callable[[T], object], question: T, seconds: float | None) -> Ending:
    """Have ``work(question)`` done by a fresh process, killed after so many seconds; what it raised is raised here.

    Where there are no processes it is done in this one, and nothing ends it.
    """
    if not CAN_START_OTHERS:
        return Ending(work(question), 0, "", False)
    with TemporaryFile() as stderr:
        process = WorkerProcess(work, stderr)
        try:
            process.send(question)
            overdue = not heard([process], seconds)
            result = None if overdue else process.receive()
        finally:
            code = process.end()
        if result is not None and result.error is not None:
            raise result.error
        return Ending(result and result.value, code, tail(stderr), overdue)


def tail(file: IO[bytes]) -> str:
    file.seek(max(0, file.seek(0, os.SEEK_END) - MAX_TAIL_BYTES))
    return file.read().decode(errors="replace")


class WorkerProcess:
    """A fresh interpreter that applies ``work`` to what it is sent: no fork, which a solver's threads do not survive.

    It is the leader of a session of its own, so that Ctrl-C is for this process alone, which ends it.

    Args:
        stderr: where what it writes goes; None for this process's standard error.
        streams: whether ``work`` is given a function besides, which sends as many results as there are to a piece.
        lines: whether it sends lines of bytes, for :meth:`lines` to take, and no results for :meth:`receive`.
        worker: the name of the cluster's worker that it belongs to.
    """

    def __init__(
        self,
        work: Callable[..., object],
        stderr: IO[bytes] | None = None,
        streams: bool = False,
        worker: str = "",
        lines: bool = False,
    ) -> None:
        if not CAN_START_OTHERS:
            raise PuzzlebenchError("this needs a process of its own, and WebAssembly has none")
        self._pipe, theirs = Pipe()
        self._sending, self._begun = RLock(), bytearray()  # the latter is of a line
        held, self._lifeline = os.pipe()
        code = f"from {__name__} import serve; serve({theirs.fileno()}, {held}, {streams}, {lines})"
        # It finds the same packages, in the same order; ours even where a hook of an installation finds them, for that
        # comes after every folder.
        folders = sys.path if PROGRAM_FOLDER in sys.path else [PROGRAM_FOLDER, *sys.path]
        path = os.pathsep.join(folder or "." for folder in folders)
        with theirs:
            try:
                self._process = Popen(
                    [sys.executable, "-P", "-c", code],
                    stdin=DEVNULL,
                    stdout=2 if stderr is None else stderr,
                    stderr=stderr,
                    pass_fds=[theirs.fileno(), held],
                    start_new_session=True,
                    env=os.environ | {"PYTHONPATH": path, usage.WORKER: worker},
                )
            finally:
                os.close(held)
        usage.begin(self._process.pid)
        self.send(work)

    def fileno(self) -> int:
        return self._pipe.fileno()

    def send(self, piece: object) -> None:
        """Give it something to do; that it is gone is noticed by who receives."""
        with self._sending, suppress(OSError):
            self._pipe.send(piece)

    def is_heard(self, seconds: float) -> bool:
        """Whether it sends something, or is gone, within so many seconds."""
        return bool(heard([self], seconds))

    def receive(self) -> TaskResult | None:
        """What became of the latest piece; None when the child is gone, once that has been heard of it."""
        try:
            if self._pipe.poll() or self.is_there():
                result: TaskResult = self._pipe.recv()
                usage.note(self._process.pid, result.seconds)
                return result
        except (EOFError, OSError, pickle.UnpicklingError):
            with suppress(TimeoutExpired):
                self._process.wait(1)  # it is ending, and is not to be killed before its exit code is known
        return None

    def lines(self, most: int) -> list[bytes] | None:
        """Return the lines that have come to their end, without waiting for any; None when the child is gone.

        Raises:
            ValueError: when a line has more bytes than ``most``.
        """
        was_there = self.is_there()
        try:
            if not self._pipe.poll():
                return [] if was_there else None
            piece = os.read(self.fileno(), 1 << 20)
        except OSError:
            return None
        if not piece:
            return None
        first, *others = piece.split(b"\n")
        self._begun += first
        if len(self._begun) > most:
            raise ValueError(f"a line has more than {most:,} bytes")
        if not others:
            return []
        whole = [bytes(self._begun), *others[:-1]]
        self._begun = bytearray(others[-1])
        return whole

    def is_there(self) -> bool:
        return self._process.poll() is None

    def end(self) -> int:
        """Kill what is still there of it and of all that it started; returns its exit code."""
        usage.end(self._process.pid)
        with suppress(ProcessLookupError, PermissionError):  # nobody is left, or nothing but its remains
            os.killpg(self._process.pid, signal.SIGKILL)
        _kill_session(self._process.pid)
        code = self._process.wait()
        with suppress(OSError), socket.socket(fileno=os.dup(self._pipe.fileno())) as pipe:
            pipe.shutdown(socket.SHUT_RDWR)  # who still waits for room in it, or for an answer, does so no longer
        with self._sending:
            self._pipe.close()
        lifeline, self._lifeline = (
            self._lifeline,
            -1,
        )  # taken first: its number may be somebody else's once it is closed
        if lifeline >= 0:
            os.close(lifeline)
        return code


def heard(processes: Collection[WorkerProcess], seconds: float | None = None) -> list[WorkerProcess]:
    """Wait for processes that have sent something or are gone; none when so many seconds were not enough."""
    deadline = None if seconds is None else monotonic() + seconds
    while True:
        left = POLL_SECONDS if deadline is None else min(POLL_SECONDS, max(0.0, deadline - monotonic()))
        ready = wait([process.fileno() for process in processes], left)
        # One that it forked may hold its pipe open; so the process itself is asked after too.
        found = [process for process in processes if process.fileno() in ready or not process.is_there()]
        if found or (deadline is not None and monotonic() >= deadline):
            return found


def serve(descriptor: int, lifeline: int, streams: bool, lines: bool) -> NoReturn:
    """Be a worker process: take a piece, do it, send the result or the ``streams`` of them, until the asker is gone."""
    for each in (descriptor, lifeline):
        os.set_inheritable(each, False)
    _end_with(lifeline)
    pipe: Connection = Connection(descriptor)
    pieces: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_take, args=(pipe, pieces), daemon=True).start()

    def send(value: Any = None, error: Exception | None = None) -> None:
        with suppress(OSError):
            if lines:
                _write(descriptor, value)
            else:
                pipe.send_bytes(pickle.dumps(TaskResult(value, error, usage.processor_seconds())))

    work = pickle.loads(pieces.get())
    while True:
        try:
            piece = pickle.loads(pieces.get())
            if streams:
                work(piece, send)
            else:
                send(work(piece))
        except Exception as error:
            if lines or (isinstance(error, MemoryError) and not streams):
                _leave()  # what is left of this process is not to be relied on: let a fresh one try
            from solvers.cli.own_code import note_sentence  # as rare as it should be

            sentence = note_sentence(error)
            if sentence or not isinstance(error, PuzzlebenchError):
                error.add_note(f"in a worker process:\n{format_exc()}")
            send(error=_sendable(error, sentence))


def _write(descriptor: int, line: bytes) -> None:
    left = memoryview(line)
    while left:
        left = left[os.write(descriptor, left) :]


def _end_with(lifeline: int) -> None:
    """Have the system end this process group as soon as the other end of the pipe is closed, however that comes.

    Nothing is ever written there, so the only event is that its writer is gone. ``O_ASYNC`` asks for a signal then:
    SIGIO, to the owner set here, and what is not prepared for it is ended. A thread that waits for the end of the pipe
    does the same (see ``_take``), but has no turn while native code holds Python's lock.
    """
    with suppress(ImportError, AttributeError, OSError):  # where the system has no such signal, the thread remains
        import fcntl  # not there on every system

        fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())  # less than 0: a group
        fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)


def _take(pipe: Connection, pieces: SimpleQueue[bytes]) -> None:
    """Take pieces as they come; when the asker is gone, end this process and all it started, whatever it is at."""
    with suppress(EOFError, OSError, MemoryError):
        while True:
            pieces.put(pipe.recv_bytes())
    _leave()


def _kill_session(leader: int) -> None:
    """Kill what has a process group of its own in a session, as MiniZinc's solvers have, where the system lists it."""
    with suppress(OSError):
        for process in [int(file.name) for file in Path("/proc").iterdir() if file.name.isdigit()]:
            with suppress(OSError):  # it has ended meanwhile
                if os.getsid(process) == leader:
                    os.kill(process, signal.SIGKILL)


def _leave() -> NoReturn:
    os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)  # never reached where there are such signals


def _sendable(error: Exception, sentence: str = "") -> Exception:
    """``error`` itself where it survives the way to the asker, else the ``sentence``, or what it says."""
    try:
        copy = pickle.loads(pickle.dumps(error))
    except Exception:
        copy = None
    if isinstance(copy, type(error)) and str(copy) == str(error):
        return error
    if sentence or isinstance(error, PuzzlebenchError):
        return PuzzlebenchError(sentence or str(error))
    return Breakdown(in_one_line(error))
