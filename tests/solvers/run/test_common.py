"""``run --common``: what all answers share, as text that grows, JSON, a picture and a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solvers import api as pb
from solvers.run.__main__ import main
from tests.solvers.conftest import Typed

SEVERAL = ("sudoku", "several_answers", "--common")
WILDWOOD = ["varies  Noodling", "varies  Water Witching", "never   Moonshine", "never   Shape Note Singing"]


def lines(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> list[str]:
    assert main([*words]) == code
    return capsys.readouterr().out.splitlines()


def test_a_sudoku_with_several_answers_has_its_true_candidates(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines(capsys, *SEVERAL)
    assert {"always  R1C1 = 8", "varies  R1C6 = 3 or 6"} < set(told)
    assert not any("R1C2 " in line for line in told), "it is given"
    assert told[-15:-11] == [
        "+--------+------------+------------+",
        "| 8 7 9  | 4   1  36  | 35  2  56  |",
        "| 2 3 46 | 5   8  7   | 19  14 169 |",
        "| 5 1 46 | 29  36 29  | 34  8  7   |",
    ]
    assert told[-1] == "answered: all answers agree on 44 of 81 variables"
    sudoku = pb.puzzle("sudoku").load("several_answers")
    answers = [answer.value.cells for answer in pb.solutions(sudoku)]
    record = json.loads("".join(lines(capsys, *SEVERAL, "--json")))
    assert [one["values"] for one in record["variables"]] == [
        sorted(set(column)) for column in zip(*answers, strict=True)
    ]
    assert len(record["shared"]) == 44


def test_every_backend_finds_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    for backend in ("", "sat", "kernel", "backtracking", "cpsat", "dlx"):
        told = lines(capsys, "cover", "wildwood", "--common", *(["--backend", backend] if backend else []))
        assert set(WILDWOOD) < set(told), backend
        assert told[-1] == "answered: all answers agree on 5 of 7 variables"


def test_landmarks_are_told_of_in_the_puzzles_words(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines(capsys, "dealing", "--stacks", "4", "--leftovers", "0 ? 2 1", "--common")
    assert "varies  cards in round 1 = 96, 100, 104 or 108" in told
    assert "always  cards in round 3 = 6" in told


def test_there_may_be_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, "sudoku", "no_answer", "--common", code=1)[-1] == "impossible: proved to have no answer"
    clash = lines(capsys, "sudoku", "clash", "--common", code=1)
    assert clash[-1] == "impossible: row 4 has two 3s, at R4C6 and R4C8"
    record = json.loads(lines(capsys, "sudoku", "no_answer", "--common", "--json", code=1)[0])
    assert (record["status"], record["variables"], record["complete"]) == ("impossible", [], True)


def test_a_limit_leaves_what_was_known_by_then(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines(capsys, "sudoku", "gecode_25", "--number", "1", "--common", "--time-limit", "0.1", code=3)
    assert told[-1].startswith(("no answer yet (time limit reached", "unfinished (time limit reached"))


FILES = {
    "three.cnf": ("p cnf 3 3\n1 2 0\n-1 2 0\n-3 1 0\n", ["varies  x1", "always  x2", "varies  x3"]),
    "sum.opb": (
        "* #variable= 3 #constraint= 2\n+1 x1 +1 x2 +1 x3 >= 2 ;\n+1 x1 +1 x2 = 1 ;\n",
        ["varies  x1", "varies  x2", "always  x3"],
    ),
    "best.opb": (
        "* #variable= 2 #constraint= 1\nmin: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n",
        ["varies  x1", "varies  x2"],
    ),
    "small.fzn": (
        "var 1..3: x :: output_var;\nvar 1..3: y :: output_var;\nconstraint int_lt(x, y);\n"
        "constraint int_ne(x, 1);\nsolve satisfy;\n",
        ["always  x = 2", "always  y = 3"],
    ),
    "two.dlx": ("a b c\na b\na\nb c\nc\n", ["varies  a b", "varies  a", "varies  b c", "varies  c"]),
}


def test_models_in_files_are_asked_the_same(typed: Typed) -> None:
    for name, (text, expected) in FILES.items():
        Path(name).write_text(text)
        code, out, _ = typed("run", name, "--common")
        told = [line for line in out.splitlines() if line.startswith(("always", "varies", "never"))]
        assert (code, sorted(told)) == (0, sorted(expected)), name


def test_it_is_drawn_with_candidates_and_written_as_a_page(typed: Typed) -> None:
    code, _, _ = typed("run", *SEVERAL, "--svg", "shared.svg", "--html", "shared.html")
    assert code == 0
    assert 'class="candidates"' in Path("shared.svg").read_text()
    page = Path("shared.html").read_text()
    assert "all answers agree on 44 of 81 variables" in page
    assert "varies  R1C6 = 3 or 6" in page


def test_what_makes_no_sense_beside_it_is_refused(typed: Typed) -> None:
    others = ("--limit 3", "--minimize turns", "--proof x", "--split auto", "--on local", "--output x.txt")
    for other in others:
        code, _, said = typed("run", "grecian", "--common", *other.split())
        assert (code, "--common" in said) == (2, True), other
    code, _, said = typed("run", "sudoku", "norvig_easy50", "--common")
    assert (code, "--common is about one puzzle" in said) == (2, True)


def test_from_python_it_is_an_iterator_and_a_record() -> None:
    model = pb.Model("pair")
    x, y = model.new_int_var(1, 3, "x"), model.new_int_var(0, 9, "y")
    model.add(x + y == 12)
    shared = pb.common(model)
    assert repr(shared) == "<0 of 2 variables settled, 0 of them shared>"
    assert [str(one) for one in shared] == ["x = 3", "y = 9"]
    assert (shared.shared, shared.complete) == ({x: 3, y: 9}, True)
    assert pb.common(model, givens={x: 2}).status is pb.Status.IMPOSSIBLE
    model.minimize(x)
    with pytest.raises(pb.PuzzlebenchError, match="has an objective"):
        pb.common(model)
