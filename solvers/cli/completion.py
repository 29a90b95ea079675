"""Completion in a shell: argcomplete asks what may come next, and the parser of the verb knows."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from models.registry import instance_names, load_puzzle, puzzle_names
from solvers.cli.options import make_parser
from solvers.core.registry import backend_names


def complete(verbs: Mapping[str, str]) -> None:
    """Tell the shell how its command line, which is in the environment, may go on; this ends the program."""
    from argcomplete import autocomplete  # nobody else needs it

    parser = ArgumentParser("puzzlebench", add_help=False)
    rooms = parser.add_subparsers()
    typed = os.environ["COMP_LINE"].split()[1:2]
    for verb, summary in verbs.items():
        parents = [_parser_of(verb)] if [verb] == typed and verb not in ("flatzinc", "minizinc-config") else []
        rooms.add_parser(verb, help=summary, parents=parents, add_help=False)
    rooms.add_parser("help", help="show all options of a verb").add_argument("verb", choices=[*verbs])
    autocomplete(parser)


def _parser_of(verb: str) -> ArgumentParser:
    room = vars(import_module(f"solvers.{verb}.request"))
    parser = make_parser(next(made for made in room.values() if getattr(made, "verb", "") == verb))
    parser.add_helps(parser)
    for action in parser._actions:
        if action.dest in _COMPLETERS:
            action.completer = _COMPLETERS[action.dest]  # type: ignore[attr-defined]
    return parser


def _instances(prefix: str, parsed_args: Any, **_: Any) -> Iterable[str]:
    from argcomplete.completers import FilesCompleter  # as above

    named = parsed_args.puzzle in puzzle_names()
    return [*(instance_names(load_puzzle(parsed_args.puzzle)) if named else ()), *FilesCompleter()(prefix)]


def _listed(names: Iterable[str], prefix: str) -> Iterable[str]:
    before = prefix[: prefix.rfind(",") + 1]
    return [before + name for name in names]


_COMPLETERS = {
    "puzzle": lambda **_: puzzle_names(),
    "words": _instances,
    "instances": _instances,
    "backend": lambda **_: backend_names(),
    "backends": lambda prefix, **_: _listed(backend_names(), prefix),
    "formulation": lambda parsed_args, **_: [*load_puzzle(parsed_args.puzzle).formulations],
    "formulations": lambda prefix, parsed_args, **_: _listed(load_puzzle(parsed_args.puzzle).formulations, prefix),
}
"""What may stand for a field of a request, where its choices do not say it."""
