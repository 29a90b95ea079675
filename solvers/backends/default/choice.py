"""The default backend: who is asked where nobody is named, by what the model says and what is asked of it.

Measured with ``solvers.compare`` and ``solvers.bench`` on every instance that comes with the program and on the
families, seconds of one processor for declaring, loading and searching (— not settled in time):

=============================================  ========  ======  ======  ==========================
asked                                          kernel    sat     cpsat   rule
=============================================  ========  ======  ======  ==========================
300 Sudokus of 17 clues, each unique           0.07      0.15    1.2     units
30 of the hardest Sudokus, each unique         0.02      0.26    0.77    units
18 Sudokus 16×16, each unique                  0.02      0.22    0.23    larger units
a Sudoku 25×25 (gecode_25, the first)          —         267     34      largest units
all 9,356 pentominoes 6×10, counted            1.5       —       —       others, kernel
dials 7×5×20, two answers                      0.15      0.48    6.1     positions and sums
magic square 6×6, one                          0.35      —       0.24    sums
the fewest turns of the Grecian Computer       0.02      0.25    0.89    positions and sums
best of 40 things in a knapsack                —         —       0.11    linear program
gt2 and p0548 of MIPLIB (``mip`` 0.7)          —         refused —       linear program
40 tasks for 8 agents (``mip`` 0.8)            —         refused 0.2     linear program
a balanced curriculum that tells an order      —         0.8     0.2     decision strategies
a job shop of 10×5, la02                       —         —       0.5     best, cpsat
12 pigeons in 11 holes                         2.9       —       0.01    others, cpsat
200 cars by counts (CSPLib's 60-04), one       0.5       —       2.2     sums, kernel
cubes: 4 to 25, unique                         0.02      0.04    0.12    others, kernel
cubes: csun30-pi as ``orientation``            2.0       0.41    0.34    others, sat
cubes: csun30-pi as ``faces`` (``quickest``)   0.25      0.09    0.20    others, kernel
=============================================  ========  ======  ======  ==========================

Where it cannot be told beforehand whether a model needs learning, the kernel goes first, for so few steps that this
costs a tenth of a second, then who learns best for models of its kind. Where any answer will do, short legs of all come
before the long ones; to find the best, who learns best goes on alone for long. A leg has so many steps and not so many
seconds: the order of answers depends on model and seed, not on the machine.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.util import find_spec

from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne
from models.language.domains import united
from models.language.expressions import Linear
from models.language.model import Model
from solvers.backends.default.fallback import FallbackChain, Leg
from solvers.core.backend import DEFAULT, Backend, Clock, Search, Settings
from solvers.core.limits import Asked
from solvers.core.registry import load_backend
from solvers.lowering.plain import kinds_in

MAX_VALUES_TO_PROPAGATE, MIN_VALUES_TO_LEARN = 9, 17
"""Values of units: up to so many propagation settles them, and from so many on they need learning."""

PROGRAM_STEPS, PROVING_STEPS, FEW_STEPS, MANY_STEPS = 10, 40, 100, 10_000
"""Steps of the kernel, milliseconds each, before another goes on: for a linear program, for another best answer, which
takes a proof, where it often fails, and where it hardly ever does."""

LONG = {"kernel": 20_000, "sat": 500, "cpsat": 20_000, "mip": 2_000}
"""Steps of each backend that take half a minute or so: looks at the clock, or of ``cpsat`` milliseconds by its own
count, or of ``mip`` nodes. Whoever is most likely to settle a model has as many before the others try."""

SHORT = {
    "sat": (Leg("sat", 10), Leg("cpsat", 300), Leg("sat", 50), Leg("kernel", 1_000)),
    "cpsat": (Leg("cpsat", 1_000), Leg("sat", 10), Leg("kernel", 1_000)),
}
"""Short legs before the long ones, by who learns best, where any answer will do: half a second to three seconds each.
Symmetries that only ``cpsat`` sees are seen there after half a second (pigeons in holes), and values that the kernel
finds after a second or so (200 cars, CSPLib's 60-04, by counts). ``sat`` goes on with what it learnt, so it begins with
less; where there is an objective, beginning anew would cost more."""

PROGRAM, MAX_PROGRAM_TERMS = (Leg("cpsat", 150), Leg("mip", 200)), 50_000
"""Legs for a linear program after the kernel's: who learns settles many in a fifth of a second, and relaxations those
with large coefficients. And how many terms that may have, since HiGHS counts nothing before its first node."""

PYTHON_STEPS = 100
"""Looks of the search in Python at its clock, before the learner in Python goes on: tenths of a second."""

MAX_KERNEL_CLAUSES = 10_000
"""Loading more clauses than this into the kernel takes longer than a SAT solver does for all of it."""

LEARNERS = {"sat": "pysat", "cpsat": "ortools"}
"""Backends that learn, from the quickest to start, each with its library; the compiled kernel will do for ``sat``."""

LIBRARIES = {**LEARNERS, "mip": "ortools"}


@dataclass(frozen=True)
class Choice:
    """Who is asked, leg by leg, by the rule with this key, and because of what in the model and the question.

    Each leg but the last has so many steps, before the next goes on with what is left to find.
    """

    rule: str
    legs: tuple[Leg, ...]
    because: str

    @property
    def backends(self) -> tuple[str, ...]:
        """Each of those who are asked, in the order in which their turns come."""
        return tuple(dict.fromkeys(leg.backend for leg in self.legs))

    def __str__(self) -> str:
        return f"{', then '.join(self.backends)}, by the rule “{self.rule}”: {self.because}"


def choose(model: Model, asked: Asked = "unique") -> Choice:
    kinds = kinds_in(model)
    reads_and_sums = {Element, Linear} <= kinds and AllDifferent not in kinds
    sums = model.objective is not None or (Linear in kinds and not reads_and_sums)
    values = len(united({var.domain for var in model.variables})) if kinds == {AllDifferent} else 0
    differ = f"all it says is that {values} values differ" if values and model.objective is None else ""
    if differ and values <= MAX_VALUES_TO_PROPAGATE and not model.strategies and _is_kernel_built():
        return Choice("units", (Leg("kernel"),), f"{differ}, and so few are settled by propagation")
    learners = _learners(model, "cpsat", "sat") if sums else _learners(model, "sat", "cpsat")
    alone = tuple(map(Leg, learners[:1]))

    def kernel_first(rule: str, because: str, steps: int, *between: Leg) -> Choice:
        """The kernel, then long legs of who learns best, of the kernel once more and of who else learns."""
        first = (Leg("kernel", steps), *between)
        if not learners:
            return Choice(rule, first[: len(between)] + (Leg("kernel"),), because)
        if model.objective is None and 1 < steps < MANY_STEPS:
            first += tuple(leg for leg in SHORT[learners[0]] if leg.backend in ("kernel", *learners))
        others = ("kernel", *learners[1:]) if steps < MANY_STEPS else learners[1:]
        long = (Leg(name, LONG[name]) for name in (learners[0], *others))
        return Choice(rule, (*first, *(long if others else ()), *alone), because)

    if not _is_kernel_built():
        why = "the kernel is not compiled here, "
        if asked in ("all", "count", "proved count") and _is_cover(model):
            return Choice("cover in Python", (Leg("dlx"),), why + "and it is an exact cover at heart")
        if alone:
            return Choice("no kernel", alone, why + "and who learns is quicker than Python")
        because = why + "and nothing else is, so Python searches, and then learns"
        if _backend("sat").unsupported_reason(model) is not None:
            return Choice("only Python", (Leg("backtracking"),), because)
        return Choice("only Python", (Leg("backtracking", PYTHON_STEPS), Leg("sat")), because)
    few = FEW_STEPS if model.objective is None else PROVING_STEPS
    if model.strategies:
        because = "it says in which order to decide what, and the kernel does so"
        return kernel_first("decision strategies", because, few)
    if alone and kinds == {Clause} and len(model.constraints) > MAX_KERNEL_CLAUSES:
        because = f"it has {len(model.constraints):,} clauses and nothing else, which learning is made for"
        return Choice("many clauses", alone, because)
    if asked == "shared" and (same := _learners(model, "sat", "cpsat")) and not (differ or reads_and_sums):
        if not kinds <= {ExactlyOne, AtMostOne}:
            because = "who learns keeps what it learnt for the next of many questions"
            return Choice("what all share", (Leg(same[0]),), because)
        return kernel_first("cover", "it is an exact cover at heart, and answers come quickly", MANY_STEPS)
    if differ:
        if values >= MIN_VALUES_TO_LEARN:
            learners = _learners(model, "cpsat", "sat")
            alone = tuple(map(Leg, learners[:1]))
            more = f"{differ}, and with more than {MIN_VALUES_TO_LEARN - 1} learning is needed"
            return kernel_first("largest units", more, 1)
        return kernel_first("larger units", f"{differ}, mostly settled by propagation", MANY_STEPS)
    if asked == "proved count" and _is_cover(model):
        because = "it is an exact cover at heart, and a table proves the count"
        return Choice("cover counted by a table", (Leg("dlx"),), because)
    if reads_and_sums:
        because = "it sums up what positions show, from which little can be learnt"
        return kernel_first("positions and sums", because, MANY_STEPS)
    if _is_program(model) and _is_quick("mip"):
        because = "it is a linear program in integers, which relaxations are made for"
        return kernel_first("linear program", because, PROGRAM_STEPS, *PROGRAM)
    rule = "best" if model.objective is not None else "sums" if sums else "others"
    return kernel_first(rule, "propagation settles it at once, or learning is needed", few)


def quickest_learner() -> str:
    """The backend for many small questions about one model: the first that is here and compiled."""
    return next(filter(_is_quick, LEARNERS), "backtracking")


def there_are() -> str:
    """The backends that a choice can fall on here, as one text: another place may have others."""
    library = ["python-sat"] * (find_spec("pysat") is not None)
    return " ".join(["kernel"] * _is_kernel_built() + library + list(filter(_is_quick, LEARNERS)))


def _is_kernel_built() -> bool:
    from solvers.kernel import compiled  # quicker without, where a backend is named

    return compiled() is not None


def _is_quick(learner: str) -> bool:
    return find_spec(LIBRARIES[learner]) is not None or (learner == "sat" and _is_kernel_built())


def _is_program(model: Model) -> bool:
    if model.objective is None:
        return False
    terms = 0
    for constraint in model.constraints:
        if type(constraint) is not Linear or constraint.condition:
            return False
        terms += len(constraint.terms)
    return 0 < terms <= MAX_PROGRAM_TERMS


def _is_cover(model: Model) -> bool:
    from solvers.lowering.covering import is_cover  # most searches are settled without

    return is_cover(model)


def _learners(model: Model, *names: str) -> tuple[str, ...]:
    """The backends that are here, from the first on that takes the model; of the others it is asked in their turn."""
    here = tuple(filter(_is_quick, names))
    while here and _backend(here[0]).unsupported_reason(model) is not None:
        here = here[1:]
    return here


def _backend(name: str) -> Backend:
    return load_backend(name)[0]


class Default(Backend):
    name = DEFAULT
    summary = "whoever is chosen for the model and for what is asked of it"

    def __init__(self, asked: Asked = "unique") -> None:
        self._asked = asked
        self.is_stateful = not _is_kernel_built()  # a fallback chain forgets what came before

    def unsupported_reason(self, model: Model) -> str | None:
        return None

    def _load(self, model: Model, settings: Settings) -> Search:
        choice = choose(model, self._asked)
        first, *later = choice.legs
        search = _backend(first.backend).load(model, settings)
        if later:

            def load_another(name: str, clock: Clock) -> Search:
                return _backend(name).load(model, replace(settings, clock=clock))

            search = FallbackChain(model, search, choice.legs, load_another)
        search.rule, search.why = choice.rule, str(choice)
        return search

    def version(self, variant: str = "") -> str:
        return ""
