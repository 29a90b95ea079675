"""FlatZinc read: a file in the modelling language's terms, and its answers printed as FlatZinc solvers print them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from models.errors import InputError, ModelError
from models.kit.names import count, shortened
from models.language.expressions import Assignment, IntVar, LinearExpr
from models.language.model import Model
from solvers.core.limits import ENDLESS, Clock
from solvers.formats.document import LINE, Reading
from solvers.minizinc.flatzinc.annotations import annotate
from solvers.minizinc.flatzinc.bounds import MAX_OPEN_INT, with_bounds
from solvers.minizinc.flatzinc.program import BuiltinCall, FlatZincProgram, Output, Variable, load_program


@dataclass(frozen=True)
class FlatZinc(Reading):
    """A FlatZinc file as a model."""

    open_below: frozenset[IntVar] = frozenset()  # variables with no least value in the file, nor by its constraints
    open_above: frozenset[IntVar] = frozenset()


def read(stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS) -> FlatZinc:
    """A FlatZinc file as a model; what it marks for output makes up an answer, or where it marks nothing, all it names.

    What speaks of floats or of variables that are sets is refused.
    """
    program = load_program(stream, where)
    if not program.outputs:
        program.outputs = [Output(one.name, one.kind, (one,), None) for one in program.variables]
    return _understood(program, where, clock)


def outputs_of(
    stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS, free: bool = False, first: bool = False
) -> FlatZinc:
    """A FlatZinc file as a model, of which only what it marks for output makes up an answer.

    Args:
        free: leave the file's search annotations aside.
        first: only one answer is asked for, the first by these annotations; what they name then makes up an answer too.
    """
    return _understood(load_program(stream, where), where, clock, free, first)


def _understood(
    program: FlatZincProgram, where: Path | str, clock: Clock, free: bool = False, first: bool = False
) -> FlatZinc:
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
    printers = [_printer(output, variables) for output in program.outputs]
    sizes = count(len(program.variables), "variable"), count(len(program.constraints), "constraint")
    return FlatZinc(
        model,
        lambda assignment: "\n".join(printer(assignment) for printer in printers),
        f"{', '.join(sizes)}, to {program.method}",
        _warnings([one for one in program.variables if one in ends.below or one in ends.above]),
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
    reason: dict[str, Any] = {"key": (LINE, constraint.line), "because": constraint.label or constraint.text}
    try:
        arguments = [
            _converted(model, kind, argument, variables)
            for kind, argument in zip(builtin.takes, constraint.arguments, strict=True)
        ]
        builtin.post(model, reason, *arguments)
    except ModelError as error:
        raise InputError(f"{shortened(constraint.text, 60)}: {error}", where, constraint.line) from None


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
    """What writes one output as ``name = value;``."""
    entries: Sequence[Any] = [variables[one.root()] if isinstance(one, Variable) else one for one in output.entries]

    def written(assignment: Assignment) -> str:
        values = [assignment[one] if isinstance(one, IntVar) else one for one in entries]
        words = [("false", "true")[value] for value in values] if output.kind == "bool" else list(map(str, values))
        if output.dimensions is None:
            return f"{output.name} = {words[0]};"
        sets = ", ".join(f"{one.start}..{one.stop - 1}" for one in output.dimensions)
        return f"{output.name} = array{len(output.dimensions)}d({sets}, [{', '.join(words)}]);"

    return written


def _warnings(still_open: Sequence[Variable]) -> tuple[str, ...]:
    if not still_open:
        return ()
    names = ", ".join(shortened(one.name) for one in still_open[:3]) + (", …" if len(still_open) > 3 else "")
    some = count(len(still_open), "variable")
    return (f"{some} without bounds ({names}) are looked for from −{MAX_OPEN_INT:,} to {MAX_OPEN_INT:,}",)
