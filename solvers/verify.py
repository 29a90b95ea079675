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
from solvers.terminal.exits import ANSWERED, IMPOSSIBLE, guarded
from solvers.terminal.options import parse
from solvers.terminal.progress import bar

EPILOG = """\
exit codes: 0 verified, 1 rejected, 2 bad input or usage; of several, the highest.

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
    worst, rejected, count = ANSWERED, 0, 0
    alone = len(request.files) == 1 and not request.files[0].is_dir()
    names = [name for file in request.files for name in certificates(file)]
    workers = request.workers or (os.cpu_count() or 1 if request.on is None else 0)
    with bar(lambda: len(names)) as advance:
        for name, verdict in verdicts(names, request.instance or "", request.other or "", workers, request.on):
            count += 1
            if verdict.rejected:
                worst, rejected = max(worst, IMPOSSIBLE), rejected + 1
            if request.json:
                show_json(json.dumps({"file": str(name), **as_json(verdict)}, ensure_ascii=False))
            elif alone or verdict.rejected:
                print(_said(name, verdict, alone), flush=True)
            advance(1)
    verifier.cache_clear()
    if not count:
        raise InputError(f"there is no certificate in {' or '.join(map(str, request.files))}")
    if not request.json and not alone:
        print(f"{'REJECTED' if rejected else 'VERIFIED'}: {count - rejected:,} of {count:,} certificates")
    return worst


def _said(name: Path, verdict: Verdict, alone: bool) -> str:
    """A verdict as a line."""
    what = f"REJECTED: {verdict.rejected}" if verdict.rejected else f"VERIFIED: {verdict.claim}"
    if not alone:
        return f"{name}: {what}"
    about = f"{verdict.puzzle}: {verdict.instance}\n" if verdict.puzzle else ""
    return f"{about}{what}" + ("" if verdict.rejected else f"\n{verdict.steps:,} steps checked")


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
