"""Every backend there is, one by brute force among them, and small models that all of them are asked."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from models.language.model import Givens, Model
from solvers.core.backend import Backend, Clock, Search, Settings
from solvers.core.registry import BACKENDS, OTHERS, load_backend
from tests.examples import examples
from tests.random_models import decisions_of
from tests.solvers.backends.hard_models import independent_set, market_split, pigeons


class Brute(Backend):
    """As little as a backend can be: it knows nothing of assumptions, nor of cores."""

    name, summary = "brute", "tries every assignment there is"

    def unsupported_reason(self, model: Model) -> str | None:
        return None if model.objective is None else f"the objective {model.objective}"

    def _load(self, model: Model, settings: Settings) -> Search:
        return BruteSearch(model)

    def version(self, variant: str = "") -> str:
        return "brute force"


class BruteSearch(Search):
    def size(self) -> dict[str, int]:
        return {"variables": len(self.model.variables)}

    def effort(self) -> dict[str, int]:
        return {}

    def _assignments(self, givens: Givens, clock: Clock):  # type: ignore[no-untyped-def]
        seen = set()
        for values in product(*(var.domain for var in self.model.variables)):
            if clock.expired():
                return False
            assignment = dict(zip(self.model.variables, values, strict=True))
            decided = decisions_of(self.model, assignment)
            if decided not in seen and self.model.first_violation(assignment, givens) is None:
                seen.add(decided)
                yield assignment
        return True


def found(name: str) -> Backend:
    """The backend of that name; the test is skipped where its library is not installed, and where all must be fails."""
    backend = Brute() if name == "brute" else load_backend(name)[0]  # whatever the variant
    if missing := backend.missing():
        if os.environ.get("PUZZLEBENCH_EVERY_SOLVER") and name != "minizinc":  # which no package brings along
            pytest.fail(missing)
        pytest.skip(missing)
    return backend


def installed(names: Iterable[str]) -> list[str]:
    """Those of the backends that can work here; the test is skipped where none can."""
    there = [name for name in names if name in ("", "brute") or not load_backend(name)[0].missing()]
    return there or [found(name).name for name in names]


ALL = [*BACKENDS, *OTHERS, "brute"]
COVERING = ["dlx", "miniexact", "pyxcc"]  # they take exact covers, and no objective
ENUMERATING = [name for name in ALL if name != "maxsat"]  # that one asks for an objective
OPTIMISING = [*(name for name in (*BACKENDS, *OTHERS) if name not in COVERING), "maxsat:glucose4"]
EXAMPLES = {"mip": 25, "backtracking": 200, "dlx": 150, **dict.fromkeys(OTHERS, 6), "choco": 3, "minizinc": 2, "z3": 2}
"""Random models tried by each; solving one takes some milliseconds with HiGHS and a fraction of one otherwise."""


def trying(name: str, most: int = 60) -> settings:
    """So many random models, however long each takes."""
    return settings(
        max_examples=examples(min(most, EXAMPLES.get(name, 80))), deadline=None, suppress_health_check=list(HealthCheck)
    )


def each_of(
    names: Iterable[str], also: Iterable[str] = (), is_lane: bool = False
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Put one check to many backends: to all of ours in one test, to each of other people's in a slow one.

    The check takes a ``name`` or a ``backend``, and fixtures. A failure says whose it is. ``also`` are those that are
    not ours and are asked each time; ``is_lane`` says that all others are asked in a lane, too.
    """
    rare = [name for name in names if name in (*OTHERS, "best") and name not in also]
    often = [name for name in names if name not in rare]
    marks = [pytest.mark.slow, *[pytest.mark.lane] * is_lane]
    groups = [pytest.param(often, id="ours"), *(pytest.param([one], id=one, marks=marks) for one in rare)]

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        asked = [word for word in inspect.signature(check).parameters if word not in ("name", "backend")]

        @pytest.mark.parametrize("names", groups)
        def test(names: list[str], **fixtures: Any) -> None:
            for name in installed(names):
                chosen = {"name": name} if "name" in inspect.signature(check).parameters else {"backend": found(name)}
                try:
                    check(**chosen, **fixtures)
                except BaseException as error:
                    error.add_note(f"asked of {name}")
                    raise

        words = [inspect.Parameter(word, inspect.Parameter.KEYWORD_ONLY) for word in ("names", *asked)]
        test.__signature__ = inspect.Signature(words)  # type: ignore[attr-defined]
        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return test

    return decorate


every = each_of(ALL)
enumerating = each_of(ENUMERATING)
drawing = st.data()


def aimless(model: Model, backend: Backend) -> Model:
    """``model`` with an objective that says nothing, where the backend asks for one."""
    if backend.name == "maxsat":
        model.minimize(0)
    return model


def pair() -> Model:
    """Two variables from 1 to 3, not equal: six answers."""
    model = Model("pair")
    x, y = model.new_int_var(1, 3, "x"), model.new_int_var(1, 3, "y")
    model.add_all_different(x, y)
    return model


def latin(order: int) -> Model:
    """A Latin square: 12 of order 3, 576 of order 4."""
    model = Model(f"latin square of order {order}")
    cells = [[model.new_int_var(1, order, f"r{r}c{c}") for c in range(order)] for r in range(order)]
    for line in [*cells, *map(list, zip(*cells, strict=True))]:
        model.add_all_different(line)
    return model


def hopeless(backend: Backend) -> Model:
    """A model that it takes, and with which it does not finish."""
    if backend.name in COVERING:
        return pigeons(12)
    return independent_set() if backend.name == "maxsat" else market_split()
