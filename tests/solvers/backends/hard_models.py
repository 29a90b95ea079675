"""Models that no solver finishes with, for tests of clocks and of Ctrl-C."""

from __future__ import annotations

import random
from itertools import combinations

from models.language.model import IntVar, Model


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


def job_shop(jobs: int, machines: int) -> Model:
    """Random jobs that each go once over every machine, one at a time, the machines' orders said by Booleans."""
    numbers = random.Random(1)
    model = Model("job shop")
    lasts = [[numbers.randint(1, 9) for _ in range(machines)] for _ in range(jobs)]
    horizon = sum(map(sum, lasts)) // 2
    starts = [model.new_int_vars(machines, 0, horizon, f"job {job} step {{}}") for job in range(jobs)]
    end = model.new_int_var(0, horizon, "end")
    tasks: list[list[tuple[IntVar, int]]] = [[] for _ in range(machines)]
    for start, last in zip(starts, lasts, strict=True):
        for step in range(machines - 1):
            model.add(start[step] + last[step] <= start[step + 1])
        model.add(start[machines - 1] + last[machines - 1] <= end)
        for step, machine in enumerate(numbers.sample(range(machines), machines)):
            tasks[machine].append((start[step], last[step]))
    for on_machine in tasks:
        for (one, its_time), (other, others_time) in combinations(on_machine, 2):
            first = model.new_bool_var()
            model.add(one + its_time <= other).only_enforce_if(first)
            model.add(other + others_time <= one).only_enforce_if(~first)
    model.minimize(end)
    return model
