"""A disk that takes no more: no file is left that looks whole and is not, and what is known is told all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from models.errors import InputError
from solvers.cli.files import each, write_whole
from tests.solvers.cli.test_exits import shell
from tests.third_party import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing stands for a full disk")

LITTLE = 1 << 9


def on_a_full_disk(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The verb, where no file gets longer than ``LITTLE``."""
    import resource

    command = [sys.executable, "-m", f"solvers.{words[0]}", *words[1:]]
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (LITTLE, LITTLE))
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, preexec_fn=limit)


RUN = ("run", "dealing", "--backend", "backtracking")


@pytest.mark.parametrize(
    ("words", "name", "known", "before"),
    [
        ((*RUN, "--svg"), "a.svg", "the only answer", "of another day"),
        ((*RUN, "--html"), "a.html", "the only answer", "of another day"),
        ((*RUN, "--json", "--html"), "a.html", '"status": "answered"', None),
        (("explain", "dealing", "--html"), "a.html", "only answer", None),
        (("explain", "dealing", "--json", "--html"), "a.html", '"status": ', "of another day"),
        (("compare", "dealing", "--backends", "backtracking", "--html"), "a.html", "backtracking", None),
    ],
)
def test_the_answer_is_told_and_no_half_of_a_file_is_left(
    words: tuple[str, ...], name: str, known: str, before: str | None, tmp_path: Path
) -> None:
    if before:
        (tmp_path / name).write_text(before)
    done = on_a_full_disk(tmp_path, *words, name)
    assert done.returncode == 2
    assert known in done.stdout
    assert "cannot be written: File too large" in done.stderr.splitlines()[-1]
    assert [path.read_text() for path in tmp_path.iterdir()] == ([before] if before else [])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full to stand for a full disk")
def test_a_picture_is_written_where_standard_output_takes_nothing(tmp_path: Path) -> None:
    assert shell(f"run dealing --backend backtracking --svg {tmp_path / 'a.svg'}", ">/dev/full").returncode == 2
    assert (tmp_path / "a.svg").read_text().rstrip().endswith("</svg>")


def test_a_long_output_that_stopped_is_known_as_unfinished_and_the_one_answer_is_told(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text(f"{'.' * 16} a\n" * 100)
    words = ("run", "sudoku", "--backend", "dlx", "--instance")
    done = on_a_full_disk(tmp_path, *words, "many.txt", "--output", "answers.txt")
    assert done.returncode == 2
    assert "answers.txt: cannot be written: File too large" in done.stderr
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left in (["answers.txt", "answers.txt.progress", "many.txt"], ["many.txt"])
    (tmp_path / "one.txt").write_text(f"{'.' * 16} {'long ' * 200}\n")
    done = on_a_full_disk(tmp_path, *words, "one.txt", "--output", "one.jsonl")
    assert done.returncode == 2
    assert '"status": "answered"' in done.stdout


def test_a_file_keeps_its_place_and_its_rights(tmp_path: Path) -> None:
    goal, link = tmp_path / "goal.txt", tmp_path / "link.txt"
    goal.write_text("before")
    goal.chmod(0o640)
    link.symlink_to(goal)
    write_whole(link, b"after")
    assert (goal.read_text(), goal.stat().st_mode & 0o777, link.is_symlink()) == ("after", 0o640, True)


def test_a_new_file_has_the_rights_of_new_files(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_whole(tmp_path / "ours", [b"a", b"b"])
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode
    assert (tmp_path / "ours").read_bytes() == b"ab"


def test_each_is_done_and_the_first_failure_told() -> None:
    done: list[int] = []

    def fail() -> None:
        raise InputError("first")

    with pytest.raises(InputError, match="first"):
        each(lambda: done.append(1), fail, lambda: done.append(2), fail)
    assert done == [1, 2]
