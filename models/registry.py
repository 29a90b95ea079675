"""The registry: puzzles, their instances and their families by name, and the instances in any place.

A puzzle is imported when it is asked for, not before. Other packages add puzzles through the entry-point group
``puzzlebench.puzzles``, each entry naming a :class:`~models.puzzle.Puzzle` object. A path that ends in ``.py`` names
the puzzle in that file, which from then on is known by its name as well.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.errors import InputError, NotThere
from models.formulation import I, Rows
from models.kit.files import HEAD_BYTES, beginning, is_there
from models.kit.names import hint, printable, shortened, shown
from models.kit.source import STDIN, files_in, is_address, is_table, raw, source, unreadable
from models.plugins import BrokenPlugin, find, imported, names, plugins
from models.puzzle import Puzzle

if TYPE_CHECKING:  # only named here, and no run should wait for it to be imported
    from models.generation import Family, Size

PUZZLES = {
    "grecian": "models.grecian:PUZZLE",
    "sudoku": "models.sudoku:PUZZLE",
    "cubes": "models.cubes:PUZZLE",
    "cover": "models.cover:PUZZLE",
    "dealing": "models.dealing:PUZZLE",
}
"""The puzzles that come with the program: the word on the command line, and where it leads."""

ENTRY_POINTS = "puzzlebench.puzzles"
LOAD_FILE = "models.puzzle_file:load_file"

_opened: dict[str, Puzzle[Any, Any]] = {}
"""Puzzles in files that have been named in this process, by their names."""

MAX_INSTANCES_NAMED = 10  # in a sentence
MAX_HEADER_LINES, MAX_TITLE_LETTERS = 12, 90  # of an instance's file, and of what its header calls it
MAX_FILES_BESIDE = 1_000  # files of a folder that are compared with the name of one that is not there


_FACT = r"(?:# *)?(name|year) *[:=] *(.*)"  # in a header: ``# year: 1947`` or ``name = "Four stacks"``


def puzzle_names() -> list[str]:
    return list(dict.fromkeys([*names(PUZZLES, ENTRY_POINTS), *_opened]))


def is_puzzle_name(word: str) -> bool:
    """Whether a puzzle is called ``word``; what is a file with an ending is not looked for in other packages."""
    is_file = bool(Path(word).suffix) and is_there(word)
    return word in PUZZLES or word in _opened or (not is_file and word in plugins(ENTRY_POINTS))


def is_puzzle_file(word: str) -> bool:
    """Whether ``word`` is the path of a Python file, such as ``./skyscrapers.py``, and no name."""
    return word.endswith(".py")


def load_puzzle(name: str) -> Puzzle[Any, Any]:
    """The puzzle called ``name``, or that in the Python file ``name``; an InputError when there is none."""
    if is_puzzle_file(name):
        puzzle: Puzzle[Any, Any] = imported(LOAD_FILE)(name)
        _opened[puzzle.name] = puzzle
        return puzzle
    return _opened.get(name) or find(Puzzle, name, PUZZLES, ENTRY_POINTS)


def instance_files(puzzle: Puzzle[Any, Any]) -> dict[str, Path]:
    """The instance files that come with ``puzzle``, by name: the stem, in a subfolder ``folder/stem``."""
    folder = puzzle.instances_folder
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith((".", "_")))
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in files}


def instance_names(puzzle: Puzzle[Any, Any]) -> list[str]:
    """The names of all instances that come with ``puzzle``, in its own code or in files."""
    return [*puzzle.instances, *instance_files(puzzle)]


def instance_titles(puzzle: Puzzle[Any, Any]) -> dict[str, str]:
    """What the header of each instance file that comes with ``puzzle`` calls it, with the year; perhaps nothing."""
    titles = {}
    for name, path in instance_files(puzzle).items():
        with path.open(encoding="utf-8", errors="replace") as file:
            lines = [line.rstrip("\n") for line in islice(file, MAX_HEADER_LINES)]
        facts = {found[1]: found[2].strip('"') for line in lines if (found := re.fullmatch(_FACT, line))}
        comment = next((line.lstrip("#| ") for line in lines[:1] if line.startswith(("#", "|"))), "")
        title = shortened(printable(facts.get("name", comment)), MAX_TITLE_LETTERS)
        year = facts.get("year", "")
        titles[name] = f"{title} ({year})" if year and year not in title else title
    return titles


def find_instance(puzzle: Puzzle[Any, Any], name: str, seconds: float | None = None) -> Path:
    """What is meant by ``name``: one of the puzzle's instances, a file, folder or address, or ``-``, standard input.

    A named pipe is waited for no longer than ``seconds``.
    """
    files = instance_files(puzzle)
    if name in files:
        return files[name]
    if name == STDIN or is_address(name) or (name and is_there(name)):
        return source(name, seconds)
    if not name:
        raise InputError(f"no instance comes with {puzzle.name}: name a file")
    known = instance_names(puzzle)
    few = f"the instances are {', '.join(known)}" if known else "name a file"
    many = f"--list shows the {len(known)} instances that there are"
    instead = hint(name, [*known, *_files_beside(name)], few if len(known) <= MAX_INSTANCES_NAMED else many)
    nor = f" and no instance of {puzzle.name} by that name" if known else ""
    raise NotThere(f"there is no file {shown(name)}{nor}; {instead}")


def recognise(path: Path) -> Puzzle[Any, Any]:
    """The one puzzle that can read a file; of a folder, that of its first file that any can read."""
    if not path.is_dir():
        return _recognised(path, *_readers(path))
    why: InputError | None = None
    for file in files_in(path):
        able, complaints = _readers(file)
        if able:
            return _recognised(file, able, complaints)
        why = why or _common(complaints)
    words = ", ".join(puzzle_names())
    no_puzzle = f"no file in this folder is an instance of any puzzle; there are {words}: name one before the folder"
    raise why or InputError(no_puzzle, path)


def _readers(path: Path) -> tuple[list[Puzzle[Any, Any]], dict[str, InputError]]:
    """The puzzles that can read a file, and what is wrong with it for each of the others, by its name."""
    able: list[Puzzle[Any, Any]] = []
    complaints: dict[str, InputError] = {}
    for puzzle in loaded_puzzles():
        if path.suffix.lower() in puzzle.endings or Path(os.path.realpath(path)).is_relative_to(
            os.path.realpath(puzzle.instances_folder)
        ):
            return [puzzle], {}
        try:
            first = next(instances_in(puzzle, path), None)
        except InputError as error:
            first = error
        except Exception:  # another package's code can fail in any way
            continue
        if isinstance(first, InputError):
            complaints[puzzle.name] = first
        elif first is not None:
            able.append(puzzle)
    return able, complaints


def _common(complaints: dict[str, InputError]) -> InputError | None:
    """What is wrong with a file of which every puzzle says the same: that it is damaged, or another kind of file."""
    sentences = {str(error): error for error in complaints.values()}
    return next(iter(sentences.values())) if len(complaints) > 1 == len(sentences) else None


def _recognised(path: Path, able: list[Puzzle[Any, Any]], complaints: dict[str, InputError]) -> Puzzle[Any, Any]:
    """Return the puzzle that a file is for: the ending decides, then the content, then which reads furthest."""
    if len(able) == 1:
        return able[0]
    if not able and (common := _common(complaints)):
        raise common
    likely = _likely(path, able or [puzzle for puzzle in loaded_puzzles() if puzzle.name in complaints])
    if able:
        if len(likely) == 1:
            return likely[0]
        words = " and as ".join(puzzle.name for puzzle in likely or able)
        raise InputError(f"this can be read as {words}; name the puzzle before it", path)
    if not likely:
        expected = f"there are {', '.join(puzzle_names())}: named before it, one says what it expects"
        raise InputError(f"this is no instance of any puzzle; {expected}", path)
    name = max((puzzle.name for puzzle in likely), key=lambda name: complaints[name].line or 0)
    raise InputError(f"read as {name}: {complaints[name].sentence}", path, complaints[name].line)


def _likely(path: Path, puzzles: list[Puzzle[Any, Any]]) -> list[Puzzle[Any, Any]]:
    """Return those of ``puzzles`` that the beginning of a file looks like."""
    try:
        text = beginning(path)
    except InputError:
        return []
    if len(text) > HEAD_BYTES // 2:
        text = text.rpartition("\n")[0] or text  # the last line may be cut off
    return [puzzle for puzzle in puzzles if puzzle.looks_like(text)]


def recognise_written(text: str) -> Puzzle[Any, Any] | None:
    """Return the puzzle that ``text`` is an instance of, written out in full; None when it looks like none.

    Raises:
        InputError: when it looks like an instance of one puzzle, and something in it is wrong.
    """
    complaints = []
    for puzzle in loaded_puzzles():
        try:
            if puzzle.from_text(text) is not None:
                return puzzle
        except InputError as error:
            complaints.append(error)
    if len(complaints) == 1:
        raise complaints[0]
    return None


def loaded_puzzles() -> Iterator[Puzzle[Any, Any]]:
    """Every puzzle there is; another package's broken one is passed over."""
    for word in puzzle_names():
        with suppress(BrokenPlugin):
            yield load_puzzle(word)


def _files_beside(name: str) -> list[str]:
    """The files in the folder that ``name`` points to, as it would have to name them."""
    folder = Path(name).parent
    try:
        return [str(folder / entry.name) for entry in islice(folder.iterdir(), MAX_FILES_BESIDE) if entry.is_file()]
    except (OSError, ValueError):
        return []


# The instances in a place


def instances_in(puzzle: Puzzle[I, Any], path: Path) -> Iterator[I | InputError]:
    """The instances in a place, one by one; a bad one, or a file that cannot be read, comes as the error that says why.

    Those of a folder are called by their file's path within it.
    """
    for item in many_in(puzzle, path, rows=False):
        assert not isinstance(item, Rows)
        yield item


def many_in(puzzle: Puzzle[I, Any], path: Path, rows: bool = True) -> Iterator[I | InputError | Rows[I]]:
    """The instances in a place as ``instances_in`` tells them, but many as rows where that is quicker."""
    if path.is_dir():
        try:
            for file in files_in(path):
                item = None
                for item in many_in(puzzle, file, rows):
                    yield item
                if item is None:
                    yield InputError(f"there is no {puzzle.name} instance in it", file)
        except InputError as error:
            yield error
    elif is_table(path) and not puzzle.one_a_line:
        try:
            yield from _cells(puzzle, path)
        except InputError as error:
            yield error
    else:
        yield from puzzle.read_many(path) if rows else puzzle.read(path)


def _cells(puzzle: Puzzle[I, Any], path: Path) -> Iterator[I | InputError]:
    """The instances of a table for a puzzle whose files hold one each: what is in a cell is one written out."""
    from models.kit.parquet import table_rows  # brings a library along that few need

    try:
        for number, (text, name) in enumerate(table_rows(raw(path), path), 1):
            try:
                if not text.strip():
                    raise InputError("the cell is empty; a puzzle is expected")
                found: Any = puzzle.from_text(text)
                if found is None:
                    raise InputError(f"{shown(text)} is no {puzzle.name} instance")
                yield replace(found, name=printable(name or f"{path.stem} #{number}"))
            except InputError as error:
                yield InputError(error.sentence, path, number)
    except OSError as error:
        raise unreadable(error, path) from None


# Families


def families() -> dict[str, Family]:
    """Every family by name; all puzzles are loaded for it."""
    return {name: family for puzzle in loaded_puzzles() for name, family in puzzle.families.items()}


def family(name: str) -> Callable[[Any, int], Any]:
    """The function that makes instances of the family called ``name``; an InputError when there is none."""
    return _with_family(name).families[name].make


def puzzle_of(name: str) -> str:
    return _with_family(name).name


def read_size(name: str, text: str) -> Size:
    """The size written as ``text``: ``12``, or ``5x4x12`` in families that have so many measures."""
    known = _with_family(name).families[name]
    if re.fullmatch(r"-?\d{1,30}", text):
        return int(text)
    numbers = text.lower().split("x")
    if 1 < len(numbers) == known.measures and all(re.fullmatch(r"\d{1,30}", number) for number in numbers):
        return tuple(map(int, numbers))
    raise InputError(f"the size of family {name} is {text!r}; whole numbers are expected: {known.about}")


def write_size(size: Size) -> str:
    """A size as ``read_size`` reads it."""
    return str(size) if isinstance(size, int) else "x".join(map(str, size))


def _with_family(name: str) -> Puzzle[Any, Any]:
    for puzzle in loaded_puzzles():
        if name in puzzle.families:
            return puzzle
    known = families()
    instead = hint(name, known, f"the families are {', '.join(known)}")
    raise InputError(f"there is no family {shown(name)}; {instead}")
