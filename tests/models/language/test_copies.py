"""Models that are pickled and deep-copied: for other processes, for caches, to be tried out."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy

import pytest

import solvers
from models import Model
from models.language.model import CONSTRAINT_KINDS, Constraint

Copier = Callable[[Model], Model]

COPIERS: dict[str, Copier] = {
    "pickled": lambda model: pickle.loads(pickle.dumps(model)),
    "pickled in Python": lambda model: pickle.loads(pickle._dumps(model)),  # type: ignore[attr-defined]
    "deep-copied": deepcopy,
    "copied": copy,
}


@pytest.fixture(params=COPIERS)
def copied(request: pytest.FixtureRequest) -> Copier:
    return COPIERS[request.param]


def every_kind() -> Model:
    model = Model("one of each kind")
    x, y, z = (model.new_int_var(0, 4, name) for name in "xyz")
    far = model.new_int_var_from_values([0, 3, 10**9], "far")
    wide = model.new_int_var(0, 10**5, "wide")
    on = model.new_bool_var("on")
    model.add_all_different(x, y, z, because="no two alike", key=("alike", 1))
    model.add_element(x, [4, y, 2, 3, z], far).only_enforce_if(on, y != 2)
    model.add(x + 2 * y - z <= 5)
    model.add(wide != 17)
    model.add_allowed_assignments([x, y], [(0, 1), (1, 2), (3, 2), (4, 0)])
    model.add_bool_or(on, x == 3, wide >= 10**4)
    model.add_at_most_one(x == 1, y == 1, z == 1)
    model.add_exactly_one(on, z >= 2)
    model.project_on(z, x, on)
    model.minimize(x + 3 * z)
    model.add_hint(x, 3)
    model.add_decision_strategy([y, x], "min_domain_size", "max_value")
    return model


def every_auxiliary() -> Model:
    model = Model("auxiliary variables of every sort")
    x, y, z = (model.new_int_var(-2, 2, name) for name in "xyz")
    legs = [(a, b, model.new_bool_var(f"{a}→{b}")) for a in range(3) for b in range(3)]
    model.add((x == 1) + (y == 1) + (z == 1) == 1)
    model.add_bool_xor(x == 0, y == 0, z == 0)
    model.add_multiplication_equality(model.new_int_var(-9, 9, "product"), [x, z, z])
    model.add_modulo_equality(model.new_int_var(0, 9, "rest"), x + 4, z + 4)
    model.add_lexicographic_less([x, y, z], [y, z, x])
    model.add_max_equality(model.new_int_var(-9, 9, "most"), x - y, z)
    model.add_circuit(legs)
    return model


@pytest.mark.parametrize("make", [every_kind, every_auxiliary])
def test_a_copy_declares_what_the_model_declares(make: Callable[[], Model], copied: Copier) -> None:
    model = make()
    twin = copied(model)
    assert str(twin) == str(model)
    for part in (
        lambda it: [(var.name, var.domain, var.index) for var in it.variables],
        lambda it: [(type(one), one.key, str(one.condition)) for one in it.constraints],
        lambda it: str([it.projection, it.hints, it.strategies]),
    ):
        assert part(twin) == part(model)
    assert {id(var.model) for one in twin.constraints for var in one.scope()} == {id(twin)}


def test_every_kind_is_among_them() -> None:
    assert {type(one) for one in every_kind().constraints} == set(CONSTRAINT_KINDS)


@pytest.mark.parametrize("make", [every_kind, every_auxiliary])
def test_a_copy_has_the_answers_of_the_model(make: Callable[[], Model], copied: Copier) -> None:
    model = make()
    model.objective = None
    answers = list(solvers.solutions(model, backend="backtracking", limit=20))  # fills what constraints keep ready
    twin = copied(model)
    found = solvers.solutions(twin, backend="backtracking", limit=20)
    assert [{str(var): one[var] for var in twin.variables} for one in found] == [
        {str(var): one[var] for var in model.variables} for one in answers
    ]
    assert answers


def test_a_copy_completes_assignments_and_knows_its_auxiliary_variables(copied: Copier) -> None:
    model = every_auxiliary()
    twin = copied(model)
    values = {var: var.domain[-1] for var in model.variables if var not in set(model.auxiliaries)}
    same = {twin.variables[var.index]: value for var, value in values.items()}
    assert [*twin.complete(same).values()] == [*model.complete(values).values()]
    many = len(twin.variables)
    twin.add((twin.variables[0] == 1) + (twin.variables[1] == 1) <= 1)
    assert len(twin.variables) == many


def test_what_is_added_to_a_copy_is_not_added_to_the_model(copied: Copier) -> None:
    model = every_kind()
    before = str(model)
    twin = copied(model)
    twin.add(twin.variables[0] == twin.new_bool_var("another"))
    twin.add_hint(twin.variables[1], 1)
    assert str(model) == before
    assert len(model.hints) == 1


def test_a_part_brings_its_model_along() -> None:
    for place, part in enumerate(every_auxiliary().constraints[:40]):
        for again in (pickle.loads(pickle.dumps(part)), deepcopy(part)):
            assert isinstance(again, Constraint)
            assert str(again) == str(part)
            assert next(again.scope()).model.constraints[place] == again  # type: ignore[attr-defined]


def test_an_answer_is_pickled_with_its_model() -> None:
    model = every_kind()
    answer = pickle.loads(pickle.dumps(solvers.solve(model)))
    assert answer.objective == answer[answer.model.objective.expression]
    assert answer.model.first_violation(answer.assignment) is None


def test_a_model_of_a_class_of_its_own_stays_one(copied: Copier) -> None:
    model = Named("mine", author="Ada")
    model.new_bool_var("b")
    twin = copied(model)
    assert isinstance(twin, Named)
    assert (twin.author, str(twin)) == ("Ada", str(model))


class Named(Model):
    """A model that somebody has extended."""

    def __init__(self, name: str, author: str) -> None:
        super().__init__(name)
        self.author = author
