"""Exact covers to learn from: sets of options, and sets of cubes, in which an answer was planted; some have others."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from random import Random

import numpy as np

from models.cover.instance import Cover, Option
from models.language.model import Model
from models.registry import family, load_puzzle
from solvers.kernel import compiled
from solvers.lowering.covering import covering
from solvers.network.graph import CoverStructure, FactorGraph, Numbers

ITEMS, OPTIONS, OPTION_SIZES = 40, 160, (3, 4, 5)
"""Of an exact cover that is planted."""

STEPS_A_CALL = 10_000
"""Of the search for its answer."""


@dataclass(frozen=True)
class CoverExample:
    """An exact cover, some options of its answer that are given, and all of them: a Boolean for each option."""

    structure: CoverStructure
    given: Numbers
    answer: Numbers

    def graph(self) -> tuple[FactorGraph, Numbers]:
        graph = self.structure.left_by(self.given[None])
        return graph, self.answer[graph.option].astype(np.float32)


def planted_cover(random: Random, items: int = ITEMS, options: int = OPTIONS) -> Cover:
    """An exact cover of random options, among which one answer was hidden."""
    names = [f"item {number}" for number in range(1, items + 1)]
    hidden, parts = random.sample(names, items), []
    while hidden:
        size = random.choice(OPTION_SIZES)
        parts.append(hidden[:size])
        del hidden[:size]
    parts += [random.sample(names, random.choice(OPTION_SIZES)) for _ in range(options - len(parts))]
    random.shuffle(parts)
    named = (Option(f"option {number}", tuple(part)) for number, part in enumerate(parts, 1))
    return Cover("planted", tuple(names), (), tuple(named))


def cover_example(random: Random) -> CoverExample:
    """Four options an item, as a rule one answer, of which some are given."""
    items = random.randint(16, ITEMS)
    model = load_puzzle("cover").state(planted_cover(random, items, 4 * items), "options").model
    return _covered(model, random)


def cubes_example(random: Random, smallest: int = 4, largest: int = 12) -> CoverExample:
    """Cubes of which a tower is planted and some are given."""
    cubes = family("cubes")(random.randint(smallest, largest), random.getrandbits(32))
    return _covered(load_puzzle("cubes").state(cubes, "cover").model, random)


def _covered(model: Model, random: Random) -> CoverExample:
    cover, kernel = covering(model), compiled()
    assert kernel is not None, "examples are made by the compiled kernel"
    options = [option.items for option in cover.options]
    flat = array("i", (number for items in options for number in (len(items), *items)))
    engine = kernel.ExactCoverEngine(cover.primary, cover.secondary, flat, bytes(cover.primary), False)
    answers = b""
    engine.begin(array("i"), array("i"))
    while not answers:  # one was planted
        answers, _ = engine.more(1, STEPS_A_CALL)
    many, *found = memoryview(answers).cast("i").tolist()
    given, answer = np.zeros((2, len(options)), dtype=bool)
    answer[found[:many]] = True
    given[random.sample(found[:many], random.randint(0, many // 2))] = True
    return CoverExample(CoverStructure(cover.primary, cover.secondary, options), given, answer)
