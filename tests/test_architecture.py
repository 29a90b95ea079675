"""The architecture of the code: what imports what, how modules introduce themselves, how long they may be.

``NOT_YET`` lists what is known to break a rule and is on its way out; it may only shrink.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

MAX_MODULE_LINES = 600
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
    "starlette",
    "torch",
    "uvicorn",
}
"""Libraries that may be imported inside a function without a word: that they are slow to import is known."""

PARSERS = {"solvers.cli.options"}
"""Where options are parsed."""

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for top in ("models", "solvers")
    for path in sorted((ROOT / top).rglob("*.py"))
}

FLOORS = {
    "models": 0,
    "core": 1,
    "cli": 2,
    "kernel": 2,
    "lowering": 2,
    "network": 3,
    "workers": 3,
    "backends": 4,
    "formats": 5,
    "classic": 6,
    "proofs": 6,
    "render": 6,
    "minizinc": 7,
    "compare": 8,
    "diagnose": 8,
    "explain": 8,
    "export": 8,
    "run": 8,
    "verify": 8,
    "generate": 9,
    "grade": 9,
    "api": 10,
    "serve": 10,
    "bench": 11,
    "__main__": 11,
    "": 11,
}
"""The floor of each room; the front door itself has no name."""

ROOMS = {"run", "compare", "explain", "diagnose", "generate", "grade", "export", "verify", "serve", "bench"}
"""The verbs, whose rooms are alike."""

VAGUE = {"FEW", "GLANCE", "HOPE", "LARGEST", "LONELY", "LONGEST", "MOST", "PATIENCE", "PLENTY"}
"""Names of constants that say neither of what nor in which unit."""

NOT_YET: dict[str, set[str]] = {}


@dataclass
class Facts:
    """What the rules ask of a module.

    Attributes:
        introduction: its docstring.
        imports: the full name of everything imported, wherever it stands, with the line.
        late: the lines of imports inside functions.
        names: every plain name there is.
        docstrings: those of its classes and functions, by their names.
    """

    introduction: str
    imports: list[tuple[int, str]] = field(default_factory=list)
    late: set[int] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    docstrings: list[tuple[str, str]] = field(default_factory=list)


@cache
def facts(module: str) -> Facts:
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    found = Facts(ast.get_docstring(tree) or "")
    within: list[tuple[ast.AST, bool]] = [(tree, False)]
    for node, is_late in within:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            is_late = True
        within += ((child, is_late) for child in ast.iter_child_nodes(node))
        if isinstance(node, ast.Name):
            found.names.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            found.docstrings.append((node.name, ast.get_docstring(node) or ""))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names]
            if isinstance(node, ast.ImportFrom):
                assert node.module is not None, f"{module} has a relative import"
                wholes = [f"{node.module}.{name}" for name in names]
                names = [whole if whole in MODULES else node.module for whole in wholes]
            found.imports += ((node.lineno, name) for name in names)
            if is_late:
                found.late.add(node.lineno)
    return found


def imports(module: str) -> set[str]:
    return {name for _, name in facts(module).imports}


def in_cycles() -> Iterator[str]:
    """The modules that import themselves by way of others, every import counted."""
    graph = {module: (imports(module) & MODULES.keys()) - {module} for module in MODULES}
    reached = {module: set(names) for module, names in graph.items()}
    for middle in graph:  # Warshall's transitive closure
        for names in reached.values():
            if middle in names:
                names |= reached[middle]
    return (module for module, names in reached.items() if module in names)


def importing_a_solver_in_models() -> Iterator[str]:
    for module in MODULES:
        if module.partition(".")[0] == "models":
            roots = {name.partition(".")[0] for name in imports(module)}
            if roots & {"solvers", "argparse", "ortools", "pysat", "highspy"}:
                yield module


def importing_a_puzzle_in_backends() -> Iterator[str]:
    rooms = tuple(f"models.{path.parent.name}" for path in (ROOT / "models").glob("*/__init__.py"))
    rooms = tuple(room for room in rooms if room not in ("models.language", "models.kit"))
    for module in MODULES:
        if module.startswith("solvers.backends") and any(name.startswith(rooms) for name in imports(module)):
            yield module


def importing_a_backend_in_formats_or_a_format_in_backends() -> Iterator[str]:
    rooms = ("solvers.formats", "solvers.backends", "solvers.lowering")
    for here, there in ((here, there) for here in rooms for there in rooms[:2] if here != there):
        for module in MODULES:
            if module.startswith(here) and any(name.startswith(there) for name in imports(module)):
                yield module


def room(module: str) -> str:
    parts = module.split(".")
    return "models" if parts[0] == "models" else "" if len(parts) == 1 else parts[1]


def importing_upward() -> Iterator[str]:
    """Modules that import from a room that does not stand on a floor below their own."""
    for module in MODULES:
        for name in imports(module):
            is_ours = name.partition(".")[0] in ("models", "solvers")
            if is_ours and room(name) != room(module) and FLOORS[room(name)] >= FLOORS[room(module)]:
                yield module


def handling_a_namespace() -> Iterator[str]:
    for module in MODULES:
        if "Namespace" in facts(module).names and module not in PARSERS:
            yield module


def introduced_in_riddles() -> Iterator[str]:
    """Modules whose first sentence names nothing: a question, or a comparison with what stands elsewhere."""
    for module in MODULES:
        first = re.split(r"(?<=[.?!])\s", facts(module).introduction)[0]
        if not first.strip(". ") or first.endswith("?") or first.startswith("The same"):
            yield module


def documented_by_comparison() -> Iterator[str]:
    """Modules with a docstring that says nothing without another one."""
    for module in MODULES:
        for name, docstring in facts(module).docstrings:
            if docstring.startswith("The same"):
                yield f"{module}.{name}"


def importing_late_without_a_reason() -> Iterator[str]:
    """Modules with an import inside a function, of nothing heavy, and no comment on its line or the one above."""
    for module in MODULES:
        lines = MODULES[module].read_text(encoding="utf-8").splitlines()
        explained = re.compile(r"(^|\s)#\s")
        for line, name in facts(module).imports:
            around = lines[line - 2 : line]
            if (
                line in facts(module).late
                and name.partition(".")[0] not in HEAVY
                and not any(map(explained.search, around))
            ):
                yield module


def drawing_past_the_console() -> Iterator[str]:
    """Modules that make a rich console of their own, in which names might be read as markup."""
    for module in MODULES:
        if module != "solvers.cli.text" and "rich.console" in imports(module):
            yield module


def sharing_a_class_name() -> Iterator[str]:
    """Modules with a class that another module has by the same name."""
    where: dict[str, list[str]] = {}
    for module, path in MODULES.items():
        for name in re.findall(r"^ *class _?(\w+)", path.read_text(encoding="utf-8"), re.M):
            where.setdefault(name, []).append(module)
    for modules in where.values():
        if len(modules) > 1:
            yield from modules


def naming_a_constant_vaguely() -> Iterator[str]:
    for module in MODULES:
        if VAGUE & {name.lstrip("_") for name in facts(module).names}:
            yield module


def too_long() -> Iterator[str]:
    for module, path in MODULES.items():
        if len(path.read_text(encoding="utf-8").splitlines()) > MAX_MODULE_LINES:
            yield module


@pytest.mark.parametrize(
    "breaking",
    [
        in_cycles,
        importing_a_solver_in_models,
        importing_a_puzzle_in_backends,
        importing_a_backend_in_formats_or_a_format_in_backends,
        importing_upward,
        handling_a_namespace,
        introduced_in_riddles,
        documented_by_comparison,
        importing_late_without_a_reason,
        drawing_past_the_console,
        sharing_a_class_name,
        naming_a_constant_vaguely,
        too_long,
    ],
)
def test_no_module_is(breaking: Callable[[], Iterator[str]]) -> None:
    assert set(breaking()) - NOT_YET.get(breaking.__name__, set()) == set()


def test_solvers_has_no_module_of_its_own_but_the_front_door_and_the_command() -> None:
    assert {path.name for path in (ROOT / "solvers").glob("*.py")} == {"__init__.py", "__main__.py"}
    assert {module.split(".")[1] for module in MODULES if module.startswith("solvers.")} == FLOORS.keys() - {
        "models",
        "",
    }


def test_the_rooms_of_verbs_and_formats_are_alike() -> None:
    for verb in ROOMS:
        assert {f"solvers.{verb}.__main__", f"solvers.{verb}.request"} <= MODULES.keys(), verb
    for module, path in MODULES.items():
        if path.name == "__init__.py" and module.startswith("solvers.formats."):
            assert (path.parent / "writing.py").is_file(), module


def test_the_modules_are_found() -> None:
    assert len(MODULES) > 100
    assert ("solvers.core.backend", "models.errors") in {
        (module, name) for module in MODULES for name in imports(module)
    }
