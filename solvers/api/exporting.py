"""Models and instances as text in the formats of other programs."""

from __future__ import annotations

import warnings

from models.errors import PuzzlebenchError
from models.language.model import Model
from solvers.api.answer import puzzle_of
from solvers.api.arguments import ONE_FORMULATION, checked
from solvers.api.own_model import Askable
from solvers.export.__main__ import lost_projection, written
from solvers.formats.document import Export
from solvers.formats.registry import writer, writing


@checked
def export(what: Askable, to: str, *, formulation: str = "", minimize: str | None = None) -> str:
    """A model, or an instance of a puzzle, in the format ``to`` of other programs, as text.

    >>> model = pb.Model("two boxes")
    >>> _ = model.add_exactly_one(model.new_bool_var("left"), model.new_bool_var("right"), key=("prize",))
    >>> print(pb.export(model, "opb").splitlines()[-1])
    +1 x1 +1 x2 = 1 ;

    The formats are those of ``python -m solvers.export --help``; ``formulation`` and ``minimize`` are as for ``solve``.
    What a format leaves out of the text, as LP does projections, is warned of (``UserWarning``).

    Raises:
        PuzzlebenchError: when ``what`` is neither, or the format cannot say it.
    """

    known = writing(to, None)
    if not isinstance(what, Model):
        text, losses = written(known, puzzle_of(what), what, formulation, minimize)
    elif formulation or minimize:
        raise PuzzlebenchError(ONE_FORMULATION)
    else:
        statement = Export(what, what.name)
        text, losses = "".join(writer(known).write(statement)), lost_projection(known, statement)
    for loss in losses:
        warnings.warn(loss, stacklevel=2)
    return text
