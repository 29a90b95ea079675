"""XCSP3-core, the XML of the solver competitions, in the constraints of its mini track (arXiv 2009.00514).

These are intension, extension (with short tables), allDifferent, sum, element and instantiation, in groups and blocks.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from solvers.core.limits import ENDLESS, Clock
from solvers.formats.document import Reading
from solvers.formats.xcsp3.instance import Xcsp3Instance
from solvers.formats.xcsp3.tree import parse


def read(stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS) -> Reading:
    """An instance; an answer is a value for each variable."""
    root, size = parse(stream, where)
    return Xcsp3Instance(where, size, clock).read(root)
