"""The installed command ``puzzlebench``: where it starts, and what it must not stumble over.

A script's own folder comes first on Python's search path, and python-sat installs example scripts into
that folder, one of them called ``models.py``: it would be taken for this project's package.
"""

from __future__ import annotations

import sys
from os.path import abspath, dirname


def main() -> None:
    """Take the scripts' folder off the search path, then run the verb named first on the command line."""
    scripts = dirname(abspath(sys.argv[0]))
    sys.path[:] = [folder for folder in sys.path if folder == "" or abspath(folder) != scripts]
    from solvers.__main__ import main as run_verb

    run_verb()
