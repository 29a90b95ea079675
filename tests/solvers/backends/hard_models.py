"""Models that no solver finishes with, for tests of clocks and of Ctrl-C."""

from __future__ import annotations

import random

from models.language.model import Model


def market_split(rows: int = 6, columns: int = 50) -> Model:
    """Split every row of random numbers in half with the same subset of columns (Cornuéjols and Dawande, 1998)."""
    numbers = random.Random(1)
    model = Model("market split")
    taken = [model.new_bool_var(f"taken {column}") for column in range(columns)]
    for _ in range(rows):
        weights = [numbers.randrange(100) for _ in taken]
        total = sum(weight * var for weight, var in zip(weights, taken, strict=True))
        model.add(total == sum(weights) // 2)
    return model


def many_answers(count: int = 60) -> Model:
    """2^count answers."""
    model = Model("many answers")
    for place in range(count):
        model.new_bool_var(f"b{place}")
    return model


def independent_set(vertices: int = 300, density: float = 0.1) -> Model:
    """The most vertices of a random graph of which no two are joined: any answer is easy, the best is not."""
    numbers = random.Random(1)
    model = Model("independent set")
    taken = [model.new_bool_var(f"v{vertex}") for vertex in range(vertices)]
    for first in range(vertices):
        for second in range(first):
            if numbers.random() < density:
                model.add_bool_or([~taken[first], ~taken[second]])
    model.maximize(sum(taken))
    return model


def pigeons(holes: int = 12) -> Model:
    """One more pigeon than holes, said in a way that only a search can refute; an exact cover, too."""
    model = Model("pigeons")
    sits = [[model.new_bool_var(f"pigeon {p} in hole {h}") for h in range(holes)] for p in range(holes + 1)]
    for pigeon in sits:
        model.add_exactly_one(pigeon)
    for hole in zip(*sits, strict=True):
        model.add_at_most_one(hole)
    return model
