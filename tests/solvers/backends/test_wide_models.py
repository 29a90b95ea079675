"""Wide numbers on every backend: right answers, a refusal in a sentence or the limit, and never more time or memory."""

from __future__ import annotations

import json
import os

import pytest

from solvers.core.registry import BACKENDS, OTHERS
from solvers.kernel import PURE
from tests import warm
from tests.solvers.backends.everyone import found
from tests.wide_models import WIDE_MODELS


def become(backend: str, far: int, pure: bool = False) -> dict[str, str]:
    """What becomes of each wide model; the sentence instead where it is not one of the words of ``wide_search``."""
    environment = {**os.environ, PURE: str(int(pure))}
    ran = warm.run(backend, str(far), module="tests.solvers.backends.wide_search", env=environment)
    told = {name: (word, sentence) for name, word, sentence in map(json.loads, ran.stdout.splitlines())}
    assert (ran.returncode, list(told)) == (0, list(WIDE_MODELS)), f"after {list(told)[-1:]}: {ran.stderr}"
    assert not [name for name, (word, _) in told.items() if word == "wrong"], told
    for word, sentence in told.values():
        assert word != "refused" or (sentence.startswith(f"backend {backend} cannot take ") and "\n" not in sentence)
    return {name: word for name, (word, _) in told.items()}


@pytest.mark.parametrize(
    ("backend", "pure"), [("", False), ("kernel", False), ("backtracking", False), ("", True), ("kernel", True)]
)
def test_our_own_answer_every_wide_model_in_time(backend: str, pure: bool) -> None:
    assert set(become(backend, 10**12, pure).values()) == {"answered"}


@pytest.mark.parametrize("backend", ["cpsat", "sat", "maxsat", "dlx"])
def test_wide_models_are_answered_or_refused(backend: str) -> None:
    assert set(become(backend, 10**12).values()) <= {"answered", "refused"}


@pytest.mark.slow
@pytest.mark.parametrize("far", [20_000, 900_000, 3_000_000, 10**9, 10**12])
@pytest.mark.parametrize("backend", ["", *BACKENDS, *OTHERS, "best"])
def test_no_width_takes_more_than_its_time(backend: str, far: int) -> None:
    found(backend or "kernel")
    assert set(become(backend, far).values()) <= {"answered", "refused", "late"}
