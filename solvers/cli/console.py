"""The installed command ``puzzlebench``: where it starts, and what it must not stumble over.

A script's own folder comes first on Python's search path, and python-sat installs example scripts into
that folder, one of them called ``models.py``: it would be taken for this project's package.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    """Take the scripts' folder off the search path, then run the verb named first on the command line."""
    scripts = Path(sys.argv[0]).resolve().parent  # where a link to the script leads, as Python itself sees it
    sys.path[:] = [folder for folder in sys.path if not folder or Path(folder).resolve() != scripts]
    from solvers.__main__ import main as run_verb  # found only now

    run_verb()
