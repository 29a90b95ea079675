"""The registry of formats; the module of a format is imported when it is asked for, not before."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import cast

from models.errors import InputError
from models.kit.names import hint, printable, shown
from models.kit.source import unpacked_name
from solvers.formats.document import Reader, Writer


@dataclass(frozen=True)
class Format:
    """A file format.

    What it lacks of what the modelling language can say is refused, but for a projection, or the objective of a file,
    which are left out of what is written.
    """

    name: str  # its word on the command line
    endings: tuple[str, ...]  # of its files' names, the usual one first
    about: str  # what it is, in a phrase
    lacks: tuple[str, ...] = ()
    writes: bool = True  # whether its room has a writing.py
    reads: bool = True  # whether its room has a reading.py
    room: str = ""  # the package of that room, where it is not the one of its name beside this module

    def module(self, part: str) -> str:
        return f"{self.room or 'solvers.formats.' + self.name}.{part}"


OBJECTIVES = "objectives"
PROJECTIONS = "projections"
LARGE = "domains too large to list"
WIDE = "numbers beyond 64 bits"
ROUND = "numbers that a double does not carry"
LACKS_CPSAT = (PROJECTIONS, "numbers beyond 2^60")
LACKS_DLX = (OBJECTIVES, PROJECTIONS, "rules that tie three choices")

FORMATS = {
    known.name: known
    for known in (
        Format("minizinc", (".mzn",), "MiniZinc, to be read by people", (WIDE,), reads=False, room="solvers.minizinc"),
        Format("flatzinc", (".fzn",), "what MiniZinc is compiled to", (WIDE,), room="solvers.minizinc.flatzinc"),
        Format("cpsat", (".textproto", ".pbtxt"), "CP-SAT's own proto as text", LACKS_CPSAT, reads=False),
        Format("dlx", (".dlx",), "Knuth's items and options", LACKS_DLX, reads=False),
        Format("dimacs", (".cnf", ".cnf+", ".dimacs"), "clauses, and what to count over", (OBJECTIVES, LARGE)),
        Format("wcnf", (".wcnf",), "hard and soft clauses, for MaxSAT", (LARGE,)),
        Format("opb", (".opb",), "sums of 0 and 1, with min:", (LARGE,)),
        Format("lp", (".lp",), "integer programs, CPLEX's text", (PROJECTIONS, ROUND)),
        Format("xcsp3", (".xml",), "XCSP3, its mini track and global constraints", ()),
        Format("mps", (".mps",), "integer programs, free MPS", (PROJECTIONS, ROUND)),
    )
}
"""The formats there are, one line each; of two that share an ending, the first has it."""


NOT_READ = {
    ".wbo": "soft pseudo-Boolean constraints (WBO), which are not read; .wcnf has soft clauses, .opb hard constraints",
    ".mzn": "a MiniZinc model, which MiniZinc compiles: minizinc --solver puzzlebench FILE, or read the .fzn of it",
    ".dzn": "data of a MiniZinc model: minizinc --solver puzzlebench MODEL FILE",
    ".textproto": "a proto of CP-SAT, which is written and not read",
    ".pbtxt": "a proto of CP-SAT, which is written and not read",
    ".smt2": "an SMT problem, which is not read; .cnf, .opb, .xml, .fzn, .lp and .mps are",
    ".qdimacs": "a quantified formula, which is not read; .cnf is",
    ".sav": "a model in CPLEX's binary form, which is not read; .lp and .mps are",
}
"""Forms that are known and not read, by their endings, each with what to do."""

_C, _STAR = r"(?:c[ \t\r\n][^\n]*+\n?|\s)*+", r"(?:\*[^\n]*+\n|\s)*+"  # comments: c of the words, or those behind *
_BEGINS = {
    "dimacs": re.compile(_C + r"p[ \t]+cnf\+?\s"),
    "wcnf": re.compile(_C + r"(?:p[ \t]+wcnf\s|h(?:[ \t]+-?[1-9][0-9]*)*[ \t]+0\s)"),
    "opb": re.compile(r"\*[ \t]*#variable\s*="),
    "xcsp3": re.compile(r"\s*(?:<\?xml[^>]*>|<!--(?:[^-]|-(?!->))*+-->|\s)*+<instance\s"),
    "mps": re.compile(_STAR + r"(?:NAME\b[^\n]*+\n" + _STAR + r")?(?:ROWS|OBJSENSE|OBJNAME)\b"),
    "lp": re.compile(
        r"(?i)(?:\\[^\n]*+\n|\s)*+(?:max|min)(?:imi[sz]e|imum)?\s[^<>=]*?\n\s*(?:subject\s+to|such\s+that|s\.?t\.?)\s"
    ),
    "flatzinc": re.compile(r"(?s).*^\s*solve\b[^;]*\b(?:satisfy|minimize|maximize)\b[^;]*;", re.MULTILINE),
}
"""How a file of each format begins, whatever it is called."""

_NOT_READ_BEGINS = {
    re.compile(_STAR + r"(?:soft\s*:|\[\s*\d+\s*\].*[<>=])"): NOT_READ[".wbo"],
    re.compile(r"(?i)\s*<(?:!doctype )?html\b"): "a page of the web; copy the puzzle in it, or save its file",
}
"""How files begin that are known and not read, and what is said of them."""


def writing(word: str | None, path: Path | None) -> Format:
    """The format to write: the one called ``word``, or else the one whose ending ``path`` has."""
    written = {known.name: known for known in FORMATS.values() if known.writes}
    names = ", ".join(written)
    if word is not None:
        if word not in written:
            raise InputError(f"there is no format {shown(word)} to write; {hint(word, written, f'there are {names}')}")
        return written[word]
    if path is None:
        raise InputError(f"name the format with --to: {names}")
    ending = by_ending(path, written.values())
    if ending is None:
        raise InputError(f"{printable(path.name)} has no format's ending; name the format with --to: {names}")
    return ending


def by_ending(path: Path, among: Iterable[Format]) -> Format | None:
    name = path.name.lower()
    return next((known for known in among if name.endswith(known.endings)), None)


def by_content(text: str) -> Format | None:
    """Return the format of a file that begins with ``text``, None where that tells nothing.

    Raises:
        InputError: when it is of a form that is known and not read.
    """
    for begins, why in _NOT_READ_BEGINS.items():
        if begins.match(text):
            raise InputError(f"this file holds {why}")
    return next((FORMATS[name] for name, begins in _BEGINS.items() if begins.match(text)), None)


def writer(known: Format) -> Writer:
    return cast("Writer", import_module(known.module("writing")))


def reading(path: Path) -> Format | None:
    """Return the format whose ending ``path`` has, be it packed, where it can be read; None when it has none.

    Raises:
        InputError: when it has the ending of a form that is known and not read.
    """
    name = Path(unpacked_name(path.name)[0])
    known = by_ending(name, (known for known in FORMATS.values() if known.reads))
    if known is None and (why := NOT_READ.get(name.suffix.lower())):
        raise InputError(f"this file holds {why}", path)
    return known


def reader(known: Format) -> Reader:
    return cast("Reader", import_module(known.module("reading")))
