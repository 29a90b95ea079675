"""Whole models: classic ones beside Gecode, and the default beside the best single backend.

The classic models are in ``classic/``, without a word about the order of a search. MiniZinc flattens them for each side
with its own library. Both sides run in processes, and what they take for a model of one variable is taken off.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from shutil import which
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from solvers.bench.figures import Figure, Samples, environment, left_out
from solvers.minizinc.config import LIBRARY, configuration

MODELS = Path(__file__).parent / "classic"
GECODE = "fzn-gecode"
GECODE_SOLVER = "org.gecode.gecode"  # as MiniZinc calls it

CLASSIC = {
    **{f"queens {n}": ("queens", f"n={n};") for n in (20, 100, 200)},
    **{f"golomb ruler {n}": ("golomb", f"n={n};") for n in (8, 9)},
    **{f"magic square {n}": ("magic", f"n={n};") for n in (4, 5)},
    **{f"all-interval {n}": ("allinterval", f"n={n};") for n in (12, 14)},
    "langford 11": ("langford", "n=11;"),
    "quasigroup 8": ("quasigroup", "n=8;"),
    "costas 12": ("costas", "n=12;"),
    **{f"job shop {name}": ("jobshop", name) for name in ("ft06", "la01", "la02", "la03", "la04", "la05")},
    "golfers": ("golfers", ""),
    "zebra": ("zebra", ""),
    "car sequencing": ("cars", ""),
    "steel mill": ("steelmill", ""),
    "open stacks": ("stacks", ""),
    "knapsack": ("packing", ""),
    "balanced curriculum": ("bacp", ""),
    "project with five workers": ("rcpsp", ""),
}
"""The model of each, and its numbers: what is said of them, or the name of a file."""

CUBES = "haque-30 csun30-pi csun32-pi piaire-25 augusto-20 parker-gcanyon filrey-20b five-cube csun-mid8 amtnys-1"
OWN = (
    *(f"sudoku {name}" for name in ("inkala", "gecode_16", "order_12", "variants/killer", "variants/miracle")),
    *(f"sudoku {name} --number 1" for name in ("hardest_1106", "royle_17", "top1465")),
    *(f"grecian {name}" for name in ("grecian", "grecian-other-start", "safecracker-40", "safecracker-50")),
    "grecian grecian --minimize turns",
    *(f"cubes {name}" for name in CUBES.split()),
    *(f"cover {name}" for name in ("queens-8", "wildwood", "mutilated-board", "langford-7")),
    *(f"cover {name} --count" for name in ("langford-8", "pentominoes-6x10")),
    *(f"dealing {name}" for name in ("million", "powers-of-two", "hundred-cards", "four-stacks", "forgotten-leftover")),
)
"""Instances of this program's puzzles, and what is asked of them."""

SINGLE = ("kernel", "sat", "cpsat", "mip")
TIMES, SECONDS = 1.5, 0.3  # of the best single backend, that the default may take, and besides
LEAST_SECONDS = 0.01  # two runs of the same differ by as much
RUNS, SHORT_SECONDS = 7, 1  # so often where it takes no longer
OVERTIME_SECONDS = 20  # for reading a file, and for a search that is slow to notice
ONE_VARIABLE = "var 1..2: x :: output_var;\nsolve satisfy;\n"


class Ran(NamedTuple):
    """What came of a model: seconds of processor, whether it was settled, and how in words, with nodes and value."""

    seconds: float
    settled: bool
    how: str
    nodes: int | None = None
    value: int | None = None


def classic(samples: Samples) -> Iterator[Figure]:
    """The kernel alone, beside Gecode: processor seconds, who settles how many, and the nodes of both."""
    if why := _absent(GECODE, "minizinc"):
        yield left_out("classic", f"{len(CLASSIC)} models", why)
        return
    limit = samples.time_limit
    ratios, mine_settled, peers_settled = [], 0, 0
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "one.fzn").write_text(ONE_VARIABLE)
        mine, theirs = (side(folder / "one.fzn", limit, 0).seconds for side in (_by_kernel, _by_gecode))
        for name, (model, data) in CLASSIC.items():
            ours = _by_kernel(_flattened(folder, model, data), limit, mine)
            peer = _by_gecode(_flattened(folder, model, data, GECODE_SOLVER), limit, theirs)
            assert not (ours.settled and peer.settled) or ours.how == peer.how, f"{name}: {ours.how}, {peer.how}"
            mine_settled += ours.settled
            peers_settled += peer.settled
            note = f"{ours.how} after {ours.nodes or 0:,} nodes; Gecode {peer.how} after {peer.nodes or 0:,}"
            if not (ours.settled or peer.settled):
                yield left_out("classic", name, f"neither settles it in {limit:g} s ({note})")
                continue
            ratios.append(ours.seconds / peer.seconds)
            yield Figure("classic", name, ours.seconds * 1000, peer.seconds * 1000, "ms", note, GECODE, at_most=5)
    how = f"of {len(CLASSIC)}, in {limit:g} s each; kernel"
    yield Figure("classic", "settled", mine_settled, peers_settled, "", how, GECODE, at_least=1)
    yield Figure("classic", "median ratio", median(ratios), None, "", how, at_most=1)


def default(samples: Samples) -> Iterator[Figure]:
    """The default beside whoever is quickest alone; models of a folder that ``--peer`` names come besides."""
    with TemporaryDirectory() as place:
        asked: dict[str, list[str]] = {}
        if why := _absent("minizinc"):
            yield left_out("default", f"{len(CLASSIC)} models", why)
        else:
            asked = {name: _asking(_flattened(Path(place), *how)) for name, how in CLASSIC.items()}
        for words in OWN:
            puzzle, name, *more = words.split()
            asked[words] = [puzzle, "--instance", name, *more]
        files = [file for folder in samples.peers for file in sorted(folder.iterdir())]
        asked |= {file.name: _asking(file) for file in files if file.suffix in (".fzn", ".mps", ".lp", ".opb")}
        held = []
        for name, question in asked.items():
            figure = _beside_the_best(name, question, samples.time_limit)
            held.append(figure.ratio is None or bool(figure.holds))
            yield figure
    note = f"at most {TIMES:g} × the best single backend + {SECONDS:g} s"
    yield Figure(
        "default", f"within the bound, of {len(held)}", sum(held), len(held), "", note, "all of them", at_least=1
    )


def _beside_the_best(name: str, question: Sequence[str], limit: float) -> Figure:
    """Whoever is slower alone than the default is ended soon after."""
    ours = _run(question, limit)
    took = ours.seconds if ours.settled else max(limit, ours.seconds)  # on a busy machine, the clock runs ahead
    limit = min(limit, 5 + 3 * took) if ours.settled else limit
    alone = {backend: _run([*question, "--backend", backend], limit) for backend in SINGLE}
    settled = {backend: ran for backend, ran in alone.items() if ran.settled}
    values = {ran.value for ran in (ours, *settled.values()) if ran.settled}
    assert len(values) <= 1, f"{name} comes to {values}"
    if not settled:
        return left_out("default", name, f"{'the default alone' if ours.settled else 'nobody'} settles it in time")
    best = min(settled, key=lambda backend: settled[backend].seconds)
    least = settled[best].seconds
    note = "from start to answer" if ours.settled else "not settled by the default"
    return Figure(
        "default", name, took * 1000, least * 1000, "ms", note, best, at_most=round(TIMES + SECONDS / least, 2)
    )


def _absent(*programs: str) -> str:
    return " and ".join(f"{program} is not installed" for program in programs if which(program) is None)


def _flattened(folder: Path, model: str, data: str, solver: str = "") -> Path:
    """A classic model as FlatZinc for the solver that MiniZinc calls so, or for this program."""
    numbers = [] if not data else ["-D", data] if "=" in data else [str(MODELS / f"{data}.dzn")]
    if not solver:
        (folder / "ours.msc").write_text(json.dumps({**configuration(), "mznlib": str(LIBRARY)}))
    file = folder / f"{model} {data}{solver}.fzn"
    solver = solver or str(folder / "ours.msc")
    words = ["-c", "--solver", solver, "--no-output-ozn", "-o", str(file), str(MODELS / f"{model}.mzn"), *numbers]
    subprocess.run(["minizinc", *words], check=True, capture_output=True)
    return file


def _asking(file: Path) -> list[str]:
    """What settles the model of a file: its best answer, or the first."""
    text = file.read_text(encoding="utf-8")
    aims = file.suffix in (".mps", ".lp") or "minimize" in text or "maximize" in text or "min:" in text
    return [str(file), *([] if aims else ["--all", "--limit", "1"])]


def _by_kernel(file: Path, limit: float, start: float) -> Ran:
    return _later(_run([*_asking(file), "--backend", "kernel"], limit), start)


def _by_gecode(file: Path, limit: float, start: float) -> Ran:
    seconds, printed = _timed([GECODE, "-s", "-time", f"{1000 * limit:.0f}", str(file)], limit, os.environ)
    nodes = [line for line in printed.splitlines() if "nodes=" in line]
    ended = "=====UNSATISFIABLE" in printed or "==========" in printed.splitlines()
    settled = ended or (len(_asking(file)) > 1 and "----------" in printed)
    how = "impossible" if "=====UNSATISFIABLE" in printed else "answered" if settled else "stopped"
    return _later(Ran(seconds, settled, how, int(nodes[-1].split("=")[1]) if nodes else None), start)


def _later(ran: Ran, start: float) -> Ran:
    return ran._replace(seconds=max(LEAST_SECONDS, ran.seconds - start))


def _run(words: Sequence[str], limit: float) -> Ran:
    command = [sys.executable, "-m", "solvers.run", *words, "--json", "--time-limit", f"{limit:g}"]
    seconds, printed = _timed(command, limit, environment())
    if not printed:  # it is refused, or was ended
        return Ran(seconds, settled=False, how="stopped")
    said = json.loads(printed.splitlines()[-1])
    settled = said["complete"] or said["stopped_by"] == "solutions"
    nodes = (said["effort"] or {}).get("nodes")
    return Ran(seconds, bool(settled), said["status"] if settled else "stopped", nodes, said["value"])


def _timed(command: Sequence[str], limit: float, variables: Mapping[str, str]) -> tuple[float, str]:
    """The processor seconds of a process, and what it printed; nothing where it had to be ended.

    Of one that takes less than a second, the least of seven: what a noisy neighbour adds is left out.
    """
    from resource import RUSAGE_CHILDREN, getrusage  # which Windows has not

    least, printed = inf, ""
    for _ in range(RUNS):
        before = getrusage(RUSAGE_CHILDREN)
        try:
            stopped = limit + OVERTIME_SECONDS
            printed = subprocess.run(command, capture_output=True, text=True, env=variables, timeout=stopped).stdout
        except subprocess.TimeoutExpired:
            printed = ""
        after = getrusage(RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        if least > SHORT_SECONDS:
            break
    return least, printed
