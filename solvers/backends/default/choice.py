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
best of 40 things in a knapsack                —         —       0.11    best, cpsat
cubes: 4 to 25, unique                         0.02      0.04    0.12    others, kernel
cubes: csun30-pi as ``orientation``            2.0       0.41    0.34    others, sat
=============================================  ========  ======  ======  ==========================

The first formulation of a puzzle is the quickest on whoever is chosen, but for cubes, which say so (``quickest``):

=============================================  ========  ======  ======  ==========================
cubes: csun30-pi as ``faces``                  0.25      0.09    0.20    others, kernel
=============================================  ========  ======  ======  ==========================

Where it cannot be told beforehand whether a model needs learning, the kernel goes first, for so many steps and not so
many seconds: which answers come in which order depends on the model and the seed, not on the machine.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.util import find_spec
from math import inf

from models.language.constraints import AllDifferent, Clause, Element
from models.language.domains import united
from models.language.expressions import Linear
from models.language.model import Model
from solvers.backends.default.fallback import FallbackChain
from solvers.core.backend import DEFAULT, Backend, Clock, Search, Settings
from solvers.core.limits import Asked
from solvers.core.registry import load_backend

SMALL, LARGE = 9, 16
"""Values of units: up to so many propagation settles them, and above so many they need learning."""

SHORT, LONG = 100, 10_000
"""Turns of the kernel, milliseconds each, before another goes on: where it often fails, and where it hardly does."""

ANNOTATED = 3_000
"""Turns of the kernel where the model says in which order to decide."""

MANY = 10_000
"""Clauses: from so many on, loading them into the kernel takes longer than a SAT solver does for all of it."""

LIBRARIES = {"sat": "pysat", "maxsat": "pysat", "cpsat": "ortools"}
"""What a backend stands on."""


@dataclass(frozen=True)
class Choice:
    """Who is asked, and why.

    Attributes:
        rule: the rule's key.
        backends: who is asked, one after the other.
        turns: the turns of each but the last, before the next goes on with what is left to find.
        because: what of the model and of what is asked decides, in words.
    """

    rule: str
    backends: tuple[str, ...]
    because: str
    turns: float = inf

    def __str__(self) -> str:
        return f"{', then '.join(self.backends)}, by the rule “{self.rule}”: {self.because}"


def choose(model: Model, asked: Asked = "unique") -> Choice:
    """Who is asked for ``model`` where nobody is named."""
    from solvers.kernel import compiled  # quicker without, where a backend is named

    kinds = {type(constraint) for constraint in model.constraints}
    reads_and_sums = {Element, Linear} <= kinds and AllDifferent not in kinds
    sums = (Linear in kinds or model.objective is not None) and not reads_and_sums
    learners = _first(model, *(("cpsat", "sat") if sums else ("sat", "cpsat")))
    if compiled() is None:
        return _without_the_kernel(model, asked, learners)
    if model.strategies:
        because = "it says in which order to decide what, and the kernel does so"
        return _in_turn("decision strategies", learners, because, ANNOTATED)
    if learners and kinds == {Clause} and len(model.constraints) > MANY:
        because = f"it has {len(model.constraints):,} clauses and nothing else, which learning is made for"
        return Choice("many clauses", learners, because)
    if kinds == {AllDifferent} and model.objective is None:
        values = len(united({var.domain for var in model.variables}))
        differ = f"all it says is that {values} values differ"
        if values <= SMALL:
            return Choice("units", ("kernel",), f"{differ}, and so few are settled by propagation")
        if values > LARGE:
            learners = _first(model, "cpsat", "sat")
            return _in_turn("largest units", learners, f"{differ}, and with more than {LARGE} learning is needed", 1)
        return _in_turn("larger units", learners, f"{differ}, mostly settled by propagation", LONG)
    if asked == "proved count" and _is_cover(model):
        return Choice(
            "cover counted by a table", ("dlx",), "it is an exact cover at heart, and a table proves the count"
        )
    if reads_and_sums:
        because = "it sums up what positions show, from which little can be learnt"
        return _in_turn("positions and sums", learners, because, LONG)
    rule = "best" if model.objective is not None else "sums" if sums else "others"
    return _in_turn(rule, learners, "propagation settles it at once, or learning is needed", SHORT)


def there_are() -> str:
    """The backends that a choice can fall on here, as one text: another place may have others."""
    from solvers.kernel import compiled  # as above

    installed = [name for name, library in LIBRARIES.items() if find_spec(library)]
    return " ".join(["kernel"] * (compiled() is not None) + installed)


def _in_turn(rule: str, learners: tuple[str, ...], because: str, turns: int) -> Choice:
    """The kernel first, and the first of the learners that is there."""
    return Choice(rule, ("kernel", *learners), because, turns)


def _without_the_kernel(model: Model, asked: Asked, learners: tuple[str, ...]) -> Choice:
    why = "the kernel is not compiled here, "
    if asked in ("all", "count", "proved count") and _is_cover(model):
        return Choice("cover in Python", ("dlx",), why + "and it is an exact cover at heart")
    if learners:
        return Choice("no kernel", learners, why + "and who learns is quicker than Python")
    return Choice("only Python", ("backtracking",), why + "and no other solver is installed")


def _is_cover(model: Model) -> bool:
    from solvers.lowering.covering import is_cover  # most searches are settled without

    return is_cover(model)


def _first(model: Model, *names: str) -> tuple[str, ...]:
    """The first of these backends that is installed and takes the model; none where there is no such."""
    for name in names:
        if find_spec(LIBRARIES.get(name, "solvers")) and _backend(name).unsupported_reason(model) is None:
            return (name,)
    return ()


def _backend(name: str) -> Backend:
    return load_backend(name)[0]


class Default(Backend):
    """Whoever is chosen for each model, for what is ``asked`` of it."""

    name = DEFAULT
    summary = "whoever is chosen for the model and for what is asked of it"

    def __init__(self, asked: Asked = "unique") -> None:
        from solvers.kernel import compiled  # as above

        self._asked = asked
        self.is_stateful = compiled() is None  # a relay forgets what came before

    def unsupported_reason(self, model: Model) -> str | None:
        return None

    def _load(self, model: Model, settings: Settings) -> Search:
        choice = choose(model, self._asked)
        word, *later = choice.backends
        search = _backend(word).load(model, settings)
        if later:

            def load_next(clock: Clock) -> Search:
                return _backend(later[0]).load(model, replace(settings, clock=clock))

            search = FallbackChain(model, search, choice.turns, load_next)
        search.rule, search.why = choice.rule, str(choice)
        return search

    def version(self, variant: str = "") -> str:
        return ""
