"""Mutants: the single changes that are made to a file of Python, found in its syntax tree.

Comparisons, arithmetic, bit and Boolean operators are exchanged, parts of conditions and whole conditions are forced,
``not``, ``-`` and ``~`` fall away, numbers move by one, statements and the conditions of comprehensions are dropped,
returned values become None, the first two arguments of a call change places.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MAX_SHOWN_LETTERS = 70

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
SYMMETRIC = {"isinstance", "issubclass", "min", "max", "getattr", "TypeVar", "cast", "replace"}
"""Functions whose first two arguments say the same when swapped, or nothing at all."""

Function = tuple[str, str]
"""A function: its file and its qualified name."""

Change = tuple[str, Any]
"""A field of a syntax node and what it is set to."""


def changes(node: ast.AST) -> Iterator[Change]:
    """Every single change that is made to one syntax node itself."""
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    yield "ops", [*ops[:place], other(), *ops[place + 1 :]]
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in OPERATORS:
            yield "op", OPERATORS[type(op)]()
        case ast.BoolOp(op=op, values=values):
            yield "op", ast.Or() if isinstance(op, ast.And) else ast.And()
            for place in range(len(values)):
                yield "values", [*values[:place], ast.Constant(isinstance(op, ast.And)), *values[place + 1 :]]
        case ast.Constant(value=bool(value)):
            yield "value", not value
        case ast.Constant(value=int(value)):
            yield "value", value + 1
            if value:
                yield "value", value - 1
        case ast.Return(value=value) if not (value is None or isinstance(value, ast.Constant)):
            yield "value", ast.Constant(None)
        case ast.If() | ast.IfExp():
            yield "test", ast.Constant(True)
            yield "test", ast.Constant(False)
        case ast.While():
            yield "test", ast.Constant(False)
        case ast.comprehension(ifs=ifs):
            for place in range(len(ifs)):
                yield "ifs", [*ifs[:place], *ifs[place + 1 :]]
        case ast.Call(func=func, args=[first, second, *rest]) if not any(
            isinstance(argument, ast.Starred) for argument in (first, second)
        ):
            if not (isinstance(func, ast.Name) and func.id in SYMMETRIC):
                yield "args", [second, first, *rest]
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.UnaryOp):
            yield name, value.operand
        for place, part in enumerate(value if isinstance(value, list) else ()):
            if isinstance(part, ast.UnaryOp):
                yield name, [*value[:place], part.operand, *value[place + 1 :]]
            elif is_effect(part):
                yield name, [*value[:place], ast.copy_location(ast.Pass(), part), *value[place + 1 :]]


def is_effect(statement: object) -> bool:
    """Whether a statement only does something, so that it can be dropped and the rest still runs."""
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.AugAssign | ast.Raise | ast.Continue | ast.Break | ast.Delete)


@dataclass(frozen=True)
class Mutant:
    """One change to one file.

    Attributes:
        file: the file, from the root on.
        line: the text of the line where the change is.
        number: the number of that line.
        becomes: what is changed and into what.
        function: the outermost function around it, by its qualified name.
        make: what makes the change in the file's syntax tree.
        default: the argument whose default is changed, if that is it, and what it becomes.
    """

    file: str
    line: str
    number: int
    becomes: str
    function: str
    make: Callable[[], None]
    default: tuple[str, Any] | None = None

    @property
    def identity(self) -> tuple[str, str, str]:
        return identity(self.file, self.line, self.becomes)


def identity(file: str, line: str, becomes: str) -> tuple[str, str, str]:
    """What a mutant is known by: without brackets and quotes, which versions of Python write differently."""
    return file, line, re.sub(r"[\s()'\"]", "", becomes)


def mutants_of(path: Path) -> tuple[ast.Module, list[Mutant]]:
    """The syntax tree of a file and all its mutants."""
    source = path.read_text()
    tree, lines, found = ast.parse(source, path), source.splitlines(), list[Mutant]()
    twins: dict[tuple[str, str], int] = {}

    def visit(node: ast.AST, function: str, around: tuple[ast.AST, ...]) -> None:
        if isinstance(node, ast.JoinedStr | ast.Raise | ast.arguments) or is_left_alone(node):
            return
        if function:
            for name, value in changes(node):
                add(node, name, value, function, around)
        if isinstance(node, ast.FunctionDef) and not function:
            for argument, default in defaults_of(node.args):
                for _, value in changes(default):
                    add(default, "value", value, qualified(node, around), (node,), argument.arg)
        for name, child in fields_of(node):
            if name in ("decorator_list", "returns", "annotation", "bases", "keywords") and isinstance(
                node, ast.FunctionDef | ast.ClassDef | ast.AnnAssign
            ):
                continue
            inside = function
            if not function and isinstance(node, ast.FunctionDef) and name == "body":
                inside = qualified(node, around)
            visit(child, inside, (*around, node))

    def add(
        node: ast.AST, name: str, value: Any, function: str, around: tuple[ast.AST, ...], argument: str = ""
    ) -> None:
        place = next(one for one in (node, *reversed(around)) if hasattr(one, "lineno"))
        before = getattr(node, name)
        if isinstance(before, list) and before and isinstance(before[0], ast.stmt):
            (dropped,) = (old for old, new in zip(before, value, strict=True) if old is not new)
            place, text = dropped, f"drop {ast.unparse(dropped)}"
        else:
            shown = widened(node, around)
            text = written(shown)
            setattr(node, name, value)
            text = f"{text} → {written(shown)}"
            setattr(node, name, before)
        default = (argument, value) if argument else None
        text, line = f"{argument}={text}" if argument else text, lines[place.lineno - 1].strip()
        text = " ".join(text.split())
        twin = twins[line, text] = twins.get((line, text), 0) + 1
        text += f" ({twin})" * (twin > 1)
        make = lambda: setattr(node, name, value)  # noqa: E731
        found.append(Mutant(str(path.relative_to(ROOT)), line, place.lineno, text, function, make, default))

    visit(tree, "", ())
    return tree, found


def widened(node: ast.AST, around: tuple[ast.AST, ...]) -> ast.AST:
    """What is shown of a change: the largest expression around it of at most so many letters."""
    shown = node
    for one in reversed(around):
        if not isinstance(one, ast.expr | ast.comprehension) or len(ast.unparse(one)) > MAX_SHOWN_LETTERS:
            break
        shown = one
    return shown


def written(node: ast.AST) -> str:
    """A syntax node as text, of a statement only what decides."""
    return ast.unparse(node.test if isinstance(node, ast.If | ast.While) else node)


def qualified(function: ast.FunctionDef, around: tuple[ast.AST, ...]) -> str:
    return ".".join([*(one.name for one in around if isinstance(one, ast.ClassDef)), function.name])


def functions_of(node: ast.AST, around: tuple[ast.AST, ...] = ()) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a file and the methods of its classes, by their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield qualified(child, around), child
        elif isinstance(child, ast.ClassDef | ast.If):
            yield from functions_of(child, (*around, child))


def defaults_of(arguments: ast.arguments) -> Iterator[tuple[ast.arg, ast.expr]]:
    """The arguments whose default is a constant."""
    plain = [*arguments.posonlyargs, *arguments.args]
    pairs = [*zip(plain[::-1], arguments.defaults[::-1]), *zip(arguments.kwonlyargs, arguments.kw_defaults)]  # noqa: B905
    return ((argument, default) for argument, default in pairs if isinstance(default, ast.Constant))


def fields_of(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield name, child


def is_left_alone(node: ast.AST) -> bool:
    """What is there for type checkers only, or for programmers: ``strict=`` of zip."""
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
