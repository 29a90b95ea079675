"""Puzzles that kill their workers: each costs its own line and no other, whoever does the work."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

import pytest

from models.formulation import Rows
from solvers.core.backend import Outcome
from solvers.core.limits import ANSWERED, BAD_INPUT, STOPPED
from solvers.core.record import Result as Answered
from solvers.core.solver import Solver
from solvers.run.bulk import ahead, chunks, lines, run
from solvers.workers.worker_process import GIVEN_UP, TaskResult, WorkerLost
from tests.solvers.run.bulk.runs import EASY, IMPOSSIBLE_ONE, MANY_ANSWERS, Bulk, Ended
from tests.third_party import command, install

POISON = {EASY[5], EASY[30], EASY[31]}
PUZZLES = [*EASY[:7], MANY_ANSWERS, "oops", *EASY[29:35], IMPOSSIBLE_ONE + " broken", *EASY[40:], MANY_ANSWERS]
SAID = "no answer yet (it killed every worker that tried)"


def is_poison(puzzle: Any) -> bool:
    clues = getattr(puzzle, "clues", ())
    return "".join(map(str, clues)).replace("0", ".") in {line.replace("0", ".") for line in POISON}


def puzzles_in(piece: Iterable[Any]) -> list[Any]:
    return [*chain.from_iterable(item if isinstance(item, Rows) else (item,) for item in piece)]


def holds_poison(piece: Iterable[Any]) -> bool:
    return any(map(is_poison, puzzles_in(piece)))


class Mortals:
    """Workers that do in this process what they survive."""

    workers = 2

    def __init__(self, kills: Callable[[Iterable[Any]], bool]) -> None:
        self.kills = kills
        self.pieces: list[int] = []

    def imap(
        self,
        work: Callable[[Any], object],
        pieces: Iterable[Any],
        in_order: bool = True,
        watch: Callable[[], object] | None = None,
    ) -> Generator[tuple[int, TaskResult], None, None]:
        ahead: list[Any] = []
        for number, piece in enumerate(pieces):
            ahead.append(piece)
            if number >= 2:
                yield number - 2, self._try(work, ahead.pop(0))
        for place, piece in enumerate(ahead):
            yield max(0, number + 1 - len(ahead)) + place, self._try(work, piece)

    def _try(self, work: Callable[[Any], object], piece: Any) -> TaskResult:
        self.pieces.append(len(puzzles_in(piece)))
        return TaskResult(error=WorkerLost(GIVEN_UP)) if self.kills(piece) else TaskResult(work(piece))


Run = Callable[..., Ended]


@pytest.fixture
def with_pool(bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A run on the puzzles whose work is done by a pool of these."""

    def with_pool(pool: Mortals, *options: str, puzzles: list[str] = PUZZLES) -> Ended:
        @contextmanager
        def open_pool(on: str | None, workers: int) -> Iterator[Mortals]:
            yield pool

        def nothing_ahead(task: object, pieces: Iterator[Any], threads: int) -> Generator[Any, None, Any]:
            yield from ()
            return next(pieces, None)

        monkeypatch.setattr(run, "open_pool", open_pool)
        monkeypatch.setattr(ahead, "solve_ahead", nothing_ahead)  # rows need no workers otherwise
        monkeypatch.setattr(chunks, "FIRST_WEIGHT", 12)
        lines.solver_of.cache_clear()
        return bulk(puzzles, "--workers 2", *options)

    return with_pool


def skip_poison(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no search begin on a poisoned puzzle."""
    solve = Solver.solve

    def skipping(solver: Any, instance: Any, *rest: Any, **how: Any) -> Any:
        if is_poison(instance):
            return Answered(solver, instance, "", (), Outcome(stopped_by="killed", failure=GIVEN_UP))
        return solve(solver, instance, *rest, **how)

    monkeypatch.setattr(Solver, "solve", skipping)


@pytest.mark.parametrize("options", ["--backend kernel", "--backend sat --json", "--backend dlx", "--json"])
def test_the_others_come_out_as_if_the_poisoned_were_never_searched(
    options: str, with_pool: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, shown, said = with_pool(Mortals(holds_poison), options)
    assert code == BAD_INPUT
    monkeypatch.setattr(run.Policy, "items", lambda policy, task, work: work.instances)  # that each may be passed over
    skip_poison(monkeypatch)
    assert shown == with_pool(Mortals(lambda piece: False), options)[1]
    assert len(shown) == len(PUZZLES)
    assert sum("killed every worker" in line for line in shown) == len(POISON)
    assert " answered (2 with several answers), 1 impossible, 3 stopped (3 killed every worker that " in said[-1]
    if "--json" not in options:
        assert shown[5].endswith(f"#6: {SAID}")
        return
    record = json.loads(shown[5])
    assert (record["status"], record["stopped_by"], record["failure"]) == ("stopped", "killed", GIVEN_UP)
    assert (record["found"], record["complete"], record["unique"], record["answers"]) == (0, False, None, [])
    assert record["verdict"] == SAID


def test_it_is_not_answered_and_nothing_worse(with_pool: Run) -> None:
    assert with_pool(Mortals(lambda piece: False), puzzles=EASY[:8])[0] == ANSWERED
    assert with_pool(Mortals(holds_poison), puzzles=EASY[:8])[0] == STOPPED


def test_chunks_lost_by_bad_luck_or_by_their_size_come_out_as_ever(with_pool: Run) -> None:
    for backend in ("kernel", "sat", "dlx"):
        options, bad_luck = f"--backend {backend}", iter([True])
        expected = with_pool(Mortals(lambda piece: False), options)[:2]
        unlucky = Mortals(lambda piece, bad_luck=bad_luck: next(bad_luck, False))
        assert with_pool(unlucky, options)[:2] == expected, backend
        assert 1 in unlucky.pieces
        if backend != "kernel":  # which is given rows
            crowded = Mortals(lambda piece: len(puzzles_in(piece)) > 1)
            assert not any(SAID in line for line in with_pool(crowded, options)[1])
            assert crowded.pieces.count(1) == len(PUZZLES)


def test_a_puzzle_that_is_a_chunk_is_not_tried_again(with_pool: Run) -> None:
    pool = Mortals(holds_poison)
    with_pool(pool, "--backend dlx", puzzles=[*EASY[:8], EASY[5]])
    assert pool.pieces == [8, *[1] * 8, 1]


def test_a_finished_file_is_recognised_and_nothing_that_kills_is_searched_again(
    with_pool: Run, bulk: Bulk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for form in ("", "--unique", "--json"):
        again = {"puzzles": [EASY[5], *EASY[:8]]}
        options = [f"--backend dlx {form} --output", bulk.output]
        code, _, said = with_pool(Mortals(holds_poison), *options, **again)
        with monkeypatch.context() as patch:
            patch.setattr(Solver, "solve", None)  # nothing is left to solve
            ended = with_pool(Mortals(lambda piece: True), *options, "--resume", **again)
        assert (code, ended[0]) == (STOPPED, STOPPED), form
        assert ended[2] == [f"{bulk.output} is complete already: {said[-1].partition(';')[0]}"]
        assert said[-1].startswith("9 puzzles: 7 answered, 2 stopped (2 killed every worker that tried); ")


# Processes that really die


def test_puzzles_that_bring_their_process_down_cost_their_lines(bulk: Bulk) -> None:
    aborts, hoards = (EASY[place].replace(".", "") for place in (2, 5))
    environment = install(bulk.folder) | {"ABORTS": aborts, "HOARDS": hoards}
    expected = bulk(EASY[:8], "--backend backtracking")[1]
    expected[2], expected[5] = (f"# puzzles #{number}: {SAID}" for number in (3, 6))
    done = command(environment, "run", "sudoku", "--instance", bulk.file, "--backend", "is_poisoned", "--workers", "2")
    assert (done.returncode, done.stdout.splitlines()) == (STOPPED, expected)
    assert done.stderr.startswith("8 puzzles: 6 answered, 2 stopped (2 killed every worker that tried); ")
    assert done.stderr.count("\n") == 1
