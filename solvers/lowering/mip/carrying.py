"""What a row in double precision can carry, and larger rows as several small ones: digits and carries.

HiGHS holds a row, and an integer, to be met when it is off by no more than ``TOLERANCE``; and what it computes is off
by itself, by some hundred roundings of the largest number in the row. So a row is safe as long as its *activity*, the
most that the sizes of its terms can add up to,

- times the tolerance is well below 1/2: what holds within tolerances holds exactly once the columns are rounded;
- times a hundred roundings of 2⁻⁵³ stays below the tolerance: what holds exactly is not found to be broken.

Both meet at an activity of 10⁶ and a tolerance of 10⁻⁷. A row beyond that is cut, as one adds on paper: with
``c = e + B·q`` for each coefficient and ``b = e₀ + B·q₀`` for the bound,

    Σ c·x ≤ b    where    Σ e·x − e₀ ≤ B·carry    and    Σ q·x + carry ≤ q₀

for some integer ``carry``, and alike with ``=``; the second row is cut again if need be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from solvers.core.backend import CannotTake

TOLERANCE = 1e-7
"""How far HiGHS may leave a row or an integer."""

MAX_ACTIVITY = 10**6
"""The largest activity of a row."""

DIGIT_BASE = 1_000
"""The base of the digits of an integer with many values."""

MAX_COLUMN_SPAN = 10_000
"""An integer with a wider span than this is kept in digits, so that a row with it can be cut."""

CUT_BASES = (1_000, 100, 10)
"""What rows are cut by: the first that leaves a row which is carried."""

Span = tuple[int, int]
"""The least and the greatest value."""


@dataclass(frozen=True, slots=True)
class IntegerRow:
    """``least ≤ Σ coefficient·column ≤ most``; None where there is no bound."""

    terms: Mapping[int, int]
    least: int | None
    most: int | None

    def holds(self, values: Sequence[int]) -> bool:
        total = sum(coefficient * values[column] for column, coefficient in self.terms.items())
        return (self.least is None or self.least <= total) and (self.most is None or total <= self.most)


def carried(
    terms: Mapping[int, int], least: int | None, most: int | None, columns: list[Span]
) -> list[IntegerRow] | None:
    """Rows that say ``least ≤ Σ coefficient·column ≤ most`` and are carried; carries are added to ``columns``.

    There is no row where every value of the columns will do, and None where none does. ``CannotTake`` is raised when
    the sum has so many terms that no base cuts it into rows that are carried.
    """
    divisor = gcd(*terms.values())
    if divisor > 1:
        terms = {column: coefficient // divisor for column, coefficient in terms.items()}
        least = None if least is None else -(-least // divisor)
        most = None if most is None else most // divisor
    lowest, highest = _extremes(terms, columns)
    floor, roof = (lowest if least is None else max(least, lowest)), (highest if most is None else min(most, highest))
    if floor > roof:
        return None
    least, most = (None if floor == lowest else floor), (None if roof == highest else roof)
    if least is None and most is None:
        return []
    if _activity(terms, columns) <= MAX_ACTIVITY:
        return [IntegerRow(terms, least, most)]
    if least == most:
        assert most is not None
        return _cut(terms, most, columns, exact=True)
    rows: list[IntegerRow] = []
    for factor, bound in ((1, most), (-1, None if least is None else -least)):
        if bound is not None:
            rows += _cut({column: factor * c for column, c in terms.items()}, bound, columns, exact=False)
    return rows


def _cut(terms: Mapping[int, int], bound: int, columns: list[Span], *, exact: bool) -> list[IntegerRow]:
    rows: list[IntegerRow] = []
    while _activity(terms, columns) > MAX_ACTIVITY:
        base, low, carry = _lowest_digits(terms, bound, columns)
        columns.append(carry)
        place = len(columns) - 1
        rest = _rest(bound, base)
        rows.append(IntegerRow({**low, place: -base}, bound - base * rest if exact else None, bound - base * rest))
        terms = {column: quotient for column, c in terms.items() if (quotient := _rest(c, base))}
        terms[place] = 1
        bound = rest
    rows.append(IntegerRow(terms, bound if exact else None, bound))
    return rows


def _lowest_digits(terms: Mapping[int, int], bound: int, columns: Sequence[Span]) -> tuple[int, dict[int, int], Span]:
    """The first base that will do, the last digit of each coefficient to it, and the span of what is carried."""
    for base in CUT_BASES:
        low = {column: digit for column, c in terms.items() if (digit := c - base * _rest(c, base))}
        lowest, highest = _extremes(low, columns)
        digit = bound - base * _rest(bound, base)
        carry = -((digit - lowest) // base), -((digit - highest) // base)
        if _activity(low, columns) + base * max(map(abs, carry)) <= MAX_ACTIVITY:
            return base, low, carry
    raise CannotTake("mip", f"a sum of {len(terms):,} terms that reaches as far as {_activity(terms, columns):,}")


def _rest(number: int, base: int) -> int:
    """The quotient that leaves a remainder between ``-base/2`` and ``base/2``."""
    return (number + base // 2) // base


def _extremes(terms: Mapping[int, int], columns: Sequence[Span]) -> Span:
    ends = [(c * columns[column][0], c * columns[column][1]) for column, c in terms.items()]
    return sum(map(min, ends)), sum(map(max, ends))


def _activity(terms: Mapping[int, int], columns: Sequence[Span]) -> int:
    return sum(abs(c) * max(abs(columns[column][0]), abs(columns[column][1])) for column, c in terms.items())
