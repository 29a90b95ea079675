"""Which tests of other people's solvers are slow: most start a process each, and a few are tried each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from solvers.core.registry import OTHERS

QUICK_TESTS = {
    "test_its_answers_are_those_of_brute_force_again_and_again",
    "test_assumptions_restrict_it_and_a_core_tells_which_of_them_clash",
    "test_each_solution_is_better_than_the_one_before_and_the_last_is_the_best",
    "test_a_time_limit_is_kept_and_the_next_search_starts_afresh",
}
"""What is tried of all of them each time; a module may name those of which all is, as ``QUICK``."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not isinstance(item, pytest.Function) or item.path.parent != Path(__file__).parent:
            continue
        name = item.callspec.params.get("name") if hasattr(item, "callspec") else None
        quick = item.originalname in QUICK_TESTS or name in getattr(item.module, "QUICK", ())
        if (name in OTHERS or name == "best") and not quick:
            item.add_marker(pytest.mark.slow)
