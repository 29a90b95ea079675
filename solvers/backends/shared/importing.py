"""How is the library that a backend stands on imported, so that neither its absence nor Ctrl-C is misunderstood?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from models.errors import PuzzlebenchError
from solvers.backend import MissingLibrary
from solvers.terminal.interrupts import defer_interrupts


@contextmanager
def importing(backend: str, library: str, extra: str) -> Iterator[None]:
    """A context for the import statements: Ctrl-C waits until they are done.

    A native module that is interrupted while it loads raises an ImportError, as a missing one does.

    Args:
        backend: the name of the backend.
        library: the package it imports.
        extra: the extra of Puzzlebench that installs it.

    Raises:
        MissingLibrary: when ``library`` is not installed.
        PuzzlebenchError: when it is, and yet cannot be imported.
    """
    with defer_interrupts() as deferred, deferred:
        try:
            yield
        except ModuleNotFoundError as error:
            if error.name != library:
                raise PuzzlebenchError(f"backend {backend}: {library} is there, but cannot be used: {error}") from error
            raise MissingLibrary(backend, library, extra) from None
        except ImportError as error:
            raise PuzzlebenchError(f"backend {backend}: {library} is there, but cannot be used: {error}") from error
