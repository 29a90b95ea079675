"""Help for players: hints that lead to the answer, by the techniques that are chosen, and what is wrong so far."""

from __future__ import annotations

from typing import Any

import pytest

from solvers.serve.ask import Record
from tests.solvers.serve.questions import SAMPLES, answer_to, document_of, one

pytestmark = pytest.mark.usefixtures("opens_puzzle_files")


@pytest.mark.parametrize(
    ("puzzle", "instance"),
    [sample for sample in SAMPLES if sample[1] != "variants/diagonals"],  # 209 steps, 13 seconds
)
@pytest.mark.usefixtures("patience")
def test_hints_alone_lead_to_the_answer(puzzle: str, instance: str) -> None:
    document = document_of(puzzle, instance)
    if one("judge", document=document).get("verdict") != "unique":
        pytest.skip("it has several answers, of which hints say nothing")
    state: dict[str, str] = {}
    marks: dict[str, Any] = {}
    # The walk over all steps does the same; it is what keeps this test quick.
    *steps, last = answer_to("steps", document=document, state={})
    assert "verdict" in last
    state = steps[-1]["state"] if steps else {}
    assert one("check", document=document, state=state)["solved"]
    first = one("hint", document=document, state={}, marks=marks)
    assert len(first["levels"]) == 5
    assert first["levels"][0] == "Nothing is wrong so far."


@pytest.mark.parametrize(
    ("puzzle", "instance"), [("sudoku", "order_6"), ("cubes", ""), ("dealing", ""), ("grecian", "toy")]
)
@pytest.mark.usefixtures("patience")
def test_doing_what_hints_say_reaches_the_answer(puzzle: str, instance: str) -> None:
    document = document_of(puzzle, instance)
    state: dict[str, str] = {}
    marks: dict[str, dict[str, list[str]]] = {}
    for _ in range(400):
        if one("check", document=document, state=state)["solved"]:
            return
        hint = one("hint", document=document, state=state, marks=marks)
        assert hint["do"] or hint.get("done"), hint
        for todo in hint["do"]:
            if todo["set"]:
                state[todo["piece"]] = todo["symbol"]
            else:
                marks.setdefault(todo["piece"], {"struck": []})["struck"].append(todo["symbol"])
        if not hint["do"]:
            break
    raise AssertionError("the answer was not reached")


def test_a_wrong_entry_is_named_before_any_hint() -> None:
    document = document_of("sudoku", "order_6")
    state = one("answer", document=document)["state"]
    given_ones = document["entries"]
    cell = next(key for key in state if key not in given_ones)
    wrong = next(digit for digit in "123456" if digit != state[cell])
    hint = one("hint", document=document, state={cell: wrong}, marks={})
    assert hint["wrong"] == [{"piece": cell, "symbol": wrong, "set": True}]
    assert cell in hint["lit"]
    against = one("check", document=document, state={cell: wrong}, against="answer")
    assert against["wrong"] == [cell]


def test_a_struck_candidate_that_was_right_is_what_is_wrong_so_far() -> None:
    document = document_of("sudoku", "order_6")
    state = one("answer", document=document)["state"]
    cell = next(key for key in state if key not in document["entries"])
    others = [digit for digit in "123456" if digit != state[cell]]
    hint = one("hint", document=document, state={}, marks={cell: {"centre": others}})
    assert (len(hint["levels"]), hint["lit"]) == (1, [cell])


def test_a_technique_is_practised_where_it_is_the_next_step() -> None:
    assert "there is no 'magic'" in one("practise", puzzle="sudoku", technique="magic")["error"]
    found = one("practise", puzzle="sudoku", technique="naked pair")
    hint = one("hint", document=found["document"], state=found["state"], marks=found["marks"])
    assert hint["technique"] == "naked pair"


def techniques_of(records: list[Record]) -> set[str]:
    return {record["technique"] for record in records if "technique" in record}


@pytest.mark.usefixtures("patience")
def test_hints_and_steps_go_by_the_techniques_that_are_chosen() -> None:
    document = document_of("sudoku", "order_6")
    singles = {"last cell", "hidden single", "naked single"}
    assert techniques_of(answer_to("hint", document=document)) <= singles
    for chosen in ({"without": "singles"}, {"only": "all", "without": "singles, fish"}):
        hinted = techniques_of(answer_to("hint", document=document, **chosen))
        walked = techniques_of(answer_to("steps", document=document, **chosen))
        explained = one("explain", puzzle="sudoku", instance="order_6", **chosen)["steps"]
        assert not (hinted | walked | techniques_of(explained)) & singles
        assert len(hinted) == 1
    assert techniques_of(answer_to("steps", document=document, only="singles")) <= singles
    assert "no technique 'magic'" in one("hint", document=document, without="magic")["error"]
