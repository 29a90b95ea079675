"""Which worker of a cluster this process belongs to, for records of who did what."""

from __future__ import annotations

import os

WORKER = "PUZZLEBENCH_WORKER"
"""The environment variable with its name, for the processes that a cluster's worker starts."""


def worker() -> str:
    """The name of the cluster's worker that this process works for; empty where it works for none."""
    return os.environ.get(WORKER, "")
