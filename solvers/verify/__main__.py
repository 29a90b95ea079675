"""``python -m solvers.verify FILE``: check the proof of what a run claims; no solver is asked, and none imported."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from models.errors import InputError
from models.kit.names import printable
from models.registry import is_puzzle_file
from solvers.cli.exits import guarded
from solvers.cli.options import parse
from solvers.cli.progress import bar
from solvers.cli.text import show_json
from solvers.core.limits import ANSWERED, BAD_INPUT, IMPOSSIBLE, STOPPED
from solvers.proofs.certificate import paths_of
from solvers.proofs.verdict import NOT_CHECKED, Claim, Verdict, as_json
from solvers.verify.files import certificates, verdicts, verifier
from solvers.verify.request import VerifyRequest

EPILOG = """\
exit codes: 0 verified, 1 rejected or not what --expect says, 2 bad input or usage, 3 nothing is claimed or the time
limit came first; of several, the first of 2, 1 and 3 that there is. Of several, one that cannot be judged (a file is
missing or cut off) is told of as rejected, with exit code 2, and the others are judged all the same.

What is read: FILE.opb, the statement, which is written again from the instance and compared line by line, and
FILE.pbp, the proof, of which every step is checked; every answer is judged by the puzzle's own rules. The certificate
names the instance's file: the verdict shows its path, a hash of what is in it, and how it was stated.

examples:
  python -m solvers.run sudoku --verified
  python -m solvers.run grecian --backend sat --proof grecian
  python -m solvers.verify grecian --expect "exactly 1"
"""

GRAVITY = (BAD_INPUT, IMPOSSIBLE, STOPPED, ANSWERED)
"""Exit codes; of several certificates, the first in this order that one of them has."""

MAX_CLAIMS = 12  # different claims that a folder's tally names


def main(arguments: list[str]) -> int:
    request = parse(VerifyRequest, arguments, "Check the proof of what a run claims, with no solver.", EPILOG)
    if request.other and not shutil.which(request.other):
        raise InputError(f"there is no program {request.other} here to check it with")
    if request.puzzle and not is_puzzle_file(request.puzzle):
        raise InputError(f"--puzzle {request.puzzle} is no Python file; other puzzles are found by their names")
    expected = None if request.expect is None else Claim.read(request.expect)
    codes: Counter[int] = Counter()
    tally: Counter[str] = Counter()
    stopped = 0
    seen, copies = set[bytes](), 0  # digests of what was shown of what, and how many certificates show it again
    alone = len(request.files) == 1 and not request.files[0].is_dir()
    found = [name for file in request.files for name in certificates(file)]
    names = list(
        {paths_of(Path(os.path.realpath(name)))[0].with_suffix(""): name for name in reversed(found)}.values()
    )[::-1]
    if not names:
        raise InputError(f"there is no certificate in {' or '.join(map(str, request.files))}")
    workers = request.workers or (os.cpu_count() or 1 if request.on is None else 0)
    with bar(lambda: len(names)) as advance:
        for name, verdict in verdicts(names, request, workers):
            if alone and verdict.error:
                raise verdict.error
            verdict = _held_to(expected, verdict)
            code = _code(verdict)
            codes[code] += 1
            stopped += verdict.stopped
            if code == ANSWERED:
                shown = sha256(repr((verdict.subject, verdict.claim)).encode(errors="surrogateescape")).digest()
                copies += shown in seen
                tally[f"{verdict.claim}{verdict.subject.conditions}"] += shown not in seen
                seen.add(shown)
            if request.json:
                show_json(json.dumps({"file": str(name), **as_json(verdict)}, ensure_ascii=False))
            elif alone:
                print(verdict, flush=True)
            elif code != ANSWERED:
                what = NOT_CHECKED if verdict.stopped else str(verdict.claim)
                what = f"REJECTED: {verdict.rejected}" if verdict.rejected else what
                print(printable(f"{name}: {what}"), flush=True)
            advance(1)
    verifier.cache_clear()
    if not request.json and not alone:
        print(_summed_up(codes, tally, copies, stopped))
    return next(code for code in GRAVITY if codes[code])


def _held_to(expected: Claim | None, verdict: Verdict) -> Verdict:
    if expected is None or not verdict or verdict.claim.implies(expected):
        return verdict
    return replace(verdict, rejected=f"it proves '{verdict.claim}', where '{expected}' was expected")


def _code(verdict: Verdict) -> int:
    if verdict.rejected:
        return BAD_INPUT if verdict.error else IMPOSSIBLE
    return ANSWERED if verdict.claim else STOPPED


def _summed_up(codes: Counter[int], tally: Counter[str], copies: int, stopped: int) -> str:
    count, verified = codes.total() - copies, codes[ANSWERED] - copies
    rejected = codes[IMPOSSIBLE] + codes[BAD_INPUT]
    claims = [f"{claim}: {times:,}" for claim, times in tally.most_common(MAX_CLAIMS)]
    claims += [f"{len(tally) - MAX_CLAIMS:,} other claims"] if len(tally) > MAX_CLAIMS else []
    proved = f" ({', '.join(claims)})" if claims else ""
    nothing = f"; {codes[STOPPED] - stopped:,} claim nothing" if codes[STOPPED] > stopped else ""
    nothing += f"; {stopped:,} {NOT_CHECKED}" if stopped else ""
    nothing += f"; {copies:,} more {'proves' if copies == 1 else 'prove'} the same as another" if copies else ""
    if rejected:
        return f"REJECTED: {rejected:,} of {count:,} certificates; {verified:,} verified{proved}{nothing}"
    return f"VERIFIED: {verified:,} of {count:,} certificates{proved}{nothing}"


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
