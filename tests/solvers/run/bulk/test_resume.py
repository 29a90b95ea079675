"""A run goes on with another's file only where that was asked the same, of the same puzzles; else nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from solvers.core.limits import BAD_INPUT
from tests.solvers.run.bulk.runs import EASY, IMPOSSIBLE_ONE, MANY_ANSWERS, Bulk, note_of, stopped_after

REFERENCE = "--backend backtracking --output"
FORMS = ["", "--unique", "--json", "--limit 2", "--count --limit 9"]


def test_what_is_complete_is_left_alone(bulk: Bulk) -> None:
    puzzles = [IMPOSSIBLE_ONE, *EASY[:2], MANY_ANSWERS, "oops", EASY[0][:-3]]
    counts = "6 puzzles: 3 answered (1 with several answers), 1 impossible, 2 bad input"
    for form in FORMS:
        assert bulk(puzzles, REFERENCE, bulk.output, form)[0] == BAD_INPUT
        before = bulk.output.stat()
        code, _, errors = bulk(None, REFERENCE, bulk.output, form, "--resume")
        assert (code, errors) == (BAD_INPUT, [f"{bulk.output} is complete already: {counts}"]), form
        assert bulk.output.stat().st_mtime_ns == before.st_mtime_ns
        assert bulk.visible() == ["answers.txt", "puzzles.txt"]


def edit(path: Path, change: Callable[[list[str]], list[str]]) -> None:
    path.write_text("\n".join(change(path.read_text().splitlines())))


SPOILT: dict[str, tuple[str, Callable[[Path, Path], object]]] = {
    "the output lost a line": (
        "it does not have the ",
        lambda puzzles, answers: edit(answers, lambda lines: lines[:-1]),
    ),
    "it is something else": (
        "it does not have the ",
        lambda puzzles, answers: answers.write_text("milk\nbread\nan answer\nbutter\neggs\n"),
    ),
    "it was copied without its note": (
        "there is no note of a run beside it",
        lambda puzzles, answers: answers.with_name(".answers.txt.finished").unlink(),
    ),
    "there is one puzzle more": (
        "it was asked something else: content of the input differs",
        lambda puzzles, answers: edit(puzzles, lambda lines: [*lines, EASY[7]]),
    ),
    "there is one puzzle fewer": (
        "it was asked something else: content of the input differs",
        lambda puzzles, answers: edit(puzzles, lambda lines: lines[:-1]),
    ),
    "another puzzle is the first": (
        "it was asked something else: content of the input differs",
        lambda puzzles, answers: edit(puzzles, lambda lines: [EASY[8], *lines[1:]]),
    ),
    "a bad line is mended": (
        "it was asked something else: content of the input differs",
        lambda puzzles, answers: edit(puzzles, lambda lines: [EASY[9] if line == "oops" else line for line in lines]),
    ),
}
"""What happened after a run was finished: what is said of its output, and how it came about."""


@pytest.mark.parametrize("happened", SPOILT)
def test_what_is_something_else_is_not_called_complete(happened: str, bulk: Bulk) -> None:
    says, spoil = SPOILT[happened]
    for form in FORMS[:3]:
        bulk([*EASY[:3], "oops", EASY[4]], REFERENCE, bulk.output, form)
        spoil(bulk.file, bulk.output)
        before = bulk.output.read_bytes()
        code, _, errors = bulk(None, REFERENCE, bulk.output, form, "--resume")
        assert (code, len(errors)) == (BAD_INPUT, 1), form
        assert errors[0].startswith(f"error: {bulk.output}: is neither this run unfinished nor finished: {says}")
        assert bulk.output.read_bytes() == before


@pytest.mark.parametrize("is_finished", [False, True])
def test_resume_does_not_mix_two_questions(is_finished: bool, bulk: Bulk) -> None:
    with stopped_after(100 if is_finished else 3):
        bulk(EASY[:9], REFERENCE, bulk.output)
    before = bulk.output.read_bytes()
    for change, named in (
        ("--seed 1", "seed"),
        ("--backend dlx", "backend"),
        ("--json", "json"),
        ("--unique", "unique"),
        ("--boxes 3x3", "boxes"),
        ("--formulation cover", "formulation"),
    ):
        code, _, errors = bulk(None, REFERENCE, bulk.output, change, "--resume")
        asked = f"asked something else: {named} differs"
        place = bulk.output if is_finished else note_of(bulk.output)
        where = "is neither this run unfinished nor finished: it was" if is_finished else "belongs to a run that was"
        assert (code, errors[0].partition(";")[0]) == (BAD_INPUT, f"error: {place}: {where} {asked}")
    assert bulk.output.read_bytes() == before


def test_an_unfinished_run_is_neither_overwritten_nor_gone_on_with_other_puzzles(bulk: Bulk) -> None:
    with stopped_after(3):
        bulk(EASY[:9], REFERENCE, bulk.output)
    says = {"": "it holds an unfinished run; --resume goes on with it", "--resume": "content of the input differs"}
    for words, sentence in says.items():
        assert bulk(EASY[:8], REFERENCE, bulk.output, words)[2][0].endswith(sentence)
