"""An objective is bounded from above by one literal, whatever the bound."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import LinearExpr, Model
from solvers.lowering.sat.cnf import Cnf
from solvers.lowering.sat.objective import Totals
from tests.examples import examples
from tests.solvers.lowering.sat.projected import allowed, solutions


@settings(max_examples=examples(100), deadline=None)
@given(
    st.lists(st.tuples(st.integers(-5, 5), st.sets(st.integers(-3, 6), min_size=1, max_size=4)), max_size=4),
    st.booleans(),
    st.integers(-9, 9),
    st.data(),
)
def test_a_bound_allows_what_stays_below_it(parts, minimize, constant, data) -> None:
    model = Model()
    xs = [model.new_int_var_from_values(values, f"x{place}") for place, (_, values) in enumerate(parts)]
    expression = LinearExpr({x: c for x, (c, _) in zip(xs, parts, strict=True)}, constant)
    (model.minimize if minimize else model.maximize)(expression)
    cnf = Cnf(model)
    assert model.objective is not None
    totals = Totals(model.objective, cnf)

    def place(values: tuple[int, ...]) -> int:
        return totals.place(dict(zip(model.variables, values, strict=True)))

    everything = solutions(model)
    by_total = sorted(everything, key=lambda values: expression.value(dict(zip(xs, values, strict=True))))
    places = [place(values) for values in by_total]
    assert places == sorted(places, reverse=not minimize)
    assert set(places) == set(range(len(totals.values)))
    if len(totals.values) > 1:
        bound = data.draw(st.integers(0, len(totals.values) - 2))
        assert allowed(cnf, [totals.at_most(bound)]) == {v for v in everything if place(v) <= bound}
