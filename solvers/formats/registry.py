"""The registry of formats; the module of a format is imported when it is asked for, not before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import cast

from models.errors import InputError
from models.kit.names import hint, printable, shown
from solvers.formats.document import Reader, Writer


@dataclass(frozen=True)
class Format:
    """A file format.

    Attributes:
        name: its word on the command line.
        module: where it is written, or read.
        endings: how its files' names end, the usual ending first.
        about: what it is, in a phrase.
        writes: whether the module has a ``write``.
        reads: whether the module has a ``read``, or ``reader`` has.
        reader: where it is read, if that is another module.
    """

    name: str
    module: str
    endings: tuple[str, ...]
    about: str
    writes: bool = False
    reads: bool = False
    reader: str = ""


READERS = "solvers.formats.reading"
"""Where formats are read whose writer has a file to itself."""

FORMATS = {
    known.name: known
    for known in (
        Format("minizinc", "solvers.formats.minizinc", (".mzn",), "MiniZinc, to be read by people", writes=True),
        Format(
            "flatzinc",
            "solvers.formats.flatzinc.writing",
            (".fzn",),
            "what MiniZinc is compiled to",
            writes=True,
            reads=True,
            reader="solvers.formats.flatzinc.reading",
        ),
        Format("cpsat", "solvers.formats.cpsat", (".textproto", ".pbtxt"), "CP-SAT's own proto as text", writes=True),
        Format("dlx", "solvers.formats.dlx", (".dlx",), "Knuth's items and options", writes=True),
        Format(
            "dimacs",
            "solvers.formats.dimacs",
            (".cnf", ".dimacs"),
            "clauses, with the variables to count over",
            writes=True,
            reads=True,
            reader=f"{READERS}.dimacs",
        ),
        Format(
            "wcnf",
            "solvers.formats.wcnf",
            (".wcnf",),
            "hard and soft clauses, for MaxSAT",
            writes=True,
            reads=True,
            reader=f"{READERS}.wcnf",
        ),
        Format(
            "opb",
            "solvers.formats.opb",
            (".opb",),
            "sums of 0 and 1, with min:",
            writes=True,
            reads=True,
            reader=f"{READERS}.opb",
        ),
        Format(
            "lp",
            "solvers.formats.lp",
            (".lp",),
            "integer programs, CPLEX's text",
            writes=True,
            reads=True,
            reader=f"{READERS}.lp",
        ),
        Format(
            "xcsp3",
            "solvers.formats.xcsp3",
            (".xml",),
            "XCSP3, in the constraints of its mini track",
            writes=True,
            reads=True,
            reader=f"{READERS}.xcsp3",
        ),
        Format("mps", "solvers.formats.mps", (".mps",), "integer programs, free MPS", writes=True),
    )
}
"""The formats there are, one line each; of two that share an ending, the first has it."""


def writing(word: str | None, path: Path | None) -> Format:
    """The format to write: the one called ``word``, or else the one whose ending ``path`` has.

    Raises:
        InputError: when neither names one.
    """
    written = [known for known in FORMATS.values() if known.writes]
    names = ", ".join(known.name for known in written)
    if word is not None:
        found = next((known for known in written if known.name == word), None)
        if found is None:
            near = hint(word, (known.name for known in written), f"there are {names}")
            raise InputError(f"there is no format {shown(word)} to write; {near}")
        return found
    if path is None:
        raise InputError(f"name the format with --to: {names}")
    ending = by_ending(path, written)
    if ending is None:
        raise InputError(f"{printable(path.name)} has no format's ending; name the format with --to: {names}")
    return ending


def by_ending(path: Path, among: Iterable[Format]) -> Format | None:
    """The first format among those given whose ending ``path`` has."""
    name = path.name.lower()
    return next((known for known in among if name.endswith(known.endings)), None)


def writer(known: Format) -> Writer:
    """The module that writes a format."""
    return cast("Writer", import_module(known.module))


def reading(path: Path) -> Format | None:
    """The format whose ending ``path`` has, where it can be read; None when it has none."""
    return by_ending(path, (known for known in FORMATS.values() if known.reads))


def reader(known: Format) -> Reader:
    """The module that reads a format."""
    return cast("Reader", import_module(known.reader or known.module))
