"""The checker accepts what follows and rejects everything else, with the line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

import pytest

from solvers.core.limits import LOOK_EVERY, OutOfTime
from solvers.proofs.checker import Proved, _Checker, check
from solvers.proofs.formula import PBConstraint, Rejected, read_formula
from solvers.proofs.propagation import UnitPropagator
from solvers.proofs.script import Script
from tests.solvers.backends.test_loading import Looks
from tests.tables import rows

HEAD = ["pseudo-Boolean proof version 3.0"]
TAIL = ["output NONE ;", "conclusion NONE ;", "end pseudo-Boolean proof ;"]

THREE = "preserved: aa bb cc ;\n@one 1 aa 1 bb 1 cc = 1 ;\n@no 1 ~cc >= 1 ;\n"
"""One of three, and not the last: two answers."""


def run(statement: str, steps: Sequence[str], tail: Sequence[str] = TAIL) -> Proved:
    return check(read_formula(statement), "\n".join([*HEAD, *steps, *tail]) + "\n")


@rows(
    "step",
    [
        "rup 1 aa 1 bb >= 1 ;",
        "rup 1 ~aa 1 ~bb >= 1 ;",
        "rup 2 aa 2 bb 1 cc >= 2 ;",
        "rup 1 ~cc >= 1 : ~ 3 ;",
        "pol 1 @no + ;",
        "pol 1 2 + 3 * 2 d s ;",
        "pol 1 aa 4 * + ;",
        "red 1 ~zz 1 aa >= 1 : zz -> 0 ;",
        "sol aa ;",
        "solx bb ;",
        "f 3 ;",
        "% a comment",
    ],
)
def test_a_step_that_follows_is_taken(step: str) -> None:
    run(THREE, [step])


@rows(
    ("step", "why"),
    [
        ("rup 1 aa >= 1 ;", "does not follow"),
        ("rup 1 ~aa 1 ~bb >= 1 : ~ 1 ;", "does not follow"),
        ("rup 1 aa >= 1", "not a pseudo-Boolean constraint"),
        ("rup 1 aa > 1 ;", "not a pseudo-Boolean constraint"),
        ("rup one aa >= 1 ;", "one is not a number"),
        ("rup 1 aa 1 bb = 1 ;", "not a step"),
        ("pol 1 2 ;", "2 constraints are left over"),
        ("pol 9 ;", "no constraint 9"),
        ("pol @nobody ;", "no constraint @nobody"),
        ("pol 1 0 d ;", "0 is too small"),
        ("pol + ;", "not a step"),
        ("red 1 aa >= 1 : aa -> 1 ;", "makes up an answer"),
        ("red 1 zz >= 2 : zz -> 1 ;", "does not keep"),
        ("red 1 ~zz 1 aa >= 1 : zz -> 1 ;", "does not keep"),
        ("sol cc ;", "contradicts"),
        ("sol ;", "not satisfied"),
        ("solx ;", "not satisfied"),
        ("soli aa ;", "no objective"),
        ("del id 1 ;", "part of the statement"),
        ("f 4 ;", "has 3 constraints"),
        ("a 1 aa >= 1 ;", "not a known rule"),
        ("@x ;", "not a step"),
    ],
)
def test_a_step_that_does_not_follow_is_rejected_with_its_line(step: str, why: str) -> None:
    with pytest.raises(Rejected, match=f"^line 2: .*{why}"):
        run(THREE, [step])


def test_the_clock_is_looked_at_before_each_step_and_while_much_follows_from_one() -> None:
    proof = "\n".join(["pseudo-Boolean proof version 3.0", *["rup 1 aa 1 bb >= 1 ;"] * 10, *TAIL])
    assert check(read_formula(THREE), proof, Looks(13)).steps == 13
    with pytest.raises(OutOfTime):
        check(read_formula(THREE), proof, Looks(12))
    chain = UnitPropagator(Looks(3))
    chain.reach(5 * LOOK_EVERY)
    for boolean in range(5 * LOOK_EVERY - 1):
        chain.add(PBConstraint({2 * boolean + 1: 1, 2 * boolean + 2: 1}, 1))
    with pytest.raises(OutOfTime):
        chain.conflict([0])


@rows(
    ("steps", "conclusion", "why"),
    [
        (["solx aa ;", "solx bb ;", "rup 1 ~aa >= 1 ;", "rup >= 1 ;"], "ENUMERATION_COMPLETE 2 : 7", None),
        (["solx aa ;", "solx bb ;"], "ENUMERATION_PARTIAL 2", None),
        (["solx aa ;"], "SAT", None),
        (["solx aa ;", "rup >= 1 ;"], "ENUMERATION_COMPLETE 1 : 5", "does not follow"),
        (["solx aa ;"], "ENUMERATION_COMPLETE 1 : 4", "no contradiction"),
        (["solx aa ;", "solx aa ;"], "ENUMERATION_PARTIAL 2", "contradicts"),
        (["solx aa ;", "solx bb ;"], "ENUMERATION_COMPLETE 1 : 5", "1 answers are claimed, 2"),
        (["solx aa ;"], "ENUMERATION_PARTIAL 2", "2 answers are claimed, 1"),
        (["solx aa ;", "solx bb ;"], "UNSAT : 5", "answers were found"),
        ([], "UNSAT", "no contradiction"),
        ([], "SAT", "no answer was shown"),
        ([], "MAYBE", "not a known conclusion"),
    ],
)
def test_a_conclusion_is_held_to_what_was_shown(steps: list[str], conclusion: str, why: str | None) -> None:
    tail = [TAIL[0], f"conclusion {conclusion} ;", TAIL[2]]
    with nullcontext() if why is None else pytest.raises(Rejected, match=why):
        assert run(THREE, steps, tail).conclusion == conclusion.split()[0]


@rows("place", [1, 2, 3])
@rows("step", ["rup 1 aa 1 bb >= 1 ;", "solx aa ;", "del id 4 ;"])
def test_no_step_stands_among_the_last_lines(place: int, step: str) -> None:
    with pytest.raises(Rejected, match="cannot stand here"):
        run(THREE, ["rup 1 ~aa 1 ~bb >= 1 ;"], [*TAIL[:place], step, *TAIL[place:]])


def test_what_says_nothing_is_saturated_to_no_terms() -> None:
    for degree in (0, -2):
        assert PBConstraint({2: 3, 5: 1}, degree).saturated() == PBConstraint({}, degree)
    assert PBConstraint({2: 3, 5: 1}, 2).saturated() == PBConstraint({2: 2, 5: 1}, 2)


def test_what_a_proof_defines_takes_the_name_of_nothing_in_the_statement() -> None:
    formula = read_formula("1 sum_1_ 1 sum_1__ 1 aa >= 1 ;\n")
    script = Script(formula)
    script.define({formula.names.literal("aa"): 1}, 1)
    assert [line.split()[-2:] for line in script.lines[2:]] == [["0", ";"], ["1", ";"]]
    assert all(": sum_1___ ->" in line for line in script.lines[2:])


def test_the_least_is_what_the_best_answer_comes_to() -> None:
    statement = "min: 2 aa 3 bb ;\n" + THREE
    steps = ["soli bb ;", "soli aa ;", "rup >= 1 ;"]
    for claim in ("2 : 6 2", "3 : 6 3", "1 : 6 2", "2 : 6 3", "INF INF"):
        with nullcontext() if claim == "2 : 6 2" else pytest.raises(Rejected):
            assert run(statement, steps, [TAIL[0], f"conclusion BOUNDS {claim} ;", TAIL[2]]).least == 2
    with pytest.raises(Rejected, match=r"worth|makes up"):
        run(statement, ["red 1 ~aa >= 1 : aa -> 0 ;"])


@rows("kept", range(len(HEAD) + 2 + len(TAIL)))
def test_a_proof_that_is_cut_off_proves_nothing(kept: int) -> None:
    lines = [*HEAD, "solx aa ;", "solx bb ;", *TAIL][:kept]
    with pytest.raises(Rejected):
        check(read_formula(THREE), "\n".join(lines))


def test_comments_and_empty_lines_are_no_steps() -> None:
    assert run(THREE, ["solx aa ;", "", "% rup >= 1 ;", "solx bb; rup 1 ~aa >= 1; % ;"]).steps == 3 + len(TAIL)


def test_a_proof_that_would_fill_the_memory_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.proofs.checker.MAX_DERIVED_TERMS", 1_000)
    statement = f"preserved: x1 ;\n{' '.join(f'1 x{n}' for n in range(100))} >= 1 ;\n"
    for steps in (9 * ["pol 1 2 * ;"], 99 * ["pol 1 2 * ;", "del id -1 ;"]):
        assert run(statement, steps).conclusion == "NONE"
    with pytest.raises(Rejected, match="line 11: more than 1,000 terms are kept"):
        run(statement, 10 * ["pol 1 2 * ;"])
    with pytest.raises(Rejected, match="line 2: a number grows beyond all bounds"):
        run(statement, [f"pol x1{10 * f' {10**4000} *'} ;"])


CHECKER, FORMULA = "solvers.proofs.checker", "solvers.proofs.formula"
FULL = "more than 1,000 terms are kept"
WIDE = f"preserved: aa ;\n{' '.join(f'1 x{n}_' for n in range(100))} >= 1 ;\n"


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (["rup >= 0 ;"] * 201, FULL),
        (["@k rup >= 0 ;", "del id -1 ;"] * 500, ""),
        (["pol 1 " + "1 2 * " * 10 + "+ " * 10 + ";"], FULL),
        (["pol 1 " + "1 2 * + " * 10 + ";"], ""),
        (["pol aa " + "~aa " * 200 + "+ " * 200 + ";"], FULL),
        (["pol aa " + "~aa + " * 200 + ";"], ""),
        ([f"pol 1 {10**3000} * ;"], FULL),
        (["sol aa x1_ ;"] * 500, ""),
    ],
)
def test_all_that_is_kept_counts_and_nothing_that_is_forgotten(
    monkeypatch: pytest.MonkeyPatch, steps: list[str], why: str
) -> None:
    monkeypatch.setattr(f"{CHECKER}.MAX_DERIVED_TERMS", 1_000)
    others = " ".join(f"~x{n}_" for n in range(2, 100))
    steps = [step.replace("x1_", f"~x0_ x1_ {others}") for step in steps]
    with pytest.raises(Rejected, match=why) if why else nullcontext():
        assert run(f"min: 1 aa ;\n{WIDE}", steps).conclusion == "NONE"


def test_a_list_of_answers_is_kept_in_a_tenth_of_its_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the answers of a Sudoku, of 729 Booleans each, can be listed by the ten thousand."""
    monkeypatch.setattr(f"{CHECKER}.MAX_DERIVED_TERMS", 2_000)
    names = [f"x{n}_" for n in range(64)]
    statement = f"preserved: {' '.join(names)} ;\n{' '.join(f'1 {name}' for name in names)} = 1 ;\n"
    steps = [f"solx {name} ;" for name in names]
    tail = [TAIL[0], "conclusion ENUMERATION_COMPLETE 64 ;", TAIL[2]]
    refuted = [f"rup 1 ~{name} >= 1 ;" for name in names]
    assert len(run(statement, [*steps, *refuted, "rup >= 1 ;"], tail).answers) == 64 > 2_000 // len(names)
    for rule in ("sol", "solx"):
        with pytest.raises(Rejected, match="this is not an answer"):
            run(statement, [*steps[:5], f"{rule} {names[3]} ;"])
    with pytest.raises(Rejected, match="cannot be deleted"):
        run(statement, [*steps[:5], "del id -1 ;"])


@pytest.mark.parametrize(
    ("limit", "most", "statement", "steps", "why"),
    [
        (f"{FORMULA}.MAX_STATED_TERMS", 30, ">= 0 ;\n" * 7, [], "line 7 .*: there are more than 30 terms"),
        (f"{FORMULA}.MAX_STATED_TERMS", 30, "1 aa 1 bb = 1 ;\n" * 3, [], "line 3 of the statement: there are more"),
        (f"{FORMULA}.MAX_BOOLEANS", 2, "1 aa 1 bb 1 cc >= 1 ;\n", [], "line 1 .*: more than 2 Booleans are named"),
        (f"{FORMULA}.MAX_BOOLEANS", 2, "1 aa >= 1 ;\n", ["rup 1 bb >= 0 ;", "del id -1 ;", "rup 1 cc >= 0 ;"],
         "line 4: more than 2 Booleans are named"),
        (f"{FORMULA}.MAX_LINE_CHARACTERS", 20, "1 aa  1 bb  1 cc >= 1 ;\n", [], "line 1 .* more than 20 characters"),
        (f"{CHECKER}.MAX_LINE_CHARACTERS", 15, "1 aa >= 1 ;\n", ["pol 1 1 1", "+ 1 1 1 1 +", "+ + + + ;"],
         "line 3: a step has more than 15 characters"),
    ],
)  # fmt: skip
def test_each_limit_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, limit: str, most: int, statement: str, steps: list[str], why: str
) -> None:
    run(statement, steps)
    monkeypatch.setattr(limit, most)
    with pytest.raises(Rejected, match=why):
        run(statement, steps)


def test_numbers_of_deleted_constraints_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{CHECKER}.MIN_STALE_TERMS", 50)
    checker = _Checker(read_formula("preserved: aa ;\n1 aa 1 xx >= 1 ;\n"))
    for number in range(1_000):
        checker.step([f"@k{number}", "rup", "1", "aa", "1", "xx", ">=", "1"])
        checker.step(["del", "id", "-1"])
    assert max(map(len, (checker.labels, checker.waiting, *checker.contains.values()))) < 20


def test_a_hint_that_is_named_often_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(f"{CHECKER}.refuted", lambda constraints: seen.append(len(constraints)) or True)
    run(THREE, ["rup 1 aa 1 bb >= 1 : ~ 1 1 @one 1 3 ;"])
    assert seen == [3]
