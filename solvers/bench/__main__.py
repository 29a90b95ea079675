"""The command ``python -m solvers.bench``."""

import sys

from solvers.bench import main
from solvers.cli.exits import guarded

if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
