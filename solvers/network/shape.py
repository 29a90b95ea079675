"""The shape of the network: the names and sizes of its weights."""

from __future__ import annotations

WIDTH = 40
"""Numbers in the state of a node."""

SHAPES: dict[str, tuple[int, ...]] = {
    "start": (WIDTH,),
    "said": (WIDTH, 2 * WIDTH),
    "said_bias": (2 * WIDTH,),
    "group": (WIDTH, WIDTH),
    "group_bias": (WIDTH,),
    "answer": (WIDTH, WIDTH),
    "answer_bias": (WIDTH,),
    "moved": (2 * WIDTH, 2 * WIDTH),
    "moved_bias": (2 * WIDTH,),
    "belief": (WIDTH,),
}
"""Each set of weights: a state says a message and a view; groups answer; a node is moved; it is believed so much."""
