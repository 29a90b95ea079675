"""The architecture of the code: what imports what, how modules introduce themselves, how long they may be.

``NOT_YET`` lists what is known to break a rule and is on its way out; it may only shrink.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LONGEST = 450
"""Lines of a module."""

HEAVY = {
    "ortools",
    "pysat",
    "matplotlib",
    "openpyxl",
    "rich",
    "resvg_py",
    "numpy",
    "highspy",
    "miniexact",
    "pyxcc",
    "pychoco",
    "pumpkin_solver",
    "clingo",
    "exact",
    "pyarrow",
    "fsspec",
    "backports",
    "z3",
    "distributed",
}
"""Libraries that may be imported inside a function without a word: that they are slow to import is known."""

PARSERS = {"solvers.request", "solvers.terminal.options", "solvers.terminal.arguments"}
"""Where options are parsed."""

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for top in ("models", "solvers")
    for path in sorted((ROOT / top).rglob("*.py"))
}

NOT_YET: dict[str, set[str]] = {}


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


@cache
def imports(module: str) -> list[tuple[ast.Import | ast.ImportFrom, str]]:
    """Every import of a module, wherever it stands, with the full name of what it names."""
    return list(_imports(module))


def _imports(module: str) -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom):
            assert node.module is not None, f"{module} has a relative import"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield node, whole if whole in MODULES else node.module
        elif isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)


def in_cycles() -> Iterator[str]:
    """The modules that import themselves by way of others, every import counted."""
    graph = {module: {name for _, name in imports(module) if name in MODULES} - {module} for module in MODULES}
    reached = {module: set(names) for module, names in graph.items()}
    for middle in graph:  # Warshall's transitive closure
        for names in reached.values():
            if middle in names:
                names |= reached[middle]
    return (module for module, names in reached.items() if module in names)


def importing_a_solver_in_models() -> Iterator[str]:
    for module in MODULES:
        if module.partition(".")[0] == "models":
            roots = {name.partition(".")[0] for _, name in imports(module)}
            if roots & {"solvers", "argparse", "ortools", "pysat", "highspy"}:
                yield module


def importing_a_puzzle_in_backends() -> Iterator[str]:
    rooms = tuple(f"models.{path.parent.name}" for path in (ROOT / "models").glob("*/__init__.py"))
    rooms = tuple(room for room in rooms if room not in ("models.language", "models.kit"))
    for module in MODULES:
        if module.startswith("solvers.backends") and any(name.startswith(rooms) for _, name in imports(module)):
            yield module


def importing_a_backend_in_formats_or_a_format_in_backends() -> Iterator[str]:
    rooms = ("solvers.formats", "solvers.backends", "solvers.lowering")
    for here, there in ((here, there) for here in rooms for there in rooms[:2] if here != there):
        for module in MODULES:
            if module.startswith(here) and any(name.startswith(there) for _, name in imports(module)):
                yield module


def handling_a_namespace() -> Iterator[str]:
    for module in MODULES:
        named = any(isinstance(node, ast.Name) and node.id == "Namespace" for node in ast.walk(tree(module)))
        if named and module not in PARSERS:
            yield module


def introduced_in_riddles() -> Iterator[str]:
    """Modules whose first sentence names nothing: a question, or a comparison with what stands elsewhere."""
    for module in MODULES:
        first = re.split(r"(?<=[.?!])\s", ast.get_docstring(tree(module)) or "")[0]
        if not first.strip(". ") or first.endswith("?") or first.startswith("The same"):
            yield module


def documented_by_comparison() -> Iterator[str]:
    """Modules with a docstring that says nothing without another one."""
    for module in MODULES:
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef) and (
                ast.get_docstring(node) or ""
            ).startswith("The same"):
                yield f"{module}.{node.name}"


def importing_late_without_a_reason() -> Iterator[str]:
    """Modules with an import inside a function, of nothing heavy, and no comment on its line or the one above."""
    for module in MODULES:
        lines = MODULES[module].read_text(encoding="utf-8").splitlines()
        late = {
            node
            for function in ast.walk(tree(module))
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
            for node in ast.walk(function)
            if isinstance(node, ast.Import | ast.ImportFrom)
        }
        explained = re.compile(r"(^|\s)#\s")
        for node, name in imports(module):
            around = lines[node.lineno - 2 : node.lineno]
            if node in late and name.partition(".")[0] not in HEAVY and not any(map(explained.search, around)):
                yield module


def drawing_past_the_console() -> Iterator[str]:
    """Modules that make a rich console of their own, in which names might be read as markup."""
    for module in MODULES:
        if module != "solvers.terminal.colour" and any(name == "rich.console" for _, name in imports(module)):
            yield module


def too_long() -> Iterator[str]:
    for module, path in MODULES.items():
        if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST:
            yield module


@pytest.mark.parametrize(
    "breaking",
    [
        in_cycles,
        importing_a_solver_in_models,
        importing_a_puzzle_in_backends,
        importing_a_backend_in_formats_or_a_format_in_backends,
        handling_a_namespace,
        introduced_in_riddles,
        documented_by_comparison,
        importing_late_without_a_reason,
        drawing_past_the_console,
        too_long,
    ],
)
def test_no_module_is(breaking: Callable[[], Iterator[str]]) -> None:
    assert set(breaking()) - NOT_YET.get(breaking.__name__, set()) == set()


def test_the_modules_are_found() -> None:
    assert len(MODULES) > 100
    assert ("solvers.backend", "models.errors") in {(module, name) for module in MODULES for _, name in imports(module)}
