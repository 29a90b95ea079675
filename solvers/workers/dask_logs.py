"""Dask's loggers, which are silent here: sentences tell what people have to know."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

LOUD = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "bokeh", "asyncio")
"""Loggers that tell of connections, of workers that come and go, and of tasks that fail."""

SILENT = logging.CRITICAL + 1


@contextmanager
def quiet() -> Iterator[None]:
    """Let Dask say nothing here, for a while."""
    before = [(logger, logger.level) for logger in map(logging.getLogger, LOUD)]
    try:
        for logger, _ in before:
            logger.setLevel(SILENT)
        yield
    finally:
        for logger, level in before:
            logger.setLevel(level)


def silence() -> None:
    """Let Dask say nothing in this process, which is its own."""
    for name in LOUD:
        logging.getLogger(name).setLevel(SILENT)
