"""The sat backend: every answer once, under any givens, again and again, on every solver underneath."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import IntVar, Model
from solvers.backends.sat import backend as sat
from solvers.core.backend import Limits, MissingLibrary, Search, Settings
from solvers.core.registry import load_backend
from tests.examples import examples
from tests.random_models import answers_of, brute_force, decisions_of, givens_for, models

VARIANTS = load_backend("sat")[0].variants
ROOT = Path(__file__).parents[4]


def load(model: Model, variant: str = "", seed: int = 0) -> Search:
    return load_backend("sat")[0].load(model, Settings(variant=variant, seed=seed))


def square(side: int = 4) -> tuple[Model, list[IntVar]]:
    """A Latin square."""
    model = Model("Latin square")
    cells = [model.new_int_var(1, side, f"{row}{column}") for row in range(side) for column in range(side)]
    for line in range(side):
        model.add_all_different(cells[side * line : side * line + side])
        model.add_all_different(cells[line::side])
    return model, cells


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=examples(25), deadline=None)
@given(data=st.data())
def test_every_solver_underneath_gives_the_answers_of_brute_force(variant: str, data: st.DataObject) -> None:
    model = data.draw(models())
    fixed = data.draw(givens_for(model))
    search = load(model, variant, seed=data.draw(st.integers(0, 2)))
    assert answers_of(search, fixed) == brute_force(model, fixed)
    assert answers_of(search) == brute_force(model)


def test_an_exact_cover_is_forbidden_by_its_chosen_options_alone() -> None:
    model = Model("cover")
    options = [model.new_bool_var(f"o{place}") for place in range(40)]
    for item in range(10):
        model.add_exactly_one(options[item::10])
    search = load(model)
    search._sat.add = forbidden = Recorder(search._sat.add)  # type: ignore[attr-defined]
    list(search.solutions(limits=Limits(solutions=5)))
    assert [len(clause) for clause in forbidden.seen] == [10 + 1] * 4 + [1]
    assert len(answers_of(search, dict.fromkeys(options[:20], 0))) == 2**10


class Recorder:
    def __init__(self, call) -> None:
        self.call, self.seen = call, []

    def __call__(self, clause) -> None:
        self.seen.append(list(clause))
        self.call(clause)


def test_retired_selectors_do_not_pile_up() -> None:
    model, cells = square()
    search = load(model)
    assert isinstance(search, sat.SatSearch)
    answers = {decisions_of(model, found) for found in search.solutions()}
    highest = 0
    for turn in range(2 * sat.MAX_RETIRED_SELECTORS + 10):
        fixed = {cells[0]: turn % 4 + 1, cells[5]: 1 + turn % 3}
        assert len(list(search.solutions(fixed, Limits(solutions=2)))) == 2
        highest = max(highest, search._top)
    assert highest <= search.size()["variables"] + sat.MAX_RETIRED_SELECTORS
    assert {decisions_of(model, found) for found in search.solutions()} == answers


def test_a_wide_objective_is_halved_not_walked_down() -> None:
    model = Model("wide")
    x = model.new_int_var(0, 50_000, "x")
    model.add(x >= 777)
    model.minimize(3 * x)
    found = [solution[x] for solution in load(model).solutions()]
    assert found[-1] == 777
    assert len(found) < 20


def test_it_says_what_it_is_and_what_it_does() -> None:
    backend, variant = load_backend("sat:glucose4")
    assert variant == "glucose4"
    assert backend.version().startswith("python-sat ")
    assert backend.version("glucose4").endswith(", glucose4")
    model, cells = square()
    search = load(model)
    assert search.size() == {"variables": 65, "clauses": 16 * 7 + 8 * 28 + 1, "literals": 16 * 16 + 8 * 64 + 1}
    solutions = search.solutions()
    list(solutions)
    assert solutions.outcome.effort["decisions"] > 0
    again = search.solutions({cell: value for cell, value in next(search.solutions()).items() if cell is not cells[0]})
    list(again)
    assert again.outcome.effort["conflicts"] < solutions.outcome.effort["conflicts"] + 2, "counted from its own start"


def test_without_python_sat_its_solvers_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    backend, _ = load_backend("sat")
    with pytest.raises(MissingLibrary, match=r"backend sat needs python-sat.*pip install 'puzzlebench\[sat\]'"):
        backend.load(Model())
    with pytest.raises(MissingLibrary):
        backend.version()
    assert backend.unsupported_reason(Model()) is None


def test_it_loads_neither_or_tools_nor_numpy_and_python_sat_only_when_used() -> None:
    program = (
        "import sys; from solvers.core.registry import load_backend; from models.language.model import Model; "
        "backend, _ = load_backend('sat'); assert 'pysat' not in sys.modules; "
        "list(backend.load(Model()).solutions()); print(sorted({'ortools', 'numpy', 'pysat'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "['pysat']"


def test_without_python_sat_the_kernel_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat", None)
    backend, _ = load_backend("sat")
    assert backend.version().startswith("Puzzlebench kernel ")
    assert backend.missing() == ""
    model, cells = square()
    assert answers_of(backend.load(model), {cells[0]: 1}) == answers_of(
        load_backend("dlx")[0].load(model), {cells[0]: 1}
    )


def test_where_nothing_is_compiled_it_is_slower_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat", None)
    monkeypatch.setenv("PUZZLEBENCH_PURE", "1")
    backend, _ = load_backend("sat")
    assert "PUZZLEBENCH_PURE is set" in backend.remark()
    model, _ = square()
    assert len(answers_of(backend.load(model))) == 576
