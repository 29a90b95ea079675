"""XCSP3 instances over x, y and two of b, and all the values that these can have."""

from __future__ import annotations

from io import BytesIO
from itertools import product

from solvers.core.registry import load, load_backend
from solvers.formats.document import Reading
from solvers.formats.xcsp3.reading import read
from tests.random_models import Answers, answers_of


def instance(constraints: str, objective: str = "") -> str:
    variables = '<var id="x"> -2..2 </var> <var id="y"> 0 2 3 </var> <array id="b" size="[2]"> 0 1 </array>'
    return (
        f'<instance format="XCSP3" type="CSP">\n<variables> {variables} </variables>\n'
        f"<constraints>\n{constraints}\n</constraints>\n{objective}</instance>"
    )


def reading(constraints: str, objective: str = "") -> Reading:
    return read(BytesIO(instance(constraints, objective).encode()), "it")


def answers(constraints: str) -> Answers:
    return answers_of(load(load_backend("backtracking")[0], reading(constraints).model))


EVERY = {(x, y, a, b) for x, y, a, b in product(range(-2, 3), (0, 2, 3), (0, 1), (0, 1))}
