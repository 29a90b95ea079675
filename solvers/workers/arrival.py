"""What a worker of a cluster calls first, before it has imported anything else of this project.

Dask's commands, as all scripts, have their own folder first on Python's search path, and python-sat installs a script
called ``models.py`` into it, which would be taken for this project's package. So nothing of it is imported here, and
what arrives finds its module by name.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

CHILD_POOL = "solvers.workers.worker_pool"


def edition() -> str:
    """Which Puzzlebench there is where this is called."""
    told: str = _imported(CHILD_POOL).edition()
    return told


def child_pool(work: bytes, edition: str) -> Any:
    """The :class:`~solvers.workers.worker_pool.ChildPool` of these arguments, where they arrive."""
    return _imported(CHILD_POOL).ChildPool(work, edition)


def _imported(name: str) -> Any:
    """A module of this project; folders with a script ``models.py`` are taken off the search path before."""
    sys.path[:] = [folder for folder in sys.path if not Path(folder, "models.py").is_file()]
    if not hasattr(sys.modules.get("models"), "__path__"):
        sys.modules.pop("models", None)  # the script
    return import_module(name)
