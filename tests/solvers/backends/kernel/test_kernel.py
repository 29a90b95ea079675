"""The backend takes each model to the engine that fits, in C or Python; batches and counts agree with its answers."""

from __future__ import annotations

from array import array
from hashlib import sha256
from pathlib import Path

import pytest

from models.language.model import Model
from models.registry import instance_files, load_puzzle
from solvers import kernel as package
from solvers.backends.backtracking.backend import BacktrackingSearch
from solvers.backends.dlx.backend import CoverSearch
from solvers.backends.kernel.backend import BACKEND, AllDifferentSearch
from solvers.backends.kernel.covers import CompiledCoverSearch
from solvers.backends.kernel.flatten import StoreSearch
from solvers.core.backend import Clock, WrongAnswer
from solvers.run.listing import list_all
from tests.random_models import answers_of
from tests.solvers.backends.everyone import latin
from tests.solvers.kernel.built import kernel

KERNEL = kernel()


def dominoes() -> Model:
    """Two dominoes on a square of two by two: an exact cover."""
    model = Model("dominoes")
    ways = [model.new_bool_var(f"way{number}") for number in range(4)]
    for cell in ((0, 2), (0, 3), (1, 2), (1, 3)):
        model.add_exactly_one(ways[number] for number in cell)
    return model


def balance() -> Model:
    model = Model("balance")
    x, y = model.new_int_var(1, 9, "x"), model.new_int_var(1, 9, "y")
    model.add(x + 2 * y == 12)
    return model


ROUTES = [(latin(3), AllDifferentSearch), (dominoes(), CompiledCoverSearch), (balance(), StoreSearch)]


@pytest.mark.parametrize(("model", "engine"), ROUTES)
def test_the_route_follows_from_the_model(model: Model, engine: type, monkeypatch: pytest.MonkeyPatch) -> None:
    search = BACKEND.load(model)
    assert type(search) is engine
    monkeypatch.setenv(package.PURE, "1")
    twin = BACKEND.load(model)
    assert type(twin) in (BacktrackingSearch, CoverSearch)
    assert answers_of(search) == answers_of(twin)


def test_without_a_kernel_the_version_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert BACKEND.version() == f"Puzzlebench kernel {package.VERSION} in C"
    monkeypatch.setenv(package.PURE, "1")
    assert BACKEND.version() == "Puzzlebench kernel in Python (PUZZLEBENCH_PURE is set)"


def test_a_binary_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KERNEL, "VERSION", "another")
    assert "another version" in package.missing()
    assert package.compiled() is None
    assert type(BACKEND.load(latin(3))) is not AllDifferentSearch


def test_the_version_is_that_of_the_sources() -> None:
    """Whoever changes C writes the new number in both places; a binary built before is then refused."""
    folder = Path(package.__file__).parent
    sources = sorted(path for path in folder.glob("*.[ch]") if path.name != "version.h")
    texts = (f"{path.name}\n{path.read_text(encoding='utf-8')}" for path in sources)
    number = sha256("".join(texts).encode()).hexdigest()[:12]
    assert f'#define KERNEL_VERSION "{number}"' in (folder / "version.h").read_text(encoding="utf-8")
    assert number == package.VERSION


def test_a_binary_for_another_machine_is_not_taken_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(name: str) -> None:
        raise ImportError("wrong ELF class", name=name)

    monkeypatch.setattr(package, "import_module", refused)
    assert "another machine" in package.missing()


def test_what_lists_the_backends_says_once_that_the_kernel_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "PUZZLEBENCH_PURE" not in list_all()
    monkeypatch.setenv(package.PURE, "1")
    assert list_all().count("here in Python instead, slower: PUZZLEBENCH_PURE is set") == 1


def rows() -> tuple[AllDifferentSearch, bytes]:
    sudoku = load_puzzle("sudoku")
    instances = list(sudoku.read(instance_files(sudoku)["royle_17"]))[:20]
    search = BACKEND.load(sudoku.state(instances[0], "cells").model)
    assert isinstance(search, AllDifferentSearch)
    return search, b"".join(bytes(instance.clues) for instance in instances)


def test_a_batch_of_sudokus_is_decided() -> None:
    search, givens = rows()
    batch = search.batch(givens)
    assert batch.done == 20
    assert list(batch.counts) == [1] * 20
    assert all(given in (0, answer) for given, answer in zip(givens, batch.answers, strict=True))
    with_gaps = b"".join(givens[at : at + 81] + b"\n" for at in range(0, len(givens), 81))
    assert search.batch(with_gaps, stride=82).counts == batch.counts
    assert list(search.batch(bytes(81), limit=5).counts) == [5]


def test_a_batch_stops_with_the_clock() -> None:
    search, givens = rows()
    batch = search.batch(givens * 500, limit=1 << 40, clock=Clock(0.0))
    assert batch.done < 10_000
    assert set(batch.counts[: batch.done]) <= {1}


def test_a_wrong_answer_of_a_batch_is_shown_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    search, givens = rows()

    class Careless:
        def begin(self, *_: object) -> None:
            pass

        def batch(self, *_: object) -> int:
            return 20

        def judge(self, givens: object, answers: bytes, counts: array[int], stride: int) -> int:
            return real.judge(givens, answers, array("q", [1] * 20), stride)

    real = search._engine
    monkeypatch.setattr(search, "_engine", Careless())
    with pytest.raises(WrongAnswer, match="row 0"):
        search.batch(givens)
