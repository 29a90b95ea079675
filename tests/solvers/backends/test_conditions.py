"""Every kind under a condition, as every relation of it: where the condition is not met, any values will do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from models.language.declarations import Posted
from models.language.model import IntVar, Model
from solvers.core.registry import load_backend
from tests.random_models import answers_of, brute_force

Post = Callable[[Model, IntVar, IntVar], Posted]

KINDS: dict[str, Post] = {
    "equal": lambda model, x, y: model.add(x == y),
    "different": lambda model, x, y: model.add(x != y),
    "a sum": lambda model, x, y: model.add(2 * x + y == 4),
    "no such sum": lambda model, x, y: model.add(2 * x + y != 4),
    "at most": lambda model, x, y: model.add(2 * x - y <= 1),
    "at least": lambda model, x, y: model.add(2 * x - y >= 1),
    "all different": lambda model, x, y: model.add_all_different(x, y, x + 1),
    "element": lambda model, x, y: model.add_element(x, [1, y, 0], y),
    "table": lambda model, x, y: model.add_allowed_assignments([x, y], [(0, 1), (2, 2), (2, 0)]),
    "no row": lambda model, x, y: model.add_allowed_assignments([x, y], []),
    "clause": lambda model, x, y: model.add_bool_or(x == 1, y >= 1),
    "unit clause": lambda model, x, y: model.add(x != 1),
    "empty clause": lambda model, x, y: model.add_bool_or([]),
    "at most one": lambda model, x, y: model.add_at_most_one(x == 1, y == 1, y >= 1),
    "exactly one": lambda model, x, y: model.add_exactly_one(x == 1, y == 1, x >= 1),
}


@pytest.mark.parametrize("name", ["backtracking", "kernel", "sat", "cpsat", "mip"])
@pytest.mark.parametrize("domain", [(0, 1, 2), (0, 2)], ids=str)
def test_a_condition_frees_what_it_is_a_condition_of(name: str, domain: tuple[int, ...]) -> None:
    backend, _ = load_backend(name)
    for kind, post in KINDS.items():
        model = Model(kind)
        x, y = model.new_int_var(0, 2, "x"), model.new_int_var_from_values(domain, "y")
        post(model, x, y).only_enforce_if(model.new_bool_var("on"))
        assert answers_of(backend.load(model)) == brute_force(model), kind
