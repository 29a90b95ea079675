"""Every builtin of FlatZinc against what it means, said as a predicate, over random small files; and against Gecode."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import combinations, product
from math import prod
from operator import eq, le, lt, ne
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solvers.core.registry import load_backend
from solvers.minizinc.flatzinc.builtins import GECODE as GECODES
from solvers.minizinc.flatzinc.builtins import builtins
from solvers.minizinc.flatzinc.reading import read

Answers = set[tuple[int, ...]]

GECODE = shutil.which("fzn-gecode")

THEIRS = {ours: theirs for theirs, ours in GECODES.items()} | {"puzzlebench_inverse": ""}
"""What Gecode calls its own global constraints; empty where it has none with these arguments."""

UNKNOWN_TO_GECODE = {"int_plus_reif", "int_plus_imp", "bool2int_reif", "bool2int_imp", "bool_not_reif", "bool_not_imp"}
UNKNOWN_TO_GECODE |= {"array_bool_xor_reif", "int_pow", "int_pow_fixed"}

WRONG_IN_GECODE = {"bool_clause_imp", "bool_lin_ne_imp"}
"""Of Gecode 6.2.0: the first says what bool_clause_reif says, the second is true where the Boolean is and more."""


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if a * b >= 0 else -1)


def power(x: int, y: int) -> int | None:
    if y >= 0:
        return x**y
    return None if x == 0 else quotient(1, x**-y)


def total(factors: Sequence[int], values: Sequence[int]) -> int:
    return sum(factor * value for factor, value in zip(factors, values, strict=True))


def around(first: int, following: Sequence[int]) -> bool:
    places, here = [], first
    for _ in following:
        if not first <= here < first + len(following):
            return False
        places.append(here)
        here = following[here - first]
    return here == first and len(set(places)) == len(following)


def accepted(word: Sequence[int], states: int, symbols: int, steps: Sequence[int], start: int, final: Any) -> bool:
    state = start
    for letter in word:
        state = steps[(state - 1) * symbols + letter - 1] if 1 <= letter <= symbols else 0
        if not state:
            return False
    return state in final


def fits(starts: Sequence[int], sizes: Sequence[int], demands: Sequence[int], capacity: int) -> bool:
    """At each time, the tasks that are under way demand no more than the capacity."""
    tasks = list(zip(starts, sizes, demands, strict=True))
    times = range(min(starts, default=0), max((at + size for at, size, _ in tasks), default=0) + 1)
    used = (sum(demand for at, size, demand in tasks if at <= time < at + size) for time in times)
    return not tasks or max(used) <= capacity


def apart(*sides: Sequence[int]) -> bool:
    """Of any two boxes, one ends before the other begins in some direction: its places, then its sizes."""
    boxes = list(zip(*sides, strict=True))
    ways = range(0, len(sides), 2)
    return all(
        any(one[at] + one[at + 1] <= other[at] or other[at] + other[at + 1] <= one[at] for at in ways)
        for one, other in combinations(boxes, 2)
    )


def rows(flat: Sequence[int], width: int) -> list[tuple[int, ...]]:
    return [tuple(flat[at : at + width]) for at in range(0, len(flat), width)]


def summed(related: Callable[[int, int], bool]) -> Callable[..., bool]:
    return lambda factors, values, bound: related(total(factors, values), bound)


def is_row(values: Sequence[int], flat: Sequence[int]) -> bool:
    return tuple(values) in rows(flat, len(values))


RELATED = {"eq": eq, "ne": ne, "le": le, "lt": lt}

MEANING: Mapping[str, Callable[..., bool]] = {
    **{f"{kind}_{name}": related for kind in ("int", "bool") for name, related in RELATED.items()},
    **{f"{kind}_lin_{name}": summed(RELATED[name]) for kind in ("int", "bool") for name in ("eq", "ne", "le")},
    "int_plus": lambda a, b, c: a + b == c,
    "set_in": lambda x, s: x in s,
    "bool2int": eq,
    "bool_not": ne,
    "bool_clause": lambda ps, ns: any(ps) or not all(ns),
    "array_bool_xor": lambda bs: sum(bs) % 2 == 1,
    "int_abs": lambda a, b: abs(a) == b,
    "int_times": lambda a, b, c: a * b == c,
    "int_div": lambda a, b, c: b != 0 and quotient(a, b) == c,
    "int_mod": lambda a, b, c: b != 0 and a - b * quotient(a, b) == c,
    "int_pow": lambda x, y, z: power(x, y) == z,
    "int_pow_fixed": lambda x, y, z: power(x, y) == z,
    "int_min": lambda a, b, c: min(a, b) == c,
    "int_max": lambda a, b, c: max(a, b) == c,
    "array_int_minimum": lambda m, xs: min(xs) == m,
    "array_int_maximum": lambda m, xs: max(xs) == m,
    "fzn_all_different_int": lambda xs: len(set(xs)) == len(xs),
    **dict.fromkeys(("fzn_table_int", "fzn_table_bool"), is_row),
    **dict.fromkeys(("fzn_lex_less_int", "fzn_lex_less_bool"), lambda xs, ys: tuple(xs) < tuple(ys)),
    **dict.fromkeys(("fzn_lex_lesseq_int", "fzn_lex_lesseq_bool"), lambda xs, ys: tuple(xs) <= tuple(ys)),
    "fzn_count_eq": lambda xs, y, c: list(xs).count(y) == c,
    "fzn_global_cardinality": lambda xs, cover, counts: [list(xs).count(v) for v in cover] == list(counts),
    "fzn_regular": accepted,
    "fzn_cumulative": fits,
    "fzn_disjunctive": lambda starts, sizes: fits(starts, sizes, [1] * len(starts), 1),
    "fzn_disjunctive_strict": apart,
    "puzzlebench_diffn": apart,
    "puzzlebench_circuit": around,
    "puzzlebench_inverse": lambda f, i0, g, j0: (
        all(j0 <= j < j0 + len(g) and g[j - j0] == i for i, j in enumerate(f, i0))
        and all(i0 <= i < i0 + len(f) and f[i - i0] == j for j, i in enumerate(g, j0))
    ),
} | {
    name: lambda i, array, x: 1 <= i <= len(array) and array[i - 1] == x
    for name in ("array_int_element", "array_bool_element", "array_var_int_element", "array_var_bool_element")
}
"""What each builtin says of values; what ends in _reif and _imp, and what is a test, follows from it."""

TESTS: Mapping[str, Callable[..., bool]] = {
    "bool_and": lambda a, b: a and b,
    "bool_or": lambda a, b: a or b,
    "bool_xor": lambda a, b: a != b,
    "array_bool_and": lambda bs: all(bs),
    "array_bool_or": lambda bs: any(bs),
    "array_bool_xor": lambda bs: sum(bs) % 2 == 1,
}


def meaning(name: str, arity: int) -> Callable[..., bool]:
    """The predicate that a builtin of so many arguments is."""
    base, _, suffix = name.rpartition("_")
    if name == "bool_xor" and arity == 2:
        return lambda a, b: bool(a != b)
    if suffix == "imp":
        claim = TESTS.get(base, MEANING.get(base))
        assert claim is not None
        return lambda *values: bool(not values[-1] or claim(*values[:-1]))
    if suffix == "reif" or (name in TESTS and name not in MEANING):
        claim = MEANING[base] if suffix == "reif" else TESTS[name]
        return lambda *values: bool(claim(*values[:-1])) == bool(values[-1])
    return MEANING[name]


class Small:
    """A random file with one constraint: its declarations, and what each argument comes to under an assignment."""

    def __init__(self, name: str, takes: Sequence[str], random: Random) -> None:
        self.random = random
        self.domains: dict[str, list[int]] = {}
        self.lines: list[str] = []
        self.name = name
        self.arguments = self._shaped(name, takes)

    def _shaped(self, name: str, takes: Sequence[str]) -> list[Any]:
        """Arguments of the types it takes, and of lengths that fit each other."""
        size = self.random.choice((1, 2, 3, 3))
        if name.startswith("fzn_table"):
            things, flat = takes
            return [self._array(things, size), self._array(flat, size * self.random.randrange(1, 5))]
        if name == "fzn_regular":
            states, symbols = self.random.randrange(1, 4), self.random.randrange(1, 3)
            steps = [self.random.randrange(states + 1) for _ in range(states * symbols)]
            final = sorted(self.random.sample(range(1, states + 1), self.random.randrange(1, states + 1)))
            start = self.random.randrange(1, states + 1)
            return [self._array("array of var int", size, 0), states, symbols, steps, start, set(final)]
        if name in ("fzn_cumulative", "fzn_disjunctive", "fzn_disjunctive_strict", "puzzlebench_diffn"):
            # Of the arrays, those of places may hold any number; sizes and demands are not below 0.
            is_place = [(name == "puzzlebench_diffn" and at == 2) or at == 0 for at in range(len(takes))]
            return [
                self._array(one, size) if place else self._amounts(one, size)
                for one, place in zip(takes, is_place, strict=True)
            ]
        if name == "puzzlebench_circuit":
            first = self.random.choice((1, 1, 0, 3))
            return [first, self._array("array of var int", size, first - 1)]
        if name == "puzzlebench_inverse":
            i, j, size = self.random.choice((1, 0)), self.random.choice((1, 2)), min(size, 2)
            return [self._array("array of var int", size, j - 1), i, self._array("array of var int", size, i - 1), j]
        if name == "fzn_global_cardinality":
            cover = self.random.sample(range(-1, 3), self.random.randrange(1, 3))
            return [self._array("array of var int", 2), cover, self._array("array of var int", len(cover), 0)]
        if name.startswith(("array_int_minimum", "array_int_maximum", "fzn_lex")):
            return [self._array(one, size) if one.startswith("array") else self._one(one) for one in takes]
        lengths = self.random.randrange(4)
        return [self._array(one, lengths) if one.startswith("array") else self._one(one) for one in takes]

    def _amounts(self, kind: str, size: int) -> Any:
        if kind == "var int":
            return self._one(kind)
        drawn = [self._one("var int", 0) for _ in range(size)]
        return [1 if (one < 0 if isinstance(one, int) else self.domains[one][0] < 0) else one for one in drawn]

    def _array(self, kind: str, size: int, least: int | None = None) -> list[Any]:
        return [self._one(kind.removeprefix("array of "), least) for _ in range(size)]

    def _one(self, kind: str, least: int | None = None) -> Any:
        random = self.random
        if kind == "set of int":
            low = random.randrange(-3, 3)
            return random.choice([set(range(low, low + random.randrange(4))), {-2, 0, 1, 3}, {2}])
        if kind in ("int", "bool") or random.random() < 0.15:
            return random.randrange(-3, 5) if "int" in kind else random.random() < 0.5
        if self.domains and random.random() < 0.1:  # a variable that comes twice
            known = [name for name in self.domains if name[0] == kind[4]]
            if known:
                return random.choice(known)
        name = f"{kind[4]}{len(self.domains)}"
        if kind == "var bool":
            self.domains[name] = [0, 1]
            self.lines.append(f"var bool: {name} :: output_var;")
            return name
        low = random.randrange(-3, 3) if least is None else least
        values = list(range(low, low + random.randrange(1, 5)))
        if len(values) > 2 and random.random() < 0.3:
            values.pop(1)
            domain = "{" + ",".join(map(str, values)) + "}"
        else:
            domain = f"{values[0]}..{values[-1]}"
        self.domains[name] = values
        self.lines.append(f"var {domain}: {name} :: output_var;")
        return name

    def text(self, name: str) -> str:
        arguments = ", ".join(map(written, self.arguments))
        return "\n".join([*self.lines, f"constraint {name}({arguments});", "solve satisfy;", ""])

    def answers(self, holds: Callable[..., bool]) -> Answers:
        found = set()
        for values in product(*self.domains.values()):
            assignment = dict(zip(self.domains, values, strict=True))
            if holds(*(valued(argument, assignment) for argument in self.arguments)):
                found.add(values)
        return found


def written(thing: Any) -> str:
    if isinstance(thing, bool):
        return str(thing).lower()
    if isinstance(thing, list):
        return "[" + ", ".join(map(written, thing)) + "]"
    return "{" + ", ".join(map(str, sorted(thing))) + "}" if isinstance(thing, set) else str(thing)


def valued(thing: Any, assignment: Mapping[str, int]) -> Any:
    if isinstance(thing, list):
        return [valued(one, assignment) for one in thing]
    return assignment[thing] if isinstance(thing, str) else thing


def ours(text: str, backend: str, names: Sequence[str]) -> Answers:
    reading = read(BytesIO(text.encode()), "small.fzn")
    answers = load_backend(backend)[0].load(reading.model).solutions()
    return {printed(reading.written(answer), names) for answer in answers}


def theirs(text: str, folder: Path, names: Sequence[str]) -> Answers:
    (folder / "small.fzn").write_text(text)
    output = subprocess.run(
        [GECODE, "-a", str(folder / "small.fzn")], capture_output=True, text=True, check=True
    ).stdout
    assert "UNSATISFIABLE" in output or "==========" in output, output
    return {printed(block, names) for block in output.split("----------\n")[:-1]}


def printed(block: str, names: Sequence[str]) -> tuple[int, ...]:
    """The values of variables out of lines such as ``x = 3;``."""
    words = {"false": 0, "true": 1}
    values = dict(line.rstrip(";").split(" = ") for line in block.splitlines())
    return tuple(words[values[name]] if values[name] in words else int(values[name]) for name in names)


BUILTINS = [(name, arity) for name, forms in sorted(builtins().items()) for arity in forms if name not in GECODES]


def smalls(name: str, arity: int, many: int) -> Iterator[Small]:
    random = Random(f"{name}/{arity}")
    while many:
        small = Small(name, builtins()[name][arity].takes, random)
        if prod(map(len, small.domains.values())) <= 5_000:
            many -= 1
            yield small


@pytest.mark.parametrize(
    ("backend", "many"),
    [
        ("kernel", 6),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in (("kernel", 60), ("cpsat", 15), ("sat", 15))),
    ],
)
@pytest.mark.parametrize(("name", "arity"), BUILTINS)
def test_says_what_the_standard_says(name: str, arity: int, backend: str, many: int) -> None:
    pytest.importorskip({"sat": "pysat", "cpsat": "ortools"}.get(backend, "solvers"))
    for small in smalls(name, arity, many):
        text = small.text(name)
        assert ours(text, backend, list(small.domains)) == small.answers(meaning(name, arity)), text


@pytest.mark.slow
@pytest.mark.skipif(GECODE is None, reason="fzn-gecode is not installed")
@pytest.mark.parametrize(("name", "arity"), BUILTINS)
def test_means_what_gecode_means(name: str, arity: int, tmp_path: Path) -> None:
    called = THEIRS.get(name, name)
    if not called or name in UNKNOWN_TO_GECODE | WRONG_IN_GECODE or (name, arity) == ("bool_xor", 2):
        pytest.skip("Gecode has no such constraint, or a wrong one")
    for small in smalls(name, arity, 40):
        text = small.text(called)
        assert theirs(text, tmp_path, list(small.domains)) == small.answers(meaning(name, arity)), text
