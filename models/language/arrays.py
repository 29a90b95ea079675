"""Arrays of variables in any number of dimensions, with rows, columns, slices and arithmetic entry by entry."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn

from models.errors import ModelError
from models.kit.names import shown
from models.language.base import Elementwise, a_type, are_of, as_int
from models.language.expressions import IntVar, LinearExpr
from models.language.logic import Greatest

Shape = int | Iterable[int]

MAX_VARIABLES = 100_000_000
"""The most variables of an array; they would take 15 GB."""


Operation = Callable[[Any, Any], Any]


def _by_entry(operation: Operation) -> Any:
    return lambda self, other: self.joined(other, operation)


class VariableArray(Elementwise, tuple[Any, ...]):
    """A tuple of variables, or of arrays with one dimension less; ``grid[0:3, 4]`` picks one part of each dimension.

    Operators make an array of sums or comparisons, entry by entry, with a number, a variable or an array of the same
    shape. ``[*one, *other]`` puts two arrays behind each other.

    >>> from models import Model
    >>> grid = Model().new_int_vars((2, 3), 1, 9, "r{}c{}")
    >>> grid[1][2], grid[1, 2], grid[:, 0]
    (r1c2, r1c2, (r0c0, r1c0))
    >>> grid[:, 1:]
    ((r0c1, r0c2), (r1c1, r1c2))
    >>> grid.columns[2], grid.flat[:2], grid.shape
    ((r0c2, r1c2), (r0c0, r0c1), (2, 3))
    >>> grid[0] + [1, 2, 3], grid[0, :2] < grid[1, :2]
    ((r0c0 + 1, r0c1 + 2, r0c2 + 3), (r0c0 − r1c0 ≤ -1, r0c1 − r1c1 ≤ -1))
    >>> grid[:, 0].max() <= 7
    max(r0c0, r1c0) ≤ 7
    >>> grid[0] @ [2, 3, 5], grid.diagonal()
    (2·r0c0 + 3·r0c1 + 5·r0c2, (r0c0, r1c1))
    """

    __slots__ = ()

    __array_ufunc__ = None  # numpy's arrays leave their operators to these

    __add__ = _by_entry(operator.add)
    __radd__ = _by_entry(lambda one, other: other + one)
    __sub__ = _by_entry(operator.sub)
    __rsub__ = _by_entry(lambda one, other: other - one)
    __mul__ = __rmul__ = _by_entry(operator.mul)
    __eq__ = _by_entry(operator.eq)
    __ne__ = _by_entry(operator.ne)
    __le__ = _by_entry(operator.le)
    __lt__ = _by_entry(operator.lt)
    __ge__ = _by_entry(operator.ge)
    __gt__ = _by_entry(operator.gt)
    __hash__ = tuple.__hash__

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            from models.language.synonyms import ARRAYS, no_attribute  # only a mistake asks for it

            raise no_attribute("an array", name, ARRAYS)

    def __neg__(self) -> VariableArray:
        return VariableArray(-one for one in self)

    def __abs__(self) -> VariableArray:
        return VariableArray(map(abs, self))

    def __matmul__(self, numbers: Iterable[int]) -> Any:
        """The scalar product of a row of variables and a row of numbers."""
        if len(self.shape) != 1 or not isinstance(numbers, Iterable):
            raise ModelError(
                f"an array of shape {self.shape} is multiplied by @ with {numbers!r}; two rows are expected"
            )
        return (self * numbers).sum()

    __rmatmul__ = __matmul__

    def __bool__(self) -> bool:
        """Whether there is an entry; comparisons have the truth value that they have by themselves, mostly none."""
        return len(self) > 0 and all(isinstance(one, IntVar | LinearExpr) or bool(one) for one in self)

    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, tuple):
            part = super().__getitem__(place)
            return VariableArray(part) if isinstance(place, slice) else part
        if len(place) > len(self.shape):
            raise ModelError(f"an array of {len(self.shape)} dimensions is read at {len(place)} places: {place}")
        first, *others = place or (slice(None),)
        part = self[first]
        if not others:
            return part
        rest = tuple(others)
        return VariableArray(one[rest] for one in part) if isinstance(first, slice) else part[rest]

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self), *(self[0].shape if len(self) and isinstance(self[0], VariableArray) else ()))

    @property
    def rows(self) -> VariableArray:
        return self

    @property
    def columns(self) -> VariableArray:
        if len(self.shape) < 2:
            raise ModelError(f"an array of shape {self.shape} has no columns")
        return VariableArray(map(VariableArray, zip(*self, strict=True)))

    def diagonal(self) -> VariableArray:
        """The entries at (0, 0), (1, 1) and so on; ``grid[::-1].diagonal()`` has those from the lower left corner."""
        if len(self.shape) < 2:
            raise ModelError(f"an array of shape {self.shape} has no diagonal")
        return VariableArray(row[place] for place, row in enumerate(self[: self.shape[1]]))

    @property
    def flat(self) -> VariableArray:
        """All variables in one row, the last place changing first."""
        return VariableArray(var for one in self for var in (one.flat if isinstance(one, VariableArray) else (one,)))

    @property
    def start(self) -> VariableArray:
        """Where each interval of an array of intervals begins."""
        return VariableArray(one.start for one in self)

    @property
    def end(self) -> VariableArray:
        """Where each interval of an array of intervals ends."""
        return VariableArray(one.end for one in self)

    def sum(self) -> Any:
        return sum(self.flat)

    def max(self) -> LinearExpr:
        if not self.flat:
            raise ModelError("an array without entries has no greatest and no least")
        return LinearExpr({}, 0, {Greatest(tuple(one.as_sum() for one in self.flat)): 1})

    def min(self) -> LinearExpr:
        return -(-self).max()

    def joined(self, other: Any, operation: Operation) -> VariableArray:
        """What ``operation`` makes of each entry and a number, or the entry of another array at the same place."""
        is_array = isinstance(other, Iterable) and as_int(other) is None
        others = tuple(other) if is_array else (other,) * len(self)
        nested = [isinstance(one, VariableArray) for one in self] if is_array else []
        if len(others) != len(self) or (nested and nested != [isinstance(entry, Iterable) for entry in others]):
            raise ModelError(
                f"an array of shape {self.shape} is joined by an operator with {other!r}, which has another shape; "
                "to put them behind each other write [*one, *other]"
            )
        pairs = zip(self, others, strict=True)
        return VariableArray(
            one.joined(entry, operation) if isinstance(one, VariableArray) else operation(one, entry)
            for one, entry in pairs
        )


def array_of(shape: Shape | Iterable[str], name: str, new: Callable[[str], Any]) -> VariableArray:
    """An array with a ``new`` variable at each place, called by ``name`` with the places, from 0, for its ``{}``.

    Names in place of the shape make a row with a variable for each.
    """
    given = tuple(shape) if isinstance(shape, Iterable) and as_int(shape) is None else (shape,)
    if given and are_of(given, str):
        return VariableArray(new(str(one)) for one in given)
    sizes = tuple(size for size in map(as_int, given) if size is not None and size >= 0)
    if not given or len(sizes) < len(given):
        raise ModelError(f"an array has the shape {shape!r}, {a_type(shape)}; ints such as 9 or (9, 9) are expected")
    if prod(sizes) > MAX_VARIABLES:
        raise ModelError(f"an array of the shape {shown(shape)} has more than {MAX_VARIABLES:,} variables")
    return _filled(sizes, (), _naming(name, len(sizes)), new)


def _filled(
    sizes: tuple[int, ...], at: tuple[int, ...], named: Callable[[tuple[int, ...]], str], new: Callable[[str], Any]
) -> VariableArray:
    places = [(*at, place) for place in range(sizes[0])]
    if len(sizes) == 1:
        return VariableArray(new(named(place)) for place in places)
    return VariableArray(_filled(sizes[1:], place, named, new) for place in places)


def _naming(name: str, dimensions: int) -> Callable[[tuple[int, ...]], str]:
    if not isinstance(name, str):
        raise ModelError(f'an array is called {name!r}; a name such as "r{{}}c{{}}" is expected')
    if not name:
        return lambda at: ""
    if "{" not in name:
        return lambda at: f"{name}[{', '.join(map(str, at))}]"
    try:
        name.format(*range(dimensions))
    except (LookupError, ValueError) as error:
        raise ModelError(f"the name {name!r} does not fit an array of {dimensions} dimensions") from error
    return lambda at: name.format(*at)
