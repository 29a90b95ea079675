"""Certificates of every producer, changed at random: each mutant is rejected, or claims no more than what is so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Model
from solvers.proofs.checker import check
from solvers.proofs.formula import PBFormula, Rejected
from solvers.proofs.proving import prove
from solvers.proofs.tables import check_table
from tests.random_models import models
from tests.solvers.proofs.answered import answered
from tests.solvers.proofs.test_tables import dominoes, table_of
from tests.tables import rows


def latin_square() -> Model:
    """Two squares of order three."""
    model = Model("latin square")
    cells = [[model.new_int_var(1, 3, f"cell {row} {column}") for column in range(3)] for row in range(3)]
    for line in (*cells, *map(list, zip(*cells, strict=True))):
        model.add_all_different(line)
    model.add(cells[0][0] == 1)
    model.add(cells[0][1] == 2)
    return model


def pigeons() -> Model:
    """Five pigeons in four holes, which is not possible."""
    model = Model("pigeons")
    model.add_all_different([model.new_int_var(1, 4, f"pigeon {place}") for place in range(5)])
    return model


def weights() -> Model:
    """Four numbers of a given weighted sum: five ways, and proofs with definitions and cutting planes."""
    model = Model("weights")
    numbers = [model.new_int_var(0, 3, f"number {place}") for place in range(4)]
    model.add(sum(factor * number for factor, number in zip((2, 3, 5, 7), numbers, strict=True)) == 31)
    return model


def knapsack() -> Model:
    """What is worth most within a weight."""
    model = Model("knapsack")
    taken = [model.new_int_var(0, 2, f"thing {place}") for place in range(4)]
    model.add(sum(factor * number for factor, number in zip((3, 4, 5, 6), taken, strict=True)) <= 14)
    model.maximize(sum(factor * number for factor, number in zip((4, 5, 7, 8), taken, strict=True)))
    return model


def board() -> Model:
    """Four by four, cut into dominoes: 36 ways."""
    model = Model("dominoes")
    options = [(model.new_bool_var(f"domino {pair}"), pair) for pair in dominoes(4, 4)]
    for cell in range(16):
        model.add_exactly_one([var for var, pair in options if cell in pair])
    return model


@dataclass(frozen=True)
class Case:
    """A certificate, and what is so: the number of answers, and the best value, as the statement counts it."""

    formula: PBFormula
    proof: str
    count: int
    least: int | None

    def false_claim(self, proof: str) -> str:
        """What a proof is accepted for that is not so; empty where it is, or where the proof is rejected."""
        formula = self.formula.with_lines(())
        try:
            if proof.startswith("exact cover"):
                counted = check_table(formula, proof)
                return "" if counted == self.count else f"exactly {counted}"
            proved = check(formula, proof)
        except Rejected:
            return ""
        shown = len(proved.answers)
        is_so = {
            "UNSAT": self.count == 0,
            "SAT": shown == 1 <= self.count,
            "ENUMERATION_COMPLETE": shown == self.count,
            "ENUMERATION_PARTIAL": shown <= self.count,
            "BOUNDS": proved.least == self.least and formula.objective is not None,
            "NONE": True,
        }
        return "" if is_so[proved.conclusion] else f"{proved.conclusion} {shown} {proved.least}"


CASES = [
    (make, producer) for make in (latin_square, pigeons, weights, knapsack) for producer in ("sat", "tree", "quick")
]
CASES += [(board, "quick"), (board, "table"), (weights, "part")]


@cache
def certified(make: Callable[[], Model], producer: str) -> Case:
    return certificate_of(make(), producer)


def certificate_of(model: Model, producer: str) -> Case:
    statement, answers, found = answered(model)
    least, count = None, len(found)
    if model.objective is not None:
        least = model.objective.cost.value(found[-1]) - statement.constant
    if producer == "table":
        proof = table_of(statement.formula())
    elif producer == "part":
        proof = prove(statement, answers[:3], "sat", complete=False)
    else:
        proof = prove(statement, answers, producer, best=least is not None)
    if model.objective is not None:
        model.objective = None
        count = len(answered(model)[1])
    return Case(statement.formula(), proof, count, least)


Tamper = Callable[[Random, list[str]], object]


def drop(random: Random, lines: list[str]) -> None:
    del lines[random.randrange(len(lines))]


def swap(random: Random, lines: list[str]) -> None:
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def repeat(random: Random, lines: list[str]) -> None:
    lines.insert(random.randrange(len(lines)), random.choice(lines))


def change_a_word(random: Random, lines: list[str]) -> None:
    """Negate a literal, change a number, a rule or a conclusion, take a word of another line, or forget one."""
    place = random.randrange(1, len(lines))
    words = lines[place].split(" ")
    at = random.randrange(len(words))
    word = words[at]
    others = RULES if word in RULES else CONCLUSIONS if word in CONCLUSIONS else random.choice(lines).split(" ")
    if word.lstrip("-").isdigit() and random.random() < 0.8:
        words[at] = str(int(word) + random.choice([-2, -1, 1, 2]))
    elif word.lstrip("~")[:1].isalpha() and others not in (RULES, CONCLUSIONS) and random.random() < 0.7:
        words[at] = word[1:] if word.startswith("~") else f"~{word}"
    elif random.random() < 0.2:
        del words[at]
    else:
        words[at] = random.choice(others)
    lines[place] = " ".join(words)


def add_a_step(random: Random, lines: list[str]) -> None:
    """A definition, a deletion, or a literal out of nothing."""
    place = random.randrange(1, len(lines))
    name = random.choice([word for line in lines for word in line.split() if word.lstrip("~")[:1].isalpha()])
    steps = [f"red 1 {name} >= 1 : {name.lstrip('~')} -> {random.randrange(2)} ;", f"rup 1 {name} >= 1 ;"]
    steps += [f"del id -{random.randint(1, 9)} ;", "red 1 zz >= 1 : zz -> 1 ;", "red 1 ~zz >= 1 : zz -> 0 ;"]
    lines[place:place] = random.sample(steps, random.randint(1, 3))


RULES = ["rup", "red", "pol", "sol", "solx", "soli", "del", "f", "output", "conclusion", "end"]
CONCLUSIONS = ["UNSAT", "SAT", "ENUMERATION_COMPLETE", "ENUMERATION_PARTIAL", "BOUNDS", "NONE"]
TAMPERS: Sequence[Tamper] = (drop, swap, repeat, change_a_word, change_a_word, change_a_word, add_a_step)


def mutants(proof: str, seed: int, count: int) -> list[str]:
    """So many mutants, half of them with a single change."""
    random, found = Random(seed), []
    for _ in range(count):
        lines = proof.splitlines()
        for _ in range(random.choice([1, 1, 2, 3])):
            random.choice(TAMPERS)(random, lines)
        found.append("\n".join(lines) + "\n")
    return found


@rows(("make", "producer"), CASES)
def test_a_certificate_claims_what_is_so(make: Callable[[], Model], producer: str) -> None:
    case = certified(make, producer)
    if producer == "table":
        assert check_table(case.formula.with_lines(()), case.proof) == case.count
    else:
        proved = check(case.formula.with_lines(()), case.proof)
        assert proved.least == case.least
        assert len(proved.answers) == (3 if producer == "part" else 1 if case.least is not None else case.count)


@pytest.mark.parametrize(("seed", "count"), [(1, 10), pytest.param(2, 400, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("make", "producer"), CASES)
def test_no_mutant_of_a_certificate_claims_what_is_not_so(
    make: Callable[[], Model], producer: str, seed: int, count: int
) -> None:
    case = certified(make, producer)
    for mutant in mutants(case.proof, seed, count):
        assert not case.false_claim(mutant), mutant


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(models(max_vars=4), st.sampled_from(["sat", "tree", "quick"]), st.integers(0, 2**32))
def test_no_mutant_of_a_random_model_claims_what_is_not_so(model: Model, producer: str, seed: int) -> None:
    case = certificate_of(model, producer)
    for mutant in mutants(case.proof, seed, count=10):
        assert not case.false_claim(mutant), mutant


def corrupted(line: str) -> list[str]:
    """A step with one of its literals left out, each in turn, or with a larger degree."""
    words = line.split()
    end = words.index(">=")
    fewer = [[*words[:place], *words[place + 2 :]] for place in range(1, end, 2)]
    return [
        " ".join(changed) for changed in (*fewer, [*words[: end + 1], f"{int(words[end + 1]) + 1}", *words[end + 2 :]])
    ]


@pytest.mark.parametrize(
    ("make", "producer", "rule", "step"), [(pigeons, "tree", "rup", 1), (weights, "sat", "red", 9)]
)
def test_one_corrupted_step_is_rejected_where_there_is_no_slack(
    make: Callable[[], Model], producer: str, rule: str, step: int
) -> None:
    """Each clause of a search tree needs all its literals until the last, and each definition all its terms."""
    case = certified(make, producer)
    lines = case.proof.splitlines()
    places = [place for place, line in enumerate(lines) if line.startswith(rule) and line != "rup >= 1 ;"][::step]
    assert len(places) > 5
    for place in places:
        formula = case.formula.with_lines(())
        assert check(formula, "\n".join(lines)).conclusion in ("UNSAT", "ENUMERATION_COMPLETE")
        for changed in corrupted(lines[place]):
            with pytest.raises(Rejected):
                check(case.formula.with_lines(()), "\n".join([*lines[:place], changed, *lines[place + 1 :]]))
