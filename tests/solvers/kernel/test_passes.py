"""The passes of the network in C, against the same in plain Python."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import exp, log, tanh
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.solvers.kernel.built import kernel, patient
from tests.tables import rows

PassesEngine = kernel().PassesEngine

WIDTH, WEIGHTS = 40, 13_120

Matrix = list[list[float]]
Lists = list[list[int]]


def passes_in_python(weights: Sequence[float], members: Lists, spare: Sequence[float], nodes: int) -> Matrix:
    """How much each node is believed after each of three passes; ``members`` are the nodes of each group."""
    rest, width = iter(weights), WIDTH

    def rows(many: int, across: int) -> Matrix:
        return [[next(rest) for _ in range(across)] for _ in range(many)]

    (start,), said, (said_bias,) = rows(1, width), rows(width, 2 * width), rows(1, 2 * width)
    group, (group_bias,) = rows(width, width), rows(1, width)
    answer, (answer_bias,) = rows(width, width), rows(1, width)
    moved, (moved_bias,), (belief,) = rows(2 * width, 2 * width), rows(1, 2 * width), rows(1, width)

    def product(x: Sequence[float], matrix: Matrix, bias: Sequence[float]) -> list[float]:
        return [b + sum(each * row[place] for each, row in zip(x, matrix, strict=True)) for place, b in enumerate(bias)]

    def relu(x: Sequence[float]) -> list[float]:
        return [max(each, 0) for each in x]

    states, half, found = [start] * nodes, width // 2, []
    for _ in range(3):
        all_said = [product(state, said, said_bias) for state in states]
        answers = []
        for own, may_be_none in zip(members, spare, strict=True):
            loud = [sum(max(all_said[node][place], 0) for node in own) for place in range(half)]
            soft = [log(may_be_none + sum(exp(all_said[node][place]) for node in own)) for place in range(half, width)]
            answers.append(product(relu(product(loud + soft, group, group_bias)), answer, answer_bias))
        for node, state in enumerate(states):
            heard = [0.0] * width
            for own, of_group in zip(members, answers, strict=True):
                if node in own:
                    seen = relu([one + other for one, other in zip(of_group, all_said[node][width:], strict=True)])
                    heard = [one + other for one, other in zip(heard, seen, strict=True)]
            change = product(state + heard, moved, moved_bias)
            states[node] = [
                old + (tanh(new) - old) / (1 + exp(-gate))
                for old, gate, new in zip(state, change[:width], change[width:], strict=True)
            ]
        found.append([sum(a * b for a, b in zip(state, belief, strict=True)) for state in states])
    return found


def lists_of(lists: Lists) -> tuple[array[int], array[int]]:
    """What lists hold, one after the other, and where each begins, with the end."""
    first = [0]
    for each in lists:
        first.append(first[-1] + len(each))
    return array("i", [number for each in lists for number in each]), array("i", first)


def engine(weights: Sequence[float], members: Lists, spare: Sequence[float], nodes: int) -> PassesEngine:
    in_groups = [[number for number, own in enumerate(members) if node in own] for node in range(nodes)]
    return PassesEngine(array("f", weights), *lists_of(members), *lists_of(in_groups), array("f", spare))


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Lists, list[float], int]:
    nodes = draw(st.integers(1, 9))
    members = draw(st.lists(st.sets(st.integers(0, nodes - 1), min_size=1).map(sorted), max_size=7))
    return members, [float(draw(st.booleans())) for _ in members], nodes


def weights_of(seed: int) -> list[float]:
    random = Random(seed)
    return [random.gauss(0, WIDTH**-0.5) for _ in range(WEIGHTS)]


@patient
@given(graphs(), st.integers(0, 99))
def test_the_passes_are_those_of_python(graph: tuple[Lists, list[float], int], seed: int) -> None:
    weights = weights_of(seed)
    passes, belief = engine(weights, *graph), array("f", [0]) * graph[2]
    for expected in passes_in_python(weights, *graph):
        passes.step(belief)
        assert belief.tolist() == pytest.approx(expected, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("size", [1e3, 1e30, float("inf")])
def test_weights_beyond_measure_are_no_error(size: float) -> None:
    passes, belief = engine([size] * WEIGHTS, [[0, 1]], [0.0], 2), array("f", [0, 0])
    for _ in range(3):
        passes.step(belief)


@rows(
    ("place", "wrong"),
    [
        (0, array("f", [0.0] * (WEIGHTS - 1))),
        (1, array("i", [0, 2])),
        (1, array("i", [0, -1])),
        (1, array("i", [0])),
        (2, array("i", [0, 3])),
        (2, array("i", [1, 2])),
        (2, array("i", [0])),
        (3, array("i", [0, 1])),
        (4, array("i", [0, 2, 1])),
        (4, array("i")),
        (5, array("f", [0, 0])),
        (5, b"123"),
    ],
)
def test_what_is_no_graph_is_refused(place: int, wrong: object) -> None:
    parts: list[object] = [array("f", weights_of(1)), *lists_of([[0, 1]]), *lists_of([[0], [0]]), array("f", [0])]
    PassesEngine(*parts)
    parts[place] = wrong
    with pytest.raises(ValueError, match=r"weights|edge|whole number"):
        PassesEngine(*parts)


def test_beliefs_have_a_number_for_each_node() -> None:
    passes = engine(weights_of(1), [[0, 1]], [0.0], 2)
    with pytest.raises(ValueError, match="each node"):
        passes.step(array("f", [0]))
    with pytest.raises((BufferError, TypeError, ValueError)):
        passes.step(b"12345678")
