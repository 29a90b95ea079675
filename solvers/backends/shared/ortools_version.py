"""Which OR-Tools is installed?"""

from __future__ import annotations

from importlib import import_module

from solvers.backend import MissingLibrary


def ortools_version(backend: str) -> str:
    """Major and minor version, such as ``9.15``; quick, since it loads no solver.

    Raises:
        MissingLibrary: when it is not installed; says so in the name of ``backend``.
    """
    try:
        version: str = import_module("ortools").__version__
    except ModuleNotFoundError:
        raise MissingLibrary(backend, "ortools", backend) from None
    return ".".join(version.split(".")[:2])
