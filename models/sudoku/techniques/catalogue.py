"""Every technique by name: its family, a sentence, and how it is found, those that are used unasked and all others.

Unasked are those by which Sudoku Explainer grades, and a few that come where it would need a harder one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from models.deductions import KnownTechnique
from models.sudoku.techniques import PATTERNS, TECHNIQUES, CandidateBoard, Finding, Technique
from models.sudoku.techniques.blossoms import death_blossom, sue_de_coq
from models.sudoku.techniques.fish import SIZES
from models.sudoku.techniques.forcing import forcing
from models.sudoku.techniques.inference import inference_chains
from models.sudoku.techniques.kraken import kraken_fish
from models.sudoku.techniques.large_fish import large_fish
from models.sudoku.techniques.medusa import medusa
from models.sudoku.techniques.names import EASIEST_NUMBERS
from models.sudoku.techniques.nets import forcing_chains, forcing_nets, nishio
from models.sudoku.techniques.rectangles import rectangles
from models.sudoku.techniques.templates import templates
from models.sudoku.techniques.wings import als_xz


def _known(family: str, techniques: dict[str, str]) -> Iterator[KnownTechnique]:
    for name, sentence in techniques.items():
        names = _names(name)
        yield KnownTechnique(name, family, sentence, names, not EASIEST_NUMBERS.keys().isdisjoint(names))


def _names(name: str) -> tuple[str, ...]:
    """What steps by a technique are called, where there are several kinds of it."""
    kind = name.removesuffix(" fish")
    if kind in ("finned", "sashimi"):
        return tuple(f"{kind} {size}" for size in SIZES.values())
    if kind in ("Franken", "mutant"):
        return tuple(f"{finned}{kind} {size}" for size in SIZES.values() for finned in ("", "finned "))
    if kind == "kraken":
        return tuple(f"kraken {size}" for size in SIZES.values())
    return {
        "unique rectangle": tuple(f"unique rectangle type {number}" for number in range(1, 7)),
        "avoidable rectangle": ("avoidable rectangle type 1", "avoidable rectangle type 2"),
        "unique loop": tuple(f"unique loop type {number}" for number in range(1, 5)),
        "bivalue universal grave": ("BUG+1", *(f"BUG type {number}" for number in range(2, 5))),
        "template": ("template set", "template delete"),
        "forcing net": ("forcing net", "forcing chain", *(f"{of} forcing nets" for of in ("double", "cell", "unit"))),
        "forcing net with patterns": (
            "forcing net with patterns",
            *(f"{of} forcing nets with patterns" for of in ("double", "cell", "unit")),
        ),
    }.get(name, (name,))


SINGLES = {
    "last cell": "A unit has one empty cell left.",
    "hidden single": "A digit has one place left in a unit.",
    "naked single": "A cell has one candidate left.",
}
LOCKED = {
    "pointing": "A box needs a digit on one line, so the rest of the line loses it.",
    "claiming": "A line needs a digit within one box, so the rest of the box loses it.",
    "direct pointing": "After pointing, a digit has one place left in the next box.",
    "direct claiming": "After claiming, a digit has one place left in the next line.",
}
SUBSETS = {
    "naked pair": "Two cells of a unit have two candidates between them, so the others lose these.",
    "naked triple": "Three cells of a unit have three candidates between them.",
    "naked quad": "Four cells of a unit have four candidates between them.",
    "hidden pair": "Two digits have two places in a unit between them, which hold nothing else.",
    "hidden triple": "Three digits have three places in a unit between them.",
    "hidden quad": "Four digits have four places in a unit between them.",
    "direct hidden pair": "After a hidden pair, a digit has one place left in the unit.",
    "direct hidden triple": "After a hidden triple, a digit has one place left in the unit.",
}
FISH = {
    "X-wing": "Two lines need a digit in the same two lines across, which lose it elsewhere.",
    "swordfish": "Three lines need a digit in the same three lines across.",
    "jellyfish": "Four lines need a digit in the same four lines across.",
    "finned fish": "A fish but for some places (fins): what sees all of these loses the digit.",
    "sashimi fish": "A finned fish of which a line would have one place left without the fins.",
    "Franken fish": "A fish with boxes among the lines that need the digit, or among those across.",
    "mutant fish": "A fish of rows, columns and boxes in any mixture.",
    "kraken fish": "A finned fish whose fins take the candidate away along chains.",
}
ONE_DIGIT = {
    "skyscraper": "Two rows with two places each, of which one pair shares a column; or the same with columns.",
    "two-string kite": "A row and a column with two places each, of which one pair shares a box.",
    "turbot fish": "Two units with two places each, one of them a box, joined by two places that see each other.",
    "empty rectangle": "A box has all places on a row and a column, and another line joins one of them to the other.",
    "grouped two-string kite": "A two-string kite of which an end is a group of cells.",
    "grouped turbot fish": "A turbot fish of which an end is a group of cells.",
    "X-chain": "A chain of one digit: one of its two ends holds, so what sees both is out.",
    "X-ring": "A chain of one digit that closes: one end of each of its links holds.",
    "grouped X-chain": "An X-chain with groups of cells.",
    "grouped X-ring": "An X-ring with groups of cells.",
    "simple colouring": "Places of a digit joined in pairs are true and false by turns.",
    "template": "All ways to place a digit once in each unit share a place, or leave one out.",
}
WINGS = {
    "XY-wing": "A cell with two candidates sees two others, which share one each with it and a third between them.",
    "XYZ-wing": "The same, and the first cell has the third candidate too.",
    "WXYZ-wing": "Four cells with four digits between them, of which one is not confined to cells that see each other.",
    "VWXYZ-wing": "The same with five cells and five digits.",
    "UVWXYZ-wing": "The same with six cells and six digits.",
    "TUVWXYZ-wing": "The same with seven cells and seven digits.",
    "W-wing": "Two cells with the same two candidates, joined by a strong link of one of them.",
    "grouped W-wing": "A W-wing whose strong link has a group of cells.",
    "remote pair": "A chain of cells with the same two candidates.",
    "XY-chain": "A chain of cells with two candidates each.",
    "XY-ring": "A chain of cells with two candidates each that closes.",
}
UNIQUENESS = {
    "unique rectangle": "Four cells must not be left with the same two digits, or there would be two answers.",
    "hidden rectangle": "The same, where one digit would run round the rectangle by strong links.",
    "avoidable rectangle": "The same, where some of the cells are filled and none is given.",
    "unique loop": "The same with six cells or more.",
    "bivalue universal grave": "No grid with two candidates in each cell has exactly one answer.",
}
CHAINS = {
    "alternating chain": "Strong and weak links by turns: one of the two ends holds.",
    "alternating ring": "An alternating chain that closes: one end of each of its links holds.",
    "grouped alternating chain": "An alternating chain with groups of cells.",
    "grouped alternating ring": "An alternating ring with groups of cells.",
    "3D Medusa": "Candidates of all digits joined by strong links are true and false by turns.",
}
SETS = {
    "ALS-XZ": "Two almost locked sets of which only one can hold x share any other digit z.",
    "ALS-XY-wing": "Three almost locked sets, the first and the last each joined to the middle one.",
    "ALS chain": "Almost locked sets, each joined to the next one by a digit that only one of them can hold.",
    "ALS ring": "Such a chain that closes: each set holds all its other digits.",
    "alternating chain with ALS": "An alternating chain some of whose strong links are almost locked sets.",
    "alternating ring with ALS": "Such a chain that closes.",
    "Sue de Coq": "Cells where a line and a box cross, with others of the line and of the box, lock all their digits.",
    "death blossom": "Whatever a cell holds takes a digit from an almost locked set, which then holds another.",
    "aligned pair": "No two digits for a pair of cells leave those around them a candidate, but for some.",
    "aligned triple": "The same with three cells.",
}
SUPPOSITIONS = {
    "nishio": "A place of a digit, or its absence, leads to a contradiction of this digit alone.",
    "cell forcing chains": "All candidates of a cell lead to the same along chains.",
    "unit forcing chains": "All places of a digit in a unit lead to the same along chains.",
    "forcing net": "What follows from a candidate contradicts itself, or follows from every other one too.",
    "forcing net with patterns": "A net in which locked candidates, subsets and fish are seen.",
    "nested forcing net": "A candidate fails, where cases must be gone through.",
}

CATALOGUE: tuple[KnownTechnique, ...] = (
    *_known("singles", SINGLES),
    *_known("locked candidates", LOCKED),
    *_known("subsets", SUBSETS),
    *_known("fish", FISH),
    *_known("one digit", ONE_DIGIT),
    *_known("wings", WINGS),
    *_known("uniqueness", UNIQUENESS),
    *_known("chains", CHAINS),
    *_known("almost locked sets", SETS),
    *_known("suppositions", SUPPOSITIONS),
)


CHAIN_NAMES = ("X-chain", "X-ring", "XY-chain", "XY-ring", "W-wing", "alternating chain", "alternating ring")

QUICK = TECHNIQUES[:PATTERNS]
"""So quick that they are looked for whichever names are asked for; the others, with the names that each has, follow."""

SLOW: tuple[tuple[Technique, Sequence[str]], ...] = (
    (rectangles, ("unique rectangle", "hidden rectangle", "avoidable rectangle")),
    (medusa, ("3D Medusa",)),
    (inference_chains, CHAIN_NAMES),
    (sue_de_coq, ("Sue de Coq",)),
    (
        partial(inference_chains, groups=True),
        [f"grouped {name}" for name in CHAIN_NAMES if not name.startswith("XY")],
    ),
    (partial(large_fish, size=2), ("Franken fish", "mutant fish")),
    (partial(large_fish, size=3), ("Franken fish", "mutant fish")),
    (nishio, ("nishio",)),
    (als_xz, ("ALS-XZ",)),
    (partial(inference_chains, groups=True, sets=True), tuple(name for name in SETS if "ALS" in name)),
    (death_blossom, ("death blossom",)),
    (partial(large_fish, size=4), ("Franken fish", "mutant fish")),
    (templates, ("template",)),
    (forcing_chains, ("cell forcing chains", "unit forcing chains")),
    (partial(kraken_fish, size=2), ("kraken fish",)),
    (partial(kraken_fish, size=3), ("kraken fish",)),
    (partial(kraken_fish, size=4), ("kraken fish",)),
    (forcing_nets, ("forcing net",)),
    (partial(forcing_nets, with_patterns=True), ("forcing net with patterns",)),
    (forcing, ("forcing net", "nested forcing net")),
)
"""Roughly the easiest first."""


def findings_named(board: CandidateBoard, names: Collection[str]) -> Iterator[Finding]:
    """Everything new that is shown by techniques of which steps have one of these names, the easiest first."""
    slow = (technique for technique, known in SLOW if any(not set(_names(name)).isdisjoint(names) for name in known))
    for technique in (*QUICK, *slow):
        yield from (finding for finding in technique(board) if finding.name in names)
