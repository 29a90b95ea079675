"""Arguments of the front door, checked before anything starts: names that there are, numbers that are numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from math import inf
from os import PathLike
from typing import Any, ParamSpec, TypeGuard, TypeVar

from models.errors import InputError
from models.kit.names import nearest, shown
from models.language.base import as_int
from models.language.expressions import IntVar, Literal

P = ParamSpec("P")
R = TypeVar("R")

ONE_FORMULATION = "a model is one formulation and says its own objective; name none"

MINIMA = {
    "limit": 1,
    "count": 1,
    "tries": 1,
    "most": 1,
    "only": 1,
    "show": 1,
    "number": 1,
    "workers": 1,
    "further": 0,
    "seed": None,
}
"""Arguments that are whole numbers, and the least each may be."""

POSITIVE_NUMBERS = ("seconds", "effort")  # arguments that are numbers above 0, whole or not

KINDS: Mapping[str, tuple[Any, str]] = {
    "backend": (str, "a word"),
    "formulation": (str, "a word"),
    "minimize": (str, "a word for what a puzzle minimizes (a model says it itself: m.minimize(x))"),
    "to": (str, "a word"),
    "difficulty": (str, "a word"),
    "strength": (str, "a word"),
    "smallest": (int, "True or False"),
    "every": (int, "True or False"),
    "techniques": ((list, tuple, set, frozenset), "a list of words"),
    "without": ((list, tuple, set, frozenset), "a list of words"),
    "givens": (Mapping, "a dictionary of variables and their values"),
    "assumptions": (Iterable, "a list of literals"),
    "on_solution": (Callable, "a function"),
    "on_progress": (Callable, "a function"),
    "progress": (Callable, "a function"),
    "proof": ((str, PathLike), "the name of a file"),
    "certificate": ((str, PathLike), "the name of a file"),
    "path": ((str, PathLike), "the name of a file"),
    "name": ((str, PathLike), "the name of an instance or a file"),
    "text": (str, "a text"),
}
"""Arguments of another kind, and how that is called."""

OPTIONAL = ("limit", "most", "only", "seconds", "minimize", "tries", "on_solution", "progress", "proof")
"""Arguments that may be None."""

ELSEWHERE = {
    "seconds": "time_limit timeout time max_time max_time_in_seconds timelimit time_limit_seconds limit_seconds",
    "backend": "solver solver_name engine method",
    "limit": "n max_solutions solution_limit num_solutions nr_solutions solutions k all_solutions",
    "workers": "threads num_threads processes num_workers num_search_workers jobs n_jobs cores",
    "seed": "random_seed random_state rng",
    "on_solution": "callback solution_callback display on_answer",
    "progress": "verbose log log_search_progress on_progress",
    "on_progress": "progress",
    "assumptions": "assume assumption assumed assuming",
    "givens": "given fixed values partial",
    "proof": "certificate proof_file",
    "to": "format fmt",
    "count": "n puzzles number",
    "most": "limit n",
    "strength": "level",
}
"""Arguments by the names that they have in other libraries, or in other calls of this one."""

ALIASES_OF_LIMITS = {*f"{ELSEWHERE['seconds']} {ELSEWHERE['workers']} {ELSEWHERE['seed']}".split()}
"""Those that no puzzle calls an option of its own."""


def checked(call: Callable[P, R]) -> Callable[P, R]:
    """``call`` with its arguments checked; a name that it does not have is answered with the one that was meant."""
    code = call.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    takes_any = bool(code.co_flags & 8)  # what is beyond, the call looks at itself

    @wraps(call)
    def check_and_call(*args: P.args, **named: P.kwargs) -> R:
        for name in named.keys() - {*names}:
            if not takes_any or name in ALIASES_OF_LIMITS:
                raise TypeError(_unknown(call.__name__, name, names))
        given = dict(zip(names, args, strict=False))
        check(**{**given, **named})
        in_order: Any = (*(plainly(name, value) for name, value in given.items()), *args[len(given) :])
        by_name: Any = {name: plainly(name, value) for name, value in named.items()}
        return call(*in_order, **by_name)

    return check_and_call


def plainly(name: str, value: Any) -> Any:
    """Return an argument as Python itself has it: whole numbers of other libraries as ints, assumptions as a tuple.

    Raises:
        InputError: where an assumption is not a literal, or there are more than fit into memory.
    """
    if name in MINIMA and value is not None:
        return as_int(value)
    if name != "assumptions":
        return value
    try:
        literals = tuple(value)
    except (TypeError, MemoryError, OverflowError):
        literals = (value,)
    for one in literals:
        if not isinstance(one, Literal | IntVar):
            raise InputError(f"assumptions has {shown(one)}; literals such as x == 3 are expected")
    return literals


def check(**given: object) -> None:
    """Refuse the first argument that is not what it has to be; those of other names are not looked at."""
    for name, value in given.items():
        if value is None and name in OPTIONAL:
            continue
        expected = _expected(name, value)
        if expected:
            none = f", or None for no {name}" if name in ("seconds", "limit") else ""
            raise InputError(f"{name} is {shown(value)}; {expected} is expected{none}")


def _expected(name: str, value: object) -> str:
    if name in POSITIVE_NUMBERS:
        return "" if _is_real(value) and 0 < value < inf else "a number above 0"  # which leaves out nan
    if name in MINIMA:
        number, least = as_int(value), MINIMA[name]
        if number is None or (least is not None and number < least):
            return "a whole number" if least is None else f"a whole number from {least} up"
    elif name in KINDS:
        kind, called = KINDS[name]
        words: Any = value if isinstance(value, kind) and name in ("techniques", "without") else ()
        return "" if isinstance(value, kind) and all(isinstance(one, str) for one in words) else called
    return ""


def _is_real(value: object) -> TypeGuard[float]:
    if isinstance(value, int | float):
        return True
    from numbers import Real  # other libraries have such numbers too

    return isinstance(value, Real)


def _unknown(call: str, name: str, names: tuple[str, ...]) -> str:
    meant = [ours for ours, theirs in ELSEWHERE.items() if name.lower() in theirs.split()]
    near = next((ours for ours in meant if ours in names), None if meant else nearest(name, names))
    if name in ("maximize", "objective"):
        return f"{call}() has no argument {name!r}; a model says itself what is best: m.minimize(x) or m.maximize(x)"
    if near is None and "limit" in meant:
        return f"{call}() has no argument {name!r}; solutions() has limit, the most answers that are wanted"
    public = ", ".join(name for name in names if name not in ("self", "what"))
    return f"{call}() has no argument {name!r}; " + (f"did you mean {near}?" if near else f"it has {public}")
