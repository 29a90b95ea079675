"""Verifying certificates in files and folders, on all cores or a cluster, and by another checker where asked."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from models.errors import InputError, NotThere
from solvers.core.limits import Clock
from solvers.core.registry import load_puzzle
from solvers.formats.opb.lines import CannotState
from solvers.proofs.certificate import PROOF_SUFFIX, STATEMENT_SUFFIX, Certificate, check_there, in_folder
from solvers.proofs.verdict import Verdict
from solvers.proofs.verifying import Verifier
from solvers.verify.request import VerifyRequest
from solvers.workers.pool import open_pool, values
from solvers.workers.usage import worker

CHUNK_CERTIFICATES = 20  # certificates that a process takes at a time


def certificates(file: Path) -> list[Path]:
    return in_folder(file) if file.is_dir() else [file]


def verdicts(names: Sequence[Path], request: VerifyRequest, workers: int) -> Iterator[tuple[Path, Verdict]]:
    """Yield every certificate with what it shows, in the order of ``names``; one that cannot be read says so.

    The workers that ``request.on`` names find the files under the same names.
    """
    on = request.on
    if request.puzzle:
        request = replace(request, puzzle=os.path.abspath(request.puzzle))  # noqa: PTH100 - workers are elsewhere
    judge = partial(_verdict, request)
    missing = {name: error for name in names if on is not None and (error := _missing(name)) is not None}
    sent = [name for name in names if name not in missing]
    chunks = [sent[place : place + CHUNK_CERTIFICATES] for place in range(0, len(sent), CHUNK_CERTIFICATES)]
    if not sent or (on is None and min(len(sent), workers) <= 1):
        yield from ((name, missing[name] if name in missing else judge("", name)) for name in names)
        return
    each = partial(_each, judge, "" if on is None else str(Path.cwd()))
    with open_pool(on, workers) as pool, closing(values(pool.imap(each, chunks))) as done:
        found = chain.from_iterable(done)
        yield from ((name, missing[name] if name in missing else next(found)) for name in names)


def _missing(name: Path) -> Verdict | None:
    try:
        check_there(name)
    except NotThere as error:
        return _bad(name, error)
    return None


def _each(judge: Callable[[str, Path], Verdict], here: str, names: Sequence[Path]) -> list[Verdict]:
    """What the certificates show to a worker, who may be at work in another folder than ``here``, where they lie."""
    elsewhere = here if here != str(Path.cwd()) else ""
    return [replace(judge(elsewhere, name), worker=worker()) for name in names]


@lru_cache(maxsize=1)
def verifier() -> Verifier:
    """The verifier of this process; it may keep a file open until ``verifier.cache_clear()``."""
    return Verifier()


def _verdict(request: VerifyRequest, here: str, name: Path) -> Verdict:
    if request.puzzle:
        load_puzzle(request.puzzle)  # which makes it known by its name
    clock = verifier().clock = Clock(request.time_limit)
    try:
        certificate = Certificate.read(Path(here, name))
        verdict = verifier().verify(certificate, request.instance or "", here, request.given_options)
        if request.other and verdict and (complaint := _complaint_of(request.other, certificate, clock)):
            return Verdict(verdict.subject, rejected=f"{request.other} says: {complaint}")
    except (InputError, CannotState) as error:
        return _bad(name, error, here)
    except subprocess.TimeoutExpired:
        return Verdict(verdict.subject, stopped=True)
    return verdict


def _bad(name: Path, error: InputError | CannotState, here: str = "") -> Verdict:
    """The verdict on a certificate that cannot be judged; a worker adds that files have to be there too."""
    text, path, line = str(error), None, None
    if isinstance(error, InputError):
        text, path, line = error.sentence, None if error.path is None else Path(error.path), error.line
    if path is not None and path.parent == Path(here, name).parent:
        path = name.with_name(path.name)
    if isinstance(error, NotThere) and worker():
        text = f"worker {worker()} cannot read it, and files have to be there under the same name: {text}"
    named = InputError(text, path, line)
    return Verdict(rejected=text if path == name and line is None else str(named), error=named)


def _complaint_of(program: str, certificate: Certificate, clock: Clock) -> str:
    with TemporaryDirectory() as folder:
        files = [Path(folder, f"certificate{suffix}") for suffix in (STATEMENT_SUFFIX, PROOF_SUFFIX)]
        for file, text in zip(files, (certificate.statement, certificate.proof), strict=True):
            file.write_text(text, encoding="utf-8")
        words = [program, *map(str, files)]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=clock.remaining())
    lines = (done.stderr or done.stdout).strip().splitlines()
    return "" if done.returncode == 0 else lines[-1] if lines else f"exit code {done.returncode}"
