"""Method names of other modelling tools, and which method of a model means the same."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

SYNONYMS = {
    "alldiff": "add_all_different",
    "alldistinct": "add_all_different",
    "distinct": "add_all_different",
    "table": "add_allowed_assignments",
    "extension": "add_allowed_assignments",
    "negativetable": "add_forbidden_assignments",
    "shorttable": "add_allowed_assignments",
    "regular": "add_automaton",
    "mdd": "add_automaton",
    "gcc": "add_global_cardinality",
    "cardinality": "add_global_cardinality",
    "globalcardinalitycount": "add_global_cardinality",
    "count": "add with sum(x == value for ...)",
    "sum": "add with a sum such as x + y == 3",
    "linear": "add with a sum such as x + y == 3",
    "intension": "add",
    "constraint": "add",
    "abs": "add with abs(x - y) == z",
    "disjunctive": "add_no_overlap",
    "diffn": "add_no_overlap_2d",
    "nooverlap2d": "add_no_overlap_2d",
    "interval": "new_interval_var",
    "optionalinterval": "new_optional_interval_var",
    "channel": "add_inverse",
    "assignment": "add_inverse",
    "subcircuit": "add_circuit with a loop at each node",
    "hamiltoniancircuit": "add_circuit",
    "minimum": "add_min_equality",
    "maximum": "add_max_equality",
    "times": "add_multiplication_equality",
    "mul": "add_multiplication_equality",
    "prod": "add_multiplication_equality",
    "div": "add_division_equality",
    "mod": "add_modulo_equality",
    "lex": "add_lexicographic_less",
    "lexless": "add_lexicographic_less",
    "lexlesseq": "add_lexicographic_less_equal",
    "lexlesseequal": "add_lexicographic_less_equal",
    "xor": "add_bool_xor",
    "or": "add_bool_or",
    "any": "add_bool_or",
    "clause": "add_bool_or",
    "and": "add_bool_and",
    "all": "add_bool_and",
    "imply": "add_implication",
    "implies": "add_implication",
    "ifthen": "add_implication",
    "intvar": "new_int_var",
    "boolvar": "new_bool_var",
    "var": "new_int_var",
    "vararray": "new_int_vars",
    "intvararray": "new_int_vars",
    "boolvararray": "new_bool_vars",
    "constant": "new_constant",
    "allequal": "add with x == y for each pair of neighbours",
    "increasing": "add with x <= y for each pair of neighbours",
    "solve": "solvers.solve(model)",
    "solveall": "solvers.solutions(model)",
    "onlyenforceif": "only_enforce_if on what a method returns",
}
"""By the name in small letters, without underscores and without ``add`` or ``new`` in front."""


def suggestion(name: str, methods: Iterable[str]) -> str:
    """What to use in place of a method that does not exist; empty where nothing is like it."""
    known = {_bare(method): method for method in methods if not method.startswith("_")}
    bare = _bare(name)
    found = known.get(bare) or SYNONYMS.get(bare)
    if found is None:
        found = next((known.get(one) or SYNONYMS[one] for one in get_close_matches(bare, [*known, *SYNONYMS], 1)), "")
    return found


def _bare(name: str) -> str:
    bare = name.lower().replace("_", "")
    return bare[3:] if bare[:3] in ("add", "new") and len(bare) > 3 else bare
