"""Reading files: what a model costs to read, beside each format's best-known reader in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from solvers.bench.figures import PACKAGES, Figure, Samples, absent, in_turns, left_out
from solvers.formats.registry import FORMATS, reader

AT_MOST = 3  # times the peer's time


def reading(samples: Samples) -> Iterator[Figure]:
    """Random clauses and sums of three, read by each side in turn."""
    with TemporaryDirectory() as folder:
        for name, (write, library, read) in PEERS.items():
            if why := absent(library):
                yield left_out("reading", name, why)
                continue
            file = Path(folder) / f"random{FORMATS[name].endings[0]}"
            size = samples.lines // (20 if name == "opb" else 1)  # CPMpy takes its time
            file.write_text("".join(write(size, Random(0))), encoding="ascii")
            sides: list[Callable[[], object]] = [partial(read_here, name, file), partial(read, str(file))]
            for side in sides:
                side()  # imports its libraries, so that no round pays for them
            ours, peer = in_turns(samples.rounds, *sides)
            note = f"{file.stat().st_size / 1e6:.1f} MB, from the file to the library's own model"
            against = PACKAGES[library]
            title = f"{name}, {size:,} lines"
            yield Figure("reading", title, ours * 1000, peer * 1000, "ms", note, against, at_most=AT_MOST)


def read_here(name: str, file: Path) -> None:
    with file.open("rb") as stream:
        reader(FORMATS[name]).read(stream, file)


def dimacs(lines: int, random: Random) -> Iterator[str]:
    """A formula near the ratio at which formulas turn impossible."""
    top = lines // 4
    yield f"p cnf {top} {lines}\n"
    yield from (f"{_literals(random, top)} 0\n" for _ in range(lines))


def wcnf(lines: int, random: Random) -> Iterator[str]:
    top = lines // 4
    yield from (f"h {_literals(random, top)} 0\n" for _ in range(lines - top))
    yield from (f"{random.randint(1, 99)} {_literals(random, top)} 0\n" for _ in range(top))


def opb(lines: int, random: Random) -> Iterator[str]:
    top = lines // 4
    yield f"* #variable= {top} #constraint= {lines}\n"
    yield f"min: {' '.join(f'+{random.randint(1, 9)} x{number}' for number in range(1, top + 1))} ;\n"
    for _ in range(lines):
        chosen = random.sample(range(1, top + 1), 3)
        yield f"{' '.join(f'{random.choice((-2, 1, 3)):+d} x{number}' for number in chosen)} >= -1 ;\n"


def _literals(random: Random, top: int) -> str:
    return " ".join(str(random.choice((-1, 1)) * random.randint(1, top)) for _ in range(3))


PEERS: dict[str, tuple[Callable[[int, Random], Iterator[str]], str, Callable[[str], object]]] = {
    "dimacs": (dimacs, "pysat", lambda file: import_module("pysat.formula").CNF(from_file=file)),
    "wcnf": (wcnf, "pysat", lambda file: import_module("pysat.formula").WCNF(from_file=file)),
    "opb": (opb, "cpmpy", lambda file: import_module("cpmpy.tools.io.opb").load_opb(file)),
}
"""For each format what is read, whose reader else reads it, and how."""
