"""The registry of formats; the module of a format is imported when it is asked for, not before."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import cast

from models.errors import InputError
from models.kit.files import is_there, opened
from models.kit.names import hint, printable, shown
from models.kit.source import source, unpacked_name
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
        Format("dimacs", (".cnf", ".dimacs"), "clauses, and what to count over", (OBJECTIVES, LARGE)),
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

HEAD_BYTES = 8_000

_C, _STAR = rb"(?:c[ \t\r\n][^\n]*+\n?|\s)*+", rb"(?:\*[^\n]*+\n|\s)*+"  # comments: c of the words, or those behind *
BEGINS = {
    "dimacs": re.compile(_C + rb"p[ \t]+cnf\s"),
    "wcnf": re.compile(_C + rb"(?:p[ \t]+wcnf\s|h(?:[ \t]+-?[1-9][0-9]*)*[ \t]+0\s)"),
    "opb": re.compile(rb"\*[ \t]*#variable="),
    "xcsp3": re.compile(rb"\s*(?:<\?xml[^>]*>|<!--(?:[^-]|-(?!->))*+-->|\s)*+<instance\s"),
    "mps": re.compile(_STAR + rb"NAME\b[^\n]*+\n" + _STAR + rb"(?:ROWS|OBJSENSE|OBJNAME)\b"),
    "lp": re.compile(
        rb"(?i)(?:\\[^\n]*+\n|\s)*+(?:max|min)(?:imi[sz]e|imum)?\s[^<>=]*?\n\s*(?:subject\s+to|such\s+that|s\.?t\.?)\s"
    ),
}
"""How a file of a format begins, where no ending says which it is."""


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


_CONTENTS = {
    "dimacs": r"^p\s+cnf\s",
    "wcnf": r"^p\s+wcnf\s",
    "opb": r"\A\*\s*#variable\s*=",
    "xcsp3": r"\A\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<instance\b",
    "mps": r"^ROWS\s*$",
    "lp": r"\A(?:\s|\\[^\n]*\n)*(?:minimi[sz]e|maximi[sz]e|min|max)\b.*^\s*(?:subject to|such that|s\.?t\.?)\b",
    "flatzinc": r"^\s*solve\b.*\b(?:satisfy|minimize|maximize)\b[^;]*;",
}
"""What is found at the beginning of a file of each format, whatever the file is called."""

_UNSUPPORTED = {
    r"\A(?:\*[^\n]*\n)*\s*soft\s*:|\A(?:\*[^\n]*\n)*\s*\[\s*\d+\s*\].*[<>=]": "this is a file of weighted Boolean "
    "optimisation (.wbo), which is not supported; write soft constraints as .wcnf",
    r"\A\s*<(?:!doctype )?html\b": "this is a page of the web; copy the puzzle in it, or save its file",
}
"""What is found at the beginning of files that are known and cannot be read, and what is said of them."""


def by_content(text: str) -> Format | None:
    """Return the format of a file that begins with ``text``, None where that tells nothing.

    Raises:
        InputError: when it is one that is known and cannot be read.
    """
    flags = re.IGNORECASE | re.MULTILINE | re.DOTALL
    for pattern, sentence in _UNSUPPORTED.items():
        if re.search(pattern, text, re.IGNORECASE):
            raise InputError(sentence)
    found = (name for name, pattern in _CONTENTS.items() if re.search(pattern, text, flags))
    return FORMATS.get(next(found, ""))


def writer(known: Format) -> Writer:
    return cast("Writer", import_module(known.module("writing")))


def reading(path: Path) -> Format | None:
    """Return the format of a file by its ending, be it packed, or else by how it begins; None where it has none.

    Raises:
        InputError: when it has the ending of a form that is known and not read.
    """
    name = Path(unpacked_name(path.name)[0])
    known = by_ending(name, (known for known in FORMATS.values() if known.reads))
    if known is None and (why := NOT_READ.get(name.suffix.lower())):
        raise InputError(f"this file holds {why}", path)
    if known is None and is_there(str(path)) and path.is_file():
        with opened(source(str(path))) as stream:
            head = stream.peek(HEAD_BYTES)[:HEAD_BYTES].removeprefix(BOM_UTF8)
        known = next((FORMATS[name] for name, form in BEGINS.items() if form.match(head)), None)
    return known


def reader(known: Format) -> Reader:
    return cast("Reader", import_module(known.module("reading")))
