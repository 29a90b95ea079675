"""Names in other modelling tools, and what means the same here: a name that does not exist is answered by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

NAMES = {
    "add_all_different": "alldiff alldistinct distinct",
    "add_allowed_assignments": "table extension shorttable",
    "add_allowed_assignments of [expression] and [(value,), ...]": "linearexpressionindomain indomain",
    "add_forbidden_assignments": "negativetable",
    "add_automaton": "regular mdd",
    "add_global_cardinality": "gcc cardinality globalcardinalitycount",
    "add with sum(x == value for ...)": "count",
    "add with a sum such as x + y == 3": "sum linear linearexpr",
    "array @ coefficients": "weightedsum scalarproduct scalarprod scalproduct wsum",
    "add": "intension constraint linearconstraint",
    "add with flag == (x == value) for each value": "mapdomain",
    "add with sum(change * (time <= now) for ...) within the levels, for each now of the times": (
        "reservoir reservoirconstraint reservoirconstraintwithactive"
    ),
    "add with abs(x - y) == z": "abs",
    "add_no_overlap": "disjunctive",
    "add_no_overlap_2d": "diffn nooverlap2d",
    "new_interval_var": "interval",
    "new_optional_interval_var": "optionalinterval",
    "add with sum(size * (bin == b) for ...) == load[b] for each b, sum(load) == sum(sizes)": "binpacking",
    "add_inverse": "channel assignment",
    "add_circuit with a loop at each node": "subcircuit",
    "add_circuit": "hamiltoniancircuit",
    "add_circuit with a copy of the depot for each route": "multiplecircuit",
    "add_min_equality": "minimum",
    "add_max_equality": "maximum",
    "add_max_equality of [x == value for ...] for each value, and their sum": "nvalue nvalues",
    "add_multiplication_equality": "times mul prod",
    "add_division_equality": "div",
    "add_modulo_equality": "mod",
    "add_lexicographic_less": "lex lexless",
    "add_lexicographic_less_equal": "lexlesseq lexlesseequal",
    "add_bool_xor": "xor",
    "add_bool_or": "or any clause",
    "add_bool_and": "and all",
    "add_implication": "imply implies ifthen",
    "new_int_var": "intvar var",
    "new_bool_var": "boolvar",
    "new_int_vars": "vararray intvararray",
    "new_bool_vars": "boolvararray",
    "new_constant": "constant",
    "add with x == y for each pair of neighbours": "allequal",
    "add with x <= y for each pair of neighbours": "increasing",
    "new_fixed_size_interval_vars": "fixedsizeintervalvarseries",
    "solvers.solve(model)": "solve",
    "assumptions of solvers.solve(model, assumptions=[...])": "assumption assumptions clearassumptions",
    "solvers.solutions(model)": "solveall",
    "only_enforce_if on what a method returns": "onlyenforceif",
}
"""By what to use here, in small letters, without underscores and without ``add`` or ``new`` in front."""

LIKE = 0.76  # how like a known name a name must be: cirquit is, has_objective is not like add_no_overlap

SYNONYMS = {synonym: method for method, synonyms in NAMES.items() for synonym in synonyms.split()}

EXPRESSIONS = {"value": "answer[x]", "not": "~x", "negated": "~x", "ispresent": "x"}
ARRAYS = {"t": "columns", "transpose": "columns", "flatten": "flat", "ravel": "flat", "value": "answer[array]"}
ARRAYS |= {"dot": "array @ coefficients", "antidiagonal": "array[::-1].diagonal()", "size": "len(array.flat)"}
INTERVALS = {f"{part}expr": part for part in ("start", "size", "end")} | {"presenceliterals": "presence"}
ANSWERS = {"value": "answer[x]", "booleanvalue": "answer[x]", "objectivevalue": "objective", "statusname": "status"}
"""What to use in place of a name that a variable or sum, an array, an interval, an answer does not have."""


def no_attribute(thing: str, name: str, instead: Mapping[str, str] | str) -> AttributeError:
    """The error that ``thing`` has no ``name``, with what to use where there is such a thing."""
    found = instead if isinstance(instead, str) else instead.get(_bare(name), "")
    return AttributeError(f"{thing} has no {name!r}" + f"; use {found}" * bool(found))


def suggestion(name: str, methods: Iterable[str]) -> str:
    """What to use in place of a method that does not exist; empty where nothing is like it."""
    known = {_bare(method): method for method in methods if not method.startswith("_")}
    bare = _bare(name)
    found = known.get(bare) or SYNONYMS.get(bare)
    if found is None:
        near = get_close_matches(bare, [*known, *SYNONYMS], 1, cutoff=LIKE)
        found = next((known.get(one) or SYNONYMS[one] for one in near), "")
    return found


def _bare(name: str) -> str:
    bare = name.lower().replace("_", "")
    return bare[3:] if bare[:3] in ("add", "new") and len(bare) > 3 else bare
