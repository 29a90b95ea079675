"""FlatZinc's search annotations: what to branch on in which order, and values to start from.

MiniZinc handbook, "Search Annotations" and "Warm Starts". What a file says beyond them is left aside, as the standard
lets a solver do: annotations never change what is an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from models.language.expressions import IntVar
from models.language.model import Choose, Model, Select
from solvers.minizinc.flatzinc.program import FlatZincProgram, Variable
from solvers.minizinc.flatzinc.syntax import Annotation

CHOOSE: Mapping[str, Choose] = {
    "input_order": "first",
    "first_fail": "min_domain_size",
    "anti_first_fail": "max_domain_size",
    "smallest": "lowest_min",
    "largest": "highest_max",
    "occurrence": "max_degree",
    "most_constrained": "min_domain_max_degree",
    "max_regret": "max_regret",
    "dom_w_deg": "max_weighted_degree",
}

SELECT: Mapping[str, Select] = {
    "indomain": "min_value",
    "indomain_min": "min_value",
    "indomain_max": "max_value",
    "indomain_median": "median_value",
    "indomain_middle": "median_value",
    "indomain_random": "random_value",
    "indomain_split": "lower_half",
    "indomain_interval": "lower_half",
    "indomain_split_random": "lower_half",
    "indomain_reverse_split": "upper_half",
}
"""The words of FlatZinc; those that have no counterpart take what comes nearest, or the first of each."""


def annotate(model: Model, program: FlatZincProgram, variables: Mapping[Variable, IntVar]) -> tuple[IntVar, ...]:
    """Tell a model what the solve item of a file advises; returns the variables to branch on."""
    for call in _calls(program.advice):
        if call.name in ("int_search", "bool_search") and len(call.arguments) > 2:
            named, choose, select = call.arguments[:3]
            model.add_decision_strategy(
                [var for var in _variables(named, variables) if var is not None],
                CHOOSE.get(str(choose), "first"),
                SELECT.get(str(select), "min_value"),
            )
        elif call.name in ("warm_start", "warm_start_int", "warm_start_bool") and len(call.arguments) == 2:
            named, values = call.arguments
            for var, value in zip(_variables(named, variables), _entries(values), strict=False):
                if var is not None and isinstance(value, int) and value in var.domain:
                    model.add_hint(var, int(value))
    return tuple(dict.fromkeys(var for strategy in model.strategies for var in strategy.variables))


def _calls(advice: Iterable[Any]) -> Iterator[Annotation]:
    """The annotations, those in a sequence one after the other."""
    for call in advice:
        if isinstance(call, Annotation) and call.name in ("seq_search", "warm_start_array") and call.arguments:
            yield from _calls(_entries(call.arguments[0]))
        elif isinstance(call, Annotation):
            yield call


def _entries(thing: Any) -> tuple[Any, ...]:
    return thing if isinstance(thing, tuple) else (thing,)


def _variables(thing: Any, variables: Mapping[Variable, IntVar]) -> list[IntVar | None]:
    """A variable of the model for each entry that is no number."""
    return [variables[entry.root()] if isinstance(entry, Variable) else None for entry in _entries(thing)]
