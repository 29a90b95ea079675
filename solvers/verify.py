"""``python -m solvers.verify FILE``: check the proof of what a run claims; no solver is asked, and none imported."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

from models.errors import InputError
from solvers.proofs.files import certificates, verdicts, verifier
from solvers.proofs.verifying import Verdict, as_json
from solvers.terminal.encoding import show_json
from solvers.terminal.exits import ANSWERED, BAD_INPUT, IMPOSSIBLE, guarded
from solvers.terminal.options import parse
from solvers.terminal.progress import bar

EPILOG = """\
exit codes: 0 verified, 1 rejected, 2 bad input or usage; of several, the highest. Of several, one that cannot be judged
(a file is missing or cut off) is told of as rejected, with exit code 2, and the others are judged all the same.

What is read: FILE.opb, the statement, which is written again from the instance and compared line by line, and
FILE.pbp, the proof, of which every step is checked; every answer is judged by the puzzle's own rules.

examples:
  python -m solvers.run sudoku --verified
  python -m solvers.run grecian --backend sat --proof grecian
  python -m solvers.verify grecian
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    request = parse("verify", arguments, "Check the proof of what a run claims, with no solver.", EPILOG)
    if request.other and not shutil.which(request.other):
        raise InputError(f"there is no program {request.other} here to check it with")
    worst, rejected = ANSWERED, 0
    alone = len(request.files) == 1 and not request.files[0].is_dir()
    names = [name for file in request.files for name in certificates(file)]
    if not names:
        raise InputError(f"there is no certificate in {' or '.join(map(str, request.files))}")
    workers = request.workers or (os.cpu_count() or 1 if request.on is None else 0)
    with bar(lambda: len(names)) as advance:
        for name, verdict in verdicts(names, request.instance or "", request.other or "", workers, request.on):
            if alone and verdict.error:
                raise verdict.error
            if verdict.rejected:
                worst, rejected = max(worst, BAD_INPUT if verdict.error else IMPOSSIBLE), rejected + 1
            if request.json:
                show_json(json.dumps({"file": str(name), **as_json(verdict)}, ensure_ascii=False))
            elif alone or verdict.rejected:
                print(_said(name, verdict, alone), flush=True)
            advance(1)
    verifier.cache_clear()
    if not request.json and not alone:
        print(_summed_up(len(names), rejected))
    return worst


def _said(name: Path, verdict: Verdict, alone: bool) -> str:
    """A verdict as a line."""
    what = f"REJECTED: {verdict.rejected}" if verdict.rejected else f"VERIFIED: {verdict.claim}"
    if not alone:
        return f"{name}: {what}"
    about = f"{verdict.puzzle}: {verdict.instance}\n" if verdict.puzzle else ""
    return f"{about}{what}" + ("" if verdict.rejected else f"\n{verdict.steps:,} steps checked")


def _summed_up(count: int, rejected: int) -> str:
    """What became of several certificates, as a line."""
    if not rejected:
        return f"VERIFIED: {count:,} of {count:,} certificates"
    return f"REJECTED: {rejected:,} of {count:,} certificates; {count - rejected:,} verified"


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
