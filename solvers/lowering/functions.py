"""FlatZinc's functions: arithmetic that is not linear, and arrays read at a place that is a variable."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from models.errors import ModelError
from models.language.auxiliaries import count_values, values_of
from models.language.constraints import as_test
from models.language.declarations import MAX_VALUE
from models.language.globals import MAX_CASES
from models.language.model import Domain, IntVar, Linear, LinearExpr, Literal, Model
from solvers.lowering.reifiable import FALSE, enforce

Reason = Mapping[str, Any]


def entry_of(thing: LinearExpr | Literal) -> int | IntVar:
    """Return the number or the variable that a sum is; raise a ModelError where it is more than that."""
    expression = thing.as_sum()
    terms = list(expression.summands())
    if not terms:
        return expression.constant
    if expression.constant or [factor for factor, _ in terms] != [1]:
        raise ModelError(f"{expression} stands where a variable or a number is expected")
    return terms[0][1]


def _times(model: Model, reason: Reason, one: LinearExpr, other: LinearExpr, product: LinearExpr) -> None:
    """By the cases of the factor with fewer values, or where these are too many, by its binary digits."""
    few, many = sorted((one, other), key=count_values)
    if count_values(few) <= MAX_CASES:
        model.add_multiplication_equality(product, one, other, **reason)
        return
    values, others = values_of(few), values_of(many)
    number, total = LinearExpr({}, values[0]), values[0] * many
    for place in range((values[-1] - values[0]).bit_length()):
        digit, part = model.new_bool_var(), model.new_int_var(min(0, others[0]), max(0, others[-1]))
        enforce(model, part.as_sum() == many, digit == 1, **reason)
        enforce(model, part.as_sum() == 0, digit == 0, **reason)
        number, total = number + 2**place * digit, total + 2**place * part
    enforce(model, number == few, **reason)
    enforce(model, total == product, **reason)


def _div(model: Model, reason: Reason, whole: LinearExpr, by: LinearExpr, quotient: LinearExpr) -> None:
    """Rounded towards zero; there is no answer where the divisor is 0."""
    divisor = _without_zero(model, reason, by)
    if divisor is not None and count_values(divisor) <= MAX_CASES:
        model.add_division_equality(quotient, whole, divisor, **reason)
    elif divisor is not None:
        _divided(model, reason, whole, divisor, quotient)


def _mod(model: Model, reason: Reason, whole: LinearExpr, by: LinearExpr, rest: LinearExpr) -> None:
    """What remains, with the sign of the dividend; there is no answer where the divisor is 0."""
    divisor = _without_zero(model, reason, by)
    if divisor is not None and count_values(divisor) <= MAX_CASES:
        model.add_modulo_equality(rest, whole, divisor, **reason)
    elif divisor is not None:
        quotient = _up_to(model, whole)
        model.add(rest == whole - _divided(model, reason, whole, divisor, quotient.as_sum()), **reason)


def _divided(model: Model, reason: Reason, whole: LinearExpr, by: LinearExpr, quotient: LinearExpr) -> IntVar:
    """The variable for by · quotient = whole − rest, the rest smaller than the divisor and of the dividend's sign."""
    product = _up_to(model, whole)
    _times(model, reason, by, quotient, product.as_sum())
    rest = whole - product
    for sign in (1, -1):
        for divisor_sign in (1, -1):
            signs = _truth(model, sign * whole >= 0), _truth(model, divisor_sign * by >= 1)
            enforce(model, sign * rest >= 0, *signs, **reason)
            enforce(model, sign * rest <= divisor_sign * by - 1, *signs, **reason)
    return product


def _up_to(model: Model, whole: LinearExpr) -> IntVar:
    values = values_of(whole)
    most = max(abs(values[0]), abs(values[-1]))
    return model.new_int_var(-most, most)


def _truth(model: Model, comparison: Linear) -> Literal:
    test = as_test(comparison)
    return test if test is not None else model.new_constant(0).is_in([0] if comparison.relation_holds({}) else [])


def _without_zero(model: Model, reason: Reason, by: LinearExpr) -> LinearExpr | None:
    """A divisor that cannot be 0; None where it can be nothing else, and then there is no answer."""
    values = values_of(by)
    if 0 not in values:
        return by
    if len(values) == 1:
        enforce(model, FALSE, **reason)
        return None
    if len(values) > MAX_CASES:
        enforce(model, by != 0, **reason)
        return by
    divisor = model.new_int_var_from_values(value for value in values if value)
    model.add(divisor == by, **reason)
    return divisor.as_sum()


def _pow(model: Model, reason: Reason, base: LinearExpr, exponent: LinearExpr, power: LinearExpr) -> None:
    """By a table of all cases, or where the exponent is known, by products; 0 has no negative power."""
    bases, exponents = values_of(base), values_of(exponent)
    if count_values(base) * count_values(exponent) <= MAX_CASES:
        rows = [(b, e, p) for b in bases for e in exponents if (p := power_of(b, e)) is not None]
        post_table(model, reason, [base, exponent, power], rows)
    elif not exponent.terms and exponent.constant == 0:
        enforce(model, power == 1, **reason)
    elif not exponent.terms and exponent.constant == 2:
        _times(model, reason, base, base, power)
    elif not exponent.terms and exponent.constant > 0:
        model.add_multiplication_equality(power, [base] * exponent.constant, **reason)
    else:
        raise ModelError(
            f"a power of {count_values(base):,} bases and {count_values(exponent):,} exponents has too many cases"
        )


def power_of(base: int, exponent: int) -> int | None:
    """``base`` to the power of ``exponent``, rounded towards zero; None where there is none, or none below 2^62."""
    if exponent < 0:
        return None if base == 0 else 0 if abs(base) > 1 else base ** (exponent % 2)
    if abs(base) > 1 and exponent > 62:
        return None
    power: int = base ** (exponent if abs(base) > 1 else min(exponent, 2 - exponent % 2))
    return power if abs(power) <= MAX_VALUE else None


def post_element(
    model: Model,
    reason: Reason,
    index: LinearExpr,
    entries: Sequence[Any],
    target: LinearExpr | Literal,
    first: int = 1,
) -> None:
    """``target`` equals the entry at ``index``, counted from 0 or 1; an index outside the array breaks it."""
    inside = list(_reach(values_of(index), first, first + len(entries) - 1))
    if not inside:
        enforce(model, FALSE, **reason)
    elif not index.terms:
        enforce(model, LinearExpr({}, 0) + entries[inside[0] - first] == target.as_sum(), **reason)
    else:
        if len(inside) < count_values(index):
            place = model.new_int_var_from_values(inside).as_sum()
            model.add(place == index, **reason)
            index = place
        array = [int(entry) if isinstance(entry, int) else entry_of(entry) for entry in entries]
        model.add_element(
            next(iter(index.terms)), [array[inside[0] - first]] * first + array, target.as_sum(), **reason
        )


def _reach(domain: Domain, least: int, most: int) -> Sequence[int]:
    if isinstance(domain, range):
        return range(max(least, domain.start), min(most + 1, domain.stop))
    return [value for value in domain if least <= value <= most]


def post_table(
    model: Model, reason: Reason, things: Sequence[LinearExpr | Literal], rows: Sequence[tuple[int, ...]]
) -> None:
    """``things``, of which some may be numbers or come twice, take the values of one of ``rows``."""
    first: dict[int | IntVar, int] = {}
    same: list[tuple[int, int]] = []
    fixed: list[tuple[int, int]] = []
    for place, entry in enumerate(map(entry_of, things)):
        if isinstance(entry, int):
            fixed.append((place, entry))
        elif entry in first:
            same.append((first[entry], place))
        else:
            first[entry] = place
    kept = list(first.values())
    if fixed or same:
        rows = [row for row in rows if all(row[p] == v for p, v in fixed) and all(row[p] == row[q] for p, q in same)]
        rows = [tuple(row[place] for place in kept) for row in rows]
    if not rows:
        enforce(model, FALSE, **reason)
    elif first:
        model.add_allowed_assignments([var for var in first if isinstance(var, IntVar)], rows, **reason)


FUNCTIONS: Mapping[str, Callable[..., None]] = {
    "int_abs(var int, var int)": lambda model, reason, x, size: model.add_abs_equality(size, x, **reason),
    "int_times(var int, var int, var int)": _times,
    "int_div(var int, var int, var int)": _div,
    "int_mod(var int, var int, var int)": _mod,
    "int_pow(var int, var int, var int)": _pow,
    "int_pow_fixed(var int, int, var int)": lambda model, reason, x, y, z: _pow(model, reason, x, LinearExpr({}, y), z),
    "int_min(var int, var int, var int)": lambda model, reason, x, y, z: model.add_min_equality(z, x, y, **reason),
    "int_max(var int, var int, var int)": lambda model, reason, x, y, z: model.add_max_equality(z, x, y, **reason),
    "array_int_minimum(var int, array of var int)": lambda model, reason, z, x: model.add_min_equality(z, x, **reason),
    "array_int_maximum(var int, array of var int)": lambda model, reason, z, x: model.add_max_equality(z, x, **reason),
    "array_int_element(var int, array of int, var int)": post_element,
    "array_bool_element(var int, array of bool, var bool)": post_element,
    "array_var_int_element(var int, array of var int, var int)": post_element,
    "array_var_bool_element(var int, array of var bool, var bool)": post_element,
}
