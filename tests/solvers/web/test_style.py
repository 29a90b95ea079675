"""The style sheet of the page: a night or a day that is chosen there reaches every colour of the pictures."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from models.kit.palette import TINTS


@pytest.mark.parametrize(("theme", "time"), [("dark", "night"), ("light", "day")])
def test_a_chosen_theme_has_every_colour_that_is_another_by_night(theme: str, time: str) -> None:
    style = (files("solvers") / "web" / "style.css").read_text(encoding="utf-8")
    found = re.search(rf':root\[data-theme="{theme}"\] \.puzzle{{(.*?)}}', style)
    assert found is not None
    changing = [f"--{name}:{getattr(tint, time)}" for name, tint in TINTS.items() if tint.day != tint.night]
    assert found[1].split(";") == changing
