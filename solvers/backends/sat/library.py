"""python-sat as it is installed, and Ctrl-C while it solves."""

from __future__ import annotations

from typing import Any

from solvers.backend import MissingLibrary


def import_library() -> Any:
    """The module ``pysat.solvers``.

    Raises:
        MissingLibrary: when python-sat is not installed.
    """
    try:
        import pysat.solvers
    except ImportError:
        raise MissingLibrary("sat", "python-sat", "sat") from None
    return pysat.solvers


def library_version() -> str:
    """Such as ``python-sat 1.9``."""
    import_library()
    import pysat

    return f"python-sat {pysat.__version__}"


class InterruptsLeftToPython:
    """While it is entered, python-sat leaves Ctrl-C to Python. It may be entered again, but not twice at a time.

    In the main thread python-sat would catch it and jump out of the running solver, which is left in ruins and may
    answer wrongly, abort the process or hang afterwards.
    """

    def __enter__(self) -> None:
        self._library = import_library()
        self._handler, self._library.MainThread = self._library.MainThread, _NotTheMainThread

    def __exit__(self, *problem: object) -> None:
        self._library.MainThread = self._handler


class _NotTheMainThread:
    """What python-sat is told when it asks whether to handle Ctrl-C, as it does in the main thread."""

    @staticmethod
    def check() -> bool:
        return False
