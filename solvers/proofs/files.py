"""Verifying certificates in files and folders, on all cores, and by another checker where one is asked for."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from solvers.processes.crews import hired, values
from solvers.processes.here import worker
from solvers.proofs.certificate import PACKED, PROOF, STATEMENT, Certificate
from solvers.proofs.verifying import Verdict, Verifier

CHUNK = 20
"""Certificates that a process takes at a time."""


def certificates(file: Path) -> list[Path]:
    """The files of the certificates that ``file`` means: itself, or where it is a folder, all that are in it."""
    if not file.is_dir():
        return [file]
    endings = (STATEMENT, STATEMENT + PACKED)
    return sorted(path for path in file.iterdir() if path.name.endswith(endings))


def verdicts(
    names: Sequence[Path], instance: str, other: str, workers: int, on: str | None = None
) -> Iterator[tuple[Path, Verdict]]:
    """Every certificate with what it shows, in the order of ``names``.

    Args:
        names: the files of the certificates.
        instance: the file of the instance; empty for the one that a certificate names.
        other: another checker, a program that is to agree; empty for none.
        workers: how many share the work; 0 for as many as there are.
        on: who they are, as ``--on`` names them; they find the files under the same names. None for our own processes.

    Raises:
        InputError: when a certificate or its instance cannot be found or read.
    """
    judge = partial(_verdict, instance, other)
    if on is None and min(len(names), workers) <= 1:
        yield from ((name, judge(name)) for name in names)
        return
    chunks = [names[place : place + CHUNK] for place in range(0, len(names), CHUNK)]
    with hired(on, workers) as crew, closing(values(crew.spread(partial(_each, judge), chunks))) as done:
        for chunk, verdicts in zip(chunks, done, strict=True):
            yield from zip(chunk, verdicts, strict=True)


def _each(judge: partial[Verdict], names: Sequence[Path]) -> list[Verdict]:
    return [replace(judge(name), worker=worker()) for name in names]


@lru_cache(maxsize=1)
def verifier() -> Verifier:
    """The verifier of this process; it may keep a file open until ``verifier.cache_clear()``."""
    return Verifier()


def _verdict(instance: str, other: str, name: Path) -> Verdict:
    """What one certificate shows; what another checker says of it is said where it differs."""
    certificate = Certificate.read(name)
    verdict = verifier().verify(certificate, instance)
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
