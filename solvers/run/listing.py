"""What ``--list`` prints: the puzzles, their instances and formulations, and the backends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.errors import PuzzlebenchError
from models.plugins import in_one_line
from models.puzzle import Puzzle
from models.registry import instance_files, instance_titles, load_puzzle, puzzle_names
from solvers.classic.programs import programs_of
from solvers.core.registry import BY_NAME, backend_names, load_backend


def list_all() -> str:
    lines = ["puzzles"]
    lines += [f"  {name:14} {_puzzle(name)}" for name in puzzle_names()]
    lines += ["", *_backends(), "", "python -m solvers.run PUZZLE --list names a puzzle's instances and formulations."]
    return "\n".join(lines)


def list_puzzle(puzzle: Puzzle[Any, Any]) -> str:
    lines = [f"{puzzle.title}: {puzzle.summary}", "", "instances"]
    titles = dict.fromkeys(puzzle.instances, "") | instance_titles(puzzle)
    width = max(map(len, titles), default=0)
    for name, title in titles.items():
        lines.append(f"  {name:{width}}  {title}".rstrip() + " (default)" * (name == puzzle.default_instance))
    lines += ["", "formulations"]
    for name, formulation in puzzle.formulations.items():
        about = (formulation.__doc__ or "").strip().splitlines()
        lines.append(f"  {name:14} {about[0] if about else ''}" + _standing(puzzle, name))
    if puzzle.objectives:
        lines += ["", "objectives"]
        lines += [f"  {name:14} {about}" for name, about in puzzle.objectives.items()]
    return "\n".join([*lines, "", *_backends(), *_programs(puzzle)])


def _standing(puzzle: Puzzle[Any, Any], name: str) -> str:
    read, solved = next(iter(puzzle.formulations)), puzzle.by_speed[0]
    if name == solved:
        return " (default)" if read == solved else " (default, the quickest)"
    return " (default of explain and diagnose)" if name == read else ""


def _programs(puzzle: Puzzle[Any, Any]) -> Iterator[str]:
    for name, program in programs_of(puzzle.name).items():
        yield f"  classic:{name} {program.about}" + " (as it was published)" * program.as_published


def _puzzle(name: str) -> str:
    try:
        puzzle = load_puzzle(name)
        return f"{puzzle.summary} ({len(instance_files(puzzle))} instance files)"
    except Exception as error:
        return _broken(error)


def _backends() -> Iterator[str]:
    yield "backends"
    for name in [*backend_names(), *BY_NAME]:
        try:
            backend, _ = load_backend(name)
            summary, variants, remark = backend.summary, backend.variants, backend.remark()
        except Exception as error:
            yield f"  {name:14} {_broken(error)}"
            continue
        yield f"  {name:14} {summary}"
        if remark:
            yield f"  {'':14} {remark}"
        if variants:
            yield f"  {'':14} as {', '.join(f'{name}:{variant}' for variant in variants)}"


def _broken(error: Exception) -> str:
    return str(error) if isinstance(error, PuzzlebenchError) else in_one_line(error)
