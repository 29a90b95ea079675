"""Random models over wide domains, with answers that brute force finds among the few values that can matter."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.language.model import IntVar, Literal, Model
from solvers.core.backend import Backend, Clock, Limits, OutOfTime, Settings
from solvers.core.registry import BACKENDS, OTHERS
from tests.examples import examples
from tests.random_models import decisions_of
from tests.solvers.backends.everyone import found
from tests.wide_models import Relevant, answers_within

FAR = (2_000, 70_000, 900_000, 3 * 10**6, 10**9, 10**12, 2**53 + 1, 10**18)
"""How many values a wide domain has: around what is listed, kept as masks or in digits, and what a double carries."""

SECONDS = 5.0
"""The limit of each model."""

ANCHORS = ("table", "test", "element", "equation", "free")
"""What keeps a wide variable to few values; a free one is in tests alone, and no part of an answer."""


class Drawn:
    """A model in the making.

    Attributes:
        model: the model.
        relevant: what brute force tries of each wide variable.
        special: numbers of each variable that constraints speak of.
        free: the wide variables that nothing but tests may speak of.
    """

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.model = Model("random and wide")
        self.relevant: dict[IntVar, list[int]] = {}
        self.special: dict[IntVar, list[int]] = {}
        self.free: set[IntVar] = set()
        for name in "xy":
            least = draw(st.integers(-2, 1))
            var = self.model.new_int_var(least, least + draw(st.integers(1, 3)), name)
            self.special[var] = list(var.domain)
        for name in "vw"[: draw(st.integers(1, 2))]:
            self._add_wide(name)
        for _ in range(draw(st.integers(0, 4))):
            self._add_constraint()
        self.model.project_on([var for var in self.model.projection if var not in self.free])
        if not self.free and draw(st.integers(0, 3)) == 0:
            cost = sum(self._coefficient() * var for var in self._summands()) + self._coefficient()
            (self.model.minimize if draw(st.booleans()) else self.model.maximize)(cost)

    def _add_wide(self, name: str) -> None:
        draw, model = self.draw, self.model
        far = draw(st.sampled_from(FAR))
        least = draw(st.sampled_from((0, -far, -far // 2, 10**6, 1)))
        w, x = model.new_int_var(least, least + far, name), model.variables[draw(st.integers(0, 1))]
        ends = (least, least + 1, least + far // 2, least + far - 1, least + far, 0, 5)
        few = draw(st.lists(st.sampled_from([end for end in ends if end in w.domain]), min_size=2, max_size=4))
        anchor = draw(st.sampled_from(ANCHORS))
        if anchor == "table":
            model.add_allowed_assignments([x, w], [(draw(st.sampled_from(x.domain)), value) for value in few])
        elif anchor == "test":
            model.add(w.is_in(few))
        elif anchor == "element":
            model.add_element(model.new_int_var(0, len(few) - 1, f"place of {name}"), few, w)
        elif anchor == "equation":
            factor = draw(st.sampled_from((1, -1, far // 10, -far // 10)))
            start = least + far // 2
            model.add(w == factor * x + start)
            few = [factor * value + start for value in x.domain]
        else:
            self.free.add(w)
        near = {value + step for value in few for step in (-1, 0, 1)} | {least, least + far}
        self.special[w] = sorted(near & set(filter(w.domain.__contains__, near)))
        between = {value + 1 for value in self.special[w] if value + 1 in w.domain}  # which no test tells apart
        self.relevant[w] = sorted(between.union(self.special[w])) if w in self.free else sorted(set(few))

    def _coefficient(self) -> int:
        return self.draw(st.sampled_from((1, -1, 2, 3, 10**6, -(10**9), 10**18)))

    def _summands(self) -> list[IntVar]:
        sums = [var for var in self.special if var not in self.free]
        return self.draw(st.lists(st.sampled_from(sums), min_size=1, max_size=3, unique_by=id))

    def _test(self) -> Literal:
        draw = self.draw
        var = draw(st.sampled_from(list(self.special)))
        one, other = (draw(st.sampled_from(self.special[var])) for _ in range(2))
        tests = (var == one, var != one, var <= one, var >= one, var.is_in(range(min(one, other), max(one, other) + 1)))
        return draw(st.sampled_from(tests))

    def _add_constraint(self) -> None:
        draw, model = self.draw, self.model
        kind = draw(st.sampled_from(("clause", "at most one", "exactly one", "linear", "all different", "element")))
        if kind in ("clause", "at most one", "exactly one"):
            add = {"clause": model.add_bool_or, "at most one": model.add_at_most_one}.get(kind, model.add_exactly_one)
            posted = add([self._test() for _ in range(draw(st.integers(1, 3)))])
        elif kind == "linear":
            terms = [(self._coefficient(), var) for var in self._summands()]
            total = sum(c * var for c, var in terms) + 0 * terms[0][1]
            value = sum(c * draw(st.sampled_from(self.relevant.get(var) or var.domain)) for c, var in terms)
            value += draw(st.sampled_from((0, 0, 1, -1, 10**18)))
            compared = (total == value, total != value, total <= value, total >= value)
            posted = model.add(draw(st.sampled_from(compared)))
        elif kind == "all different":
            posted = model.add_all_different(self._summands())
        else:
            target, *entries = self._summands()
            index = model.new_int_var(0, len(entries), f"i{len(model.variables)}")
            posted = model.add_element(index, [*entries, draw(st.sampled_from(self.special[target]))], target)
        if draw(st.integers(0, 2)) == 0:
            posted.only_enforce_if(self._test())


@st.composite
def wide_models(draw: st.DrawFn) -> tuple[Model, Relevant]:
    drawn = Drawn(draw)
    return drawn.model, drawn.relevant


def judge(backend: Backend, model: Model, relevant: Relevant) -> bool:
    """See that a backend which takes the model finds what brute force does; False where the limit comes first."""
    if backend.unsupported_reason(model) is not None:
        return True
    clock = Clock(SECONDS)
    try:
        answers = backend.load(model, Settings(clock=clock)).solutions(limits=Limits(seconds=clock.remaining()))
    except OutOfTime:
        return False
    decided = [decisions_of(model, assignment) for assignment in answers]
    if answers.outcome.stopped_by == "time":
        return False
    expected = answers_within(model, relevant)
    assert answers.outcome.complete
    if model.objective is not None:
        assert decided[-1] in expected if decided else not expected
    else:
        assert len(decided) == len(set(decided))
        assert set(decided) == expected
    return True


def trying(most: int) -> settings:
    return settings(max_examples=most, deadline=None, suppress_health_check=list(HealthCheck))


@trying(examples(160))
@given(wide_models())
def test_our_own_find_what_brute_force_does(drawn: tuple[Model, Relevant]) -> None:
    assert all(judge(found(name), *drawn) for name in ("kernel", "backtracking"))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in (*BACKENDS, *OTHERS) if name != "minizinc"])
def test_whoever_takes_a_wide_model_finds_what_brute_force_does(name: str) -> None:
    backend = found(name)

    @trying({"kernel": 2_000, "backtracking": 2_000, "cpsat": 300}.get(name, 60))
    @given(wide_models())
    def check(drawn: tuple[Model, Relevant]) -> None:
        judge(backend, *drawn)

    check()
