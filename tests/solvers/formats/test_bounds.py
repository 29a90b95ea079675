"""Files made to take all memory or all time: each is refused in a sentence, or stopped by the limit, in little memory.

Each runs in a process of its own, whose largest memory the system tells.
"""

from __future__ import annotations

import gzip
import importlib.util
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from models.errors import InputError
from models.kit.streams import zstandard
from solvers.core.limits import BAD_INPUT, STOPPED
from solvers.formats.registry import FORMATS, Format, reader
from tests.tables import rows

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no system that tells the memory used")

MAX_RESIDENT_BYTES = 700_000_000
"""What reading may take; a bare start takes some 60 MB."""

MEASURED = """
import re, sys
from pathlib import Path
from solvers.__main__ import dispatch

code = dispatch(sys.argv[1:])
sys.stderr.write(re.search("VmHWM:.*", Path("/proc/self/status").read_text())[0])
sys.exit(code)
"""
"""A command, and behind all that it says the most memory that it had, as Linux tells it."""

BOMBS = {
    "a line of numbers": {
        "cnf": ("p cnf 1 1\n", "1 "),
        "wcnf": ("h ", "1 "),
        "opb": ("", "1 x1 "),
        "lp": ("Minimize\n", "+ x "),
        "mps": ("ROWS\n N ", "x "),
        "fzn": ("array [1..9] of int: a = [", "1,"),
        "xml": ('<instance format="XCSP3" type="CSP"><variables><var id="x"> ', "1 "),
    },
    "lines without end": {
        "cnf": ("p cnf 1 1\n", "1 0\n"),
        "wcnf": ("", "1 0\n"),
        "opb": ("", "1 x1 >= 0;\n"),
        "lp": ("Minimize\n x\nSubject To\n", "x >= 0\n"),
        "mps": ("ROWS\n", "* \n"),
        "fzn": ("", "constraint bool_eq(true, true);\n"),
        "xml": ('<instance format="XCSP3" type="CSP">', "<a/>"),
    },
    "one thing without end": {
        "cnf": ("p cnf 1 1\n", "1\n"),
        "opb": ("", "1 x1\n"),
        "lp": ("Minimize\n x\nSubject To\n", "+ x\n"),
        "fzn": ("constraint ", "(\n"),
        "xml": ("<!--", " \n"),
    },
}
"""How a file begins, and what follows very often."""


def packed(text: tuple[str, str], size: int, ending: str) -> bytes:
    """A small file that unpacks to ``size`` bytes."""
    head, body = (part.encode() for part in text)
    block = body * (1_000_000 // len(body))
    if ending == ".gz":
        return gzip.compress(head) + gzip.compress(block) * (size // len(block))
    packer = zstandard().ZstdCompressor()
    # Never whole in this process either: what it takes counts as what a process that it starts has taken.
    return b"".join(
        [packer.compress(head), *(packer.compress(block) for _ in range(size // len(block))), packer.flush()]
    )


def run(*words: str, given: bytes = b"") -> tuple[int, str, int]:
    """The exit code, what stood on standard error, and the largest resident memory in bytes."""
    done = subprocess.run([sys.executable, "-c", MEASURED, *words], input=given, capture_output=True, check=False)
    said, _, resident = done.stderr.decode().rpartition("VmHWM:")
    return done.returncode, said, int(resident.split()[0]) * 1024


def _is_bounded(*words: str, given: bytes = b"") -> tuple[int, str]:
    code, said, resident = run(*words, given=given)
    assert code in (BAD_INPUT, STOPPED), said
    assert said.count("\n") == 1, said
    assert said.startswith("error: ")
    assert resident < MAX_RESIDENT_BYTES, f"{resident / 1e6:.0f} MB: {said}"
    return code, said


CASES = [(kind, ending) for kind, texts in BOMBS.items() for ending in texts]
PACKINGS = [
    ".gz",
    pytest.param(".zst", marks=pytest.mark.skipif(not importlib.util.find_spec("backports.zstd"), reason="no zstd")),
]


@rows("ending", BOMBS["a line of numbers"])
def test_what_unpacks_to_far_more_than_text_does_is_refused(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"bomb.{ending}.gz"
    file.write_bytes(packed(BOMBS["a line of numbers"][ending], 100_000_000, ".gz"))
    code, said = _is_bounded("run", str(file))
    assert code == BAD_INPUT
    assert f"the file has {file.stat().st_size:,} bytes and unpacks to more than 16,000,000; if that is meant" in said


def test_the_time_limit_counts_from_the_start(tmp_path: Path) -> None:
    file = tmp_path / "bomb.opb.gz"
    file.write_bytes(packed(BOMBS["lines without end"]["opb"], 100_000_000, ".gz"))
    code, said = _is_bounded("run", str(file), "--time-limit", "0.5")
    assert code == STOPPED
    assert said == f"error: {file}: the time limit of 0.5 s came while the file was read\n"


@rows("ending", BOMBS["a line of numbers"])
def test_a_line_is_bounded_where_nothing_is_packed(ending: str) -> None:
    (known,) = (known for known in FORMATS.values() if known.endings[0] == f".{ending}")
    head, body = BOMBS["a line of numbers"][ending]
    if ending == "xml":
        head, body = head.replace("> ", " note='"), "x "  # text is told piece by piece, attributes are not
    with pytest.raises(InputError, match=r"has more than 16?,000,000 bytes"):
        reader(known).read(BytesIO((head + body * (17_000_000 // len(body))).encode()), "it")


TABLES = {
    "a list": "x = [\n" + ("1," * 400_000 + "\n") * 4 + "]\n",
    "tables": "[[x]]\n" * 600_000,
    "more than is parsed": "[[x]]\n" * 3_000_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("what", TABLES)
def test_tables_of_a_puzzle_take_little_room(what: str, tmp_path: Path) -> None:
    """20 MB of TOML took 3 GB and 38 seconds, most of them to find the line of what was wrong."""
    file = tmp_path / "bomb.toml.gz"
    file.write_bytes(gzip.compress(TABLES[what].encode()))
    _is_bounded("run", "sudoku", str(file))


def test_a_packed_certificate_is_never_unpacked_whole(tmp_path: Path) -> None:
    for ending in (".opb.gz", ".pbp.gz"):
        (tmp_path / f"bomb{ending}").write_bytes(packed(("* \n", "1 x1 >= 0 ;\n"), 1_000_000_000, ".gz"))
    code, said, resident = run("verify", str(tmp_path / "bomb"))
    assert code == BAD_INPUT, said
    assert "unpacks to more than" in said
    assert resident < MAX_RESIDENT_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize(("kind", "ending"), CASES)
def test_a_packed_file_is_never_unpacked_whole(kind: str, ending: str, packing: str, tmp_path: Path) -> None:
    file = tmp_path / f"bomb.{ending}{packing}"
    file.write_bytes(packed(BOMBS[kind][ending], 2_000_000_000, packing))
    _is_bounded("run", str(file), "--time-limit", "5")


@pytest.mark.slow
@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("known", [known for known in FORMATS.values() if known.reads], ids=lambda known: known.name)
def test_nor_is_what_comes_through_a_pipe(known: Format, packing: str) -> None:
    bomb = BOMBS["a line of numbers"][known.endings[0][1:]]
    _is_bounded("run", known.name, "-", "--time-limit", "5", given=packed(bomb, 2_000_000_000, packing))
