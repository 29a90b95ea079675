"""A FlatZinc file taken in: its names resolved, and its constraints checked against what each builtin takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TypeAlias

from models.errors import InputError
from models.kit.names import hint, shortened, shown
from solvers.minizinc.flatzinc.builtins import Builtin, builtins
from solvers.minizinc.flatzinc.syntax import (
    Annotation,
    Annotations,
    ConstraintItem,
    Declaration,
    Name,
    SolveItem,
    Type,
    Value,
    items,
)

Values: TypeAlias = range | frozenset[int]

BOOLEAN = range(2)


@dataclass(slots=True, eq=False)
class Variable:
    name: str
    kind: str  # int or bool
    values: Values | None  # None where an int has no domain
    same: Variable | None = None  # the one that it is another name of

    def root(self) -> Variable:
        """The variable that it is a name of in the end."""
        here = self
        while here.same is not None:
            here = here.same
        if here is not self:
            self.same = here
        return here


@dataclass(frozen=True, slots=True)
class BuiltinCall:
    """A constraint of the file, its arguments as the builtin takes them: numbers, variables, sets, tuples of such."""

    line: int
    builtin: Builtin
    arguments: tuple[Any, ...]
    text: str
    label: str


@dataclass(frozen=True, slots=True)
class Output:
    name: str
    kind: str  # int or bool
    entries: tuple[Any, ...]  # the variables and numbers of an array, or the one variable
    dimensions: tuple[range, ...] | None  # the index sets of an array; None for a single variable


@dataclass
class FlatZincProgram:
    """What a file says, each in the file's order."""

    variables: list[Variable] = field(default_factory=list)
    constraints: list[BuiltinCall] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)
    method: str = ""  # satisfy, minimize or maximize
    line: int = 0  # of the solve item
    objective: Any = None
    advice: tuple[Any, ...] = ()  # the annotations of the solve item, with what their names stand for


def load_program(stream: BinaryIO, where: Path | str) -> FlatZincProgram:
    return _Loader(where).load(items(stream, where))


class _Loader:
    def __init__(self, where: Path | str) -> None:
        self._where = where
        self._line = 0
        self._program = FlatZincProgram()
        self._names: dict[str, Any] = {}

    def load(self, found: Iterable[Any]) -> FlatZincProgram:
        take: Mapping[type, Callable[[Any], None]] = {
            ConstraintItem: self._demand,
            Declaration: self._declare,
            SolveItem: self._solve,
        }
        for item in found:
            self._line = item.line
            take[type(item)](item)
        if not self._program.method:
            self._fault("the file ends without a solve item")
        return self._program

    # Declarations

    def _declare(self, item: Declaration) -> None:
        declared, name = item.type, item.name
        if name in self._names:
            self._fault(f"{shortened(name)} is declared twice")
        if declared.size is not None:
            self._names[name] = self._array(declared, name, self._resolved(item.value))
        elif declared.is_variable:
            self._names[name] = self._variable(declared, name, item.value)
        else:
            value = self._resolved(item.value)
            self._check(_parameter(declared), value, f"the value of {shortened(name)}")
            self._names[name] = value
        if declared.is_variable:
            self._output(item)

    def _variable(self, declared: Type, name: str, value: Value) -> Variable:
        variable = Variable(name, declared.kind, BOOLEAN if declared.kind == "bool" else declared.values)
        if variable.values is not None and not variable.values:
            variable.values = range(1)
            never = builtins()["bool_clause"][2]
            self._add(BuiltinCall(self._line, never, ([], []), f"{name} has an empty domain", ""))
        self._program.variables.append(variable)
        if value is not None:
            equal = self._resolved(value)
            self._check(f"var {declared.kind}", equal, f"the value of {shortened(name)}")
            builtin = builtins()[f"{declared.kind}_eq"][2]
            self._add(BuiltinCall(self._line, builtin, (variable, equal), f"{name} = {_written(equal)}", ""))
        return variable

    def _array(self, declared: Type, name: str, entries: Any) -> tuple[Any, ...]:
        kind = ("var " if declared.is_variable else "") + _parameter(declared)
        self._check(f"array of {kind}", entries, f"the value of {shortened(name)}")
        if len(entries) != declared.size:
            self._fault(f"{shortened(name)} is declared with {declared.size} entries and has {len(entries)}")
        return tuple(entries)

    def _output(self, item: Declaration) -> None:
        for annotation in item.annotations:
            value = self._names[item.name]
            if annotation.name == "output_var" and item.type.size is None:
                self._program.outputs.append(Output(item.name, item.type.kind, (value,), None))
            elif annotation.name == "output_array" and item.type.size is not None:
                (sets,) = annotation.arguments if len(annotation.arguments) == 1 else (None,)
                if not isinstance(sets, tuple) or not sets or not all(isinstance(one, range) for one in sets):
                    self._fault("output_array takes an array of ranges, such as [1..3, 1..3]")
                size = prod(map(len, sets))
                if size != item.type.size:
                    self._fault(f"output_array has room for {size:,} entries, but {item.name} has {item.type.size:,}")
                self._program.outputs.append(Output(item.name, item.type.kind, value, sets))

    # Constraints and what is asked

    def _demand(self, item: ConstraintItem) -> None:
        forms = builtins().get(item.name)
        if forms is None:
            self._fault(f"constraint {shown(item.name)} {_why_not(item.name)}")
        builtin = forms.get(len(item.arguments))
        if builtin is None:
            takes = " or ".join(str(number) for number in forms)
            self._fault(f"{item.name} takes {takes} arguments, not {len(item.arguments)}")
        arguments = tuple(map(self._resolved, item.arguments))
        for place, (kind, value) in enumerate(zip(builtin.takes, arguments, strict=True), 1):
            if not _CHECKS[kind](value):
                self._check(kind, value, f"argument {place} of {item.name}")
        text = f"{item.name}({', '.join(map(_written, item.arguments))})"
        label = _label(item.annotations) if item.annotations else ""
        self._add(BuiltinCall(self._line, builtin, arguments, shortened(text, 100), label))

    def _add(self, constraint: BuiltinCall) -> None:
        if constraint.builtin.name == "bool2int":
            truth, number = constraint.arguments
            if isinstance(truth, Variable) and isinstance(number, Variable):
                self._unite(truth.root(), number.root())
        self._program.constraints.append(constraint)

    def _unite(self, truth: Variable, number: Variable) -> None:
        """Let an int and the Boolean that it is be one variable, unless the int could be neither 0 nor 1."""
        both = frozenset(BOOLEAN).intersection(*[one.values for one in (truth, number) if one.values is not None])
        if truth is not number and both:
            number.same, truth.values = truth, BOOLEAN if len(both) == 2 else both

    def _solve(self, item: SolveItem) -> None:
        if self._program.method:
            self._fault(f"a second solve item; the first is in line {self._program.line}")
        self._program.method, self._program.line = item.method, item.line
        self._program.advice = tuple(map(self._advice, item.annotations))
        if item.method != "satisfy":
            self._program.objective = self._resolved(item.objective)
            self._check("var int", self._program.objective, "what is to be optimised")

    def _advice(self, value: Value) -> Any:
        if isinstance(value, Annotation):
            return Annotation(value.name, tuple(map(self._advice, value.arguments)))
        return tuple(map(self._advice, value)) if type(value) is tuple else self._names.get(value, value)

    # Values

    def _resolved(self, value: Value) -> Any:
        """``value`` with what its names stand for."""
        if type(value) is Name:
            if value not in self._names:
                near = hint(value, self._names, "") if len(self._names) < 1_000 else ""
                self._fault(f"{shortened(value)} is not declared" + (f"; {near}" if near else ""))
            return self._names[value]
        if type(value) is tuple:
            return tuple(map(self._resolved, value))
        return value

    def _check(self, kind: str, value: Any, what: str) -> None:
        if not _CHECKS[kind](value):
            self._fault(f"{what} is {shown(_written(value), 60)}, where {_KINDS.get(kind, (kind,))[0]} is expected")

    def _fault(self, sentence: str) -> NoReturn:
        raise InputError(sentence, self._where, self._line or 1)


def _each(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: type(value) is tuple and all(map(check, value))


_KINDS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "int": ("an int", lambda it: type(it) is int),
    "bool": ("true or false", lambda it: type(it) is bool),
    "float": ("a number", lambda it: type(it) in (int, float)),
    "set of int": ("a set of ints", lambda it: isinstance(it, range | frozenset)),
    "var int": (
        "an int or a variable of ints",
        lambda it: type(it) is int or (type(it) is Variable and it.kind == "int"),
    ),
    "var bool": (
        "true, false or a variable of these",
        lambda it: type(it) is bool or (type(it) is Variable and it.kind == "bool"),
    ),
}
"""What a builtin may take, in words, and how it is known; of each there are arrays, too."""

_CHECKS = {kind: check for kind, (_, check) in _KINDS.items()}
_CHECKS |= {f"array of {kind}": _each(check) for kind, check in _CHECKS.items()}


def _parameter(declared: Type) -> str:
    return "set of int" if declared.kind == "set" else declared.kind


def _why_not(name: str) -> str:
    if name.startswith(("float_", "int2float", "array_float", "array_var_float")):
        return "is about floats, which are not taken"
    if name.startswith(("set_", "array_set", "array_var_set")):
        return "is about variables that are sets, which are not taken"
    near = hint(name, builtins(), "")
    return "is not known" + (f"; {near}" if near else "")


def _label(annotations: Annotations) -> str:
    named = (one for one in annotations if one.name in ("mzn_constraint_name", "constraint_name") and one.arguments)
    return next((str(one.arguments[0]) for one in named), "")


def _written(value: Any) -> str:
    """A value as the file writes it, long arrays cut short."""
    if type(value) is Name:
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Variable):
        return value.name
    if isinstance(value, range):
        return f"{value.start}..{value.stop - 1}"
    if isinstance(value, frozenset):
        return "{" + ", ".join(map(str, sorted(value)[:12])) + (", …}" if len(value) > 12 else "}")
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_written, value[:12])) + (", …]" if len(value) > 12 else "]")
    if isinstance(value, Annotation):
        return f"{value.name}(…)"
    return str(value)
