"""The passes of the network, and the weights that come with the program."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from solvers.kernel import compiled  # noqa: E402
from solvers.network.graph import CoverStructure, FactorGraph, side_by_side  # noqa: E402
from solvers.network.inference import (  # noqa: E402
    WEIGHTS,
    ArrayPasses,
    CompiledPasses,
    Passes,
    passes_over,
    weights_of,
)
from solvers.network.puzzles import board_of  # noqa: E402
from solvers.network.shape import SHAPES  # noqa: E402

OPTIONS = [(0, 3), (0,), (1, 2), (1, 3), (2,), (2, 3)]
STRUCTURE = CoverStructure(3, 1, OPTIONS)
NOTHING = np.zeros((1, len(OPTIONS)), dtype=bool)


def beliefs(graph: FactorGraph, passes: int = 5, made: Callable[..., Passes] = passes_over) -> Any:
    looking = made(graph, weights_of())
    return [looking.step() for _ in range(passes)][-1]


def test_the_kernel_believes_what_numpy_believes() -> None:
    if compiled() is None:
        pytest.skip("no compiled kernel")
    empty = CoverStructure(0, 0, []).left_by(NOTHING[:, :0])
    for graph in (board_of(6).structure.left_by(np.zeros((2, 216), dtype=bool)), STRUCTURE.left_by(NOTHING), empty):
        expected = beliefs(graph, made=ArrayPasses)
        assert beliefs(graph, made=CompiledPasses) == pytest.approx(expected, abs=1e-3)


def test_the_weights_are_small_and_of_the_shape_that_is_declared() -> None:
    assert WEIGHTS.stat().st_size < 500_000
    assert {name: weights.shape for name, weights in weights_of().items()} == SHAPES
    assert 10_000 <= sum(weights.size for weights in weights_of().values()) <= 150_000
    assert all(np.isfinite(weights).all() for weights in weights_of().values())


def test_options_and_items_in_another_order_are_believed_alike() -> None:
    options, items = [4, 2, 0, 5, 3, 1], [2, 0, 1, 3]
    turned = CoverStructure(3, 1, [[items[item] for item in OPTIONS[option]] for option in options])
    expected = beliefs(STRUCTURE.left_by(NOTHING))[options]
    assert beliefs(turned.left_by(NOTHING)) == pytest.approx(expected, abs=1e-4)


def test_covers_side_by_side_do_not_hear_each_other() -> None:
    chosen = NOTHING.copy()
    chosen[0, 1] = True
    one, other = STRUCTURE.left_by(NOTHING), STRUCTURE.left_by(chosen)
    expected = [*beliefs(one), *beliefs(other)]
    assert beliefs(side_by_side([one, other])) == pytest.approx(expected, abs=1e-4)


def test_an_item_that_may_be_left_unmet_is_another_thing_than_one_that_must_be_met() -> None:
    must = CoverStructure(4, 0, OPTIONS).left_by(NOTHING)
    assert beliefs(must) != pytest.approx(beliefs(STRUCTURE.left_by(NOTHING)), abs=1e-4)


def test_what_is_taught_is_what_is_asked() -> None:
    torch = pytest.importorskip("torch")
    from solvers.network.learning import TaughtNetwork, edges_of

    network, graph = TaughtNetwork(), STRUCTURE.left_by(NOTHING)
    weights = {name: value.detach().numpy() for name, value in network.weights.items()}
    looking, edges = passes_over(graph, weights), edges_of(graph)
    state = network.start(len(graph.cover))
    for _ in range(4):
        with torch.no_grad():
            state, belief = network.one_pass(state, edges)
        assert looking.step() == pytest.approx(belief.numpy(), abs=1e-4)


def test_gradients_are_those_of_small_changes() -> None:
    torch = pytest.importorskip("torch")
    from solvers.network.learning import TaughtNetwork, edges_of

    network, graph = TaughtNetwork().double(), STRUCTURE.left_by(NOTHING)
    edges, target = edges_of(graph), torch.tensor([1, 0, 0, 0, 1, 0]).double()

    def loss() -> Any:
        state, _ = network.one_pass(network.start(len(graph.cover)), edges)
        return network.losses(network.one_pass(state, edges)[1], target, edges).sum()

    network.zero_grad()
    loss().backward()
    for weights in network.weights.values():
        place, step = weights.view(-1)[:1], 1e-5
        before = float(weights.grad.reshape(-1)[0])
        with torch.no_grad():
            place += step
            more = float(loss())
            place -= 2 * step
            less = float(loss())
            place += step
        assert before == pytest.approx((more - less) / (2 * step), abs=1e-5)


def test_a_training_goes_on_where_it_stopped(tmp_path: Any) -> None:
    pytest.importorskip("torch")
    if compiled() is None:
        pytest.skip("no compiled kernel")
    from solvers.network.training import Training

    first = Training(tmp_path, seconds=3, seed=1)
    first.run()
    assert weights_of(tmp_path / "weights.npz").keys() == SHAPES.keys()
    second = Training(tmp_path, seconds=6, seed=1)
    assert (second.course.steps, second.course.seconds) == (first.course.steps, first.course.seconds)
    second.run()
    assert second.course.steps > first.course.steps
    assert len(second.course.curve) > 1


def test_nobody_but_training_needs_torch() -> None:
    code = "import sys, solvers.network.proposals, solvers.network.puzzles; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
