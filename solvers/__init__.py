"""How models are solved. The front door for scripts and notebooks is here: ``solve``, ``solutions``, ``count`` …

>>> from models import Model
>>> import solvers
>>> m = Model("send more money")
>>> s, e, n, d, mm, o, r, y = letters = [m.new_int_var(letter in "SM", 9, letter) for letter in "SENDMORY"]
>>> _ = m.add_all_different(letters)
>>> def number(*digits): return sum(digit * 10**place for place, digit in enumerate(reversed(digits)))
>>> _ = m.add(number(s, e, n, d) + number(mm, o, r, e) == number(mm, o, n, e, y))
>>> solvers.solve(m)
<solved: S = 9, E = 5, N = 6, D = 7, M = 1, O = 0, R = 8, Y = 2>

Importing this imports no solver and no puzzle; a name is looked up in :mod:`solvers.api` when it is first used. The
verbs are packages here, such as :mod:`solvers.explain`; their functions of the same name are those of ``puzzlebench``.
"""

import sys
from os import _exit
from os.path import basename, dirname, realpath

INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has ended, as shells have it."""


def end_at_once(*_: object) -> None:
    """Handle Ctrl-C while the program is still being imported: there is nothing to show or to save."""
    _exit(INTERRUPTED)


if "".join(map(basename, sys.argv[:1])) in ("-m", "puzzlebench"):  # no library that is imported by somebody else
    import _signal  # type: ignore[import-not-found]  # signal itself would cost more than all the rest of this module

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, end_at_once)


def _check_models() -> None:
    """See that ``models`` is the one beside this package, and not another of that name where the program was started.

    Raises:
        ImportError: when it is another.
    """
    specs = (finder.find_spec("models", None) for finder in sys.meta_path if hasattr(finder, "find_spec"))
    found = next((spec for spec in specs if spec is not None), None)
    places = list(found.submodule_search_locations or ()) if found else []
    if dirname(__path__[0]) in map(dirname, places):  # noqa: PTH120 - pathlib takes longer than the rest of this
        return
    if found and found.origin and not places and dirname(found.origin) == dirname(realpath(sys.argv[0])):  # noqa: PTH120
        return  # python-sat's script beside the commands, which take it off the path themselves
    where = f"{places[0]} is found first" if places else "it is not there"
    complaint = (
        f"Puzzlebench needs its own package models, and {where}: use the command puzzlebench, or start elsewhere"
    )
    if sys.argv[:1] == ["-m"]:  # python -m solvers.VERB: a sentence, and the exit code of bad usage
        print(f"error: {complaint}", file=sys.stderr)
        sys.exit(2)
    raise ImportError(complaint)


_check_models()

TYPE_CHECKING = False  # the one of typing would cost more than all the rest of this module
if TYPE_CHECKING:
    from solvers.api import (
        NotKnown,
        conflict,
        count,
        hint,
        is_unique,
        load,
        optimum,
        puzzle,
        solutions,
        solve,
    )
    from solvers.api.answer import Answer
    from solvers.core.limits import Status

__all__ = [
    "solve",
    "solutions",
    "count",
    "is_unique",
    "optimum",
    "load",
    "conflict",
    "hint",
    "puzzle",
    "Answer",
    "NotKnown",
    "Status",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'solvers' has no attribute {name!r}")
    from solvers import api as front  # imports what this module promises not to

    return getattr(front, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
