"""Native libraries: how they are imported and fail, and what they print kept from the answers."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from models.errors import PuzzlebenchError
from solvers.cli.interrupts import uninterrupted
from solvers.core.backend import MissingLibrary, SolverFailed

STANDARD_OUTPUT = 1


@contextmanager
def importing(backend: str, library: str, extra: str) -> Iterator[None]:
    """A context for import statements: Ctrl-C waits until they are done, since it would make them an ImportError.

    Raises ``MissingLibrary`` when ``library`` is not installed, and another error when it cannot be imported.
    """
    with uninterrupted():
        try:
            yield
        except ImportError as error:
            if isinstance(error, ModuleNotFoundError) and error.name == library:
                raise MissingLibrary(backend, library, extra) from None
            raise PuzzlebenchError(f"backend {backend}: {library} is there, but cannot be used: {error}") from error


@contextmanager
def failing_aloud(solver: str) -> Iterator[None]:
    """A context for calls of a library: an exception becomes ``SolverFailed``, with its words."""
    try:
        yield
    except PuzzlebenchError:
        raise
    except Exception as error:
        cause: BaseException = error
        while cause.__context__ is not None:  # a wrapper may stumble over the failure that it is about to report
            cause = cause.__context__
        raise SolverFailed(f"{solver} failed: {str(cause) or type(cause).__name__}") from error


def ortools_version(backend: str) -> str:
    """Major and minor version of OR-Tools, such as ``9.15``; quick, since it loads no solver."""
    try:
        version: str = import_module("ortools").__version__
    except ModuleNotFoundError:
        raise MissingLibrary(backend, "ortools", backend) from None
    return ".".join(version.split(".")[:2])


@contextmanager
def native_prints_hidden() -> Iterator[None]:
    """Within it, whatever is written to standard output is lost; nothing that was written before is.

    What a library prints for its developers goes to the file descriptor, which therefore leads elsewhere meanwhile.
    """
    _flush()
    try:
        kept = os.dup(STANDARD_OUTPUT)
    except OSError:  # it is closed
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, STANDARD_OUTPUT)
    os.close(nowhere)
    try:
        yield
    finally:
        _flush()
        os.dup2(kept, STANDARD_OUTPUT)
        os.close(kept)


def _flush() -> None:
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.flush()
    try:
        ctypes.CDLL(None).fflush(None)
    except (AttributeError, OSError, TypeError):  # no such library to be had, as on Windows
        return
