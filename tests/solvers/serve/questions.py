"""Questions of the page, as its tests ask them."""

from __future__ import annotations

from typing import Any

from models.registry import load_puzzle
from solvers.serve.ask import Record, ask

SAMPLES = [
    ("grecian", "grecian"),
    ("grecian", "toy"),
    ("sudoku", "order_6"),
    ("sudoku", "norvig_easy50"),
    ("sudoku", "variants/killer"),
    ("sudoku", "variants/thermometers"),
    ("sudoku", "variants/jigsaw"),
    ("sudoku", "variants/diagonals"),
    ("sudoku", "variants/sandwich"),
    ("sudoku", "variants/kropki"),
    ("cubes", ""),
    ("cover", "wildwood"),
    ("dealing", ""),
]


def answer_to(word: str, **question: Any) -> list[Record]:
    return list(ask({"ask": word, **question}))


def one(word: str, **question: Any) -> Record:
    return answer_to(word, **question)[-1]


def document_of(puzzle: str, instance: str = "") -> Record:
    name = instance or load_puzzle(puzzle).default_instance
    found: Record = one("open", puzzle=puzzle, instance=name)["document"]
    return found


def grid(rows: str, **more: Any) -> Record:
    """A 4×4 Sudoku with these digits."""
    cells = {f"r{place // 4 + 1}c{place % 4 + 1}": digit for place, digit in enumerate(rows.replace(" ", ""))}
    entries = {key: digit for key, digit in cells.items() if digit != "."}
    return {"puzzle": "sudoku", "entries": entries, "settings": {"order": "4", "boxes": "2x2"}, **more}
