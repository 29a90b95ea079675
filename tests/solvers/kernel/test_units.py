"""The units engine finds every answer once, in every size that its sets come in."""

from __future__ import annotations

from array import array
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.language.model import Model
from models.registry import find_instance, load_puzzle
from solvers.backends.kernel.backend import BACKEND, AllDifferentSearch
from tests.random_models import answers_of
from tests.solvers.backends.everyone import latin
from tests.solvers.kernel.built import kernel, patient
from tests.tables import rows

KERNEL = kernel()

Answer = tuple[int, ...]

System = tuple[int, list[int], list[list[int]]]
"""How many values, the domain of each variable as bits, the units."""


@st.composite
def systems(draw: st.DrawFn) -> System:
    values, variables = draw(st.integers(1, 4)), draw(st.integers(0, 6))
    full = (1 << values) - 1
    domain = st.one_of(st.just(full), st.integers(0, full))
    unit = st.lists(st.sampled_from(range(variables)), unique=True) if variables else st.just([])
    return values, draw(st.lists(domain, min_size=variables, max_size=variables)), draw(st.lists(unit, max_size=6))


def engine_for(system: System, before: int = 0) -> object:
    """The engine, with so many more variables of one value before the system's own."""
    values, domains, units = system
    flat = array("i")
    for unit in units:
        flat.extend((len(unit), *(before + member for member in unit)))
    return KERNEL.AllDifferentEngine(before + len(domains), values, array("Q", [1] * before + domains), flat)


def brute_force(system: System, allowed: list[int] | None = None) -> set[Answer]:
    values, domains, units = system
    choices = [
        [value + 1 for value in range(values) if domain & mask & 1 << value]
        for domain, mask in zip(domains, allowed or domains, strict=True)
    ]
    return {
        answer
        for answer in product(*choices)
        if all(len({answer[member] for member in unit}) == len(unit) for unit in units)
    }


def found_by(engine: object, variables: int, most: int = 1, nodes: int = 1 << 40) -> list[Answer]:
    found, finished = [], False
    while not finished:
        answers, finished = engine.more(most, nodes)  # type: ignore[attr-defined]
        assert variables or not answers
        found += [tuple(answers[at : at + variables]) for at in range(0, len(answers), max(variables, 1))]
    assert engine.more(most, nodes) == (b"", True)  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("before", [0, 120, 200, 300])
@patient
@given(system=systems(), data=st.data())
def test_units_equal_brute_force(before: int, system: System, data: st.DataObject) -> None:
    """Two words, also across their border, four words, and any number of them."""
    values, domains, _ = system
    engine = engine_for(system, before)
    everything = (1 << values) - 1
    for _ in range(2):
        allowed = [data.draw(st.integers(0, everything)) for _ in domains]
        for mask in ([everything] * len(domains), allowed):
            engine.begin(array("Q", [everything] * before + mask))  # type: ignore[attr-defined]
            if not before and not domains:
                continue  # an answer of no bytes cannot be counted in bytes
            most, nodes = data.draw(st.integers(1, 3)), data.draw(st.sampled_from([1, 2, 1000]))
            found = [answer[before:] for answer in found_by(engine, before + len(domains), most, nodes)]
            assert len(found) == len(set(found))
            assert set(found) == brute_force(system, mask)


@patient
@given(systems(), st.data())
def test_a_batch_counts_answers_and_writes_one_of_each_that_the_judge_takes(
    system: System, data: st.DataObject
) -> None:
    values, domains, _ = system
    engine = engine_for(system)
    size, gap = len(domains), data.draw(st.integers(0, 2))
    row = st.lists(st.integers(0, values + 1), min_size=size, max_size=size)
    rows = data.draw(st.lists(row, max_size=4))
    limit, stride = data.draw(st.integers(1, 5)), size + gap
    givens = bytearray(b"".join(bytes(row) + bytes(gap) for row in rows))
    answers, counts = bytearray(len(givens)), array("q", [7] * len(rows))
    nodes, at = data.draw(st.sampled_from([1, 3, 1000])), 0
    while at < len(rows):
        at = engine.batch(givens, answers, counts, stride, at, limit, nodes)  # type: ignore[attr-defined]
    for place, given_row in enumerate(rows):
        if max(given_row, default=0) > values:
            assert counts[place] == -1
            continue
        every = brute_force(system, [1 << value - 1 if value else (1 << values) - 1 for value in given_row])
        assert counts[place] == min(len(every), limit)
        if every:
            assert tuple(answers[place * stride : place * stride + size]) in every
    assert engine.judge(givens, answers, counts, stride) == -1  # type: ignore[attr-defined]


@patient
@given(systems(), st.data())
def test_the_judge_takes_solutions_and_nothing_else(system: System, data: st.DataObject) -> None:
    values, domains, _ = system
    engine = engine_for(system)
    size = len(domains)
    answer = tuple(data.draw(st.lists(st.integers(0, values + 1), min_size=size, max_size=size)))
    clues = data.draw(st.lists(st.sampled_from([0, 0, 1]), min_size=size, max_size=size))
    verdict = engine.judge(bytes(clues), bytes(answer), array("q", [1]), size)  # type: ignore[attr-defined]
    keeps = all(clue in (0, value) for clue, value in zip(clues, answer, strict=True))
    assert (verdict == -1) == (keeps and answer in brute_force(system))


@rows(("order", "many"), [(1, 1), (2, 2), (3, 12), (4, 576)])
@rows("seed", [0, 1, 2])
def test_latin_squares_are_counted(order: int, many: int, seed: int) -> None:
    from solvers.core.backend import Settings

    search = BACKEND.load(latin(order), Settings(seed=seed))
    assert isinstance(search, AllDifferentSearch)
    assert len(answers_of(search)) == many


def test_values_may_be_any_numbers_up_to_64_of_them() -> None:
    model = Model("wide")
    few = [model.new_int_var_from_values([-5, 7, 1000], f"x{place}") for place in range(3)]
    many = [model.new_int_var(1, 60, f"y{place}") for place in range(2)]
    model.add_all_different(few)
    model.add_all_different([*many, few[0]])
    search = BACKEND.load(model)
    assert isinstance(search, AllDifferentSearch)
    fixed = {few[0]: 7, few[1]: -5, many[0]: 7}
    assert answers_of(search, fixed) == set()
    fixed[many[0]] = 8
    assert answers_of(search, fixed) == {(7, -5, 1000, 8, value) for value in range(1, 61) if value not in (7, 8)}


def test_an_order_of_64_is_propagated() -> None:
    """A cyclic Latin square of which all but the last line is given."""
    model = latin(64)
    search = BACKEND.load(model)
    assert isinstance(search, AllDifferentSearch)
    whole = [(row + column) % 64 + 1 for row in range(64) for column in range(64)]
    givens = dict(zip(model.variables[: 63 * 64], whole, strict=False))
    assert answers_of(search, givens) == {tuple(whole)}


def test_failures_are_what_a_search_chooses_by() -> None:
    """The hardest Sudokus take 201 nodes each until their one answer is proved, 275 where failures are forgotten."""
    puzzle: Any = load_puzzle("sudoku")
    instances = list(puzzle.read(find_instance(puzzle, "hardest_1106")))
    units = [list(unit.cells) for unit in instances[0].layout.units]
    engine: Any = engine_for((9, [511] * 81, units))
    nodes = 0
    for instance in instances:
        engine.begin(array("Q", [1 << value - 1 if value else 511 for value in instance.clues]))
        assert engine.count(2, 1 << 40) == (1, True)
        nodes += engine.effort()["nodes"]
    assert nodes < 220 * len(instances)


def test_all_different_of_no_variables_is_one_answer_without_values() -> None:
    model = Model("no queens on no board")
    model.add_all_different([])
    assert answers_of(BACKEND.load(model)) == {()}
