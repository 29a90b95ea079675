"""A puzzle in one Python file, without a package: the ``PUZZLE`` of the file that a path names, or its ``model``.

The file is imported as a module of this one, as if this were a package, and its name there is its path in hexadecimal
digits. So it never takes the name of another module, and a worker process that unpickles an instance finds it again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from models import registry
from models.errors import InputError
from models.formulation import Formulation
from models.kit.files import opened
from models.kit.names import shown
from models.kit.source import is_address
from models.language.model import Model
from models.own_model import ModelInFile
from models.puzzle import Puzzle

FILES: list[str] = []
"""The files that have been imported; what lies beside one is somebody's own code too."""

_files: dict[Puzzle[Any, Any], Path] = {}

REQUIRED = {"name": str, "title": str, "summary": str, "default_instance": str, "formulations": Mapping}
"""What a puzzle has to say of itself, and of which type."""

__path__: list[str] = []  # this makes the import system look here for modules


def load_file(word: str) -> Puzzle[Any, Any]:
    """The puzzle in the file that ``word`` leads to; what the file itself raises when it is imported is let through.

    Raises:
        InputError: when there is no such file, or no puzzle in it.
    """
    if is_address(word):
        raise InputError("a puzzle in Python is taken from a file of this machine, and from no address", word)
    with opened(word):  # why it cannot be read is said in one sentence
        path = os.path.realpath(word)
    module = import_module(f"{__name__}.{os.fsencode(path).hex()}")
    found: Any = getattr(module, "PUZZLE", None)
    model = getattr(module, "MODEL", None) or getattr(module, "model", None)
    if found is None and isinstance(model, Model):
        found = ModelInFile(model, Path(path))
        vars(module)["PUZZLE"] = found  # the same one whenever it is asked for
    if complaint := _complaint(found):
        raise InputError(complaint, word)
    _files[found] = Path(path)
    return found  # type: ignore[no-any-return]


def file_of(puzzle: Puzzle[Any, Any]) -> Path | None:
    """The file that ``puzzle`` was loaded from, where it is one of these."""
    return _files.get(puzzle)


def puzzle_with(instance: Any) -> Puzzle[Any, Any] | None:
    """Return the opened puzzle that ``instance`` is of; None where none is, or several could be.

    It is the one whose file knows the instance's class, else the one beside whose file that class is.
    """
    kind = type(instance)
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    found = [puzzle for puzzle in _files if kind in _names_beside(puzzle).values()]
    found = found or [puzzle for puzzle, path in _files.items() if file and path.parent == Path(file).parent]
    if len(found) > 1:  # every model in a file has instances of the same class
        found = [puzzle for puzzle in found if any(instance is own for own in puzzle.instances.values())]
    return found[0] if len(found) == 1 else None


def _names_beside(puzzle: Puzzle[Any, Any]) -> Mapping[str, object]:
    return getattr(sys.modules.get(type(puzzle).__module__), "__dict__", {})


def is_own(module: str, file: str) -> bool:
    """Whether the code of a module in ``file`` is a puzzle's file, or lies beside one and is none of ours."""
    if module.startswith(f"{__name__}."):
        return True
    is_ours = module.partition(".")[0] in ("models", "solvers", "puzzlebench")
    return not is_ours and Path(file).parent in [Path(opened).parent for opened in FILES]


def _complaint(found: object) -> str:
    """What is wrong with something that should be a puzzle."""
    if found is None:
        return "it has no PUZZLE, the object that says what the puzzle is, and no model; models/README.md shows one"
    if isinstance(found, type):
        return f"its PUZZLE is the class {found.__name__}; write PUZZLE = {found.__name__}()"
    if not isinstance(found, Puzzle):
        return f"its PUZZLE is {shown(found)}; an object of a class on models.puzzle.Puzzle is expected"
    for name, kind in REQUIRED.items():
        value = getattr(found, name, None)
        if not isinstance(value, kind) or (name == "formulations" and not value):
            what = "missing" if value is None else shown(value)
            kinds = "a text" if kind is str else "a table of formulations by name"
            return f"the {name} of its PUZZLE is {what}; {kinds} is expected"
    for name, formulation in found.formulations.items():
        if not (isinstance(formulation, type) and issubclass(formulation, Formulation)):
            return f"its formulation {shown(name)} is {shown(formulation)}; a class on Formulation is expected"
    if found.name in registry.PUZZLES:
        return f"its PUZZLE is called {found.name}, as one that comes with the program; give it another name"
    return ""


def _path_in(module: str) -> Path:
    return Path(os.fsdecode(bytes.fromhex(module.removeprefix(f"{__name__}."))))


class _FileLoader(SourceFileLoader):
    """Imports a file without leaving compiled code beside it; its folder is the last that modules are looked for in."""

    def get_code(self, fullname: str) -> CodeType:
        try:
            code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        except (SyntaxError, ValueError) as error:
            if getattr(error, "filename", None):
                raise
            raise SyntaxError(str(error), (self.path, 1, None, None)) from None  # there are zero bytes in it
        return code

    def exec_module(self, module: ModuleType) -> None:
        if self.path not in FILES:
            FILES.append(self.path)
        folder = str(Path(self.path).parent)
        if folder not in sys.path:
            sys.path.append(folder)
        super().exec_module(module)


class _FileFinder(MetaPathFinder):
    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if not name.startswith(f"{__name__}."):
            return None
        file = str(_path_in(name))
        return spec_from_loader(name, _FileLoader(name, file))


sys.meta_path.append(_FileFinder())
