"""What does a Sudoku look like at one moment of a walk: candidates small, what is new lit, and what it follows from?"""

from __future__ import annotations

from collections.abc import Sequence

from models.deductions import Moment
from models.language.model import IntVar, Literal
from models.sudoku.model import Sudoku
from models.sudoku.picture import picture


def draw_moment(instance: Sudoku, cells: Sequence[IntVar], moment: Moment) -> str:
    """The grid at ``moment``; ``cells`` are the variables of the cells, row by row."""
    place = {var: divmod(number, instance.order) for number, var in enumerate(cells)}
    found = {place[var]: value for var, value in moment.known.items()}
    marks = {place[var]: values for var, values in moment.left.items()}
    step = moment.step
    if step is None:
        return picture(instance, found=found, marks=marks).svg()
    here = place[step.fact.var]
    struck = {}
    if step.places:
        found[here] = step.value
    else:
        struck[here] = {step.value}
    reason = {place[fact.var] for fact in step.facts if fact.var is not step.fact.var}
    if not reason:  # all of it is about the cell itself: where its digits went
        reason = {place[origin.var] for origin in step.origins if isinstance(origin, Literal)}
    return picture(instance, found=found, marks=marks, struck=struck, lit=[here], reason=reason).svg()
