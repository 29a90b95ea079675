"""Arrays of variables in any number of dimensions, with rows, columns and slices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from models.errors import ModelError
from models.language.base import a_type, as_int

Shape = int | Iterable[int]


class VariableArray(tuple[Any, ...]):
    """A tuple of variables, or of arrays with one dimension less; ``grid[0:3, 4]`` picks one part of each dimension.

    >>> from models import Model
    >>> grid = Model().new_int_vars((2, 3), 1, 9, "r{}c{}")
    >>> grid[1][2], grid[1, 2], grid[:, 0]
    (r1c2, r1c2, (r0c0, r1c0))
    >>> grid[:, 1:]
    ((r0c1, r0c2), (r1c1, r1c2))
    >>> grid.columns[2], grid.flat[:2], grid.shape
    ((r0c2, r1c2), (r0c0, r0c1), (2, 3))
    """

    __slots__ = ()

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
        return (len(self), *(self[0].shape if self and isinstance(self[0], VariableArray) else ()))

    @property
    def rows(self) -> VariableArray:
        return self

    @property
    def columns(self) -> VariableArray:
        if len(self.shape) < 2:
            raise ModelError(f"an array of shape {self.shape} has no columns")
        return VariableArray(map(VariableArray, zip(*self, strict=True)))

    @property
    def flat(self) -> VariableArray:
        """All variables in one row, the last place changing first."""
        return VariableArray(var for one in self for var in (one.flat if isinstance(one, VariableArray) else (one,)))


def array_of(shape: Shape, name: str, new: Callable[[str], Any]) -> VariableArray:
    """An array with a ``new`` variable at each place, called by ``name`` with the places, from 0, for its ``{}``."""
    given = tuple(shape) if isinstance(shape, Iterable) else (shape,)
    sizes = tuple(size for size in map(as_int, given) if size is not None and size >= 0)
    if not given or len(sizes) < len(given):
        raise ModelError(f"an array has the shape {shape!r}, {a_type(shape)}; ints such as 9 or (9, 9) are expected")
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
