"""Exact covers in characters: what is to be met, and the options to choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from models.cover.instance import Chosen, Cover, CoverBoard, Option, board_of
from models.kit.names import count

MAX_OPTIONS_LISTED = 24  # options listed before an answer is known; a problem with thousands would fill screens


def render(instance: Cover, answer: Chosen | None = None) -> str:
    lines = _problem(instance) if answer is None else _choice(instance, frozenset(answer))
    return "\n".join(lines)


def _problem(instance: Cover) -> list[str]:
    end = "," if instance.secondary else ":"
    lines = [f"{instance.name}: choose some of {count(len(instance.options), 'option')} so that"]
    lines.append(f"  each of {count(len(instance.primary), 'item')} is met exactly once{end}")
    if instance.secondary:
        lines.append(f"  and each of {count(len(instance.secondary), 'secondary item')} at most once:")
    lines += _listed(instance.options[:MAX_OPTIONS_LISTED])
    if len(instance.options) > MAX_OPTIONS_LISTED:
        lines.append(f"  … and {len(instance.options) - MAX_OPTIONS_LISTED:,} more")
    return lines


def _choice(instance: Cover, names: frozenset[str]) -> list[str]:
    chosen = [option for option in instance.options if option.name in names]
    lines = [f"Choose {len(chosen)} of {count(len(instance.options), 'option')}:", *_listed(chosen)]
    board = board_of(instance)
    if board is not None:
        lines += ["", *_in_characters(board, [option.name for option in chosen]), ""]
    met = {item for option in chosen for item in option.items}
    unmet = [item for item in instance.secondary if item not in met]
    return [*lines, f"Secondary items that stay unmet: {', '.join(unmet)}"] if unmet else lines


def _listed(options: Sequence[Option]) -> list[str]:
    """One option a line with what it meets, unless its name says that already."""
    width = max((len(option.name) for option in options), default=0)
    return [
        f"  {option.name}"
        if option.name == " ".join(option.items)
        else f"  {option.name:{width}}  meets {', '.join(option.items)}"
        for option in options
    ]


def _in_characters(board: CoverBoard, chosen: Iterable[str]) -> Iterator[str]:
    """The board a row a line, each cell told by the option on it: a letter where all labels are letters."""
    owners = board.owners(chosen)
    names = list(dict.fromkeys(name for cell in sorted(owners) for name in owners[cell]))
    marks = {name: board.labels[name] or "*" for name in names}
    if any(len(mark) > 1 for mark in marks.values()) or (not board.crossings and "*" in marks.values()):
        marks = {name: str(number) for number, name in enumerate(names, 1)}
    width = max((len(mark) for mark in marks.values()), default=1)
    for row in board.rows:
        cells = ((row, column) for column in board.columns)
        written = (
            "/".join(marks[name] for name in owners[cell]) if cell in owners else "." if cell in board.cells else ""
            for cell in cells
        )
        yield ("  " + " ".join(mark.rjust(width) for mark in written)).rstrip()
