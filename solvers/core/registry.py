"""The registry of backends, and of puzzles; a module is imported when what is in it is asked for, not before.

The puzzles are those of ``models``, and files in the field's formats, each format a puzzle of its own.

Other packages add backends through the entry-point group ``puzzlebench.backends``, each entry naming
a :class:`~solvers.core.backend.Backend` object.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.errors import InputError
from models.kit.names import hint, shown
from models.language.model import Model
from models.plugins import find, imported, names, plugins
from solvers.core.backend import Backend, CannotTake, Search, Settings
from solvers.core.limits import Asked

if TYPE_CHECKING:
    from models.puzzle import Puzzle

BACKENDS = {
    "cpsat": "solvers.backends.cpsat.backend:BACKEND",
    "sat": "solvers.backends.sat.backend:BACKEND",
    "dlx": "solvers.backends.dlx.backend:BACKEND",
    "maxsat": "solvers.backends.maxsat.backend:BACKEND",
    "mip": "solvers.backends.mip.backend:BACKEND",
    "kernel": "solvers.backends.kernel.backend:BACKEND",
    "backtracking": "solvers.backends.backtracking.backend:BACKEND",
}
"""The backends that come with the program: the word on the command line, and where it leads."""

OTHERS = {
    "choco": "solvers.backends.external.choco:BACKEND",
    "clingo": "solvers.backends.external.clingo:BACKEND",
    "pumpkin": "solvers.backends.external.pumpkin:BACKEND",
    "exact": "solvers.backends.external.exact:BACKEND",
    "z3": "solvers.backends.external.z3:BACKEND",
    "miniexact": "solvers.backends.external.miniexact:BACKEND",
    "pyxcc": "solvers.backends.external.pyxcc:BACKEND",
    "minizinc": "solvers.minizinc.backend:BACKEND",
}
"""Backends on other people's solvers, each an extra of its name but MiniZinc: who wants one installs it."""

TOGETHER = {"best": "solvers.backends.best.backend:BACKEND"}
"""Backends side by side: no solver of its own, to be asked for by name."""

PROPOSING = {"network": "solvers.backends.network.backend:BACKEND"}
"""Backends that find answers and prove nothing, to be asked for by name."""

BY_NAME = {**TOGETHER, **PROPOSING}

DEFAULT_BACKEND = "solvers.backends.default.choice:Default"
"""Who chooses another backend for each model, for what is asked of it."""

FORMATS, FORMAT_OF_FILE = "solvers.formats.registry:FORMATS", "solvers.formats.registry:reading"
FORMAT_OF_CONTENT = "solvers.formats.registry:by_content"
PUZZLE_OF_FORMAT = "solvers.formats.puzzle:FilePuzzle"

ENTRY_POINTS = "puzzlebench.backends"


def backend_names() -> list[str]:
    return names({**BACKENDS, **OTHERS}, ENTRY_POINTS)


def there_are() -> tuple[list[str], dict[str, str]]:
    """The backends to compare where none is named: all that can work here.

    And of those that come with the program and cannot, what they need: most people wonder where those are.
    """
    missing = {name: _backend(name).missing() for name in [*BACKENDS, *OTHERS]}
    here = [name for name in backend_names() if not missing.get(name)]
    return here, {name: missing[name] for name in BACKENDS if missing[name]}


def load_backend(word: str, limited: bool = False) -> tuple[Backend, str]:
    """The backend that ``word`` names, and the variant after a colon (``sat:glucose4``), or an empty one.

    With a time limit (``limited``), another package's backend works where it can be ended.

    Raises:
        InputError: when there is no such backend or variant.
        BrokenPlugin: when it is another package's and cannot be loaded.
    """
    name, _, variant = word.partition(":")
    backend = _backend(name)
    if variant and not backend.variants:
        backend.version()  # what is not installed says so
    if variant and variant not in backend.variants:
        choice = ", ".join(backend.variants) if backend.variants else "none"
        instead = hint(variant, backend.variants, f"it has {choice}")
        raise InputError(f"backend {name} has no variant {shown(variant)}; {instead}")
    if limited and (place := _place_elsewhere(name)):
        stoppable = import_module("solvers.backends.shared.stoppable")  # most backends come with the program
        backend = stoppable.Stoppable(backend, place)
    return backend, variant


def backend_for(word: str = "", limited: bool = False, asked: Asked = "unique") -> tuple[Backend, str]:
    """The backend that ``word`` names, and its variant; where it names none, the default backend for what is asked."""
    return load_backend(word, limited) if word else (imported(DEFAULT_BACKEND)(asked), "")


def load(backend: Backend, model: Model, settings: Settings = Settings()) -> Search:
    """``model`` loaded into ``backend``; where it cannot take it, the sentence names those that can."""
    try:
        return backend.load(model, settings)
    except CannotTake as refusal:
        others = ", ".join(name for name in takers(model) if name != backend.name)
        raise CannotTake(backend.name, f"{refusal.what}; {others or 'no backend'} can") from None


def takers(model: Model) -> list[str]:
    """The names of the backends that take the whole of ``model``; one that is broken takes nothing.

    Other people's solvers are not named: what they take, so does one that comes with the program.
    """
    return [name for name in names(BACKENDS, ENTRY_POINTS) if _takes(name, model)]


def _takes(name: str, model: Model) -> bool:
    try:
        return _backend(name).unsupported_reason(model) is None
    except Exception:  # another package's code can fail in any way, and nobody asked for it by name
        if name in BACKENDS:
            raise
        return False


def _backend(name: str) -> Backend:
    found: Backend = find(Backend, name, _registered(), ENTRY_POINTS)
    return found


def _registered() -> dict[str, str]:
    return {**BACKENDS, **OTHERS, **BY_NAME}


def _place_elsewhere(name: str) -> str:
    place = _registered().get(name) or plugins(ENTRY_POINTS)[name].value
    return "" if place.startswith("solvers.") else place


def load_puzzle(word: str, seconds: float | None = None) -> Puzzle[Any, Any]:
    """The puzzle called ``word``, which may be the word of a format that can be read, each file in so many seconds.

    It may also be the path of a Python file with a puzzle in it, which is imported.

    Raises:
        InputError: when there is none.
        BrokenPlugin: when it is another package's and cannot be loaded.
    """
    from models import registry  # models of one's own do without

    if word not in registry.PUZZLES:
        known = imported(FORMATS).get(word)
        if known is not None and known.reads:
            puzzle: Puzzle[Any, Any] = imported(PUZZLE_OF_FORMAT)(known, seconds)
            return puzzle
    return registry.load_puzzle(word)


def puzzle_of_file(path: Path) -> Puzzle[Any, Any] | None:
    """The puzzle whose instances have the ending that ``path`` has; None where that tells nothing."""
    known = imported(FORMAT_OF_FILE)(path)
    return None if known is None else load_puzzle(known.name)


def _recognised(path: Path) -> Puzzle[Any, Any]:
    """Return the puzzle or the format of a file whose ending is not a format's, by its content."""
    from models.kit.files import beginning  # as above
    from models.registry import recognise  # as above

    if not path.is_dir() and path.suffix.lower() != ".toml":
        text = beginning(path)
        try:
            known = imported(FORMAT_OF_CONTENT)(text)
        except InputError as error:
            raise InputError(error.sentence, path) from None
        if known is not None:
            return load_puzzle(known.name)
    return recognise(path)


def puzzle_meant(word: str, seconds: float | None = None) -> Puzzle[Any, Any] | None:
    """Return the puzzle called ``word``, or of which ``word`` is an instance: a file, standard input or written out.

    A named pipe is waited for no longer than ``seconds``.
    """
    from models.kit.files import is_there  # as above
    from models.kit.source import STDIN, is_address, read_again, source  # as above
    from models.registry import is_puzzle_file, is_puzzle_name, recognise_written  # as above

    if not is_puzzle_name(word) and not is_puzzle_file(word):
        if word == STDIN:
            return _recognised(source(STDIN))
        puzzle = puzzle_of_file(Path(word))
        if puzzle is None and is_there(word):
            path = source(word, seconds)
            puzzle = _recognised(path)
            read_again(path)
            return puzzle
        puzzle = puzzle or recognise_written(word)
        if puzzle is None and is_address(word):
            return _recognised(source(word))
        if puzzle is not None:
            return puzzle
    return load_puzzle(word)
