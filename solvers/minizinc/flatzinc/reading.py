"""FlatZinc read: a file in the modelling language's terms, and its answers printed as FlatZinc solvers print them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from models.errors import InputError, ModelError
from models.kit.names import count, shortened
from models.language.expressions import Assignment, IntVar, LinearExpr
from models.language.model import Choose, Model, Select
from solvers.core.limits import ENDLESS, Clock
from solvers.formats.document import LINE, Reading
from solvers.lowering.bounds import warnings_of
from solvers.minizinc.flatzinc.bounds import with_bounds
from solvers.minizinc.flatzinc.program import BuiltinCall, FlatZincProgram, Output, Variable, load_program
from solvers.minizinc.flatzinc.syntax import Annotation
from solvers.minizinc.flatzinc.writing import DIVISOR

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


@dataclass(frozen=True)
class FlatZinc(Reading):
    open_below: frozenset[IntVar] = frozenset()  # variables with no least value in the file, nor by its constraints
    open_above: frozenset[IntVar] = frozenset()


def read(
    stream: BinaryIO,
    where: Path | str,
    clock: Clock = ENDLESS,
    *,
    marked_alone: bool = False,
    free: bool = False,
    first: bool = False,
) -> FlatZinc:
    """A FlatZinc file as a model; what it marks for output makes up an answer, or where it marks nothing, all it names.

    Args:
        marked_alone: where it marks nothing, nothing makes up an answer.
        free: leave the file's search annotations aside.
        first: only one answer is asked for, the first by these annotations; what they name then makes up an answer too.
    """
    program = load_program(stream, where)
    if not (program.outputs or marked_alone):
        program.outputs = [Output(one.name, one.kind, (one,), None) for one in program.variables]
    ends = with_bounds(program, clock)
    model = Model(Path(where).name)
    variables = _declared(program, model)
    for constraint in clock.along(program.constraints):
        _post(model, constraint, variables, where)
    branched_on = () if free else annotate(model, program, variables)
    shown = (one.root() for output in program.outputs for one in output.entries if isinstance(one, Variable))
    model.project_on(dict.fromkeys((*map(variables.__getitem__, shown), *(branched_on if first else ()))))
    if program.method != "satisfy":
        goal = program.objective if isinstance(program.objective, int) else variables[program.objective.root()]
        (model.minimize if program.method == "minimize" else model.maximize)(goal)
        for note in _calls(program.advice):
            if note.name == DIVISOR and model.objective is not None:
                model.objective = replace(model.objective, divisor=max(1, *map(int, note.arguments)))
    printers = [_printer(output, variables) for output in program.outputs]
    sizes = count(len(program.variables), "variable"), count(len(program.constraints), "constraint")
    return FlatZinc(
        model,
        lambda assignment: "\n".join(printer(assignment) for printer in printers),
        f"{', '.join(sizes)}, to {program.method}",
        warnings_of([one.name for one in program.variables if one in ends.below or one in ends.above]),
        frozenset(variables[one] for one in ends.below),
        frozenset(variables[one] for one in ends.above),
    )


def _declared(program: FlatZincProgram, model: Model) -> dict[Variable, IntVar]:
    """A variable of the model for each of the program that is no other's second name."""
    declared: dict[Variable, IntVar] = {}
    for one in program.variables:
        if one.same is None:
            assert one.values is not None
            if isinstance(one.values, range):
                declared[one] = model.new_int_var(one.values.start, one.values.stop - 1, one.name)
            else:
                declared[one] = model.new_int_var_from_values(one.values, one.name)
    return declared


def _post(model: Model, constraint: BuiltinCall, variables: Mapping[Variable, IntVar], where: Path | str) -> None:
    builtin = constraint.builtin
    if builtin.name == "bool2int" and _are_one(*constraint.arguments):
        return
    reason: dict[str, Any] = {"key": (LINE, constraint.line), "because": constraint.label or constraint.text}
    try:
        arguments = [
            _converted(model, kind, argument, variables)
            for kind, argument in zip(builtin.takes, constraint.arguments, strict=True)
        ]
        builtin.post(model, reason, *arguments)
    except ModelError as error:
        raise InputError(f"{shortened(constraint.text, 60)}: {error}", where, constraint.line) from None


def _are_one(truth: Variable | bool, number: Variable | int) -> bool:
    return isinstance(truth, Variable) and isinstance(number, Variable) and truth.root() is number.root()


def _converted(model: Model, kind: str, argument: Any, variables: Mapping[Variable, IntVar]) -> Any:
    """An argument as a builtin is posted with: variables that are ints as sums, those that are Booleans as literals."""
    if kind.startswith("array of var"):
        return [_converted(model, kind[9:], entry, variables) for entry in argument]
    if not kind.startswith("var"):
        return argument
    if isinstance(argument, Variable):
        var = variables[argument.root()]
        return LinearExpr({var: 1}, 0) if kind == "var int" else var == 1
    return LinearExpr({}, argument) if kind == "var int" else model.new_constant(0).is_in([0] if argument else [])


def _printer(output: Output, variables: Mapping[Variable, IntVar]) -> Callable[[Assignment], str]:
    entries: Sequence[Any] = [variables[one.root()] if isinstance(one, Variable) else one for one in output.entries]

    def written(assignment: Assignment) -> str:
        values = [assignment[one] if isinstance(one, IntVar) else one for one in entries]
        words = [("false", "true")[value] for value in values] if output.kind == "bool" else list(map(str, values))
        if output.dimensions is None:
            return f"{output.name} = {words[0]};"
        sets = ", ".join(f"{one.start}..{one.stop - 1}" for one in output.dimensions)
        return f"{output.name} = array{len(output.dimensions)}d({sets}, [{', '.join(words)}]);"

    return written


def annotate(model: Model, program: FlatZincProgram, variables: Mapping[Variable, IntVar]) -> tuple[IntVar, ...]:
    """Tell a model what the solve item of a file advises; returns the variables to branch on.

    What it says beyond search annotations and warm starts is left aside: annotations never change what is an answer.
    """
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
