"""Numbers that are too large to be carried: at the limit and just beyond it."""

from __future__ import annotations

from models.language.model import Linear, Model
from solvers.lowering.plain import too_large
from tests.tables import rows


@rows("part", ["x, whose values", "a sum that", "an array with numbers", "an objective that"])
@rows("size", [2**20, 2**20 + 1])
def test_numbers_up_to_the_limit_can_be_carried(part: str, size: int) -> None:
    model = Model()
    x = model.new_int_var(-size if "values" in part else 0, 1, "x")
    if "sum" in part:
        model.add(Linear(((size - 2, x), (1, model.new_bool_var("y"))), "<=", 1))
    elif "array" in part:
        model.add_element(x, [5, -size], model.new_int_var(-3, 9, "y"))
    elif "objective" in part:
        model.minimize(size * x)
    found = too_large(model, 2**20)
    assert found is None if size == 2**20 else str(found).startswith(part)
