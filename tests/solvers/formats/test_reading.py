"""Files in the field's formats, read: solved, counted, explained and proved like any puzzle."""

from __future__ import annotations

import json
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solvers
from solvers.__main__ import dispatch
from solvers.core.limits import ANSWERED, BAD_INPUT, IMPOSSIBLE
from solvers.core.registry import load, load_backend
from solvers.formats.dimacs.reading import read
from solvers.formats.registry import FORMATS, reader
from solvers.formats.wcnf.reading import read as read_weighted
from tests.random_models import answers_of
from tests.tables import rows

SHOWN = "c three, of which two are shown\np cnf 3 2\nc p show 1 2 0\n1 2\n3 0\n-1 -2 0\n"
IMPOSSIBLE_ONE = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"


@pytest.fixture
def shown(tmp_path: Path) -> str:
    path = tmp_path / "shown.cnf"
    path.write_text(SHOWN)
    return str(path)


@pytest.fixture
def impossible(tmp_path: Path) -> str:
    path = tmp_path / "impossible.cnf"
    path.write_text(IMPOSSIBLE_ONE)
    return str(path)


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("dimacs", "c ind 1 2 0\np cnf 4 2\n1 2 0\n-1 3 4 0\n", 3),
        ("dimacs", "c ind 1 0\nc ind 2 0\np cnf 4 2\n1 2 0\n-1 3 4 0\n", 3),
        ("dimacs", "c ind 1 0\nc p show 2 0\np cnf 4 2\n1 2 0\n-1 3 4 0\n", 3),
        ("dimacs", "c ind in a sentence\np cnf 4 2\n1 2 0\n-1 3 4 0\n", 10),
        ("dimacs", "\ufeffp cnf 2 2\n1 2 0\n-1 0\n", 1),
        ("dimacs", "\ufeffc ind 1 0\np cnf 2 1\n1 2 0\n", 2),
        ("wcnf", "\ufeffh 1 2 0\nh -1 0\n", 1),
    ],
)
def test_answers_are_told_apart_as_a_comment_says_and_a_byte_order_mark_is_skipped(
    name: str, text: str, found: int
) -> None:
    model = reader(FORMATS[name]).read(BytesIO(text.encode()), "it").model
    model.objective = None
    assert len([*load(load_backend("backtracking")[0], model).solutions()]) == found


def test_a_formula_is_its_clauses_and_shows_its_answers() -> None:
    reading = read(BytesIO(SHOWN.encode()), "shown.cnf")
    assert [str(constraint) for constraint in reading.model.constraints] == ["x1 ∨ x2 ∨ x3", "¬x1 ∨ ¬x2"]
    assert [constraint.key for constraint in reading.model.constraints] == [("line", 4), ("line", 6)]
    assert [var.name for var in reading.model.projection] == ["x1", "x2"]


@pytest.mark.parametrize("backend", ["kernel", "sat", "backtracking"])
def test_its_answers_are_counted_over_what_it_shows(
    backend: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dispatch(["run", shown, "--all", "--json", "--backend", backend]) == ANSWERED
    answers = json.loads(capsys.readouterr().out)["answers"]
    assert answers == [{"x1": 0, "x2": 0}, {"x1": 0, "x2": 1}, {"x1": 1, "x2": 0}]


def test_an_answer_is_written_as_solvers_print_it(shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["run", shown, "--all"]) == ANSWERED
    assert "v 1 -2 0" in capsys.readouterr().out


def test_a_conflict_names_lines(impossible: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["run", impossible]) == IMPOSSIBLE
    assert dispatch(["explain", impossible, "--smallest", "--json"]) == IMPOSSIBLE
    told = capsys.readouterr().out.splitlines()[-1]
    (conflict,) = json.loads(told)["conflicts"]
    assert conflict["parts"] == ["line 2: x1 ∨ x2", "line 3: ¬x1 ∨ x2", "line 4: x1 ∨ ¬x2", "line 5: ¬x1 ∨ ¬x2"]


def test_every_verb_takes_a_file(shown: str, impossible: str, tmp_path: Path) -> None:
    assert dispatch(["compare", shown, "--backends", "sat,backtracking", "--mode", "all"]) == ANSWERED
    assert dispatch(["diagnose", impossible]) == ANSWERED
    assert dispatch(["run", impossible, "--proof", str(tmp_path / "proof")]) == IMPOSSIBLE
    assert dispatch(["verify", str(tmp_path / "proof")]) == ANSWERED


def test_soft_clauses_are_broken_as_cheaply_as_can_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = "{0} 1 2 0\n{0} -1 -2 0\n5 1 0\n3 2 3 0\n2 -3 0\n4 0\n"
    (tmp_path / "new.wcnf").write_text(clauses.format("h"))
    (tmp_path / "old.wcnf").write_text("c before 2022\np wcnf 3 6 20\n" + clauses.format("20"))
    for name in ("new", "old"):
        assert dispatch(["run", str(tmp_path / f"{name}.wcnf"), "--json"]) == ANSWERED
        record = json.loads(capsys.readouterr().out)
        assert (record["value"], record["answers"]) == (6, [{"x1": 1, "x2": 0, "x3": 1}])
    assert dispatch(["run", str(tmp_path / "new.wcnf"), "--count", "--json"]) == ANSWERED
    assert json.loads(capsys.readouterr().out)["found"] == 4


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("* #variable= 3 #constraint= 1\n1 x1 1 x2 >= 2;\n", "v x1 x2 -x3"),
        ("* #variable= 3 #constraint= 1\n* ind 2 0\n1 x1 1 x2 >= 2;\n", "v x2"),
        ("min: ;\n1 a >= 1;\n-1 b >= 0;\n", "v a -b"),
        ("* #variable= 0 #constraint= 0\n", "v"),  # an answer, of which there is nothing to say
    ],
)
def test_an_answer_to_sums_has_every_literal_as_in_competitions(text: str, lines: str) -> None:
    """``s SATISFIABLE`` is followed by lines that begin with v and name every variable, negated where it is 0."""
    reading = reader(FORMATS["opb"]).read(BytesIO(text.encode()), "it")
    (answer, *_) = solvers.solutions(reading.model)
    assert reading.written({var: answer[var] for var in reading.model.projection}) == lines


def test_very_many_literals_of_an_answer_take_several_lines() -> None:
    reading = reader(FORMATS["opb"]).read(BytesIO(b"* #variable= 99 #constraint= 0\n"), "it")
    lines = reading.written(dict.fromkeys(reading.model.projection, 1)).splitlines()
    assert len(lines) > 1
    assert " ".join(line.removeprefix("v ") for line in lines).split() == [f"x{number}" for number in range(1, 100)]
    assert all(line.startswith("v ") and len(line) <= 80 for line in lines)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["none.cnf"], "there is no file 'none.cnf'; name a file"),
        (["dimacs"], "no instance comes with dimacs: name a file"),
    ],
)
def test_a_file_that_is_not_there(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert dispatch(["run", *words]) == BAD_INPUT
    assert sentence in capsys.readouterr().err


def test_only_a_file_with_an_objective_has_a_best_answer(shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["run", shown, "--minimize", "objective"]) == BAD_INPUT
    assert "names nothing that is to be small or large" in capsys.readouterr().err


MPS_BOUNDS = (
    "ROWS\n N cost\n G c1\nCOLUMNS\n M1 'MARKER' 'INTORG'\n x cost 1 c1 1\n y c1 1\n M2 'MARKER' 'INTEND'\nRHS\n"
    " RHS c1 1\nBOUNDS\n LO BND x 3\n UP BND x 2\n UP BND y 4\nENDATA\n"
)


@rows(
    ("name", "text", "conflict"),
    [
        ("a.lp", "max x\nsubject to\nbounds\n x <= -1\ngeneral\n x\nend\n", "x is at least 0 and at most -1"),
        ("b.lp", "min x\nst\nbounds\n 1.1 <= x <= 1\ngeneral\n x\nend\n", "x is at least 2 and at most 1"),
        ("c.lp", "min x\nst\nbounds\n 2 <= x <= 3\nbinary\n x\nend\n", "x is at least 2 and at most 1"),
        ("d.mps", MPS_BOUNDS, "x is at least 3 and at most 2"),
        ("e.fzn", "var 3..2: x :: output_var;\nsolve satisfy;\n", "x has an empty domain"),
        ("f.fzn", "var {}: x;\nconstraint int_le(x, 2);\nsolve minimize x;\n", "x has an empty domain"),
    ],
)
def test_bounds_that_leave_nothing_have_no_answer(
    name: str, text: str, conflict: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(text)
    assert dispatch(["explain", str(tmp_path / name), "--json"]) == IMPOSSIBLE
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["conflicts"][0]["parts"] == [conflict]


LITERALS = st.lists(st.sampled_from([1, 2, 3, -1, -2, -3]), min_size=1, max_size=4)


def are_true(literals: list[int], values: tuple[int, ...]) -> list[bool]:
    return [values[abs(literal) - 1] == (literal > 0) for literal in literals]


@settings(max_examples=60, deadline=None)
@given(
    clauses=st.lists(LITERALS, max_size=2),
    sums=st.lists(
        st.tuples(LITERALS, st.lists(st.integers(-3, 5), min_size=4, max_size=4) | st.none(), st.integers(-2, 6)),
        min_size=1,
        max_size=3,
    ),
    relation=st.sampled_from(["<=", ">="]),
)
def test_sums_of_literals_stand_beside_clauses(
    clauses: list[list[int]], sums: list[tuple[list[int], list[int] | None, int]], relation: str
) -> None:
    lines = [f"{' '.join(map(str, clause))} 0" for clause in clauses]
    for literals, weights, bound in sums:
        words = map(str, literals) if weights is None else map("{}*{}".format, weights, literals)
        lines.append(f"{'w ' if weights else ''}{' '.join(words)} {relation} {bound}")
    model = read(BytesIO("\n".join([f"p cnf+ 3 {len(lines)}", *lines, ""]).encode()), "it").model

    def holds(values: tuple[int, ...]) -> bool:
        totals = [
            (
                sum(weight for weight, met in zip(weights or [1] * 4, are_true(literals, values), strict=False) if met),
                most,
            )
            for literals, weights, most in sums
        ]
        met = (total <= bound if relation == "<=" else total >= bound for total, bound in totals)
        return all(any(are_true(clause, values)) for clause in clauses) and all(met)

    expected = {values for values in product((0, 1), repeat=3) if holds(values)}
    assert answers_of(load(load_backend("backtracking")[0], model)) == expected


@settings(max_examples=60, deadline=None)
@given(soft=st.lists(st.tuples(st.integers(-5, 5), LITERALS), min_size=1, max_size=5), hard=LITERALS)
def test_a_weight_below_0_is_a_gain_where_the_clause_is_broken(
    soft: list[tuple[int, list[int]]], hard: list[int]
) -> None:
    lines = [f"{weight} {' '.join(map(str, clause))} 0\n" for weight, clause in (*soft, ("h", hard))]
    model = read_weighted(BytesIO("".join(lines).encode()), "it").model
    totals = [
        sum(weight for weight, clause in soft if not any(are_true(clause, values)))
        for values in product((0, 1), repeat=max(abs(one) for _, clause in (*soft, (0, hard)) for one in clause))
        if any(are_true(hard, values + (0, 0)))
    ]
    answer = solvers.optimum(model)
    assert answer.objective == min(totals)
