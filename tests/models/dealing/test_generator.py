"""New dealings: one number of cards fits below the bound, and no further leftover can be withheld."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import solvers
from models.dealing import PUZZLE
from models.dealing.generator import GENERATOR
from models.dealing.instance import Dealing, Dealt, check, digits
from models.errors import InputError
from solvers import api as pb
from tests.tables import rows


def fitting(dealing: Dealing) -> list[int]:
    """Every number of cards that fits, by trying all."""
    packs = (Dealt(cards, tuple(digits(cards, dealing.stacks))) for cards in range((dealing.at_most or 0) + 1))
    return [pack.cards for pack in packs if check(dealing, pack) is None]


@rows("seed", range(1, 7))
def test_one_pack_fits_and_nothing_more_can_be_withheld(seed: int, tmp_path: Path) -> None:
    (made,) = pb.generate("dealing", size=200, seed=seed)
    dealing = made.instance
    assert fitting(dealing) == [made.answer.cards]
    assert None in dealing.leftovers
    for place, left in enumerate(dealing.leftovers):
        if left is not None:
            withheld = (*dealing.leftovers[:place], None, *dealing.leftovers[place + 1 :])
            assert len(fitting(replace(dealing, leftovers=withheld))) > 1
    (tmp_path / "made.toml").write_text(made.text)
    assert list(PUZZLE.read(tmp_path / "made.toml")) == [dealing]


def test_what_was_wished_for() -> None:
    (made,) = pb.generate("dealing", size=5_000, stacks=3, at_most=6_500, withheld=2, seed=1)
    assert (made.instance.stacks, made.instance.at_most) == (3, 6_500)
    assert made.instance.leftovers.count(None) >= 2
    assert 5_000 <= made.answer.cards <= 6_500
    assert solvers.is_unique(made.instance, backend="backtracking")


@rows(
    ("size", "wishes", "sentence"),
    [
        ("0", {}, "--size 0 is no size; cards from 1 to 100,000,000,000,000 are expected"),
        ("100", {"stacks": "1"}, "--stacks is 1; 2 to 1,000 are expected: one stack is the pack again, and never ends"),
        ("100", {"at-most": "99"}, "--at-most is 99; 100 to"),
        ("100", {"withheld": "9", "stacks": "3"}, "--withheld is 9; up to 200 cards are dealt 5 times at most"),
        ("100", {"withheld": "all"}, "--withheld is 'all'; a whole number is expected"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(size: str, wishes: dict[str, str], sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        GENERATOR.specification(size, wishes)
    assert sentence in str(refused.value)
