"""Random proofs prove nothing false: whatever the checker accepts is held against brute force."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from solvers.proofs.checker import check
from solvers.proofs.formula import Rejected, read_formula
from solvers.proofs.tables import TABLE_HEADER, check_table
from tests.random_proofs import complaint, random_proof


@pytest.mark.parametrize(
    "seeds",
    [
        *(range(first, first + 100) for first in range(0, 300, 100)),
        *(pytest.param(range(n, n + 1_000), marks=pytest.mark.slow) for n in range(1_000, 16_000, 1_000)),
    ],
    ids=str,
)
def test_no_random_proof_proves_anything_false(seeds: range) -> None:
    for proof in map(random_proof, seeds):
        for proved in proof.claims():
            assert not complaint(proof, proved), "\n".join([proof.text, *proof.steps, proved.conclusion])


STATEMENT = "preserved: aa bb ;\n@one 1 aa 1 bb >= 1 ;\n-1 aa -1 bb >= -1 ;\n"

RULES = ("rup", "red", "pol", "sol", "solx", "soli", "del id", "f", "output", "output NONE ;\nconclusion", "end")

WORDS = """1 2 -1 0 f +1 1_0 0x1 ² ١ é aa bb zz ~aa ~~aa aa; : ; % >= = == ==> -> ~ + - * d s w @ @one @two a id NONE
UNSAT SAT BOUNDS INF ENUMERATION_PARTIAL min: preserved:"""

ODD_WORDS = ("\n", "\r", "\x0b", "", "9" * 5000, "a" * 5000)


@pytest.mark.parametrize("seed", range(4))
def test_words_in_any_order_are_rejected_in_a_sentence(seed: int) -> None:
    random = Random(seed)
    for _ in range(250):
        words = " ".join(random.choices([*WORDS.split(), *ODD_WORDS], k=random.randint(0, 7)))
        with suppress(Rejected):
            check(read_formula(STATEMENT), f"pseudo-Boolean proof version 3.0\n{random.choice(RULES)} {words} ;\n")
        with suppress(Rejected):
            read_formula(f"{words} ;\n")
        with suppress(Rejected):
            check_table(read_formula(STATEMENT), f"{TABLE_HEADER}\n1\n1 {words}\n0 1\n")
