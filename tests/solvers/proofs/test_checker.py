"""The checker accepts what follows and rejects everything else, with the line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Model
from solvers.proofs.checker import Proved, check
from solvers.proofs.constraints import Rejected
from solvers.proofs.formula import read_formula
from solvers.proofs.proving import prove
from solvers.proofs.statement import Statement, state
from solvers.registry import load_backend
from tests.random_models import brute_force, models

HEAD = ["pseudo-Boolean proof version 3.0"]
TAIL = ["output NONE ;", "conclusion NONE ;", "end pseudo-Boolean proof ;"]

THREE = "preserved: aa bb cc ;\n@one 1 aa 1 bb 1 cc = 1 ;\n@no 1 ~cc >= 1 ;\n"
"""One of three, and not the last: two answers."""


def run(statement: str, steps: Sequence[str], tail: Sequence[str] = TAIL) -> Proved:
    return check(read_formula(statement), "\n".join([*HEAD, *steps, *tail]) + "\n")


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("rup 1 aa >= 1 ;", "does not follow"),
        ("rup 1 ~aa 1 ~bb >= 1 : ~ 1 ;", "does not follow"),
        ("rup 1 aa >= 1", "no pseudo-Boolean constraint"),
        ("rup 1 aa > 1 ;", "no pseudo-Boolean constraint"),
        ("rup one aa >= 1 ;", "one is no number"),
        ("rup 1 aa 1 bb = 1 ;", "no step as"),
        ("pol 1 2 ;", "2 constraints are left over"),
        ("pol 9 ;", "no constraint 9"),
        ("pol @nobody ;", "no constraint @nobody"),
        ("pol 1 0 d ;", "0 is too small"),
        ("pol + ;", "no step as"),
        ("red 1 aa >= 1 : aa -> 1 ;", "makes up an answer"),
        ("red 1 zz >= 2 : zz -> 1 ;", "does not keep"),
        ("red 1 ~zz 1 aa >= 1 : zz -> 1 ;", "does not keep"),
        ("sol cc ;", "contradicts"),
        ("sol ;", "not satisfied"),
        ("solx ;", "not satisfied"),
        ("soli aa ;", "no objective"),
        ("del id 1 ;", "part of the statement"),
        ("f 4 ;", "has 3 constraints"),
        ("a 1 aa >= 1 ;", "no rule that is known"),
        ("@x ;", "no step as"),
    ],
)
def test_a_step_that_does_not_follow_is_rejected_with_its_line(step: str, why: str) -> None:
    with pytest.raises(Rejected, match=f"^line 2: .*{why}"):
        run(THREE, [step])


@pytest.mark.parametrize(
    ("steps", "conclusion", "why"),
    [
        (["solx aa ;", "solx bb ;", "rup >= 1 ;"], "ENUMERATION_COMPLETE 2 : 6", None),
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
        ([], "BOUNDS 0 0", "no contradiction"),
        ([], "MAYBE", "no conclusion"),
    ],
)
def test_a_conclusion_is_held_to_what_was_shown(steps: list[str], conclusion: str, why: str | None) -> None:
    tail = ["output NONE ;", f"conclusion {conclusion} ;", "end pseudo-Boolean proof ;"]
    if why is None:
        assert run(THREE, steps, tail).conclusion == conclusion.split()[0]
    else:
        with pytest.raises(Rejected, match=why):
            run(THREE, steps, tail)


def test_the_least_is_what_the_best_answer_comes_to() -> None:
    statement = "min: 2 aa 3 bb ;\n" + THREE
    steps = ["soli bb ;", "soli aa ;", "rup >= 1 ;"]
    tail = ["output NONE ;", "conclusion BOUNDS 2 : 6 2 ;", "end pseudo-Boolean proof ;"]
    assert run(statement, steps, tail).least == 2
    for claim in ("3 : 6 3", "1 : 6 2", "2 : 6 3", "INF INF"):
        with pytest.raises(Rejected):
            run(statement, steps, [tail[0], f"conclusion BOUNDS {claim} ;", tail[2]])
    with pytest.raises(Rejected, match=r"worth|makes up"):
        run(statement, ["red 1 ~aa >= 1 : aa -> 0 ;"])


@pytest.mark.parametrize("kept", range(len(HEAD) + 2 + len(TAIL)))
def test_a_proof_that_is_cut_off_proves_nothing(kept: int) -> None:
    lines = [*HEAD, "solx aa ;", "solx bb ;", *TAIL][:kept]
    with pytest.raises(Rejected):
        check(read_formula(THREE), "\n".join(lines))


def test_what_is_behind_the_end_is_not_read() -> None:
    assert run(THREE, ["solx aa ;"], [*TAIL, "rup 1 aa >= 1 ;"]).conclusion == "NONE"


Tamper = Callable[[Random, list[str]], list[str]]


def drop(random: Random, lines: list[str]) -> list[str]:
    place = random.randrange(len(lines))
    return lines[:place] + lines[place + 1 :]


def swap(random: Random, lines: list[str]) -> list[str]:
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def repeat(random: Random, lines: list[str]) -> list[str]:
    lines.insert(random.randrange(len(lines)), random.choice(lines))
    return lines


def flip(random: Random, lines: list[str]) -> list[str]:
    """Negate a literal somewhere, or drop its negation."""
    place = random.randrange(len(lines))
    words = lines[place].split(" ")
    names = [at for at, word in enumerate(words) if word.lstrip("~")[:1].isalpha() and at > 0]
    if names:
        at = random.choice(names)
        words[at] = words[at][1:] if words[at].startswith("~") else "~" + words[at]
    lines[place] = " ".join(words)
    return lines


def renumber(random: Random, lines: list[str]) -> list[str]:
    """Change a number: a coefficient, a degree, a constraint's number, a count."""
    place = random.randrange(len(lines))
    words = lines[place].split(" ")
    numbers = [at for at, word in enumerate(words) if word.lstrip("-").isdigit()]
    if numbers:
        at = random.choice(numbers)
        words[at] = str(int(words[at]) + random.choice([-2, -1, 1, 2]))
    lines[place] = " ".join(words)
    return lines


def forget_a_word(random: Random, lines: list[str]) -> list[str]:
    place = random.randrange(len(lines))
    words = lines[place].split(" ")
    del words[random.randrange(len(words))]
    lines[place] = " ".join(words)
    return lines


TAMPERS: Sequence[Tamper] = (drop, swap, repeat, flip, renumber, forget_a_word)


def proof_of(model: Model, producer: str) -> tuple[Statement, str]:
    statement = state(model)
    search = load_backend("backtracking")[0].load(model)
    answers = [statement.literals(assignment) for assignment in search.solutions()]
    return statement, prove(statement, read_formula(statement.text()), answers, producer)


def claims_nothing_false(model: Model, statement: Statement, proof: str) -> None:
    """A proof may be accepted after tampering only where what it claims is so."""
    try:
        proved = check(read_formula(statement.text()), proof)
    except Rejected:
        return
    answers = brute_force(model)
    literals = {
        frozenset(statement.values[var.index][value] for var, value in zip(model.projection, answer, strict=True))
        for answer in answers
    }
    shown = {
        frozenset(
            name
            for var in model.projection
            for name in statement.values[var.index].values()
            if (name in found if not name.startswith("~") else name[1:] not in found)
        )
        for found in proved.answers
    }
    assert shown <= literals
    assert len(shown) == len(proved.answers)
    if proved.conclusion == "UNSAT":
        assert not answers
    if proved.conclusion == "ENUMERATION_COMPLETE":
        assert shown == literals


@settings(deadline=None)
@given(models(max_vars=3), st.sampled_from(["sat", "tree"]), st.integers(0, 2**32))
def test_no_tampering_with_a_proof_makes_it_claim_what_is_not_so(model: Model, producer: str, seed: int) -> None:
    statement, proof = proof_of(model, producer)
    random = Random(seed)
    for _ in range(10):
        lines = proof.splitlines()
        for _ in range(random.randint(1, 3)):
            lines = random.choice(TAMPERS)(random, lines) or [""]
        claims_nothing_false(model, statement, "\n".join(lines) + "\n")


@pytest.mark.slow
@settings(max_examples=3000, deadline=None)
@given(models(max_vars=4), st.sampled_from(["sat", "tree"]), st.integers(0, 2**32))
def test_a_minute_of_tampering_finds_nothing(model: Model, producer: str, seed: int) -> None:
    statement, proof = proof_of(model, producer)
    random = Random(seed)
    for _ in range(20):
        lines = proof.splitlines()
        for _ in range(random.randint(1, 4)):
            lines = random.choice(TAMPERS)(random, lines) or [""]
        claims_nothing_false(model, statement, "\n".join(lines) + "\n")
