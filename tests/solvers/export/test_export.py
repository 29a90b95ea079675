"""``export``: which model, which format, where it goes, and what is said when it cannot be."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

import solvers
from models import Model
from models.errors import PuzzlebenchError
from solvers import api as pb
from solvers.__main__ import dispatch
from solvers.formats.registry import FORMATS, OBJECTIVES, writer
from tests.tables import rows


def test_every_format_that_writes_has_a_writer_and_an_ending() -> None:
    written = [known for known in FORMATS.values() if known.writes]
    assert written
    for known in written:
        assert callable(writer(known).write)
        assert known.endings


def test_standard_output_has_the_file_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["export", "cover", "--to", "dlx"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("| Exact cover: Wildwood Academy, formulation options\n")
    assert said.err == ""


def test_the_ending_of_the_file_names_the_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goal = tmp_path / "cover.DLX"
    assert dispatch(["export", "cover", "--output", str(goal)]) == 0
    assert dispatch(["export", "cover", "--to", "dlx"]) == 0
    said = capsys.readouterr()
    assert goal.read_text(encoding="utf-8") == said.out


def test_a_typed_and_a_piped_instance_are_taken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "1234341221434..."
    assert dispatch(["export", "sudoku", typed, "--to", "dlx"]) == 0
    written = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    assert dispatch(["export", "sudoku", "-", "--to", "dlx"]) == 0
    assert capsys.readouterr().out.count("\n") == written.count("\n")


@rows(
    ("words", "sentence"),
    [
        ([], "name a puzzle to export"),
        (["cover"], "name the format with --to: "),
        (["cover", "--to", "dxl"], "there is no format 'dxl' to write; did you mean dlx?"),
        (["cover", "--output", "cover.png"], "cover.png has no format's ending; name the format with --to: "),
        (["cover", "--to", "dlx", "--formulation", "optoins"], "did you mean options?"),
        (["grecian", "--to", "dlx"], "DLX text, which has items and options only, cannot say the constraint"),
        (["grecian", "--to", "dlx", "--minimize", "turn"], "did you mean turns?"),
        (["cover", "--to", "dlx", "--number", "2"], "there is one puzzle in it, and no number 2"),
        (["cover", "--to", "dlx", "--output", "/nowhere/cover.dlx"], "cannot be written"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dispatch(["export", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
    assert sentence in said.err


FILES = {
    "opb": "min: 2 x1 3 x2 ;\n1 x1 1 x2 >= 1 ;\n",
    "wcnf": "h 1 2 0\n2 -1 0\n3 -2 0\n",
    "lp": "Minimize\n 2 a + 3 b\nSubject To\n a + b >= 1\nBinaries\n a b\nEnd\n",
    "fzn": "var 0..1: a; var 0..1: b; var 0..9: c; constraint int_lin_eq([2, 3, -1], [a, b, c], 0);\n"
    "constraint int_lin_le([-1, -1], [a, b], -1);\nsolve minimize c;\n",
    "xml": '<instance format="XCSP3" type="COP"><variables><array id="x" size="[2]"> 0 1 </array></variables>'
    "<constraints><sum> <list> x[] </list> <condition> (ge,1) </condition> </sum></constraints>"
    '<objectives><minimize type="sum"> <list> x[] </list> <coeffs> 2 3 </coeffs> </minimize></objectives></instance>',
}
"""One problem in each format that has objectives: at least one of two, of which one costs 2 and the other 3."""

ENDINGS = {known.endings[0][1:]: known for known in FORMATS.values() if known.writes and known.name != "dlx"}
"""The formats that can say such a problem, its objective apart."""


@rows("ending", FILES)
@rows("to", ENDINGS)
def test_the_objective_of_a_file_is_kept(
    ending: str, to: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, goal = tmp_path / f"it.{ending}", tmp_path / f"goal.{to}"
    file.write_text(FILES[ending])
    assert dispatch(["export", str(file), "--output", str(goal)]) == 0
    said = capsys.readouterr()
    if OBJECTIVES in ENDINGS[to].lacks:
        assert f"warning: {ENDINGS[to].name} has no objectives: what is to be small or large is left out\n" in said.err
    elif ENDINGS[to].reads:
        assert dispatch(["run", str(goal), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["value"] == 2
    else:
        assert re.search("^(solve minimize|objective|minimize)", goal.read_text(), re.MULTILINE)


def test_a_projection_that_is_lost_is_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "it.cnf"
    file.write_text("p cnf 2 1\nc p show 1 0\n1 2 0\n")
    assert dispatch(["export", str(file), "--to", "lp"]) == 0
    warning = "lp has no projections: only a comment says which variables make up an answer"
    assert capsys.readouterr().err == f"warning: {warning}\n"
    assert dispatch(["export", str(file), "--to", "opb"]) == 0
    assert capsys.readouterr().err == ""
    model = Model("mine")
    one, _ = model.new_bool_var("one"), model.new_bool_var("other")
    model.project_on(one)
    with pytest.warns(UserWarning, match=warning):
        pb.export(model, "lp")


def test_a_script_gets_what_the_command_line_writes(capsys: pytest.CaptureFixture[str]) -> None:
    inkala = solvers.puzzle("sudoku").load("inkala")
    for words, how in ((["--formulation", "cover"], {"formulation": "cover"}), ([], {})):
        assert dispatch(["export", "sudoku", "inkala", "--to", "flatzinc", *words]) == 0
        assert capsys.readouterr().out == pb.export(inkala, "flatzinc", **how)


@pytest.mark.parametrize(
    ("what", "to", "how", "sentence"),
    [
        (Model("mine"), "dxl", {}, "there is no format 'dxl' to write; did you mean dlx?"),
        (Model("mine"), 3, {}, "to is 3; "),
        (Model("mine"), "opb", {"formulation": "cover"}, "a model is one formulation"),
        ("a model", "opb", {}, "str is neither a model nor an instance of a puzzle"),
    ],
)
def test_what_a_script_gets_wrong_is_said_in_a_sentence(what: Any, to: Any, how: Any, sentence: str) -> None:
    with pytest.raises(PuzzlebenchError) as caught:
        pb.export(what, to, **how)
    assert sentence in str(caught.value)
