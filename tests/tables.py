"""Tables: one test goes through all of its rows, and tells each that fails.

``pytest.mark.parametrize`` makes a test of each row, which costs more than most rows do. Rows of a table share the
test's fixtures and are in one process; what needs a folder or a patch of its own is parametrized.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

Test = Callable[..., None]


def rows(names: str | tuple[str, ...], table: Iterable[Any]) -> Callable[[Test], Test]:
    """Call a test with each row of ``table`` in turn, as ``parametrize`` would, and fail after the last one."""
    columns = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    is_plain = isinstance(names, str) and len(columns) == 1
    given = [(row,) if is_plain else tuple(row) for row in table]
    assert given, "a table without rows tests nothing"

    def decorated(test: Test) -> Test:
        parameters = inspect.signature(test).parameters

        def whole_table(**fixtures: Any) -> None:
            failures: list[Exception] = []
            for row in given:
                try:
                    test(**fixtures, **dict(zip(columns, row, strict=True)))
                except Exception as failure:
                    failure.add_note(f"in the row {row!r:.1000}")
                    failures.append(failure)
            if len(failures) == 1:
                raise failures[0]
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(given)} rows fail", failures)

        whole_table.__name__, whole_table.__qualname__ = test.__name__, test.__qualname__
        whole_table.__module__, whole_table.__doc__ = test.__module__, test.__doc__
        whole_table.__dict__.update(vars(test))
        left = [one for name, one in parameters.items() if name not in columns]
        assert len(left) + len(columns) == len(parameters), f"{test.__name__} does not take {columns}"
        whole_table.__signature__ = inspect.Signature(left)  # type: ignore[attr-defined]
        return whole_table

    return decorated
