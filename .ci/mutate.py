#!/usr/bin/env python3
"""Mutation testing: small changes to the code that the tests must notice.

    .ci/mutate.py                     every area, a fixed sample of mutants of each: minutes an area
    .ci/mutate.py language --all      all mutants of one area
    .ci/mutate.py proofs --only checker.py:218 --all

For each area (see AREAS) one pytest session collects the tests and stays warm. A first child of it runs each test and
records which functions it enters; a second runs them as mutants will meet them, and what fails then is left out. Each
mutant is then compiled, put in place of the function's code in a child of its own, and met by the tests that enter this
function, the quickest first, until one fails.

The sample is drawn by a hash of each mutant, so it is the same in every run, and a change to one function leaves the
sample of all others as it was. A survivor that is harmless is listed in survivors.toml with the reason; a listed one
that no longer exists must go from the list. The exit code is 1 where fewer of the other mutants of an area are killed
than its share, which is what was reached so far.

Not mutated: text, messages of errors, annotations, decorators, the fields of classes and strict= of zip. Not seen: what
a test runs in another program.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import hashlib
import json
import os
import pickle
import resource
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from types import CodeType, FunctionType
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from mutants import ROOT, Function, Mutant, functions_of, identity, mutants_of

T = TypeVar("T")

OTHERS = ("choco", "clingo", "exact", "miniexact", "pumpkin", "pyxcc", "z3")
"""Backends that lower a model in their own way."""

SURVIVORS = Path(__file__).with_name("survivors.toml")
MAX_TEST_SECONDS = 60
"""The tests that meet one mutant take so long together without it; longer ones are left out."""
MAX_BYTES = 6 << 30


@dataclass(frozen=True)
class Area:
    """Files to be mutated, in all functions or in those with certain names, and the tests that belong to them.

    Attributes:
        sources: the files, as patterns.
        tests: the files and folders of their tests.
        functions: the names of the functions, where it is not all of them.
        words: which of the tests, as pytest's -k has it.
        share: of its mutants, but for those listed as harmless, so many are killed at least.
    """

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    functions: tuple[str, ...] = ()
    words: str = ""
    share: float = 0.95


CHECKS = ("check", "face", "column_sums", "wrong_columns", "_contradiction", "_twice", "holds", "houses")

AREAS = {
    "language": Area(("models/language/*.py",), ("tests/models/language",), share=0.87),
    "holds": Area(
        ("models/language/*.py",),
        ("tests/models/language",),
        ("holds", "relation_holds", "first_violation", "value"),
        share=0.88,
    ),
    "checks": Area(
        ("models/*/instance.py", "models/sudoku/variants/*.py"),
        (
            "tests/models/cover/test_cover.py",
            "tests/models/cubes/test_cubes.py",
            *(f"tests/models/{name}/test_instance.py" for name in ("dealing", "grecian")),
            *(f"tests/models/sudoku/test_{name}.py" for name in ("sudoku", "variants")),
        ),
        CHECKS,
    ),
    "lowering": Area(
        ("solvers/lowering/**/*.py",),
        (
            "tests/solvers/lowering",
            "tests/solvers/backends/test_awkward.py",
            "tests/solvers/backends/test_protocol.py::test_its_answers_are_those_of_brute_force_again_and_again",
            "tests/solvers/backends/test_protocol.py::test_each_solution_is_better_than_the_one_before_and_the_last_is_the_best",
            *(f"tests/solvers/backends/{name}" for name in ("maxsat", "mip")),
        ),
        words=" and ".join(f"not [{name}]" for name in ("backtracking", "brute", "kernel", "minizinc", *OTHERS)),
        share=0.63,
    ),
    "proofs": Area(  # the checker, the statement, and who writes proofs of clauses
        tuple(
            f"solvers/proofs/{name}.py"
            for name in (
                "checker",
                "clauses",
                "formula",
                "propagation",
                "proving",
                "script",
                "statement",
                "tables",
            )
        ),
        tuple(
            f"tests/solvers/proofs/test_{name}.py"
            for name in (
                "checker",
                "counting",
                "fuzzer",
                "propagation",
                "proving",
                "sat",
                "statement",
                "tables",
            )
        ),
        share=0.86,
    ),
    "verdicts": Area(  # the files that decide what a verdict and a run of the verb verify say
        tuple(
            f"solvers/proofs/{name}.py"
            for name in (
                "certificate",
                "certifying",
                "counting",
                "verdict",
                "verifying",
            )
        ),
        (
            "tests/solvers/verify/test_verify.py",
            "tests/solvers/api/test_certified.py",
            *(f"tests/solvers/proofs/test_{name}.py" for name in ("conflict", "counting", "verdict", "veripb")),
        ),
    ),
}

# How they are met by tests

Key = tuple[str, str, int]
"""Code: its file, its qualified name, the number of its first line."""


def key_of(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def codes_in(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from codes_in(part)


class Session:
    """A pytest session whose tests are run again and again, each time in a child with one mutant."""

    def __init__(self, name: str, chosen: argparse.Namespace) -> None:
        self.name, self.area, self.chosen = name, AREAS[name], chosen
        self.functions: dict[Key, list[FunctionType]] = {}
        self.results: list[tuple[Mutant, str]] = []

    def pytest_collection(self) -> None:
        # The same examples each time, none remembered, none made smaller: that a test fails is enough.
        phases = (Phase.explicit, Phase.generate)
        checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
        settings.register_profile(
            "mutation", settings(), derandomize=True, database=None, phases=phases, suppress_health_check=checks
        )
        settings.load_profile("mutation")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        files = sorted({path for pattern in self.area.sources for path in ROOT.glob(pattern)})
        for path in files:  # or else a child imports it anew, without its mutant
            import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
        gc.unfreeze()  # tests/conftest.py has frozen what was collected, and what is frozen is not found
        for cache in [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]:
            cache.cache_clear()  # what collecting the tests has computed without any mutant
        for one in gc.get_objects():
            if isinstance(one, FunctionType):
                self.functions.setdefault(key_of(one.__code__), []).append(one)
        self.mutants = {str(path.relative_to(ROOT)): mutants_of(path) for path in files}
        gc.freeze()
        self.seconds, self.entered = in_a_child(self.record)
        steady = in_a_child(self.control)
        self.seconds = {place: seconds for place, seconds in self.seconds.items() if place in steady}
        tests = f"{len(self.seconds)} of {len(self.items)} tests"
        print(f"{self.name}: {tests}, {sum(self.seconds.values()):.0f} s", flush=True)
        mutants = [one for _, found in self.mutants.values() for one in found]
        names, only = self.area.functions, self.chosen.only
        fitting = [one for one in mutants if not names or one.function.rpartition(".")[2] in names]
        fitting = [one for one in fitting if any(word in f"{one.file}:{one.number} {one.becomes}" for word in only)]
        fitting.sort(key=lambda one: hashlib.sha256(repr(one.identity).encode()).digest())
        self.results = self.all_of(fitting[: None if self.chosen.all else self.chosen.sample])
        self.everything = {one.identity for one in mutants}
        return True

    def record(self) -> tuple[dict[int, float], dict[Function, list[int]]]:
        """How long each test takes that passes, and which tests enter each function."""
        seen = set[Function]()
        vars(builtins)["mutate_entered"] = seen.add
        for file, (tree, _) in self.mutants.items():
            for function, node in functions_of(tree):
                node.body[:0] = ast.parse(f"mutate_entered({(file, function)!r})").body
            self.put(file, tree)
        seconds, entered = dict[int, float](), dict[Function, list[int]]()
        for place, item in enumerate(self.items):
            seen.clear()
            started = time.process_time()
            if passes(item, self.items[place + 1 : place + 2]):
                seconds[place] = time.process_time() - started
                for function in seen:
                    entered.setdefault(function, []).append(place)
        return seconds, entered

    def control(self) -> set[int]:
        """The tests that pass where nothing is changed."""
        places = sorted(self.seconds, key=lambda place: self.seconds[place])
        items = [self.items[place] for place in places]
        return {place for at, place in enumerate(places) if passes(items[at], items[at + 1 : at + 2])}

    def all_of(self, mutants: list[Mutant]) -> list[tuple[Mutant, str]]:
        """What becomes of each mutant, several at a time."""
        results, running = list[tuple[Mutant, str]](), dict[int, tuple[Mutant, float]]()
        waiting = mutants[::-1]
        while waiting or running:
            while waiting and len(running) < self.chosen.jobs:
                mutant = waiting.pop()
                places = self.meeting(mutant)
                if not places:
                    results.append((mutant, "no test enters it"))
                    continue
                child = os.fork()
                if not child:
                    self.meet(mutant, places)
                limit = 20 + 10 * sum(self.seconds[place] for place in places)
                running[child] = mutant, time.monotonic() + limit
            for child, (mutant, deadline) in list(running.items()):
                ended, status = os.waitpid(child, os.WNOHANG)
                if not ended and time.monotonic() > deadline:
                    status = 1
                    with suppress(ProcessLookupError):
                        os.killpg(child, signal.SIGKILL)
                    os.waitpid(child, 0)
                elif not ended:
                    continue
                del running[child]
                rmtree(folder_of(child), ignore_errors=True)
                code = os.waitstatus_to_exitcode(status)
                results.append((mutant, {0: "survived", 2: "impossible"}.get(code, "killed")))
                if self.chosen.verbose or code == 0:
                    print(f"{results[-1][1]}: {mutant.file}:{mutant.number} {mutant.becomes}", flush=True)
            time.sleep(0.01)
        return results

    def meeting(self, mutant: Mutant) -> list[int]:
        """The tests that enter the mutated function, the quickest first, within the time there is for one mutant."""
        places = {*self.entered.get((mutant.file, mutant.function), ())}
        chosen, left = list[int](), float(MAX_TEST_SECONDS)
        for place in sorted(places & self.seconds.keys(), key=lambda place: self.seconds[place]):
            if (left := left - self.seconds[place]) > 0:
                chosen.append(place)
        return chosen

    def meet(self, mutant: Mutant, places: list[int]) -> None:
        """Become the process in which a mutant lives, and end with 0 where no test fails."""
        enclose()
        try:
            mutant.make()
            if mutant.default:
                self.set_default(mutant, *mutant.default)
            self.put(mutant.file, self.mutants[mutant.file][0])
        except (SyntaxError, ValueError):
            os._exit(2)
        items = [self.items[place] for place in places]
        for place, item in enumerate(items):
            if not passes(item, items[place + 1 : place + 2]):
                os._exit(1)
        os._exit(0)

    def put(self, file: str, tree: ast.Module) -> None:
        """Put the code of a changed file in place of that of its functions."""
        for code in codes_in(compile(ast.fix_missing_locations(tree), ROOT / file, "exec")):
            for function in self.functions.get(key_of(code), ()):
                if function.__code__ != code:
                    function.__code__ = code

    def set_default(self, mutant: Mutant, argument: str, value: object) -> None:
        for key in [key for key in self.functions if key[:2] == (str(ROOT / mutant.file), mutant.function)]:
            for function in self.functions[key]:
                defaults, names = function.__defaults__ or (), function.__code__.co_varnames
                if function.__kwdefaults__ and argument in function.__kwdefaults__:
                    function.__kwdefaults__[argument] = value
                else:
                    place = names.index(argument) - function.__code__.co_argcount + len(defaults)
                    function.__defaults__ = (*defaults[:place], value, *defaults[place + 1 :])


def in_a_child(work: Callable[[], T]) -> T:
    """What ``work`` returns in a process of its own, which leaves nothing behind in this one."""
    reading, writing = os.pipe()
    if not os.fork():
        os.close(reading)
        enclose()
        with os.fdopen(writing, "wb") as file:
            pickle.dump(work(), file)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        found: T = pickle.load(file)
    os.wait()
    return found


def passes(item: pytest.Item, following: list[pytest.Item]) -> bool:
    from _pytest.runner import runtestprotocol

    reports = runtestprotocol(item, log=False, nextitem=next(iter(following), None))
    return not any(report.failed for report in reports)


def folder_of(child: int) -> Path:
    """Where a child has its temporary files."""
    return Path(tempfile.gettempdir(), f"child-{child}")


def enclose() -> None:
    """Keep what this process prints, takes and writes to temporary files from others."""
    os.setsid()
    folder = folder_of(os.getpid())  # pytest makes its own on first use, or empties that of another child
    folder.mkdir()
    tempfile.tempdir = str(folder)
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"one of {', '.join(AREAS)}; default: all")
    parser.add_argument("--sample", type=int, default=120, help="try so many mutants of each area (default: 120)")
    parser.add_argument("--all", action="store_true", help="try all mutants")
    parser.add_argument(
        "--only", nargs="+", default=[""], help="only mutants whose FILE:LINE CHANGE has one of these in it"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="run so many mutants at a time")
    parser.add_argument("--verbose", action="store_true", help="print each mutant")
    chosen = parser.parse_args()
    os.chdir(ROOT)
    failed = False
    for name in chosen.areas or AREAS:
        session = Session(name, chosen)
        child = os.fork()
        if not child:
            with tempfile.TemporaryDirectory() as folder:
                tempfile.tempdir = folder
                plain = ["-p", "no:cacheprovider", "--no-header", "--disable-warnings"]
                options = ["-q", "-s", *plain, "-k", session.area.words]
                pytest.main([*options, *AREAS[name].tests], plugins=[session])
            sys.stdout.flush()
            os._exit(report(session))
        failed |= os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0
    return int(failed)


def report(session: Session) -> int:
    """Print what became of the mutants of an area; returns 1 where too few were killed or the list is out of date."""
    listed = {identity(row["file"], row["line"], row["becomes"]) for row in survivors()}
    tried = [(mutant, end) for mutant, end in session.results if end != "impossible"]
    killed = sum(end == "killed" for _, end in tried)
    alive = [(mutant, end) for mutant, end in tried if end != "killed"]
    harmless = [mutant for mutant, _ in alive if mutant.identity in listed]
    unknown = [(mutant, end) for mutant, end in alive if mutant.identity not in listed]
    for mutant, end in unknown:
        print(f"\n[[survivor]]  # {end}, line {mutant.number}, in {mutant.function}")
        for field in ("file", "line", "becomes"):
            print(f"{field} = {json.dumps(getattr(mutant, field), ensure_ascii=False)}")
    gone = [row for row in listed if row[0] in {one[0] for one in session.everything} and row not in session.everything]
    for file, line, becomes in gone:
        print(f"survivors.toml lists a mutant of {file} that no longer exists: {line!r}, {becomes}")
    share = killed / max(1, len(tried) - len(harmless))
    print(
        f"{session.name}: {killed} of {len(tried)} mutants killed, {len(harmless)} survivors listed as harmless, "
        f"{len(unknown)} not listed: {share:.1%} of the others killed"
    )
    return int(share < session.area.share or bool(gone))


def survivors() -> list[dict[str, str]]:
    return tomllib.loads(SURVIVORS.read_text()).get("survivor", []) if SURVIVORS.exists() else []


if __name__ == "__main__":
    sys.exit(main())
