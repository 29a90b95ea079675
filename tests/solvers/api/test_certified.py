"""``proof=`` in Python writes what is claimed, and ``solvers.verify`` checks it against the model that is meant."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import solvers
from models.errors import InputError, PuzzlebenchError
from models.language.model import Model
from solvers import api as pb
from solvers.core.limits import ANSWERED, BAD_INPUT, IMPOSSIBLE
from tests.solvers.conftest import Typed
from tests.solvers.proofs.veripb_grammar import opb_fault, pbp_fault


def heads_and_legs(legs: int = 94) -> Model:
    model = Model("heads and legs")
    hens, hares = model.new_int_var(0, 35, "hens"), model.new_int_var(0, 35, "hares")
    model.add(hens + hares == 35, because="there are 35 heads")
    model.add(2 * hens + 4 * hares == legs, because=f"there are {legs} legs")
    return model


def knapsack(room: int = 7) -> Model:
    model = Model("knapsack")
    one, other = model.new_int_var(0, 5, "one"), model.new_int_var(0, 5, "other")
    model.add(one + other <= room)
    model.maximize(3 * one + 2 * other + 10)
    return model


def three_of_ten() -> Model:
    model = Model("three of ten")
    model.add(sum(model.new_bool_var(f"b{place}") for place in range(10)) == 3)
    return model


@pytest.fixture
def name(tmp_path: Path) -> Path:
    return tmp_path / "it"


Ask = Callable[[Model, Path], object]


@pytest.mark.parametrize(
    ("model", "ask", "answer", "claim"),
    [
        (heads_and_legs(), lambda m, p: solvers.solve(m, proof=p)[m.variables[0]], 23, "exactly 1 answer"),
        (heads_and_legs(93), lambda m, p: bool(solvers.solve(m, proof=p)), False, "no answer"),
        (
            three_of_ten(),
            lambda m, p: solvers.solve(m, proof=p, backend="sat").status.value,
            "solved",
            "at least 2 answers",
        ),
        (three_of_ten(), lambda m, p: solvers.count(m, proof=p), 120, "exactly 120 answers"),
        (three_of_ten(), lambda m, p: solvers.count(m, proof=p, limit=5), 5, "at least 5 answers"),
        (knapsack(), lambda m, p: solvers.optimum(m, proof=p).objective, 29, "the most is 29"),
    ],
)
def test_what_is_asked_of_a_model_is_proved(model: Model, ask: Ask, answer: object, claim: str, name: Path) -> None:
    assert ask(model, name) == answer
    verdict = pb.verify(name, model)
    assert (verdict.verified, str(verdict.claim)) == (True, claim), str(verdict)
    stopped = pb.verify(name, model, seconds=1e-9)
    assert (bool(stopped), stopped.stopped, stopped.rejected) == (False, True, "")
    assert opb_fault(name.with_suffix(".opb").read_text()) is None
    if name.with_suffix(".pbp").exists():
        assert pbp_fault(name.with_suffix(".pbp").read_text(), optimises=model.objective is not None) is None


def test_a_certificate_of_another_model_is_rejected(name: Path) -> None:
    solvers.optimum(knapsack(), proof=name)
    verdict = pb.verify(name, knapsack(6))
    assert not verdict.verified
    assert re.match(r"line \d+ of the statement says '@linear .*, where the instance asks for", verdict.rejected)


def test_an_answer_that_the_model_refuses_is_rejected(name: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solvers.solve(heads_and_legs(), proof=name)
    monkeypatch.setattr(Model, "first_violation", lambda *_: "a line says otherwise")
    assert pb.verify(name, heads_and_legs()).rejected == (
        "an answer of the proof is none of the model: a line says otherwise"
    )


def test_what_has_no_best_answer_has_no_answer(name: Path) -> None:
    nothing = knapsack(-1)
    assert solvers.optimum(nothing, proof=name).objective is None
    assert str(pb.verify(name, nothing).claim) == "no answer"


def test_the_command_line_says_what_it_verified_a_model_against(typed: Typed) -> None:
    solvers.solve(heads_and_legs(), proof="it")
    code, out, _ = typed("verify", "it", "--expect", "exactly 1")
    assert code == ANSWERED
    assert re.fullmatch(
        r"model: heads and legs\nthe statement \(sha256 [0-9a-f]{16}\) is taken as it stands: it is compared with "
        r"nothing\nVERIFIED: exactly 1 answer\n[\d,]+ steps checked\n",
        out,
    )
    Path("pr").mkdir()
    solvers.optimum(knapsack(), proof="pr/it")
    assert typed("verify", "pr", "--workers", "1")[1] == (
        "VERIFIED: 1 of 1 certificates (the least is -19 of a statement as it stands: 1)\n"
    )
    assert "\nVERIFIED: the least is -19 (of the sum behind min:)\n" in typed("verify", "pr/it")[1]


def test_a_model_is_not_passed_off_as_an_instance(typed: Typed) -> None:
    solvers.solve(heads_and_legs(), proof="it")
    code, _, err = typed("verify", "it", "--instance", "inkala")
    assert (code, err) == (BAD_INPUT, "error: the certificate is of a model of somebody's own, and of no instance\n")
    inkala = solvers.puzzle("sudoku").load("inkala")
    assert pb.verify("it", inkala).rejected == "it is about a model of one's own, and not about sudoku"
    solvers.solve(inkala, proof="it")
    assert pb.verify("it", heads_and_legs()).rejected.startswith("it is about a puzzle, sudoku, and about no model")
    assert pb.verify("it", solvers.puzzle("cubes").load()).rejected == "it is about sudoku, and not about cubes"


@pytest.mark.parametrize(("word", "instance"), [("sudoku", "norvig_easy50"), ("cover", "wildwood"), ("cubes", "nrich")])
def test_an_instance_that_comes_along_is_verified_from_its_file(typed: Typed, word: str, instance: str) -> None:
    what = solvers.puzzle(word).load(instance)
    assert solvers.solve(what, proof="it").proof is not None
    assert pb.verify("it", what).verified
    code, out, _ = typed("verify", "it")
    assert (code, f"/{instance}." in out) == (ANSWERED, True)


def test_an_instance_from_elsewhere_has_to_be_named(typed: Typed) -> None:
    Path("mine.txt").write_text("53" + 79 * "." + "\n")
    mine = solvers.puzzle("sudoku").read("mine.txt")
    assert not solvers.solve(mine, proof="it").objective
    assert str(pb.verify("it", mine).claim) == "at least 2 answers"
    code, _, err = typed("verify", "it")
    assert (code, "handed over in Python: name its file with --instance" in err) == (BAD_INPUT, True)
    assert typed("verify", "it", "--instance", "mine.txt")[0] == ANSWERED
    Path("mine.txt").write_text("35" + 79 * "." + "\n")
    assert typed("verify", "it", "--instance", "mine.txt")[0] == IMPOSSIBLE


@pytest.mark.parametrize(
    ("stated", "boxes", "why"),
    [
        ({}, "3x2", ""),
        ({}, "", "its options, --boxes 3x2, are not those of this instance"),
        ({"options": {"boxes": "9x9"}}, "3x2", "its options, --boxes 9x9, are not those of this instance"),
        ({"options": {"magic": True}}, "3x2", "sudoku has no option 'magic' that can be True"),
        ({"objective": "clues"}, "3x2", "sudoku has no objective 'clues'"),
        ({"formulation": "magic"}, "3x2", "sudoku has no formulation 'magic'"),
    ],
)
def test_what_a_certificate_says_of_itself_is_checked_as_on_the_command_line(
    typed: Typed, stated: dict[str, object], boxes: str, why: str
) -> None:
    Path("six.txt").write_text(f"1{34 * '.'}1\n")
    typed("run", "sudoku", "six.txt", "--boxes", "3x2", "--proof", "six")
    head, origin, rest = Path("six.opb").read_text().split("\n", 2)
    said = {**json.loads(origin.removeprefix("* puzzlebench ")), **stated}
    Path("six.opb").write_text("\n".join((head, f"* puzzlebench {json.dumps(said, sort_keys=True)}", rest)))
    assert pb.verify("six", solvers.puzzle("sudoku").read("six.txt", boxes=boxes)).rejected == why


def test_the_best_answer_to_an_instance_is_proved(name: Path) -> None:
    cards = solvers.puzzle("dealing").typed(stacks=4, leftovers="0 ? 2 1")
    assert solvers.optimum(cards, "cards", proof=name).objective == 96
    assert str(pb.verify(name, cards).claim) == "the least is 96"


def test_a_limit_leaves_no_certificate(name: Path) -> None:
    solvers.solve(heads_and_legs(), proof=name)
    hard = solvers.puzzle("cubes").load("csun30-pi")
    answer = solvers.solve(hard, proof=name, seconds=0.1, backend="backtracking", formulation="orientation")
    assert answer.proof is not None
    assert answer.proof.unfinished
    assert not [*name.parent.iterdir()]


def test_what_cannot_be_proved_is_said_before_a_search(name: Path) -> None:
    with pytest.raises(PuzzlebenchError, match="backend cpsat writes no proofs"):
        solvers.solve(heads_and_legs(), proof=name, backend="cpsat")
    with pytest.raises(InputError, match=r"there is no folder '.*nowhere' to write the proof to"):
        solvers.count(three_of_ten(), proof=name.parent / "nowhere" / "it")
    with pytest.raises(InputError, match="No such file"):
        pb.verify(name)


def test_a_model_that_has_changed_is_stated_anew(tmp_path: Path) -> None:
    m = three_of_ten()
    solvers.count(m, proof=tmp_path / "before")
    m.project_on(m.variables[:2])
    solvers.count(m, proof=tmp_path / "after")
    assert str(pb.verify(tmp_path / "after", m).claim) == "exactly 4 answers"
    assert "line" in pb.verify(tmp_path / "before", m).rejected
