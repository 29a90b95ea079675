"""Editing on a square grid: the puzzle of models/README.md is entered and played by what it says there, and no more."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from solvers.serve.ask import ask

pytestmark = pytest.mark.usefixtures("opens_puzzle_files")

README = Path(__file__).parents[3] / "models" / "README.md"


def source() -> str:
    """Both files in one, as the page's Python panel takes them."""
    files = re.findall(r"```python (skyscrapers\w*\.py)\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert [name for name, _ in files] == ["skyscrapers.py", "skyscrapers_grid.py"]
    return "".join(text.replace("from skyscrapers import City, Skyscrapers\n", "") for _, text in files)


def one(word: str, **question: Any) -> Any:
    return list(ask({"ask": word, **question}))[-1]


def test_the_puzzle_of_the_readme_is_entered() -> None:
    opened = one("open", source=source())
    document, board = opened["document"], opened["board"]
    assert document["entries"] == {"top 3": "1", "top 4": "2", "left 2": "2", "right 4": "3", "bottom 3": "4"}
    assert len(board["parts"]) == 16
    assert one("judge", document=document)["verdict"] == "unique"
    blank = {**document, "entries": {}, "settings": {"size": "3"}}
    assert one("judge", document=blank)["verdict"] == "several"
    wrong = {**document, "entries": {"top 1": "7"}}
    assert one("judge", document=wrong)["parts"] == ["top 1"]


def test_the_puzzle_of_the_readme_is_played_and_explained() -> None:
    document = one("open", source=source())["document"]
    table = one("table", document=document)["table"]
    assert {piece["key"] for piece in table["pieces"]} == {f"R{r}C{c}" for r in range(1, 5) for c in range(1, 5)}
    state = one("answer", document=document)["state"]
    assert one("check", document=document, state=state)["solved"]
    swapped = {**state, "R1C1": state["R1C2"], "R1C2": state["R1C1"]}
    broken = [rule for rule in one("check", document=document, state=swapped)["rules"] if rule["status"] == "broken"]
    assert broken
    assert one("hint", document=document, state={}, marks={})["do"]
