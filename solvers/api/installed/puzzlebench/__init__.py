"""Puzzlebench: puzzles as formal constraint models, solved by interchangeable backends that check each other.

>>> import puzzlebench as pb
>>> model = pb.Model("heads and legs")
>>> hens, hares = model.new_int_var(0, 35, "hens"), model.new_int_var(0, 35, "hares")
>>> _ = model.add(hens + hares == 35, because="there are 35 heads")
>>> _ = model.add(2 * hens + 4 * hares == 94, because="there are 94 legs")
>>> pb.solve(model)
<solved: hens = 23, hares = 12>
>>> pb.explain(pb.puzzle("sudoku").load("norvig_easy50", 2)).status
'explained'

This is how ``solvers.api`` is called where Puzzlebench is installed.
"""

from solvers import api as _front
from solvers.api import __all__ as __all__

TYPE_CHECKING = False  # the one of typing would cost more than all the rest of this module
if TYPE_CHECKING:
    from solvers.api import *  # noqa: F403 - all of it, under a name of its own
else:  # each name when it is first used

    def __getattr__(name: str) -> object:
        return globals().setdefault(name, getattr(_front, name))


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
