"""python-sat as it is installed, and Ctrl-C while it solves."""

from __future__ import annotations

from typing import Any

from solvers.core.backend import MissingLibrary


def import_library() -> Any:
    """The module ``pysat.solvers``."""
    try:
        import pysat.solvers
    except ImportError:
        raise MissingLibrary("sat", "python-sat", "sat") from None
    return pysat.solvers


def library_version() -> str:
    import_library()
    import pysat

    return f"python-sat {pysat.__version__}"


class InterruptsLeftToPython:
    """While it is entered, python-sat leaves Ctrl-C to Python. It may be entered again, but not twice at a time.

    In the main thread python-sat would jump out of the running solver, which then may answer wrongly, abort or hang.
    """

    def __enter__(self) -> None:
        import_library()
        from pysat._utils import MainThread  # which all its modules ask, just before each call

        self._asked, self._check = MainThread, MainThread.check
        MainThread.check = staticmethod(_is_not_main)

    def __exit__(self, *problem: object) -> None:
        self._asked.check = staticmethod(self._check)


def _is_not_main() -> bool:
    """What python-sat is told when it asks whether this is the main thread, where it handles Ctrl-C itself."""
    return False
