"""Models that somebody stumbled over, every kind under a condition, and what is refused in which words."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from models.language.arrays import VariableArray
from models.language.model import Model
from solvers.core.backend import Backend, CannotTake
from solvers.core.registry import OTHERS
from tests.random_models import Answers, answers_of, brute_force
from tests.solvers.backends.everyone import COVERING, ENUMERATING, each_of, found

Domains = dict[str, tuple[int, int]]
"""By names, each a word: ``x y`` for two alike."""

KINDS: dict[str, Callable[..., Any]] = {
    "equal": lambda model, x, y: model.add(x == y),
    "different": lambda model, x, y: model.add(x != y),
    "a sum": lambda model, x, y: model.add(2 * x + y == 4),
    "no such sum": lambda model, x, y: model.add(2 * x + y != 4),
    "at most": lambda model, x, y: model.add(2 * x - y <= 1),
    "at least": lambda model, x, y: model.add(2 * x - y >= 1),
    "all different": lambda model, x, y: model.add_all_different(x, y, x + 1),
    "element": lambda model, x, y: model.add_element(x, [1, y, 0], y),
    "table": lambda model, x, y: model.add_allowed_assignments([x, y], [(0, 1), (2, 2), (2, 0)]),
    "no row": lambda model, x, y: model.add_allowed_assignments([x, y], []),
    "clause": lambda model, x, y: model.add_bool_or(x == 1, y >= 1),
    "unit clause": lambda model, x, y: model.add(x != 1),
    "empty clause": lambda model, x, y: model.add_bool_or([]),
    "at most one": lambda model, x, y: model.add_at_most_one(x == 1, y == 1, y >= 1),
    "exactly one": lambda model, x, y: model.add_exactly_one(x == 1, y == 1, x >= 1),
}


LOWERED: dict[str, tuple[Callable[..., Any], Callable[[int, int], bool]]] = {
    "and": (lambda model, x, y: model.add_bool_and(x == 1, y >= 1), lambda x, y: x == 1 and y >= 1),
    "xor": (lambda model, x, y: model.add_bool_xor(x == 1, y >= 1), lambda x, y: (x == 1) != (y >= 1)),
    "truth": (lambda model, x, y: model.add((x == 1) == (y >= x)), lambda x, y: (x == 1) == (y >= x)),
    "implication": (lambda model, x, y: model.add((x >= 1).implies(y != x)), lambda x, y: x < 1 or y != x),
    "sum of comparisons": (
        lambda model, x, y: model.add((x == y) + 2 * (x >= 1) - (y == 2) == 1),
        lambda x, y: (x == y) + 2 * (x >= 1) - (y == 2) == 1,
    ),
    "distance": (lambda model, x, y: model.add(abs(x - y) == 2), lambda x, y: abs(x - y) == 2),
    "entry by entry": (
        lambda model, x, y: model.add(VariableArray([x, y]) != [1, x]),
        lambda x, y: x != 1 and y != x,
    ),
    "greatest": (lambda model, x, y: model.add(VariableArray([x, y]).max() == 1), lambda x, y: max(x, y) == 1),
    "abs": (lambda model, x, y: model.add_abs_equality(y, x - 2), lambda x, y: y == abs(x - 2)),
    "min": (lambda model, x, y: model.add_min_equality(y, x, 2 * x), lambda x, y: y == x),
    "max": (lambda model, x, y: model.add_max_equality(y, x, 1), lambda x, y: y == max(x, 1)),
    "product": (lambda model, x, y: model.add_multiplication_equality(2, x, y), lambda x, y: x * y == 2),
    "division": (lambda model, x, y: model.add_division_equality(y, x - 3, -1), lambda x, y: y == 3 - x),
    "modulo": (lambda model, x, y: model.add_modulo_equality(y, x + 2, 3), lambda x, y: y == (x + 2) % 3),
    "forbidden": (
        lambda model, x, y: model.add_forbidden_assignments([x, y], [(0, 0), (2, 2), (1, 0)]),
        lambda x, y: (x, y) not in [(0, 0), (2, 2), (1, 0)],
    ),
    "lexicographic": (
        lambda model, x, y: model.add_lexicographic_less([x, y], [y, 1]),
        lambda x, y: (x, y) < (y, 1),
    ),
    "inverse": (
        lambda model, x, y: model.add_inverse([x, y], [x, y]),
        lambda x, y: (x, y) in [(0, 1), (1, 0)],
    ),
    "circuit": (
        lambda model, x, y: model.add_circuit([(0, 1, x == 1), (1, 0, y == 0), (0, 0, x == 2), (1, 2, y == 2)]),
        lambda x, y: False,
    ),
    "circuit of two": (
        lambda model, x, y: model.add_circuit([(0, 1, x >= 1), (1, 0, y == 0), (0, 0, x == 0), (1, 1, y != 0)]),
        lambda x, y: (x >= 1) != (y >= 1),
    ),
    "automaton": (
        lambda model, x, y: model.add_automaton([x, y], 0, [1], [(0, 0, 0), (0, 2, 1), (1, 0, 1)]),
        lambda x, y: (x, y) in [(0, 2), (2, 0)],
    ),
    "cardinality": (
        lambda model, x, y: model.add_global_cardinality([x, y], [0, 2], [1, range(1)]),
        lambda x, y: (x == 0) != (y == 0) and 2 not in (x, y),
    ),
    "no overlap": (lambda model, x, y: model.add_no_overlap(tasks(model, x, y)), lambda x, y: abs(x - y) >= 2),
    "no overlap 2d": (
        lambda model, x, y: model.add_no_overlap_2d(tasks(model, x, y), tasks(model, y + 0, x + 1)),
        lambda x, y: abs(x - y) >= 2 or abs(y - x - 1) >= 2,
    ),
    "cumulative": (
        lambda model, x, y: model.add_cumulative(tasks(model, x, y), [2, 1], 2),
        lambda x, y: abs(x - y) >= 2,
    ),
}
"""Every kind that is lowered to those, and what it means."""


def tasks(model: Model, *starts: Any) -> list[Any]:
    return [model.new_fixed_size_interval_var(start, 2) for start in starts]


@each_of(ENUMERATING, also=[name for name in OTHERS if name != "minizinc"])
def test_every_kind_means_the_same_and_a_condition_frees_what_it_is_a_condition_of(backend: Backend) -> None:
    """One table: each kind, on each backend, once with values that leave a gap; the slow ones are asked only that."""
    for domain in [(0, 2)] if backend.name in ("mip", "minizinc", "z3") else [(0, 2), (0, 1, 2)]:
        for kind, post in (KINDS | {kind: post for kind, (post, _) in LOWERED.items()}).items():
            model = Model(kind)
            x, y = model.new_int_var(0, 2, "x"), model.new_int_var_from_values(domain, "y")
            posted = post(model, x, y)
            posted.only_enforce_if(model.new_bool_var("on"))
            if backend.unsupported_reason(model) is not None:
                assert backend.name in COVERING
                continue
            expected = brute_force(model)
            if kind in LOWERED:
                meaning = LOWERED[kind][1]
                all_values = product(range(3), domain, (0, 1))
                assert expected == {(x, y, on) for x, y, on in all_values if not on or meaning(x, y)}, kind
            assert answers_of(backend.load(model)) == expected, kind


def nothing(model: Model) -> None:
    """Without variables there is the empty answer."""


def unspoken_of(model: Model) -> None:
    model.new_bool_var("a")
    model.new_int_var(1, 3, "b")


def own_entry(model: Model) -> None:
    """Given such an array, CP-SAT 9.15 takes both places for right; in larger ones it aborts."""
    place, target = (model.new_int_var(0, 1, name) for name in ("place", "target"))
    model.add_element(place, [0, target - 1], target)


def stranger(model: Model) -> None:
    """An exactly-one with a variable outside the projection."""
    x, y, outside = (model.new_bool_var(name) for name in ("x", "y", "outside"))
    model.add_exactly_one([x, outside])
    model.add_exactly_one([y, ~x])
    model.project_on([x, y])


def aggregated(model: Model) -> None:
    """With all of its presolve, HiGHS 1.12 to 1.15 calls this infeasible."""
    a, b, c, d, *others = (model.new_bool_var(f"x{number}") for number in range(9))
    model.add_exactly_one(others)
    p, q, r, s, t = others
    for fewer in (p, q, r - a, s - a):
        model.add(fewer + 0 <= 0)
    model.add(s + t + a <= 1)
    model.add(t + a <= 1)
    model.add(a + b + c + d >= 1)
    model.add(b + c + d - a <= 2)


def far_apart(model: Model) -> Answers:
    x, y = model.new_int_var(0, 300, "x"), model.new_int_var(298, 600, "y")
    model.add(x != y)
    model.add(x >= 298)
    model.add(y <= 300)
    return {(x, y) for x in range(298, 301) for y in range(298, 301) if x != y}


def large(model: Model) -> Answers:
    x, y, z = model.new_int_var(0, 9, "x"), model.new_bool_var("y"), model.new_int_var(0, 10**9, "z")
    model.add(10**7 * x <= 5).only_enforce_if(y)
    model.add(z == 10**7 * x + 3)
    return {(0, 1, 3), *((x, 0, 10**7 * x + 3) for x in range(10))}


def just_within_bounds(model: Model) -> Answers:
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
    model.add(2**57 * x + 2**56 * y == 2**58)
    return {(2, 0), (1, 2)}


def ruled_out(model: Model) -> Answers:
    """A condition on a value that another constraint rules out."""
    w, y, a, b = (model.new_int_var(0, top, name) for top, name in ((2_000, "w"), (1, "y"), (1, "a"), (1, "b")))
    model.add_allowed_assignments([w], [(0,), (5,)])
    model.add(y == a).only_enforce_if(w == 0)
    model.add(y == b).only_enforce_if(w == 7)
    return {(w, y, a, b) for w in (0, 5) for y in (0, 1) for a in (0, 1) for b in (0, 1) if w != 0 or y == a}


def very_many_values(model: Model) -> Answers:
    """A condition on very many values of a variable that a table keeps to a few."""
    w, y, z = model.new_int_var(0, 10**5, "w"), model.new_int_var(0, 3, "y"), model.new_int_var(0, 3, "z")
    model.add_allowed_assignments([w], [(0,), (5,), (10**5,)])
    model.add(y == z).only_enforce_if(w != 5)
    model.add(y == 3).only_enforce_if(w == 5)
    return {(w, y, z) for w in (0, 5, 10**5) for y in range(4) for z in range(4) if (y == 3 if w == 5 else y == z)}


AWKWARD: list[Callable[[Model], Answers | None]] = [
    *(nothing, unspoken_of, own_entry, stranger, aggregated),
    *(far_apart, large, just_within_bounds, ruled_out, very_many_values),
]


@each_of([name for name in ENUMERATING if name != "brute"])
def test_what_somebody_stumbled_over_has_its_answers(backend: Backend) -> None:
    taken = 0
    for state in AWKWARD:
        model = Model(state.__name__)
        expected = state(model)
        if backend.unsupported_reason(model) is None:
            taken += 1
            assert answers_of(backend.load(model)) == (brute_force(model) if expected is None else expected), state
    assert taken


REFUSALS: list[tuple[str, Domains, Callable[..., Any], str]] = [
    (
        "dlx",
        {"x y z": (0, 5)},
        lambda m, x, y, z: (m.add_all_different([x, y, z]), m.add(x + y + z <= 7), m.add(x + 2 * y + z == 4)),
        "the constraint x + y + z ≤ 7: it connects 3 choices, and items connect at most two",
    ),
    (
        "dlx",
        {"x y": (0, 9999)},
        lambda m, x, y: m.add(x + y == 10_000),
        "the constraint x + y = 10000: it connects choices in 10,000 × 10,000 ways, and the limit is 250,000",
    ),
    ("dlx", {"x": (0, 5)}, lambda m, x: m.minimize(2 * x), "the objective minimize 2·x"),
    (
        "mip",
        {"x": (0, 10**6), "y": (0, 1)},
        lambda m, x, y: m.add_bool_or([x == 3, y]),
        "x, which is tested for single values and has 1,000,001 of them",
    ),
    (
        "mip",
        {" ".join(f"x{place}" for place in range(2_000)): (0, 1_000)},
        lambda m, *many: m.add(sum((place + 1) * var for place, var in enumerate(many)) == 7),
        "a sum of 2,000 terms that reaches as far as 2,001,000,000",
    ),
    ("cpsat", {"x y": (0, 9)}, lambda m, x, y: m.add(2**62 * x + y <= 2**65), "a sum that reaches beyond 2^60"),
    ("maxsat", {"x": (0, 1)}, lambda m, x: None, "a model without an objective"),
]


def test_what_it_cannot_take_is_named() -> None:
    for name, domains, state, sentence in REFUSALS:
        model = Model()
        state(model, *(model.new_int_var(*ends, var) for names, ends in domains.items() for var in names.split()))
        with pytest.raises(CannotTake, match=f"backend {name} cannot take ") as refusal:
            found(name).load(model)
        assert sentence in str(refusal.value)
