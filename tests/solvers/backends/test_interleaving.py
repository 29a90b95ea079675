"""Searches open side by side, or cut short at any moment: each gives exactly its answers, on every backend."""

from __future__ import annotations

import gc
import os
import random
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import solvers
from models.errors import PuzzlebenchError
from models.language.model import Givens, Model
from solvers.backends.shared.apart import MAX_IDLE_PROCESSES, ApartBackend
from solvers.core.backend import Backend, Limits, Search, Solutions
from solvers.core.limits import ENDLESS, Settings, SolverFailed
from solvers.core.registry import OTHERS
from solvers.workers import usage
from solvers.workers.solver_process import from_module, solver_process
from tests.examples import DEEP
from tests.random_models import Answers, answers_of, brute_force, decisions_of, givens_for, models
from tests.solvers.backends.everyone import ALL, aimless, drawing, each_of, found, trying

NAMES = [*ALL, "best"]
APART = [name for name in OTHERS if name != "minizinc"]
"""Those whose searches have a process each."""

QUICK = ("clingo",)
"""Of other people's solvers, the one that is tried each time."""

every = each_of(NAMES, also=QUICK, is_lane=True)


def many(name: str) -> int:
    """Random cases for each backend: of what takes longer fewer."""
    few = {} if DEEP else dict.fromkeys(OTHERS, 1)
    return {**few, "minizinc": 1, "best": 1, "mip": 2, "cpsat": 3, "clingo": 2, "brute": 3}.get(name, 5)


@dataclass
class Reader:
    """Somebody who reads one search bit by bit, and knows what it must come to."""

    search: Search
    givens: Givens
    expected: Answers
    solutions: Solutions = field(init=False)
    seen: list[tuple[int, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.solutions = self.search.solutions(self.givens)

    def read(self) -> bool:
        """Read an answer; whether there was one."""
        answer = next(self.solutions, None)
        if answer is not None:
            self.seen.append(decisions_of(self.search.model, answer))
            return True
        assert self.solutions.outcome.complete
        if self.search.model.objective is None:
            assert sorted(self.seen) == sorted(self.expected)
        assert bool(self.seen) == bool(self.expected)
        return False


def drawn_model(data: st.DataObject, backend: Backend) -> Model:
    model = aimless(data.draw(models(max_vars=3, max_constraints=3)), backend)
    assume(backend.unsupported_reason(model) is None)
    return model


def reader(data: st.DataObject, search: Search) -> Reader:
    givens = data.draw(givens_for(search.model))
    return Reader(search, givens, brute_force(search.model, givens))


@every
def test_open_searches_do_not_disturb_each_other(name: str) -> None:
    backend = found(name)

    @trying(name, many(name))
    @given(drawing)
    def check(data: st.DataObject) -> None:
        searches = [backend.load(drawn_model(data, backend)) for _ in range(data.draw(st.integers(2, 5)))]
        readers = [reader(data, search) for search in searches]
        doing = st.sampled_from(["read", "read", "read", "close", "drop", "begin again", "solve", "count", "load"])
        for what in data.draw(st.lists(doing, max_size=25)):
            place = data.draw(st.integers(0, len(readers) - 1))
            chosen = readers[place]
            if what == "read":
                chosen.read()
            elif what == "close":
                chosen.solutions.close()
                readers[place] = reader(data, chosen.search)
            elif what == "drop":
                readers[place] = reader(data, chosen.search)  # nobody has the other any more
                del chosen
                gc.collect(0)
            elif what == "begin again" and not chosen.solutions.outcome.complete:
                readers[place] = reader(data, chosen.search)
                with pytest.raises(PuzzlebenchError, match="was ended by a later one on the same loaded model"):
                    chosen.read()
            elif what == "solve" and name not in ("brute", "maxsat"):
                assert bool(solvers.solve(chosen.search.model, backend=name)) == bool(brute_force(chosen.search.model))
            elif what == "count" and name != "maxsat":
                model = chosen.search.model
                assert backend.load(model).count(chosen.givens).found == len(chosen.expected)
            else:
                readers[place] = reader(data, backend.load(chosen.search.model))
        data.draw(st.randoms(use_true_random=False)).shuffle(readers)
        while readers:
            readers = [each for each in readers if each.read()]

    check()


@each_of(["", *(name for name in NAMES if name not in ("brute", "maxsat"))], also=QUICK)
def test_five_models_are_listed_in_turn(name: str) -> None:
    searches = {size: solvers.solutions(pairs(size), backend=name) for size in range(3, 8)}
    counts = dict.fromkeys(searches, 0)
    while searches:
        for size, answers in [*searches.items()]:
            if next(answers, None) is None:
                del searches[size]
            else:
                counts[size] += 1
    assert counts == {size: (size + 1) * (size + 2) // 2 for size in range(3, 8)}


def pairs(size: int) -> Model:
    """Two numbers up to ``size``, in order, as an exact cover too."""
    model = Model(f"pairs up to {size}")
    both = [model.new_bool_var(f"{x} {y}") for x in range(size + 1) for y in range(x, size + 1)]
    model.add_exactly_one(both)
    return model


# Cut short


@every
def test_after_a_limit_or_ctrl_c_everything_is_answered(name: str) -> None:
    """Of limits so short that a reply comes after them, and interrupts at any moment, nothing is left behind."""
    backend = found(name)

    @trying(name, many(name))
    @given(drawing)
    def check(data: st.DataObject) -> None:
        drawn = [drawn_model(data, backend) for _ in range(2)]
        givens = [data.draw(st.lists(givens_for(model), min_size=1, max_size=4)) for model in drawn]
        chance = random.Random(data.draw(st.integers(0, 2**32)))
        for model, several in zip(drawn, givens, strict=True):
            search, expected = backend.load(model), brute_force(model)
            for given_here in several:
                at = (
                    chance.uniform(1e-6, 0.02) if name in APART else None
                )  # a library of this process has moments of its own
                interrupted(partial(cut_short, search, given_here, chance, name != "maxsat"), at)
                if name == "maxsat":
                    assert bool(list(search.solutions())) == bool(expected)
                    continue
                assert answers_of(search) == expected
                assert search.count().found == len(expected)

    check()


def cut_short(search: Search, givens: Givens, chance: random.Random, counts: bool) -> None:
    """Ask for something in hardly any time."""
    seconds = chance.choice([None, 0.0, 0.0, 1e-5, 1e-4, 1e-3, chance.uniform(0, 0.02)])
    limits = Limits(seconds=seconds, watch=interrupting(chance))
    if counts and chance.random() < 0.5:
        search.count(givens, limits)
        return
    for _ in search.solutions(givens, limits):
        if chance.random() < 0.2:
            break


def interrupting(chance: random.Random) -> Callable[[], None] | None:
    """What a search calls when it looks at the clock: at one of these looks, Ctrl-C comes."""
    left = chance.choice([0, 1, 2, 3, 1_000])

    def look() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt

    return look


def interrupted(work: Callable[[], None], seconds: float | None) -> None:
    """Do ``work``, into which a KeyboardInterrupt comes after so many seconds, if any, wherever it is then."""
    at_work = True

    def interrupt(*_: object) -> None:
        if at_work:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds or 0)
        work()
        at_work = False
    except KeyboardInterrupt:  # there is only one
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@each_of(APART, also=APART)
def test_a_count_without_time_leaves_no_reply_for_the_next_question(name: str) -> None:
    backend = found(name)
    model = Model("one of three")
    x = [model.new_bool_var(f"x{place}") for place in range(3)]
    model.add(x[0] == 1)
    model.add_exactly_one(x)
    search = backend.load(model)
    search.count({x[0]: 1}, Limits(seconds=0))
    assert answers_of(search) == {(1, 0, 0)}
    assert answers_of(backend.load(pairs(1))) == brute_force(pairs(1))


def test_a_reply_to_another_request_is_no_answer() -> None:
    there = solver_process()
    try:
        there.load(from_module("solvers.backends.external.choco:ChocoSearch"), pairs(1), Settings())
        there._unanswered[0] += 1
        with pytest.raises(SolverFailed, match="out of step: it answers request 1"):
            there.answer(ENDLESS)
        assert not there.at_rest
    finally:
        there.end()


# Processes


@each_of(APART, also=QUICK)
def test_as_many_processes_are_there_as_searches_are_open_and_few_when_none_is(name: str) -> None:
    gc.collect()
    before = len(usage._living)
    searches = [solvers.solutions(pairs(size), backend=name) for size in range(2, 2 + MAX_IDLE_PROCESSES + 2)]
    firsts = [next(answers) for answers in searches]
    assert len(usage._living) >= len(searches)
    del searches, firsts
    assert len(usage._living) <= before + MAX_IDLE_PROCESSES + 1, "a few wait for the next model"
    for size in range(2, 8):
        next(solvers.solutions(pairs(size), backend=name))
    assert len(usage._living) <= before + MAX_IDLE_PROCESSES + 1


@each_of(["clingo", "choco", "sat", "kernel", "cpsat"], also=QUICK)
def test_threads_have_searches_of_their_own(name: str) -> None:
    def counted(size: int) -> list[int]:
        counts = []
        for more in range(3):
            answers = solvers.solutions(pairs(size + more), backend=name)
            next(answers)
            counts.append(1 + sum(1 for _ in answers))
        return counts

    with ThreadPoolExecutor(4) as threads:
        for size, counts in zip(range(2, 8), threads.map(counted, range(2, 8)), strict=True):
            assert counts == [(n + 1) * (n + 2) // 2 for n in range(size, size + 3)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_does_not_share_an_open_search() -> None:
    backend: Any = found("clingo")
    assert isinstance(backend, ApartBackend)
    search = backend.load(pairs(4))
    answers = search.solutions()
    next(answers)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, f"{len(list(answers))} {answers.outcome.failure}".encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 1_000) == b"0 the process of the solver belongs to the process that forked this one"
    assert len(list(answers)) == 14
    for end in (read, write):
        os.close(end)
