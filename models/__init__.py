"""Puzzles as formal constraint models, and the language they are declared in.

>>> from models import Model
>>> model = Model("two digits")
>>> tens, ones = model.new_int_var(1, 9, "tens"), model.new_int_var(0, 9, "ones")
>>> _ = model.add(tens + ones == 10, because="the digits add up to ten")
>>> _ = model.add(tens < ones)
>>> print(model)
model two digits
  variables
    tens ∈ {1..9}
    ones ∈ {0..9}
  constraints
    tens + ones = 10    — the digits add up to ten
    tens − ones ≤ -1

Nothing here solves anything: that is ``solvers``. A puzzle is one folder or one file beside ``models.puzzle``.
"""

from models.errors import ModelError
from models.language.base import Key
from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from models.language.expressions import Assignment, Constraint, Givens, IntVar, Linear, LinearExpr, Literal
from models.language.model import Model, Objective, Posted

__all__ = [
    "AllDifferent",
    "Assignment",
    "AtMostOne",
    "Clause",
    "Constraint",
    "Element",
    "ExactlyOne",
    "Givens",
    "IntVar",
    "Key",
    "Linear",
    "LinearExpr",
    "Literal",
    "Model",
    "ModelError",
    "Objective",
    "Posted",
    "Table",
]
