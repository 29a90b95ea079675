"""``python -m solvers.verify FILE``: check the proof of what a run claims; no solver is asked, and none imported."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from models.errors import InputError
from solvers.processes.children import map_in_order
from solvers.proofs.certificate import PACKED, PROOF, STATEMENT, Certificate
from solvers.proofs.verifying import Verdict, Verifier, as_json
from solvers.request import Request
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
    names = [name for file in request.files for name in _names(file)]
    with bar(lambda: len(names)) as advance:
        for name, verdict in _verdicts(request, names):
            count += 1
            if verdict.rejected:
                worst, rejected = max(worst, IMPOSSIBLE), rejected + 1
            if request.json:
                show_json(json.dumps({"file": str(name), **as_json(verdict)}, ensure_ascii=False))
            elif alone or verdict.rejected:
                print(_said(name, verdict, alone), flush=True)
            advance(1)
    _verifier.cache_clear()  # it may have a file open
    if not count:
        raise InputError(f"there is no certificate in {' or '.join(map(str, request.files))}")
    if not request.json and not alone:
        print(f"{'REJECTED' if rejected else 'VERIFIED'}: {count - rejected:,} of {count:,} certificates")
    return worst


def _verdicts(request: Request, names: list[Path]) -> Iterator[tuple[Path, Verdict]]:
    """Every certificate with what it shows, in the order of ``names``."""
    workers = min(len(names), request.workers or os.cpu_count() or 1)
    judge = partial(_verdict, request.instance or "", request.other or "")
    if workers <= 1:
        yield from ((name, judge(name)) for name in names)
    else:
        chunks = [names[place : place + CHUNK] for place in range(0, len(names), CHUNK)]
        for chunk, verdicts in zip(chunks, map_in_order(partial(_each, judge), iter(chunks), workers), strict=True):
            yield from zip(chunk, verdicts, strict=True)


CHUNK = 20
"""Certificates that a process takes at a time."""


def _each(judge: partial[Verdict], names: list[Path]) -> list[Verdict]:
    return [judge(name) for name in names]


def _names(file: Path) -> list[Path]:
    """The certificates that a name on the command line means."""
    if not file.is_dir():
        return [file]
    endings = (STATEMENT, STATEMENT + PACKED)
    return sorted(path for path in file.iterdir() if path.name.endswith(endings))


@lru_cache(maxsize=1)
def _verifier() -> Verifier:
    """The verifier of this process."""
    return Verifier()


def _verdict(instance: str, other: str, name: Path) -> Verdict:
    """What one certificate shows; what another checker says of it is said where it differs."""
    certificate = Certificate.read(name)
    verdict = _verifier().verify(certificate, instance)
    if other and verdict.verified:
        complaint = _asked(other, certificate)
        if complaint:
            return Verdict(verdict.puzzle, verdict.instance, rejected=f"{other} says: {complaint}")
    return verdict


def _asked(program: str, certificate: Certificate) -> str:
    """What another checker complains of; empty when it agrees."""
    with TemporaryDirectory() as folder:
        files = [Path(folder, f"certificate{suffix}") for suffix in (STATEMENT, PROOF)]
        for file, text in zip(files, (certificate.statement, certificate.proof), strict=True):
            file.write_text(text, encoding="utf-8")
        done = subprocess.run([program, *map(str, files)], capture_output=True, text=True, check=False)
    lines = (done.stderr or done.stdout).strip().splitlines()
    return "" if done.returncode == 0 else lines[-1] if lines else f"exit code {done.returncode}"


def _said(name: Path, verdict: Verdict, alone: bool) -> str:
    """A verdict as a line."""
    what = f"REJECTED: {verdict.rejected}" if verdict.rejected else f"VERIFIED: {verdict.claim}"
    if not alone:
        return f"{name}: {what}"
    about = f"{verdict.puzzle}: {verdict.instance}\n" if verdict.puzzle else ""
    return f"{about}{what}" + ("" if verdict.rejected else f"\n{verdict.steps:,} steps checked")


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
