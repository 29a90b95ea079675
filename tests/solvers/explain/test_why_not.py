"""Why not: an answer that has some facts, or a smallest set of rules and givens that rules them out, by brute force."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from models.errors import PuzzlebenchError
from models.language.model import DEFINITION, Givens, Key, Literal, Model
from solvers import api as pb
from solvers.backends.sat.rules import unsupported_reason
from tests.random_models import assignments, declared_in, givens_for, literals_for, models
from tests.solvers.backends.everyone import drawing, trying
from tests.solvers.conftest import Typed


def broken_sets(model: Model, givens: Givens, facts: list[Literal]) -> set[frozenset[Key]]:
    """Of each assignment that has the facts, the keys of the rules and givens that it breaks."""
    found = set()
    for assignment in map(model.complete, assignments(declared_in(model))):
        if all(fact.holds(assignment) for fact in facts):
            rules = {one.rule for one in model.constraints if one.rule != DEFINITION and not one.holds(assignment)}
            found.add(frozenset(rules | {("given", var.index) for var, v in givens.items() if assignment[var] != v}))
    return found


def smallest_hitting_set(sets: set[frozenset[Key]]) -> int:
    """The size of the smallest set that has a member in common with each of ``sets``."""
    keys = sorted(frozenset().union(*sets), key=repr)
    sizes = range(len(keys) + 1)
    return next(
        size for size in sizes if any(all(one & set(chosen) for one in sets) for chosen in combinations(keys, size))
    )


@trying("sat", 120)
@given(drawing)
def test_it_is_an_answer_or_a_smallest_reason(data: st.DataObject) -> None:
    model = data.draw(models(max_vars=4, max_constraints=4))
    assume(unsupported_reason(model) is None)
    givens, facts = data.draw(givens_for(model)), data.draw(literals_for(model))
    assume(facts)
    broken = broken_sets(model, givens, facts)
    found = pb.why_not(model, facts, givens=givens)
    if frozenset() in broken:
        assert (found.status, found.exit_code, found.reason) == ("possible", 0, None)
        assert found.answer is not None
        return
    assert (found.exit_code, found.answer) == (1, None)
    assert found.reason is not None
    keys = {part.key for part in found.reason.parts}
    without_facts = broken_sets(model, givens, [])
    if found.status == "impossible":
        assert frozenset() not in without_facts
        broken = without_facts
    else:
        assert found.status == "ruled out"
        assert frozenset() in without_facts
    assert all(one & keys for one in broken)
    assert len(keys) == smallest_hitting_set(broken)
    assert found.reason.smallest


@trying("sat", 60)
@given(drawing)
def test_the_least_to_give_up_is_a_minimum_correction_set(data: st.DataObject) -> None:
    model = data.draw(models(max_vars=4, max_constraints=5))
    assume(unsupported_reason(model) is None)
    givens = data.draw(givens_for(model))
    broken = broken_sets(model, givens, [])
    found = pb.repair(model, givens=givens)
    if frozenset() in broken:
        assert found is None
        return
    assert found is not None
    assert (found.fewest, found.proved) == (min(map(len, broken)), True)
    for correction in found.corrections:
        assert frozenset(mistake.key for mistake in correction.mistakes) in broken


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["sudoku", "order_6", "R1C1=4"], 0, "R1C1 = 4: an answer has it."),
        (["cover", "wildwood", "not Moonshine"], 0, "not Moonshine: an answer has it."),
        (
            ["cover", "wildwood", "Moonshine"],
            1,
            "Moonshine: no answer has it. These 2 together rule it out (no fewer do):",
        ),
        (["sudoku", "inkala", "R1C1=5"], 1, "R1C1 = 5: no answer has it. This rules it out (no fewer do):"),
        (
            ["sudoku", "clash", "R1C1=5"],
            1,
            "There is no answer at all, with or without R1C1 = 5, for these 3 cannot all hold:",
        ),
        (["grecian", "", "turn of dial 1 = 5, turn of dial 2 != 9"], 1, "no answer has it"),
        (["cubes", "parker-jaap", "cube 1 front = R"], 1, "cube 1 front = R: no answer has it. These 6 together rule"),
    ],
)
def test_a_command_names_facts_as_the_puzzle_does(words: list[str], code: int, expected: str, typed: Typed) -> None:
    puzzle, instance, facts = words
    got, out, _ = typed("explain", puzzle, *([instance] if instance else []), "--why-not", facts)
    assert got == code
    assert expected in out.splitlines()[2]


def test_the_reason_is_told_part_by_part(typed: Typed) -> None:
    code, out, _ = typed("explain", "sudoku", "inkala", "--why-not", "R1C2 = 5")
    assert (code, out.splitlines()[3:]) == (1, ["  R4C2 = 5 is given", "  column 2 holds each digit once"])
    code, out, _ = typed("explain", "sudoku", "inkala", "--why-not", "R1C2 = 5", "--json")
    record = json.loads(out)
    assert (code, record["status"], record["reason"]["smallest"]) == (1, "ruled out", True)
    assert record["reason"]["parts"] == ["R4C2 = 5 is given", "column 2 holds each digit once"]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ("R11C2 = 5", "nothing is called 'R11C2' in this sudoku; did you mean R1C2?"),
        ("R1C2 = 12", "R1C2 cannot be '12'; it is one of 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("R1C2", "say what 'R1C2' is or is not, for example R1C2 = …"),
        ("", "nothing is supposed; say what may not be, such as R1C1 = 9"),
    ],
)
def test_a_wrong_name_is_answered_by_a_sentence(facts: str, expected: str, typed: Typed) -> None:
    assert typed("explain", "sudoku", "inkala", "--why-not", facts) == (2, "", f"error: {expected}\n")


@pytest.mark.parametrize(
    "other", ["--hint", "--from=R1C2=1", "--all-conflicts", "--html=x.html", "--full", "--proof=x"]
)
def test_what_makes_no_sense_beside_it_is_refused(other: str, typed: Typed) -> None:
    code, _, said = typed("explain", "sudoku", "--why-not", "R1C2=5", other)
    assert (code, "of no use beside --why-not" in said) == (2, True)


def test_from_python_values_outside_the_domain_are_ruled_out_by_themselves() -> None:
    model = pb.Model("small")
    x, y = model.new_int_var(1, 3, "x"), model.new_int_var(1, 3, "y")
    model.add(x < y)
    assert (
        repr(pb.why_not(model, x == 7)) == "<x ∈ ∅: no answer has it, whatever is given: its values alone rule it out.>"
    )
    assert pb.why_not(model, [x >= 2, y == 3]).answer == {"x": 2, "y": 3}
    assert pb.why_not(model, "x = 3").status == "ruled out"
    with pytest.raises(PuzzlebenchError):
        pb.why_not(model, x + y == 3)  # type: ignore[arg-type]
    with pytest.raises(PuzzlebenchError, match="nothing is supposed; say what may not be, such as x = 3"):
        pb.why_not(model, [])
    with pytest.raises(PuzzlebenchError):
        pb.why_not(model, pb.Model().new_bool_var("b"))


def test_a_model_too_large_for_clauses_has_a_verdict_and_a_repair() -> None:
    model = pb.Model("wide")
    x, y = model.new_int_var(0, 10**7, "x"), model.new_int_var(0, 10**7, "y")
    model.add(x + y == 7, because="they add up to 7")
    found = pb.why_not(model, x >= 8)
    assert (found.status, found.reason) == ("ruled out", None)
    assert "no answer has it. Why is not known: reasons and conflicts are found with SAT" in repr(found)
    assert pb.why_not(model, x == 7).status == "possible"
    model.add(x >= 5, because="x is large")
    model.add(y >= 5, because="y is large")
    repaired = pb.repair(model)
    assert repaired is not None
    assert (repaired.fewest, len(repaired.corrections)) == (1, 3)


def test_of_an_instance_it_is_what_its_puzzle_knows_of_mistakes() -> None:
    found = pb.repair(pb.puzzle("sudoku").load("clash"))
    assert found is not None
    assert found.fewest == 1
    assert "R4C6 reads 3" in str(found.corrections[0].mistakes[0]) or "R4C8 reads 3" in repr(found)
    assert pb.repair(pb.puzzle("sudoku").load("several_answers")) is None
    with pytest.raises(pb.NotKnown):
        pb.repair(pb.puzzle("sudoku").load("gecode_25"), seconds=0.01)
