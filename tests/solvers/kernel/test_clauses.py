"""The learning engine does what its twin in Python does, conflict by conflict, and what it logs is a refutation."""

from __future__ import annotations

import threading
from array import array
from itertools import combinations
from random import Random

import pytest

from solvers.backends.sat.cdcl import DELETED, ClauseSearch
from solvers.workers.usage import peak_memory
from tests.examples import examples
from tests.solvers.backends.sat.clause_questions import ENDLESS, InBuffers, conversation, flat, random_literals, split
from tests.solvers.kernel.built import kernel

KERNEL = kernel()


def pigeons(holes: int) -> list[list[int]]:
    """One pigeon more than there are holes."""
    inside = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    return inside + [[-a[hole], -b[hole]] for hole in range(holes) for a, b in combinations(inside, 2)]


def threes(variables: int, seed: int, ratio: float = 4.26) -> list[list[int]]:
    """Random clauses of three literals, about as many as leave a model every other time."""
    random = Random(seed)
    chosen = (random.sample(range(1, variables + 1), 3) for _ in range(int(variables * ratio)))
    return [[random.choice((-1, 1)) * variable for variable in three] for three in chosen]


def test_questions_at_random_are_answered_as_the_twin_does() -> None:
    for seed in range(examples(600)):
        answers = list(conversation(InBuffers(KERNEL, True), seed))
        assert answers == list(conversation(ClauseSearch(True), seed))


@pytest.mark.slow
def test_fifty_thousand_sets_of_clauses_are_judged_rightly() -> None:
    for seed in range(50_000):
        for _ in conversation(InBuffers(KERNEL, True), 1_000_000 + seed):
            pass


@pytest.mark.parametrize("clauses", [pigeons(6), threes(100, 1), threes(100, 2)], ids=["pigeons", "threes", "others"])
def test_long_searches_are_the_same(clauses: list[list[int]]) -> None:
    engine, twin = InBuffers(KERNEL, True), ClauseSearch(True)
    for search in (engine, twin):
        search.add(flat(clauses))
    assert engine.solve([], ENDLESS, ENDLESS) == twin.solve([], ENDLESS, ENDLESS)
    assert engine.effort() == twin.effort()
    assert engine.model() == twin.model()
    assert engine.log() == twin.log()


@pytest.mark.slow
def test_searches_that_delete_and_rescale_are_the_same() -> None:
    for seed in range(4):
        test_long_searches_are_the_same(threes(190, seed))


@pytest.mark.parametrize("budget", [(1, ENDLESS), (ENDLESS, 7)])
def test_a_search_in_slices_is_the_same_search(budget: tuple[int, int]) -> None:
    whole, sliced = InBuffers(KERNEL, False), InBuffers(KERNEL, False)
    for search in (whole, sliced):
        search.add(flat(threes(80, 3)))
    verdict = whole.solve([1, -2], ENDLESS, ENDLESS)
    answers = [sliced.solve([1, -2], *budget)]
    while answers[-1] is None:
        answers.append(sliced.solve([1, -2], *budget))
    assert len(answers) > 5
    assert answers[-1] == verdict
    assert sliced.effort() == whole.effort()


def test_a_slice_ends_where_it_was_asked_to() -> None:
    """Once there is no conflict: a few may come one upon the other."""
    engine = InBuffers(KERNEL, False)
    engine.add(flat(pigeons(11)))
    for conflicts, propagations in [(50, ENDLESS), (ENDLESS, 100)] * 5:
        before = engine.effort()
        assert engine.solve([], conflicts, propagations) is None
        after = engine.effort()
        assert after["conflicts"] <= before["conflicts"] + min(conflicts, propagations) + 50
        assert after["propagations"] > before["propagations"]


@pytest.mark.parametrize("clauses", [pigeons(6), threes(150, 5, 5)], ids=["pigeons", "threes"])
def test_another_checker_agrees(clauses: list[list[int]]) -> None:
    dratify = pytest.importorskip("dratify")
    engine = InBuffers(KERNEL, True)
    engine.add(flat(clauses))
    assert engine.solve([], ENDLESS, ENDLESS) is False
    lines = [
        "d " + " ".join(map(str, [*step[1:], 0])) if step[:1] == [DELETED] else " ".join(map(str, [*step, 0]))
        for step in split(engine.log())
    ]
    assert lines[-1] == "0"
    top = max(map(abs, flat(clauses)))
    text = f"p cnf {top} {len(clauses)}\n" + "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in clauses)
    problem = dratify.parse_dimacs(text)
    assert dratify.check_proof(problem, "\n".join(lines)).ok
    assert not dratify.check_proof(problem, "0").ok


@pytest.mark.needs_processes
def test_nobody_else_gets_in_while_a_search_runs() -> None:
    engine = KERNEL.ClauseEngine(False)
    engine.add(array("i", flat(pigeons(9))))
    started, verdicts = threading.Event(), []

    def solve() -> None:
        started.set()
        verdicts.append(engine.solve(array("i"), 3_000, ENDLESS))

    thread = threading.Thread(target=solve)
    thread.start()
    started.wait()
    refused = 0
    while thread.is_alive():
        try:
            engine.effort()
        except RuntimeError:
            refused += 1
    thread.join()
    assert refused
    assert verdicts[0] is not True
    assert engine.effort()["conflicts"] > 0


@pytest.mark.slow
def test_memory_stays_where_it_is() -> None:
    engine, random = InBuffers(KERNEL, False), Random(1)
    engine.add(flat(threes(150, 7, 4.0)))
    peaks = []
    for selector in range(1_000, 1_050):
        # Clauses under a selector, a question, and the selector goes; so again and again.
        for _ in range(400):
            engine.add([-selector, *random_literals(random, 150, 3), 0])
            engine.solve([selector, *random_literals(random, 150, 4)], ENDLESS, ENDLESS)
        engine.add([-selector, 0])
        peaks.append(peak_memory())
    assert peaks[-1] - peaks[9] < 2_000_000
